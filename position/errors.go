package position

import "errors"

// The kinds of error that reading a position or a move gives; wrapped with what was wrong.
var (
	ErrSyntax  = errors.New("syntax error")        // the text is not an SFEN or a USI move
	ErrInvalid = errors.New("impossible position") // well-formed, but against the rules
	ErrIllegal = errors.New("illegal move")        // well-formed, but not legal in the position
)
