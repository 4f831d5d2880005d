package level

import (
	"katachi/movegen"
	"katachi/position"
)

// sight decides what is seen. Whether somebody sees a move is a coin tossed once for the whole of a thought, so that a
// threat is overlooked behind every candidate and not behind one of three. For half of the moves it is tossed once for
// the whole game, since what was overlooked mostly stays overlooked until it happens.
type sight struct {
	thought, game uint64 // seeds
	blindness     float64
}

// mix scrambles a number (the finalizer of splitmix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// chance returns a number in [0, 1) that depends on the arguments alone.
func chance(a, b uint64) float64 { return float64(mix(a^mix(b))>>11) / (1 << 53) }

// sees reports whether a move with a difficulty of 0 to 1 is seen.
func (s *sight) sees(m position.Move, difficulty float64) bool {
	overlooked := difficulty * s.blindness
	if overlooked <= 0 {
		return true
	}
	key, seed := mix(uint64(m)), s.thought
	if key&1 == 0 {
		seed = s.game
	}
	return chance(seed, key) >= overlooked
}

// look is a move with the interest that it draws; the most striking move is looked at first.
type look struct {
	move       position.Move
	interest   int     // centipawns, only to put moves in order
	difficulty float64 // of seeing it, 0 to 1
	takes      bool
	answers    bool // goes where the last move went
}

// watcher judges how moves of one position strike a person.
type watcher struct {
	p           *position.Position
	focus       position.Square   // where the last move went, NoSquare if there was none
	threatened  position.Bitboard // own pieces that the piece there attacks
	discoverers position.Bitboard
	checks      [position.NumKinds]position.Bitboard
}

func newWatcher(p *position.Position) watcher {
	w := watcher{p: p, focus: position.NoSquare, discoverers: p.Discoverers()}
	if m := p.LastMove(); m != position.MoveNone && m != position.MoveNull {
		w.focus = m.To()
		w.threatened = position.Attacks(p.At(w.focus), w.focus, p.Occupied()).And(p.ByColor(p.Side()))
	}
	if p.King(p.Side().Other()) != position.NoSquare {
		p.CheckSquares(&w.checks)
	}
	return w
}

// How hard kinds of moves are to see, 0 to 1: the further a piece comes from, the less it strikes, and less still
// backwards, out of the hand or out of another piece's way.
const (
	hardCapture    = 0.08
	hardPromotion  = 0.25
	hardQuiet      = 0.45
	hardDrop       = 0.6
	hardPerSquare  = 0.06 // for each square of the way beyond the first
	hardBackward   = 0.15
	hardKnight     = 0.12
	hardDiscovered = 0.8
	hardElsewhere  = 0.2  // far from where the last move went
	easyEscape     = 0.4  // a piece that is attacked moves away
	easyCheck      = 0.2  // people look for checks
	easyAnswer     = 0.25 // part that is left for taking back what has just moved
)

// look judges a move.
func (w *watcher) look(m position.Move) look {
	to, taken := m.To(), w.p.At(m.To())
	l := look{move: m, takes: taken != position.NoPiece, answers: to == w.focus}
	switch {
	case taken != position.NoPiece:
		l.difficulty = hardCapture
		l.interest = 300 + onBoard[taken.Kind()] - onBoard[m.Before().Kind()]/8
	case m.IsPromotion():
		l.difficulty, l.interest = hardPromotion, 250
	case m.IsDrop():
		l.difficulty, l.interest = hardDrop, 0
	default:
		l.difficulty, l.interest = hardQuiet, 20
	}
	if !m.IsDrop() {
		from := m.From()
		l.difficulty += hardPerSquare * float64(max(0, distance(from, to)-1))
		if from.SeenBy(w.p.Side()).Rank() < to.SeenBy(w.p.Side()).Rank() {
			l.difficulty += hardBackward
		}
		if m.Before().Kind() == position.Knight {
			l.difficulty += hardKnight
		}
		if w.threatened.Has(from) {
			l.difficulty -= easyEscape
			l.interest += onBoard[m.Before().Kind()]
		}
	}
	if w.checks[m.Piece().Kind()].Has(to) {
		l.difficulty -= easyCheck
		l.interest += 200
	} else if !m.IsDrop() && w.discoverers.Has(m.From()) && taken == position.NoPiece {
		l.difficulty = max(l.difficulty, hardDiscovered)
	}
	if w.focus != position.NoSquare {
		switch d := distance(w.focus, to); {
		case d == 0:
			l.difficulty *= easyAnswer
			l.interest += 250
		case d <= 2:
			l.interest += 60
		default:
			l.difficulty += hardElsewhere
		}
	}
	l.difficulty = max(0, min(l.difficulty, 1))
	return l
}

// targets returns the pieces of the other side that a move attacks from its destination.
func (w *watcher) targets(m position.Move) position.Bitboard {
	occupied := w.p.Occupied()
	if !m.IsDrop() {
		occupied = occupied.Without(m.From())
	}
	return position.Attacks(m.Piece(), m.To(), occupied).And(w.p.ByColor(w.p.Side().Other()))
}

// distance returns how many king's steps two squares are apart.
func distance(a, b position.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

// legal appends the moves that a person would think of: all legal ones but promotions refused for no reason.
func legal(p *position.Position, buf []position.Move) []position.Move { return movegen.Search(p, buf) }
