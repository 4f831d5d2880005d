package mate

import "katachi/position"

// reach is what the attacker's pieces attack around the other king, before any move and as if the king were gone. Most
// checks leave it a flight, which is seen here without playing them.
type reach struct {
	once    position.Bitboard // the attacked squares
	twice   position.Bitboard // those attacked by two pieces
	lines   position.Bitboard // those attacked by sliders: a piece that leaves one may open a line behind it
	flights position.Bitboard // where the king can go
}

func (o *oneMove) findReach() {
	r := &o.reach
	open := o.occupied.Without(o.king)
	diagonal := o.p.ByKind(position.Bishop).Or(o.p.ByKind(position.Horse))
	straight := o.p.ByKind(position.Rook).Or(o.p.ByKind(position.Dragon))
	lances := o.p.ByKind(position.Lance)
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
	r.flights = o.around.AndNot(o.theirs).AndNot(r.once)
}

// taken returns the squares where the king takes a piece that comes from the square from, NoSquare for a drop: those next to
// it that no other piece attacks. A piece that leaves a slider's line may open it.
func (o *oneMove) taken(from position.Square) position.Bitboard {
	switch {
	case from == position.NoSquare:
		return o.around.AndNot(o.reach.once)
	case o.reach.lines.Has(from):
		return position.Bitboard{}
	}
	return o.around.AndNot(o.reach.twice) // the piece itself is one of those that attack the square
}

// leavesFlight reports whether the king can step aside after the piece has come from the square from to the square to. It is a
// quick test before mates, and lets a piece pass that may open a line.
func (o *oneMove) leavesFlight(from, to position.Square, piece position.Piece) bool {
	flights := o.reach.flights.Without(to)
	if flights.IsEmpty() {
		return false
	}
	open := o.occupied.Without(o.king)
	if from != position.NoSquare {
		if o.reach.lines.Has(from) {
			return false
		}
		open = open.Without(from)
	}
	return flights.AndNot(position.Attacks(piece, to, open)).Any()
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
