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
	var g generator
	g.init(p, targets, targets, true)
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

// Steppers returns the pawns, knights, silvers and gold movers of the side to move that may reach a square from which
// they check the other king, which must be on the board.
func Steppers(p *position.Position) position.Bitboard {
	us := p.Side()
	near, king := &stepSources[us], p.King(us.Other())
	return p.Golds().And(near[position.Gold][king]).
		Or(p.ByKind(position.Silver).And(near[position.Silver][king])).
		Or(p.ByKind(position.Knight).And(near[position.Knight][king])).
		Or(p.ByKind(position.Pawn).And(near[position.Pawn][king])).And(p.ByColor(us))
}

// Sliders returns the lances, bishops and rooks of the side to move, and its promoted bishops and rooks.
func Sliders(p *position.Position) position.Bitboard {
	return p.ByKind(position.Rook).Or(p.ByKind(position.Dragon)).Or(p.ByKind(position.Bishop)).
		Or(p.ByKind(position.Horse)).Or(p.ByKind(position.Lance)).And(p.ByColor(p.Side()))
}

// stepSources[c][kind][king] are the squares from which a stepping piece of the kind can reach, promoting or not, a
// square that checks a king of the other colour.
var stepSources = func() (t [2][position.King][position.NumSquares]position.Bitboard) {
	for c := position.Black; c <= position.White; c++ {
		for _, k := range []position.Kind{position.Pawn, position.Knight, position.Silver, position.Gold} {
			piece, gold := position.NewPiece(c, k), position.NewPiece(c, position.Gold)
			for from := position.Square(0); from < position.NumSquares; from++ {
				for targets := position.Attacks(piece, from, position.Bitboard{}); targets.Any(); {
					var to position.Square
					to, targets = targets.Pop()
					kings := position.Attacks(piece, to, position.Bitboard{}).Or(position.Attacks(gold, to, position.Bitboard{}))
					for kings.Any() {
						var king position.Square
						king, kings = kings.Pop()
						t[c][k][king] = t[c][k][king].With(from)
					}
				}
			}
		}
	}
	return t
}()
