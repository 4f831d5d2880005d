package train

import (
	"math"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// filter chooses the positions of a game to learn from. The network judges quiet positions; positions in the middle of
// an exchange or a mating attack teach it noise. So the score of a position's search is learned for the position in
// which quiescence ends.
type filter struct {
	FirstPly int     // move numbers below it are the opening's, of which there are few different ones
	Captures bool    // keep positions in which the played move captures or promotes
	Decided  float64 // share to keep of the positions that are as good as decided, whichever side wins
	Share    float64 // of the positions that pass the rest, taken at random: less for old games
	Scale    float64 // of the games' scores: centipawns that are odds of e to 1
	Ahead    float64 // see lookahead
	Hands    float64 // by what share of their value on the board pieces in hand are worth more than the searches say, see dearer
	Seed     uint64
	Quiet    string                                          // the evaluation by whose quiescence a position is played on, to learn the quiet one at the end; "": none
	Around   int                                             // positions to learn from instead around each of the games', see variations; 0: none
	Teacher  string                                          // their evaluation
	around   *variations                                     // nil if not
	quiet    chan func(p *position.Position) []position.Move // quiescence, one for each goroutine; nil if not
}

// makeQuiet loads the evaluation of Quiet and makes one quiescence for each of that many goroutines.
func (f *filter) makeQuiet(load eval.Loader, quiescence Quiescence, goroutines int) error {
	evaluation, err := load(f.Quiet, eval.DefaultFVScale)
	if err != nil {
		return err
	}
	f.quiet = make(chan func(p *position.Position) []position.Move, goroutines)
	for range goroutines {
		q, err := quiescence(evaluation.New)
		if err != nil {
			return err
		}
		f.quiet <- q
	}
	return nil
}

// decided is the chance below which a side has practically lost.
const decided = 0.005

// accepts reports whether the filter lets the ply pass, apart from the random choice.
func (f *filter) accepts(p *position.Position, ply *record.ScoredPly) bool {
	m := position.Move(ply.Move)
	if ply.Score == eval.None || p.Ply() < f.FirstPly || p.InCheck() {
		return false
	}
	return f.Captures || !m.IsPromotion() && (m.IsDrop() || p.At(m.To()) == position.NoPiece)
}

// chosen makes the random choice, the same in every run with the seed.
func (f *filter) chosen(game uint64, ply int, worth float64) bool {
	share := f.Share
	if math.Min(worth, 1-worth) < decided {
		share *= f.Decided
	}
	return share >= 1 || float64(mix(f.Seed^mix(game)^uint64(ply))>>11)/(1<<53) < share
}

// mix turns a number into one that looks random (splitmix64).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// examplesOf appends the examples of a game.
func (f *filter) examplesOf(list []example, g *record.ScoredGame) ([]example, error) {
	if f.around != nil {
		return f.around.examplesOf(list, g, f)
	}
	var quiescence func(p *position.Position) []position.Move
	if f.quiet != nil {
		quiescence = <-f.quiet
		defer func() { f.quiet <- quiescence }()
	}
	i := 0
	var worths []float64
	ahead := lookahead{f.Ahead, f.Scale}
	result := g.Result
	if !hasResult(g.End) {
		result = unknown
	}
	err := g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
		if i == 0 {
			worths = ahead.worths(g, p.Side())
		}
		if f.accepts(p, ply) && f.chosen(g.ID, i, worths[i]) {
			searched, worth := sigmoid(float64(ply.Score)/f.Scale), worths[i]
			var line []position.Move
			if quiescence != nil {
				line = quiescence(p)
			}
			for _, m := range line {
				p.Do(m)
				searched, worth = 1-searched, 1-worth
			}
			if !p.InCheck() { // a line may end by a repetition there
				e := newExample(p, newChance(f.dearer(p, searched)), newChance(f.dearer(p, worth)), result)
				e.left = uint8(min(math.MaxUint8, len(g.Plies)-i))
				list = append(list, e)
			}
			for range line {
				p.Undo()
			}
		}
		i++
		return true
	})
	return list, err
}

// dearer returns the side to move's chance with the pieces in hand worth more: by the share Hands of their worth on the
// board. Searches of few nodes see less of what such pieces can do than the searches for which the network is meant.
func (f *filter) dearer(p *position.Position, chance float64) float64 {
	if f.Hands == 0 {
		return chance
	}
	own, other := p.Hand(p.Side()), p.Hand(p.Side().Other())
	more := 0
	for k := position.Pawn; k < position.King; k++ {
		more += onBoard[k] * (own.Count(k) - other.Count(k))
	}
	chance = min(max(chance, mostSure), 1-mostSure)
	return sigmoid(logit(chance) + f.Hands*float64(more)/f.Scale)
}

// onBoard is the worth of pieces on the board in the classical evaluation when generation 10 was made, centipawns.
var onBoard = [position.NumKinds]int{
	position.Pawn: 100, position.Lance: 203, position.Knight: 302, position.Silver: 494, position.Gold: 593,
	position.Bishop: 793, position.Rook: 865,
}

// mostSure is the least chance that dearer distinguishes from none.
const mostSure = 1e-5
