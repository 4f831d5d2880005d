package movegen

import "katachi/position"

// Captures appends the captures of a position that is not in check.
func Captures(p *position.Position, buf []position.Move) []position.Move {
	theirs := p.ByColor(p.Side().Other())
	var g generator
	g.init(p, theirs, theirs, false)
	return g.king(g.pieces(buf))
}

// Quiets appends the board moves that capture nothing, promotions among them, of a position that is not in check.
func Quiets(p *position.Position, buf []position.Move) []position.Move {
	var g generator
	g.init(p, p.Empty(), p.Empty(), false)
	return g.king(g.pieces(buf))
}

// Drops appends the drops of a position that is not in check.
func Drops(p *position.Position, buf []position.Move) []position.Move {
	return drops(p, p.Empty(), buf)
}

// Evasions appends the legal moves of a position in check, in the search's width.
func Evasions(p *position.Position, buf []position.Move) []position.Move {
	return evasions(p, buf, false)
}

// Search appends the legal moves of any position in the search's width.
func Search(p *position.Position, buf []position.Move) []position.Move {
	return generate(p, buf, false)
}

// Legal appends every legal move of any position.
func Legal(p *position.Position, buf []position.Move) []position.Move { return generate(p, buf, true) }

func generate(p *position.Position, buf []position.Move, all bool) []position.Move {
	if p.InCheck() {
		return evasions(p, buf, all)
	}
	targets := p.ByColor(p.Side()).Or(p.Rules().Walls()).Not()
	var g generator
	g.init(p, targets, targets, all)
	buf = g.king(g.pieces(buf))
	return drops(p, p.Empty(), buf)
}

func evasions(p *position.Position, buf []position.Move, all bool) []position.Move {
	us := p.Side()
	targets := p.ByColor(us).Or(p.Rules().Walls()).Not()
	var g generator
	g.init(p, targets, targets, all)
	buf = g.king(buf)
	checkers := p.Checkers()
	if checkers.MoreThanOne() {
		return buf
	}
	between := position.Between(p.King(us), checkers.First())
	targets = between.Or(checkers)
	g.promotions, g.plain = targets, targets
	buf = g.pieces(buf)
	if between.Any() {
		buf = drops(p, between, buf)
	}
	return buf
}

// generator holds what the stages share: where a move may end with and without promotion, and the width.
type generator struct {
	p          *position.Position
	promotions position.Bitboard // destinations of promoting moves
	plain      position.Bitboard // destinations of all other moves
	all        bool
	us         position.Color
	king0      position.Square
	zone       position.Bitboard // promotion zone
	pinned     position.Bitboard
}

func (g *generator) init(p *position.Position, promotions, plain position.Bitboard, all bool) {
	us := p.Side()
	g.p, g.promotions, g.plain, g.all = p, promotions, plain, all
	g.us, g.king0, g.zone, g.pinned = us, p.King(us), p.Rules().Zone(us), p.Pinned()
}

// pieces appends the moves of all pieces but the king; destinations must be the same with promotion and without. Most
// pieces capture nothing, so that is found out first.
func (g *generator) pieces(buf []position.Move) []position.Move {
	p, us, targets := g.p, g.us, g.plain
	occ, own := p.Occupied(), p.ByColor(us)
	buf = g.pawns(buf)
	for bb := p.ByKind(position.Lance).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		if to := position.LanceAttacks(us, s, occ).And(targets); to.Any() {
			buf = g.promotable(buf, s, position.Lance, to)
		}
	}
	for bb := p.ByKind(position.Knight).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		if to := position.KnightAttacks(us, s).And(targets); to.Any() {
			buf = g.promotable(buf, s, position.Knight, to)
		}
	}
	for bb := p.ByKind(position.Silver).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		if to := position.SilverAttacks(us, s).And(targets); to.Any() {
			buf = g.promotable(buf, s, position.Silver, to)
		}
	}
	for bb := p.ByKind(position.Bishop).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		if to := position.BishopAttacks(s, occ).And(targets); to.Any() {
			buf = g.promotable(buf, s, position.Bishop, to)
		}
	}
	for bb := p.ByKind(position.Rook).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		if to := position.RookAttacks(s, occ).And(targets); to.Any() {
			buf = g.promotable(buf, s, position.Rook, to)
		}
	}
	for bb := p.Golds().And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		if to := position.GoldAttacks(us, s).And(targets); to.Any() {
			buf = g.unpromotable(buf, s, p.At(s), to)
		}
	}
	for bb := p.ByKind(position.Horse).Or(p.ByKind(position.Dragon)).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		piece := p.At(s)
		buf = g.unpromotable(buf, s, piece, position.Attacks(piece, s, occ))
	}
	return buf
}

// pawns appends the pawn moves; all pawns are advanced at once.
func (g *generator) pawns(buf []position.Move) []position.Move {
	piece := position.NewPiece(g.us, position.Pawn)
	back, ahead := position.Square(1), g.advance(g.p.Pieces(g.us, position.Pawn))
	if g.us == position.White {
		back = ^position.Square(0)
	}
	promotions := ahead.And(g.zone).And(g.promotions)
	plain := ahead.And(g.plain)
	if g.all {
		plain = plain.AndNot(g.p.Rules().LastRank(g.us))
	} else {
		plain = plain.AndNot(g.zone)
	}
	for promotions.Any() {
		var to position.Square
		to, promotions = promotions.Pop()
		if from := to + back; !g.pinned.Has(from) || position.SameRay(g.king0, from, to) {
			buf = append(buf, position.NewPromotion(from, to, piece))
		}
	}
	for plain.Any() {
		var to position.Square
		to, plain = plain.Pop()
		if from := to + back; !g.pinned.Has(from) || position.SameRay(g.king0, from, to) {
			buf = append(buf, position.NewMove(from, to, piece))
		}
	}
	return buf
}

// advance moves every square of the set one rank ahead. Squares of the last rank, where pawns stand only in mate
// problems, would get into the next file.
func (g *generator) advance(b position.Bitboard) position.Bitboard {
	b = b.AndNot(g.p.Rules().LastRank(g.us))
	if g.us == position.Black {
		return position.Bitboard{Lo: b.Lo >> 1, Hi: b.Hi >> 1}
	}
	return position.Bitboard{Lo: b.Lo << 1, Hi: b.Hi << 1}
}

// promotable appends the moves of a piece on s that may promote. Inlined five times in pieces, it would crowd the
// instruction cache.
//
//go:noinline
func (g *generator) promotable(buf []position.Move, s position.Square, k position.Kind, attacks position.Bitboard) []position.Move {
	if g.pinned.Has(s) {
		attacks = attacks.And(position.Ray(g.king0, s))
	}
	piece := position.NewPiece(g.us, k)
	promotions, plain := g.split(s, k, attacks)
	for promotions.Any() {
		var to position.Square
		to, promotions = promotions.Pop()
		buf = append(buf, position.NewPromotion(s, to, piece))
	}
	for plain.Any() {
		var to position.Square
		to, plain = plain.Pop()
		buf = append(buf, position.NewMove(s, to, piece))
	}
	return buf
}

// split divides the destinations of a piece on s into promoting and other moves.
func (g *generator) split(s position.Square, k position.Kind, attacks position.Bitboard) (promotions, plain position.Bitboard) {
	promotions, plain = attacks.And(g.promotions), attacks.And(g.plain)
	may := g.zone // destinations at which the piece may promote
	if g.zone.Has(s) {
		may = position.All
	}
	promotions = promotions.And(may)
	rules := g.p.Rules()
	switch k {
	case position.Lance:
		if g.all {
			plain = plain.AndNot(rules.LastRank(g.us))
		} else {
			plain = plain.AndNot(rules.LastTwoRanks(g.us).And(may))
		}
	case position.Knight:
		plain = plain.AndNot(rules.LastTwoRanks(g.us))
	case position.Bishop, position.Rook:
		if !g.all {
			plain = plain.AndNot(may)
		}
	}
	return promotions, plain
}

// unpromotable appends the moves of a gold or promoted piece.
//
//go:noinline
func (g *generator) unpromotable(buf []position.Move, s position.Square, piece position.Piece, attacks position.Bitboard) []position.Move {
	attacks = attacks.And(g.plain)
	if g.pinned.Has(s) {
		attacks = attacks.And(position.Ray(g.king0, s))
	}
	for attacks.Any() {
		var to position.Square
		to, attacks = attacks.Pop()
		buf = append(buf, position.NewMove(s, to, piece))
	}
	return buf
}

// king appends the king's moves.
func (g *generator) king(buf []position.Move) []position.Move {
	s := g.king0
	if s == position.NoSquare {
		return buf
	}
	piece := position.NewPiece(g.us, position.King)
	occ := g.p.Occupied().Without(s)
	for to := position.KingAttacks(s).And(g.plain); to.Any(); {
		var t position.Square
		t, to = to.Pop()
		if !g.p.Attacked(g.us.Other(), t, occ) {
			buf = append(buf, position.NewMove(s, t, piece))
		}
	}
	return buf
}
