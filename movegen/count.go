package movegen

import "katachi/position"

// HasLegal reports whether the side to move has a legal move; if not, it has lost.
func HasLegal(p *position.Position) bool { return Count(p) != 0 }

// Count returns the number of legal moves. It lists none of them: destinations are counted as sets.
func Count(p *position.Position) int {
	us := p.Side()
	targets := p.ByColor(us).Or(p.Rules().Walls()).Not()
	var g generator
	g.init(p, targets, targets, true)
	n := g.countKing()
	free := p.Empty()
	if checkers := p.Checkers(); checkers.Any() {
		if checkers.MoreThanOne() {
			return n
		}
		free = position.Between(g.king0, checkers.First())
		targets = free.Or(checkers)
		g.promotions, g.plain = targets, targets
	}
	return n + g.countPieces() + countDrops(p, free)
}

func (g *generator) countKing() int {
	s := g.king0
	if s == position.NoSquare {
		return 0
	}
	n := 0
	occ := g.p.Occupied().Without(s)
	for to := position.KingAttacks(s).And(g.plain); to.Any(); {
		var t position.Square
		t, to = to.Pop()
		if !g.p.Attacked(g.us.Other(), t, occ) {
			n++
		}
	}
	return n
}

func (g *generator) countPieces() int {
	p, us := g.p, g.us
	occ, own := p.Occupied(), p.ByColor(us)
	rules := p.Rules()
	pawns := p.ByKind(position.Pawn).And(own)
	n := 0
	if loose := g.advance(pawns.AndNot(g.pinned)); loose.Any() {
		n += loose.And(g.zone).And(g.promotions).Count() + loose.And(g.plain).AndNot(rules.LastRank(us)).Count()
	}
	for bb := pawns.And(g.pinned); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		n += g.countPromotable(s, position.Pawn, position.PawnAttacks(us, s))
	}
	for bb := p.ByKind(position.Lance).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		n += g.countPromotable(s, position.Lance, position.LanceAttacks(us, s, occ))
	}
	for bb := p.ByKind(position.Knight).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		n += g.countPromotable(s, position.Knight, position.KnightAttacks(us, s))
	}
	for bb := p.ByKind(position.Silver).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		n += g.countPromotable(s, position.Silver, position.SilverAttacks(us, s))
	}
	for bb := p.ByKind(position.Bishop).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		n += g.countPromotable(s, position.Bishop, position.BishopAttacks(s, occ))
	}
	for bb := p.ByKind(position.Rook).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		n += g.countPromotable(s, position.Rook, position.RookAttacks(s, occ))
	}
	for bb := p.Golds().And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		n += g.countUnpromotable(s, position.GoldAttacks(us, s))
	}
	for bb := p.ByKind(position.Horse).Or(p.ByKind(position.Dragon)).And(own); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		n += g.countUnpromotable(s, position.Attacks(p.At(s), s, occ))
	}
	return n
}

func (g *generator) countPromotable(s position.Square, k position.Kind, attacks position.Bitboard) int {
	if g.pinned.Has(s) {
		attacks = attacks.And(position.Ray(g.king0, s))
	}
	n := attacks.And(g.promotions).Count()
	if !g.zone.Has(s) {
		n = attacks.And(g.promotions).And(g.zone).Count()
	}
	plain := attacks.And(g.plain)
	switch k {
	case position.Pawn, position.Lance:
		plain = plain.AndNot(g.p.Rules().LastRank(g.us))
	case position.Knight:
		plain = plain.AndNot(g.p.Rules().LastTwoRanks(g.us))
	}
	return n + plain.Count()
}

func (g *generator) countUnpromotable(s position.Square, attacks position.Bitboard) int {
	if g.pinned.Has(s) {
		attacks = attacks.And(position.Ray(g.king0, s))
	}
	return attacks.And(g.plain).Count()
}

func countDrops(p *position.Position, free position.Bitboard) int {
	us := p.Side()
	hand := p.Hand(us)
	if hand == 0 {
		return 0
	}
	rules := p.Rules()
	n := 0
	if hand.Has(position.Pawn) {
		n += pawnDropTargets(p, free).Count()
	}
	if !hand.HasNonPawn() {
		return n
	}
	if hand.Has(position.Lance) {
		n += free.AndNot(rules.LastRank(us)).Count()
	}
	if hand.Has(position.Knight) {
		n += free.AndNot(rules.LastTwoRanks(us)).Count()
	}
	kinds := 0
	for _, k := range [4]position.Kind{position.Silver, position.Gold, position.Bishop, position.Rook} {
		if hand.Has(k) {
			kinds++
		}
	}
	return n + kinds*free.Count()
}
