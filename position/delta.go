package position

// Delta says what a move changed, for evaluators that keep sums up to date: the mover's piece left
// Move.From() as Move.Before() (or the hand, for a drop) and stands on Move.To() as Move.Piece(); Captured, if any,
// left Move.To() and went to the mover's hand unpromoted.
type Delta struct {
	Move     Move
	Captured Piece // as it stood on the board, NoPiece if none
	// HandCount is the mover's number of pieces in hand, before the move, of the kind that the move takes from or
	// adds to the hand; 0 if the move does neither.
	HandCount uint8
}
