package movegen

import "katachi/position"

// drops appends the legal drops on the free squares of targets.
func drops(p *position.Position, targets position.Bitboard, buf []position.Move) []position.Move {
	us := p.Side()
	hand := p.Hand(us)
	if hand == 0 {
		return buf
	}
	if hand.Has(position.Pawn) {
		buf = dropOn(buf, position.NewPiece(us, position.Pawn), pawnDropTargets(p, targets))
	}
	if !hand.HasNonPawn() {
		return buf
	}
	rules := p.Rules()
	if hand.Has(position.Lance) {
		buf = dropOn(buf, position.NewPiece(us, position.Lance), targets.AndNot(rules.LastRank(us)))
	}
	if hand.Has(position.Knight) {
		buf = dropOn(buf, position.NewPiece(us, position.Knight), targets.AndNot(rules.LastTwoRanks(us)))
	}
	for _, k := range [4]position.Kind{position.Silver, position.Gold, position.Bishop, position.Rook} {
		if hand.Has(k) {
			buf = dropOn(buf, position.NewPiece(us, k), targets)
		}
	}
	return buf
}

// dropOn appends the drops of one piece on every square of the set.
func dropOn(buf []position.Move, piece position.Piece, targets position.Bitboard) []position.Move {
	drop := position.NewDrop(piece, 0)
	for targets.Any() {
		var to position.Square
		to, targets = targets.Pop()
		buf = append(buf, drop|position.Move(to))
	}
	return buf
}

// pawnDropTargets returns those of the free squares where a pawn may be dropped: not on the last rank, not on a file
// with an own pawn, not giving mate.
func pawnDropTargets(p *position.Position, targets position.Bitboard) position.Bitboard {
	us := p.Side()
	targets = targets.And(pawnlessFiles(p.Pieces(us, position.Pawn))).AndNot(p.Rules().LastRank(us))
	if k := p.King(us.Other()); k != position.NoSquare {
		// The one square from which a pawn would check is where an enemy pawn on the king's square would attack.
		if check := position.PawnAttacks(us.Other(), k).And(targets); check.Any() && p.IsPawnDropMate(check.First()) {
			targets = targets.AndNot(check)
		}
	}
	return targets
}

// bottom is the last square of every file.
var bottom = position.Bitboard{Lo: 0x4020100804020100, Hi: 0x20100}

// pawnlessFiles returns all squares of the files without a pawn. In each file's nine bits, subtracting the pawn from
// the bottom square leaves the bottom bit set only where there is no pawn; the other eight bits are filled from it.
func pawnlessFiles(pawns position.Bitboard) position.Bitboard {
	lo, hi := (bottom.Lo-pawns.Lo)&bottom.Lo, (bottom.Hi-pawns.Hi)&bottom.Hi
	return position.Bitboard{Lo: lo | (lo - lo>>8), Hi: hi | (hi - hi>>8)}
}
