package position

import (
	"fmt"
	"strings"
)

// Move16 is the part of a move that identifies it, as tables store it: bits 0-6 the destination, bits 7-13 the
// origin or the dropped kind, bit 14 drop, bit 15 promotion (the layout of PSV records).
type Move16 uint16

// Move is a Move16 with, in bits 16-20, the moved piece as it stands after the move, for history tables.
type Move uint32

const (
	fromShift  = 7
	dropBit    = 1 << 14
	promoteBit = 1 << 15
	pieceShift = 16
)

// Moves that are none. They cannot be confused with real ones, in which origin and destination differ and a
// moved piece is set.
const (
	MoveNone   Move = 0
	MoveNull   Move = 1<<fromShift | 1 // the pass inside the search
	MoveWin    Move = 2<<fromShift | 2 // USI "win": the entering-king declaration
	MoveResign Move = 3<<fromShift | 3 // USI "resign"
)

// NewMove returns the move of piece (as it stood before) from one square to another without promotion.
func NewMove(from, to Square, piece Piece) Move {
	return Move(to) | Move(from)<<fromShift | Move(piece)<<pieceShift
}

// NewPromotion returns the move of piece (as it stood before) from one square to another with promotion.
func NewPromotion(from, to Square, piece Piece) Move {
	return Move(to) | Move(from)<<fromShift | promoteBit | Move(piece|Piece(promotionBit))<<pieceShift
}

// NewDrop returns the drop of a piece.
func NewDrop(piece Piece, to Square) Move {
	return Move(to) | Move(piece.Kind())<<fromShift | dropBit | Move(piece)<<pieceShift
}

// To returns the destination.
func (m Move) To() Square { return Square(m & 127) }

// From returns the origin; meaningless for a drop.
func (m Move) From() Square { return Square(m >> fromShift & 127) }

// IsDrop reports whether a piece in hand is dropped.
func (m Move) IsDrop() bool { return m&dropBit != 0 }

// IsPromotion reports whether the moved piece promotes.
func (m Move) IsPromotion() bool { return m&promoteBit != 0 }

// Piece returns the moved piece as it stands after the move.
func (m Move) Piece() Piece { return Piece(m >> pieceShift & 31) }

// Before returns the moved piece as it stood before the move (for a drop: the dropped piece).
func (m Move) Before() Piece { return Piece(m>>pieceShift&31) &^ Piece(m>>12&8) }

// DropKind returns the dropped kind; meaningless for a board move.
func (m Move) DropKind() Kind { return Kind(m >> fromShift & 15) }

// To16 returns the 16 bits that identify the move.
func (m Move) To16() Move16 { return Move16(m) }

// String returns the move in USI notation; "none", "null", "win" and "resign" for the special ones.
func (m Move) String() string {
	switch m {
	case MoveNone:
		return "none"
	case MoveNull:
		return "null"
	case MoveWin:
		return "win"
	case MoveResign:
		return "resign"
	}
	if m.IsDrop() {
		return string(kindLetters[m.DropKind()&7]) + "*" + m.To().String()
	}
	text := m.From().String() + m.To().String()
	if m.IsPromotion() {
		text += "+"
	}
	return text
}

// MoveList returns the moves in USI notation, separated by blanks.
func MoveList(moves []Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// String returns the move in USI notation.
func (m Move16) String() string { return Move(m).String() }

// ParseMove reads a move in USI notation (7g7f, 8h2b+, P*5e). It checks the notation only; Position.Complete
// finds the moved piece and Position.IsLegal asks the rules.
func ParseMove(text string) (Move16, error) {
	syntax := func(why string) (Move16, error) {
		return 0, fmt.Errorf("%w: move %q: %s", ErrSyntax, text, why)
	}
	if len(text) == 4 && text[1] == '*' {
		kind := kindOf(text[0])
		if kind == NoKind || kind == King {
			return syntax("a dropped piece is one of P L N S G B R")
		}
		to, err := ParseSquare(text[2:])
		if err != nil {
			return syntax("the destination is not a file 1-9 and a rank a-i")
		}
		return Move16(to) | Move16(kind)<<fromShift | dropBit, nil
	}
	promote := len(text) == 5 && text[4] == '+'
	if len(text) != 4 && !promote {
		return syntax("want the form 7g7f, 7g7f+ or P*7f")
	}
	from, err := ParseSquare(text[:2])
	if err != nil {
		return syntax("the origin is not a file 1-9 and a rank a-i")
	}
	to, err := ParseSquare(text[2:4])
	if err != nil {
		return syntax("the destination is not a file 1-9 and a rank a-i")
	}
	if from == to {
		return syntax("origin and destination are the same square")
	}
	m := Move16(to) | Move16(from)<<fromShift
	if promote {
		m |= promoteBit
	}
	return m, nil
}
