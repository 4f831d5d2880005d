package mate

import "katachi/position"

// reach is what the attacker's pieces attack around the other king, before any move and as if the king were gone. Most
// checks leave it a flight, which is seen here without playing them.
type reach struct {
	known bool
	once  position.Bitboard // the attacked squares
	twice position.Bitboard // those attacked by two pieces
	lines position.Bitboard // those attacked by sliders: a piece that leaves one may open a line behind it
}

func (o *oneMove) findReach() {
	r := &o.reach
	r.known = true
	open := o.occupied.Without(o.king)
	diagonal := o.p.Kind(position.Bishop).Or(o.p.Kind(position.Horse))
	straight := o.p.Kind(position.Rook).Or(o.p.Kind(position.Dragon))
	lances := o.p.Kind(position.Lance)
	near := &approaches[o.king]
	sliders := diagonal.And(near.diagonal).Or(straight.Or(lances).And(near.straight))
	for pieces := sliders.Or(near.steps).And(o.mine); pieces.Any(); {
		var s position.Square
		s, pieces = pieces.Pop()
		attacks := position.Attacks(o.p.At(s), s, open)
		r.twice = r.twice.Or(r.once.And(attacks))
		r.once = r.once.Or(attacks)
		if sliders.Has(s) {
			r.lines = r.lines.Or(attacks)
		}
	}
}

// mayMate is a quick test before mates: false if the king can take the piece on to or step aside. A piece that comes from
// a slider's line, which it may open, passes.
func (o *oneMove) mayMate(from, to position.Square, piece position.Piece) bool {
	if !o.reach.known {
		o.findReach()
	}
	r := &o.reach
	held, open := r.once, o.occupied.Without(o.king)
	if from != position.NoSquare {
		if r.lines.Has(from) {
			return true
		}
		held, open = r.twice, open.Without(from) // the piece itself is one of those that attack to
	}
	if o.around.Has(to) && !held.Has(to) {
		return false
	}
	flights := o.around.AndNot(o.theirs).AndNot(r.once).Without(to)
	return flights.IsEmpty() || flights.AndNot(position.Attacks(piece, to, open)).IsEmpty()
}

// approaches[king] are the squares from which a piece may attack one next to the king: step by step, or, on an empty
// board, along diagonals or straight lines.
var approaches = func() (t [position.NumSquares]struct{ steps, diagonal, straight position.Bitboard }) {
	for king := range t {
		for around := position.KingAttacks(position.Square(king)); around.Any(); {
			var s position.Square
			s, around = around.Pop()
			a := &t[king]
			a.steps = a.steps.Or(position.KingAttacks(s)).
				Or(position.KnightAttacks(position.Black, s)).Or(position.KnightAttacks(position.White, s))
			a.diagonal = a.diagonal.Or(position.BishopRays(s))
			a.straight = a.straight.Or(position.RookRays(s))
		}
	}
	return t
}()
