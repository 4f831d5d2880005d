package position

// Delta says what a move changed, for evaluators that keep sums up to date: the mover's piece left
// Move.From() as Move.Before() (or the hand, for a drop) and stands on Move.To() as Move.Piece(); Captured, if any,
// left Move.To() and went to the mover's hand unpromoted.
type Delta struct {
	Move     Move
	Captured Piece // as it stood on the board, NoPiece if none
	// HandCount is how many pieces of the dropped or captured kind the mover held before the move; 0 if it neither drops nor
	// captures.
	HandCount uint8
}
