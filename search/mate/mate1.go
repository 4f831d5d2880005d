package mate

import (
	"katachi/movegen"
	"katachi/position"
)

// One returns a move of the side to move that mates at once, MoveNone if there is none. It is exact: it tries every
// check that can mate (contact checks, knights, distant checks where the opponent may be unable to interpose, and
// discovered checks), and drops no pawn. Promotions that nobody would refuse are not refused, since the move without
// promotion never mates where the other does not.
func One(p *position.Position) position.Move {
	us := p.Side()
	king := p.King(us.Other())
	if king == position.NoSquare {
		return position.MoveNone
	}
	o := oneMove{p: p, us: us, king: king} // a longer literal would be built elsewhere and copied
	o.mine, o.theirs, o.occupied = p.ByColor(us), p.ByColor(us.Other()), p.Occupied()
	o.around = position.KingAttacks(king).AndNot(p.Rules().Walls())
	o.findReach()
	if !o.findLandings() {
		return position.MoveNone
	}
	if m := o.tryDrops(); m != position.MoveNone {
		return m
	}
	if m := o.tryMoves(movegen.Steppers(p)); m != position.MoveNone {
		return m
	}
	if m := o.tryMoves(movegen.Sliders(p)); m != position.MoveNone {
		return m
	}
	return o.tryDiscoveries()
}

// dropOrder leaves out the pawn, whose drop must not mate, and puts cheap pieces behind those that mate most often.
var dropOrder = [...]position.Kind{position.Gold, position.Rook, position.Silver, position.Bishop, position.Lance, position.Knight}

func (o *oneMove) tryDrops() position.Move {
	if o.drops.IsEmpty() {
		return position.MoveNone
	}
	hand := o.p.Hand(o.us)
	for _, k := range dropOrder {
		if !hand.Has(k) {
			continue
		}
		piece := position.NewPiece(o.us, k)
		for squares := o.checkSquares(k).And(o.drops).AndNot(o.p.Rules().Dead(o.us, k)); squares.Any(); {
			var to position.Square
			to, squares = squares.Pop()
			if o.mates(position.NoSquare, to, piece, true) {
				if m := position.NewDrop(piece, to); o.legal(m) {
					return m
				}
			}
		}
	}
	return position.MoveNone
}

// tryMoves tries the moves of some own pieces in which the moved piece itself checks.
func (o *oneMove) tryMoves(movers position.Bitboard) position.Move {
	if o.moves.IsEmpty() {
		movers = movers.And(o.openers)
	}
	for movers.Any() {
		var from position.Square
		from, movers = movers.Pop()
		piece := o.p.At(from)
		squares := o.moves
		if o.openers.Has(from) {
			squares = o.openings
		}
		if squares = squares.And(emptyAttacks[piece&31][from]); squares.IsEmpty() {
			continue
		}
		kind := piece.Kind()
		checks := o.checkSquares(kind)
		if kind.CanPromote() {
			checks = checks.Or(o.checkSquares(kind.Promoted()))
		}
		if squares = squares.And(checks); squares.IsEmpty() {
			continue
		}
		for squares = squares.And(position.Attacks(piece, from, o.occupied)); squares.Any(); {
			var to position.Square
			to, squares = squares.Pop()
			if m := o.either(from, to, piece, true); m != position.MoveNone {
				return m
			}
		}
	}
	return position.MoveNone
}

// either tries a board move with promotion and, where that makes sense, without. With direct set the moved piece itself
// has to check; otherwise it must not, and checks by leaving the line.
func (o *oneMove) either(from, to position.Square, piece position.Piece, direct bool) position.Move {
	kind := piece.Kind()
	if kind.CanPromote() && o.p.Rules().Zone(o.us).Intersects(position.SquareBB(from).Or(position.SquareBB(to))) {
		if o.mates(from, to, position.NewPiece(o.us, kind.Promoted()), direct) {
			if m := position.NewPromotion(from, to, piece); o.legal(m) {
				return m
			}
		}
		if kind == position.Pawn || kind == position.Bishop || kind == position.Rook {
			return position.MoveNone
		}
	}
	if !o.p.Rules().Dead(o.us, kind).Has(to) && o.mates(from, to, piece, direct) {
		if m := position.NewMove(from, to, piece); o.legal(m) {
			return m
		}
	}
	return position.MoveNone
}

// tryDiscoveries tries the moves that check by uncovering a slider.
func (o *oneMove) tryDiscoveries() position.Move {
	walls := o.p.Rules().Walls()
	for movers := o.discoverers; movers.Any(); {
		var from position.Square
		from, movers = movers.Pop()
		piece := o.p.At(from)
		for squares := position.Attacks(piece, from, o.occupied).AndNot(o.mine).AndNot(walls); squares.Any(); {
			var to position.Square
			to, squares = squares.Pop()
			if position.SameRay(o.king, from, to) {
				continue
			}
			if m := o.either(from, to, piece, false); m != position.MoveNone {
				return m
			}
			if m := o.either(from, to, piece, true); m != position.MoveNone { // a double check from a distance
				return m
			}
		}
	}
	return position.MoveNone
}

// legal says whether a mating move leaves the own king safe.
func (o *oneMove) legal(m position.Move) bool {
	if o.p.InCheck() || !m.IsDrop() && m.Piece().Kind() == position.King {
		return o.p.IsLegal(m)
	}
	return m.IsDrop() || !o.p.Pinned().Has(m.From()) || position.SameRay(o.p.King(o.us), m.From(), m.To())
}

// mates reports whether the opponent has no answer to the check that arises when the piece stands on to, coming from
// the square from, NoSquare for a drop. With direct set the piece itself has to check, otherwise it must not.
func (o *oneMove) mates(from, to position.Square, piece position.Piece, direct bool) bool {
	occ, mine, theirs := o.occupied.With(to), o.mine, o.theirs.Without(to)
	flights := o.flights.Without(to)
	uncovers := false
	if from != position.NoSquare {
		occ, mine = occ.Without(from), mine.Without(from)
		if o.openers.Has(from) {
			flights = flights.AndNot(o.opened)
			uncovers = o.discoverers.Has(from) && !position.SameRay(o.king, from, to)
		}
	}
	open := occ.Without(o.king) // the king does not shield the squares behind it
	attacks := position.Attacks(piece, to, open)
	if attacks.Has(o.king) != direct || flights.AndNot(attacks).Any() {
		return false
	}
	onTo := o.p.AttackersTo(to, occ)
	if o.around.Has(to) && !onTo.Intersects(mine) && !(uncovers && o.p.AttackersTo(to, open).Intersects(mine)) {
		return false // the king takes
	}

	checker, shot := to, onTo
	if uncovers {
		sliders := o.p.AttackersTo(o.king, occ).And(mine)
		if direct {
			checker = position.NoSquare // double check: only the king can move
		} else {
			checker = sliders.First()
			shot = o.p.AttackersTo(checker, occ)
		}
	}
	if checker != position.NoSquare {
		for takers := shot.And(theirs).Without(o.king); takers.Any(); {
			var s position.Square
			s, takers = takers.Pop()
			if !o.exposed(occ.Without(s), mine.Without(checker), to, piece, checker == to) {
				return false
			}
		}
	}

	escapes := o.around.AndNot(theirs).Without(to).AndNot(attacks)
	for escapes.Any() {
		var s position.Square
		s, escapes = escapes.Pop()
		if !o.p.AttackersTo(s, open).Intersects(mine) {
			return false
		}
	}

	if checker == position.NoSquare || o.around.Has(checker) {
		return true
	}
	for between := position.Between(o.king, checker); between.Any(); {
		var s position.Square
		s, between = between.Pop()
		if o.canDrop(s, to) {
			return false
		}
		for blockers := o.p.AttackersTo(s, occ).And(theirs).Without(o.king); blockers.Any(); {
			var from position.Square
			from, blockers = blockers.Pop()
			if !o.exposed(occ.Without(from).With(s), mine, to, piece, false) {
				return false
			}
		}
	}
	return true
}

// exposed reports whether the king is in check with the given occupancy, the attackers mine and, unless it is gone, the
// piece on to.
func (o *oneMove) exposed(occ, mine position.Bitboard, to position.Square, piece position.Piece, gone bool) bool {
	return o.p.AttackersTo(o.king, occ).Intersects(mine) ||
		!gone && position.Attacks(piece, to, occ).Has(o.king)
}

// canDrop reports whether the opponent can drop a piece on s after a move to the square to, which may capture the pawn
// that stood in the way of another pawn. Every pawn drop that is not nifu is taken for legal.
func (o *oneMove) canDrop(s, to position.Square) bool {
	them := o.us.Other()
	hand := o.p.Hand(them)
	for _, k := range position.HandKinds {
		if hand.Has(k) && !o.p.Rules().Dead(them, k).Has(s) && (k != position.Pawn || !hasPawnOn(o.p, them, s, to)) {
			return true
		}
	}
	return false
}

// hasPawnOn reports whether c has an unpromoted pawn on the file of s, apart from one on the square gone.
func hasPawnOn(p *position.Position, c position.Color, s, gone position.Square) bool {
	return p.Pieces(c, position.Pawn).Without(gone).Intersects(files[s.File()-1])
}

var files = func() (t [9]position.Bitboard) {
	for s := position.Square(0); s < position.NumSquares; s++ {
		t[s.File()-1] = t[s.File()-1].With(s)
	}
	return t
}()
