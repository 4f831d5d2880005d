package position

// Rotate returns the square of the variant's board seen from the other side.
func (r *Rules) Rotate(s Square) Square { return NewSquare(r.Files+1-s.File(), r.Ranks+1-s.Rank()) }

// Rotated returns the same position with the board turned by 180 degrees and the colours exchanged: what was good for
// Black is as good for White. It keeps the ply and drops the history.
func (p *Position) Rotated() *Position {
	q := &Position{rules: p.rules, sets: sets{occupied: p.rules.walls}, side: p.side.Other(), ply: p.ply}
	q.hand = [2]Hand{p.hand[White], p.hand[Black]}
	for s, piece := range p.Board() {
		if piece != NoPiece {
			q.put(NewPiece(piece.Color().Other(), piece.Kind()), p.rules.Rotate(Square(s)))
		}
	}
	if err := q.start(true); err != nil {
		panic(err) // the rules are the same for both sides
	}
	return q
}

// Rotated returns the move on the rotated board.
func (m Move16) Rotated(r *Rules) Move16 {
	to := r.Rotate(Move(m).To())
	if m&dropBit != 0 {
		return m&^127 | Move16(to)
	}
	from := r.Rotate(Move(m).From())
	return m&promoteBit | Move16(from)<<fromShift | Move16(to)
}
