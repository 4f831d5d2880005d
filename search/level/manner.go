package level

import (
	"math"
	"time"

	"katachi/eval"
	"katachi/position"
)

// shedding is the loss of material, board and hand together, that nobody overlooks in the piece that they move.
const shedding = 400

// sheds reports whether a move, one of the candidates, gives its piece away for nothing: it is taken on the square where it
// goes to, and with open eyes and two plies deep something is lost that one of the other candidates does not lose.
func (r *reader) sheds(m position.Move, candidates []candidate) bool {
	side, now := r.p.Side(), r.material
	material := r.do(m)
	lost := sign(side)*(now-r.material) + r.exchange(m.To())
	r.undo(material)
	if lost < shedding {
		return false
	}
	person, sight, exchanges := r.person, r.sight, r.exchanges
	defer func() { r.person, r.sight, r.exchanges = person, sight, exchanges }()
	r.person.Knowledge, r.person.Noise, r.person.Mates, r.person.Breadth = 0, 0, 1, 60
	r.sight.blindness = 0
	r.exchanges = 6
	value := func(m position.Move) eval.Score {
		material := r.do(m)
		defer func() { r.undo(material) }()
		return -r.read(2, 1, -eval.Infinity, eval.Infinity)
	}
	then := value(m)
	for _, c := range candidates[:min(len(candidates), 6)] {
		if c.move != m && value(c.move) >= then+shedding {
			return true
		}
	}
	return false
}

// exchange returns what the side to move wins in material if both sides take on a square, always with the cheapest piece,
// as long as it pays.
func (r *reader) exchange(to position.Square) int {
	cheapest := position.MoveNone
	for _, m := range legal(r.p, r.moves[0][:0]) {
		if m.To() == to && (cheapest == position.MoveNone || onBoard[m.Before().Kind()] < onBoard[cheapest.Before().Kind()]) {
			cheapest = m
		}
	}
	if cheapest == position.MoveNone || r.p.At(to) == position.NoPiece {
		return 0
	}
	side, before := r.p.Side(), r.do(cheapest)
	won := sign(side)*(r.material-before) - r.exchange(to)
	r.undo(before)
	return max(0, won)
}

// People give up when all is lost and stays so. Who has just learned the game plays on until mate; the stronger
// somebody is, the earlier.
const (
	resignFrom  = 6 // the first level that resigns
	resignAfter = 3 // own moves in a row
)

// Resigns reports whether the player gives the game up, after a thought that ended with a score. It is asked once a move.
func (r *Player) Resigns(p *position.Position, score eval.Score) bool {
	if r.level < resignFrom {
		return false
	}
	if r.first == eval.None {
		r.first = score
	}
	// A handicap is no reason to give up: it was lost by so much from the start.
	limit := min(eval.Score(-4000+100*r.level), r.first-1500)
	if score > limit || p.Ply() < 30 && !score.IsMate() {
		r.lost = 0
		return false
	}
	r.lost++
	return r.lost >= resignAfter
}

// Pause returns how long the player takes for a move that an engine finds, when choosing between choices moves.
func (r *Player) Pause(choices int) time.Duration { return r.pause(5, choices) }

// pause returns how long a person thinks about a move: longer about many that look alike, with a spread as people have.
func (r *Player) pause(depth, choices int) time.Duration {
	seconds := 0.6 + 0.25*float64(depth)
	if choices > 1 {
		seconds += 0.5 * math.Log2(float64(choices))
	}
	seconds *= math.Exp(0.45 * r.rng.NormFloat64())
	return time.Duration(min(seconds, 12) * float64(time.Second))
}
