package train

import (
	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// filter says which positions of a game are learned from. The network judges quiet positions; those in the middle of an
// exchange or a mating attack teach it noise.
type filter struct {
	firstPly  int        // move numbers below it are the opening's, of which there are few different ones
	maxScore  eval.Score // scores beyond it are decided games, either side's
	captures  bool       // keep positions in which the played move captures or promotes
	keep      float64    // share of the positions that passed the rest, taken at random
	seed      uint64
	outlook   *outlook    // makes better scores; nil: the scores are the searches'
	validated int         // every so many games one is for validation
	around    *variations // learn from these instead; nil if not
}

// accepts reports whether the filter lets the ply pass, random choice apart.
func (f *filter) accepts(p *position.Position, ply *record.ScoredPly) bool {
	m := position.Move(ply.Move)
	switch {
	case ply.Score == eval.None, ply.Score > f.maxScore, ply.Score < -f.maxScore:
		return false
	case p.Ply() < f.firstPly, p.InCheck():
		return false
	case p.King(position.Black) == position.NoSquare, p.King(position.White) == position.NoSquare:
		return false
	}
	return f.captures || !m.IsPromotion() && (m.IsDrop() || p.At(m.To()) == position.NoPiece)
}

// chosen makes the random choice, the same in every run with the seed.
func (f *filter) chosen(game uint64, ply int) bool {
	return f.keep >= 1 || float64(mix(f.seed^mix(game)^uint64(ply))>>11)/(1<<53) < f.keep
}

// mix turns a number into one that looks random (splitmix64).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// validates reports whether the game, by its place among all games, is for validation.
func (f *filter) validates(game int) bool { return game%f.validated == f.validated-1 }

// examplesOf appends the examples of a game.
func (f *filter) examplesOf(list []example, g *record.ScoredGame) ([]example, error) {
	if f.around != nil {
		return f.around.examplesOf(list, g, f)
	}
	i := 0
	var better []int16
	err := g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
		if i == 0 && f.outlook != nil {
			better = f.outlook.scores(g, p.Side())
		}
		if f.accepts(p, ply) && f.chosen(g.ID, i) {
			score := int16(ply.Score)
			if better != nil {
				score = better[i]
			}
			list = append(list, newExample(p, score, g.Result))
		}
		i++
		return true
	})
	return list, err
}
