package movegen

import "katachi/position"

// Checks appends every legal move that gives check, in any position.
func Checks(p *position.Position, buf []position.Move) []position.Move {
	if p.InCheck() {
		// Few moves answer a check: keep those of them that check back.
		n := len(buf)
		buf = evasions(p, buf, true)
		kept := buf[:n]
		for _, m := range buf[n:] {
			if p.GivesCheck(m) {
				kept = append(kept, m)
			}
		}
		return kept
	}
	us := p.Side()
	king := p.King(us.Other())
	if king == position.NoSquare {
		return buf
	}
	var squares [position.NumKinds]position.Bitboard
	p.CheckSquares(&squares)
	occ := p.Occupied()
	discoverers := p.Discoverers()
	targets := p.ByColor(us).Or(p.Rules().Walls()).Not()
	g := newGenerator(p, targets, targets, true)
	// movers: a piece whose leaving discovers a check, or that could reach a checking square at all.
	for bb := Steppers(p).Or(Sliders(p)).Or(discoverers); bb.Any(); {
		var s position.Square
		s, bb = bb.Pop()
		piece := p.At(s)
		k := piece.Kind()
		if k == position.King { // a discoverer
			g.plain = targets.AndNot(position.Ray(king, s))
			buf = g.king(buf)
			continue
		}
		attacks := position.Attacks(piece, s, occ)
		if discoverers.Has(s) {
			off := position.Ray(king, s)
			g.promotions = targets.AndNot(off).Or(targets.And(squares[k.Promoted()]))
			g.plain = targets.AndNot(off).Or(targets.And(squares[k]))
		} else {
			g.plain = targets.And(squares[k])
			if k.CanPromote() {
				g.promotions = targets.And(squares[k.Promoted()])
			}
		}
		switch {
		case k == position.Pawn:
			buf = g.pawn(buf, s, attacks)
		case k.CanPromote():
			buf = g.promotable(buf, s, k, attacks)
		default:
			buf = g.unpromotable(buf, s, piece, attacks)
		}
	}
	hand := p.Hand(us)
	for k := position.Pawn; k <= position.Gold; k++ {
		if !hand.Has(k) {
			continue
		}
		targets := squares[k].And(p.Empty()).AndNot(p.Rules().Dead(us, k))
		if k == position.Pawn && targets.Any() {
			targets = pawnDropTargets(p, targets)
		}
		buf = dropOn(buf, position.NewPiece(us, k), targets)
	}
	return buf
}

// pawn appends the moves of a single pawn.
func (g *generator) pawn(buf []position.Move, s position.Square, attacks position.Bitboard) []position.Move {
	piece := position.NewPiece(g.us, position.Pawn)
	to := attacks.First()
	if g.pinned.Has(s) && !position.SameRay(g.king0, s, to) {
		return buf
	}
	if g.zone.And(g.promotions).Has(to) {
		buf = append(buf, position.NewPromotion(s, to, piece))
	}
	if g.plain.AndNot(g.p.Rules().LastRank(g.us)).Has(to) {
		buf = append(buf, position.NewMove(s, to, piece))
	}
	return buf
}
