package mate

import (
	"katachi/movegen"
	"katachi/position"
)

// One returns a move of the side to move that mates at once, MoveNone if there is none. It is exact: it tries every
// check that can mate (contact checks, knights, distant checks where the opponent may be unable to interpose, and
// discovered checks), and drops no pawn. Promotions that nobody would refuse are not refused, since the refused one
// never mates where the other does not.
func One(p *position.Position) position.Move {
	us := p.Side()
	king := p.King(us.Other())
	if king == position.NoSquare {
		return position.MoveNone
	}
	o := oneMove{
		p: p, us: us, king: king, mine: p.ByColor(us), theirs: p.ByColor(us.Other()), occupied: p.Occupied(),
		around: position.KingAttacks(king).AndNot(p.Rules().Walls()), discoverers: p.Discoverers(),
	}
	p.CheckSquares(&o.checks)
	// A check from a distance mates only where nothing can be dropped in between. Most hands can always be dropped.
	o.targets = o.around.Or(o.checks[position.Knight])
	if h := p.Hand(us.Other()); !h.Has(position.Silver) && !h.Has(position.Gold) && !h.Has(position.Bishop) && !h.Has(position.Rook) {
		o.targets = p.Rules().Walls().Not()
	}
	o.findReach()
	if m := o.drops(); m != position.MoveNone {
		return m
	}
	if m := o.steppers(); m != position.MoveNone {
		return m
	}
	if m := o.sliders(); m != position.MoveNone {
		return m
	}
	return o.discoveries()
}

// oneMove is what the tests of the single checks of a position share.
type oneMove struct {
	p                      *position.Position
	us                     position.Color
	king                   position.Square // the one to be mated
	mine, theirs, occupied position.Bitboard
	around                 position.Bitboard // the board's squares next to the king
	discoverers            position.Bitboard
	targets                position.Bitboard // the checking squares that are worth a try
	checks                 [position.NumKinds]position.Bitboard
	reach                  reach
}

// dropOrder leaves the pawn out, whose drop must not mate, and puts the cheap pieces behind those that mate most often.
var dropOrder = [...]position.Kind{position.Gold, position.Rook, position.Silver, position.Bishop, position.Lance, position.Knight}

func (o *oneMove) drops() position.Move {
	hand := o.p.Hand(o.us)
	if !hand.HasNonPawn() {
		return position.MoveNone
	}
	free := o.targets.AndNot(o.occupied).AndNot(o.taken(position.NoSquare))
	for _, k := range dropOrder {
		if !hand.Has(k) {
			continue
		}
		piece := position.NewPiece(o.us, k)
		for squares := o.checks[k].And(free).AndNot(o.p.Rules().Dead(o.us, k)); squares.Any(); {
			var to position.Square
			to, squares = squares.Pop()
			if !o.leavesFlight(position.NoSquare, to, piece) && o.mates(position.NoSquare, to, piece) {
				if m := position.NewDrop(piece, to); o.legal(m) {
					return m
				}
			}
		}
	}
	return position.MoveNone
}

// steppers tries the pawns, knights, silvers and gold movers that stand where they may reach a checking square.
func (o *oneMove) steppers() position.Move {
	return o.boardMoves(movegen.Steppers(o.p))
}

func (o *oneMove) sliders() position.Move { return o.boardMoves(movegen.Sliders(o.p)) }

func (o *oneMove) boardMoves(movers position.Bitboard) position.Move {
	zone := o.p.Rules().Zone(o.us)
	for movers.Any() {
		var from position.Square
		from, movers = movers.Pop()
		piece := o.p.At(from)
		kind := piece.Kind()
		squares := o.checks[kind]
		if kind.CanPromote() {
			squares = squares.Or(o.checks[kind.Promoted()])
		}
		squares = squares.And(o.targets).AndNot(o.mine).AndNot(o.taken(from))
		switch kind {
		case position.Bishop:
			squares = squares.And(position.BishopRays(from))
		case position.Rook:
			squares = squares.And(position.RookRays(from))
		}
		if squares.IsEmpty() {
			continue
		}
		for squares = squares.And(position.Attacks(piece, from, o.occupied)); squares.Any(); {
			var to position.Square
			to, squares = squares.Pop()
			if m := o.either(from, to, piece, zone, true); m != position.MoveNone {
				return m
			}
		}
	}
	return position.MoveNone
}

// either tries a board move with promotion and, where that makes sense, without. With direct set the moved piece itself
// has to check; otherwise it must not, and checks by leaving the line.
func (o *oneMove) either(from, to position.Square, piece position.Piece, zone position.Bitboard, direct bool) position.Move {
	kind := piece.Kind()
	if kind.CanPromote() && (zone.Has(from) || zone.Has(to)) {
		promoted := position.NewPiece(o.us, kind.Promoted())
		if o.checks[kind.Promoted()].Has(to) == direct && !o.leavesFlight(from, to, promoted) && o.mates(from, to, promoted) {
			if m := position.NewPromotion(from, to, piece); o.legal(m) {
				return m
			}
		}
		if kind == position.Pawn || kind == position.Bishop || kind == position.Rook {
			return position.MoveNone
		}
	}
	if o.checks[kind].Has(to) == direct && !o.p.Rules().Dead(o.us, kind).Has(to) && !o.leavesFlight(from, to, piece) && o.mates(from, to, piece) {
		if m := position.NewMove(from, to, piece); o.legal(m) {
			return m
		}
	}
	return position.MoveNone
}

// discoveries tries the moves that check only by uncovering a slider.
func (o *oneMove) discoveries() position.Move {
	zone := o.p.Rules().Zone(o.us)
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
			if m := o.either(from, to, piece, zone, false); m != position.MoveNone {
				return m
			}
			// The double checks from a distance: the near ones are tried with the direct checks.
			if !o.targets.Has(to) {
				if m := o.either(from, to, piece, zone, true); m != position.MoveNone {
					return m
				}
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
// the square from, NoSquare for a drop.
func (o *oneMove) mates(from, to position.Square, piece position.Piece) bool {
	occ, mine, theirs := o.occupied.With(to), o.mine, o.theirs.Without(to)
	uncovers := false
	if from != position.NoSquare {
		occ, mine = occ.Without(from), mine.Without(from)
		uncovers = o.discoverers.Has(from) && !position.SameRay(o.king, from, to)
	}
	open := occ.Without(o.king) // the king does not shield the squares behind it
	onTo := o.p.AttackersTo(to, occ)
	if o.around.Has(to) && !onTo.Intersects(mine) && !(uncovers && o.p.AttackersTo(to, open).Intersects(mine)) {
		return false // the king takes
	}

	checker, shot := to, onTo
	if uncovers {
		sliders := o.p.AttackersTo(o.king, occ).And(mine)
		if o.checks[piece.Kind()].Has(to) {
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

	escapes := o.around.AndNot(theirs).Without(to).AndNot(position.Attacks(piece, to, open))
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

// canDrop reports whether the opponent can drop a piece between after a move to the square to, which may capture the pawn
// that stood in the way of another. Every pawn drop that is not nifu is taken for legal.
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

// hasPawnOn reports whether c has an unpromoted pawn on the file of s, one on the square gone apart.
func hasPawnOn(p *position.Position, c position.Color, s, gone position.Square) bool {
	return p.Pieces(c, position.Pawn).Without(gone).Intersects(files[s.File()-1])
}

var files = func() (t [9]position.Bitboard) {
	for s := position.Square(0); s < position.NumSquares; s++ {
		t[s.File()-1] = t[s.File()-1].With(s)
	}
	return t
}()
