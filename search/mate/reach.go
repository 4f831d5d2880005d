package mate

import "katachi/position"

// oneMove is what the tests of a position's single checks share. All of it is cheap: most positions have no landing
// square, and so no check that is worth a try.
type oneMove struct {
	p                      *position.Position
	us                     position.Color
	king                   position.Square // the one to be mated
	mine, theirs, occupied position.Bitboard
	around                 position.Bitboard // the board's squares next to the king

	// What the own pieces attack around the king, before any move and as if the king were gone.
	once    position.Bitboard // the attacked squares
	twice   position.Bitboard // those attacked by two pieces
	flights position.Bitboard // where the king can go
	openers position.Bitboard // own pieces that alone keep a slider from the king or a square next to it
	opened  position.Bitboard // the squares that they keep it from

	// The squares where a piece that checks might mate.
	drops    position.Bitboard // of a dropped piece
	openings position.Bitboard // of an opener
	moves    position.Bitboard // of any other piece on the board

	discoverers position.Bitboard
}

// findReach finds what the own pieces attack around the king.
func (o *oneMove) findReach() {
	near := &approaches[o.us][o.king]
	open := o.occupied.Without(o.king)
	sliders := o.p.ByKind(position.Bishop).Or(o.p.ByKind(position.Horse)).And(near.diagonal).
		Or(o.p.ByKind(position.Rook).Or(o.p.ByKind(position.Dragon)).And(near.straight)).
		Or(o.p.ByKind(position.Lance).And(near.ahead))
	for pieces := sliders.Or(near.steps).And(o.mine); pieces.Any(); {
		var s position.Square
		s, pieces = pieces.Pop()
		piece := o.p.At(s)
		attacks := emptyAttacks[piece&31][s]
		if sliders.Has(s) {
			blocked := attacks
			attacks = position.Attacks(piece, s, open)
			o.findOpeners(s, blocked.AndNot(attacks))
		}
		o.twice = o.twice.Or(o.once.And(attacks))
		o.once = o.once.Or(attacks)
	}
	o.flights = o.around.AndNot(o.theirs).AndNot(o.once)
}

// findOpeners finds the own pieces that alone block the slider from some of the squares blocked.
func (o *oneMove) findOpeners(slider position.Square, blocked position.Bitboard) {
	for blocked = blocked.And(o.around.With(o.king)); blocked.Any(); {
		var s position.Square
		s, blocked = blocked.Pop()
		between := position.Between(slider, s).And(o.occupied).Without(o.king)
		if between.Intersects(o.mine) && !between.MoreThanOne() {
			o.openers, o.opened = o.openers.Or(between), o.opened.With(s)
		}
	}
}

// findLandings finds the squares where a checking piece might mate, and reports whether there are any, or a discovered
// check. Next to the king another piece has to protect the square: for a drop one that attacks it now, for a move one
// besides the mover, for an opener also the slider behind it. Farther off the squares are those of knights, which
// attack no flight, and those with a line to the king, which mate only where nothing can be dropped in between: most
// hands always can.
func (o *oneMove) findLandings() bool {
	far := position.Bitboard{}
	if o.flights.AndNot(o.opened).IsEmpty() {
		far = position.KnightAttacks(o.us.Other(), o.king)
	}
	if !o.p.Hand(o.us.Other()).HasUnbound() {
		lines := position.RookRays(o.king).Or(position.BishopRays(o.king))
		far = far.Or(lines.AndNot(o.around).AndNot(o.p.Rules().Walls()))
	}
	if o.openers.Any() {
		o.openings = o.covering(o.around.And(o.once.Or(o.opened)).Or(far).AndNot(o.mine), o.flights.AndNot(o.opened))
		if o.opened.Has(o.king) {
			o.discoverers = o.p.Discoverers()
		}
	}
	drops := position.Bitboard{}
	if o.p.Hand(o.us).HasNonPawn() {
		drops = o.around.And(o.once).Or(far).AndNot(o.occupied)
	}
	moves := o.around.And(o.twice).Or(far).AndNot(o.mine)
	squares := o.covering(drops.Or(moves), o.flights)
	o.drops, o.moves = squares.And(drops), squares.And(moves)
	return squares.Or(o.openings).Or(o.discoverers).Any()
}

// covering returns those of the squares that lie on a flight or on a line with it, for every flight: from any other
// square a checking piece leaves the king a flight. It needs no table of its own, which would be out of the cache at
// most nodes.
func (o *oneMove) covering(squares, flights position.Bitboard) position.Bitboard {
	for flights.Any() && squares.Any() {
		var s position.Square
		s, flights = flights.Pop()
		squares = squares.And(position.RookRays(s).Or(position.BishopRays(s)).With(s))
	}
	return squares
}

// checkSquares returns the squares from which a piece of the kind would check on an empty board.
func (o *oneMove) checkSquares(k position.Kind) position.Bitboard {
	return emptyAttacks[position.NewPiece(o.us.Other(), k)&31][o.king]
}

// approaches[us][king] are the squares from which a piece of us may attack a square next to the king: by steps or, on
// an empty board, along diagonals, along straight lines or as a lance.
var approaches = func() (t [2][position.NumSquares]struct{ steps, diagonal, straight, ahead position.Bitboard }) {
	for c := range t {
		for king := range t[c] {
			for around := position.KingAttacks(position.Square(king)); around.Any(); {
				var s position.Square
				s, around = around.Pop()
				a, them := &t[c][king], position.Color(c).Other()
				a.steps = a.steps.Or(position.KingAttacks(s)).Or(position.KnightAttacks(them, s))
				a.diagonal = a.diagonal.Or(position.BishopRays(s))
				a.straight = a.straight.Or(position.RookRays(s))
				a.ahead = a.ahead.Or(position.LanceAttacks(them, s, position.Bitboard{}))
			}
		}
	}
	return t
}()

// emptyAttacks[piece][s] is what a piece on s attacks on an empty board.
var emptyAttacks = func() (t [position.NumPieces][position.NumSquares]position.Bitboard) {
	for piece := range t {
		for s := range t[piece] {
			t[piece][s] = position.Attacks(position.Piece(piece), position.Square(s), position.Bitboard{})
		}
	}
	return t
}()
