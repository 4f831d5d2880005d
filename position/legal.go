package position

import "fmt"

// Complete adds the moved piece to a 16-bit move from a table or from ParseMove. It returns MoveNone for a move from an
// empty square and for a promotion of a piece that cannot promote.
func (p *Position) Complete(m Move16) Move {
	if m&dropBit != 0 {
		k := Kind(m >> fromShift & 127)
		if k < Pawn || k > Gold || m&promoteBit != 0 {
			return MoveNone
		}
		return Move(m) | Move(NewPiece(p.side, k))<<pieceShift
	}
	from := Square(m >> fromShift & 127)
	if from >= NumSquares {
		return MoveNone
	}
	piece := p.board[from]
	if m&promoteBit != 0 {
		if !piece.Kind().CanPromote() {
			return MoveNone
		}
		piece |= Piece(promotionBit)
	} else if piece == NoPiece {
		return MoveNone
	}
	return Move(m) | Move(piece)<<pieceShift
}

// IsLegal reports whether the move may be played. The move may be any, from a table or from outside; MoveNone may not.
func (p *Position) IsLegal(m Move) bool {
	us, to := p.side, m.To()
	piece := m.Piece()
	k := p.king[us]
	checkers := p.states[p.now].checkers
	if to >= NumSquares || piece.Color() != us || piece == NoPiece {
		return false
	}
	if !m.IsPromotion() && p.rules.Dead(us, piece.Kind()).Has(to) {
		return false
	}
	if m.IsDrop() {
		kind := m.DropKind()
		if m.IsPromotion() || kind < Pawn || kind > Gold || piece.Kind() != kind || !p.hand[us].Has(kind) || p.occupied.Has(to) {
			return false
		}
		if checkers.Any() && (checkers.MoreThanOne() || !Between(k, checkers.First()).Has(to)) {
			return false
		}
		return kind != Pawn || !p.isNifu(us, to) && !p.IsPawnDropMate(to)
	}
	from := m.From()
	if from >= NumSquares || p.board[from] != m.Before() || p.byColor[us].Or(p.rules.walls).Has(to) {
		return false
	}
	if m.IsPromotion() && (!m.Before().Kind().CanPromote() || !p.rules.promotion[us].Intersects(squareBB[from].Or(squareBB[to]))) {
		return false
	}
	if !attacksSquare(m.Before(), from, to, p.occupied) {
		return false
	}
	if from == k {
		return !p.Attacked(us^1, to, p.occupied.Without(from))
	}
	if checkers.Any() && (checkers.MoreThanOne() || !Between(k, checkers.First()).Or(checkers).Has(to)) {
		return false
	}
	return !p.states[p.now].pinned.Has(from) || SameRay(k, from, to)
}

// isNifu reports whether c has an unpromoted pawn on the file of s.
func (p *Position) isNifu(c Color, s Square) bool {
	return p.Pieces(c, Pawn).Intersects(geometry[s].rays[north].Or(geometry[s].rays[south]))
}

// IsPawnDropMate reports whether a pawn that the side to move drops on the free square to would give checkmate
// (uchifuzume), which is illegal.
func (p *Position) IsPawnDropMate(to Square) bool {
	us := p.side
	them := us ^ 1
	k := p.king[them]
	if k == NoSquare || !geometry[to].steps[us&1].pawn.Has(k) {
		return false
	}
	// A piece other than the king captures the pawn, unless it is pinned along another line. Pins along the file
	// end with the pawn, which then stands between.
	theirs := p.byColor[them]
	defenders := p.AttackersTo(to, p.occupied).And(theirs).Without(k)
	if defenders.Any() {
		pinned := p.shields(them, us)
		for defenders.Any() {
			var s Square
			s, defenders = defenders.Pop()
			if !pinned.Has(s) || SameRay(k, s, to) {
				return false
			}
		}
	}
	occ := p.occupied.With(to).Without(k)
	for escapes := geometry[k].king.AndNot(theirs).AndNot(p.rules.walls); escapes.Any(); {
		var s Square
		s, escapes = escapes.Pop()
		if !p.Attacked(us, s, occ) {
			return false
		}
	}
	return true
}

// ParseLegal reads a USI move and returns it complete if it is legal; otherwise the error says why it is not.
func (p *Position) ParseLegal(text string) (Move, error) {
	m16, err := ParseMove(text)
	if err != nil {
		return MoveNone, err
	}
	if m := p.Complete(m16); p.IsLegal(m) {
		return m, nil
	}
	return MoveNone, fmt.Errorf("%w: %s: %s (position %s)", ErrIllegal, text, p.whyIllegal(Move(m16)), p.SFEN())
}

// whyIllegal says in a few words what is wrong with an illegal move, whose piece need not be known.
func (p *Position) whyIllegal(m Move) string {
	us, from, to := p.side, m.From(), m.To()
	if p.rules.walls.Has(to) {
		return to.String() + " is outside the board"
	}
	if m.IsDrop() {
		switch kind := m.DropKind(); {
		case !p.hand[us].Has(kind):
			return "no such piece in hand"
		case p.occupied.Has(to):
			return to.String() + " is not empty"
		case kind == Pawn && p.isNifu(us, to):
			return "two unpromoted pawns on a file (nifu)"
		case p.rules.Dead(us, kind).Has(to):
			return "the piece could never move again"
		case kind == Pawn && p.IsPawnDropMate(to):
			return "mate by dropping a pawn (uchifuzume)"
		}
		return "the king would be in check"
	}
	switch piece := p.board[from]; {
	case piece == NoPiece:
		return "there is no piece on " + from.String()
	case piece.Color() != us:
		return "the piece on " + from.String() + " is the opponent's"
	case p.byColor[us].Has(to):
		return "an own piece stands on " + to.String()
	case !attacksSquare(piece, from, to, p.occupied):
		return "the piece on " + from.String() + " does not move like that"
	case m.IsPromotion() && !piece.Kind().CanPromote():
		return "the piece cannot promote"
	case m.IsPromotion() && !p.rules.promotion[us].Intersects(squareBB[from].Or(squareBB[to])):
		return "no promotion outside the promotion zone"
	case !m.IsPromotion() && p.rules.Dead(us, piece.Kind()).Has(to):
		return "the piece must promote"
	}
	return "the king would be in check"
}
