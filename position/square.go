package position

import "fmt"

// Square is a square of the board, 0..80, file by file: (file-1)*9 + (rank-1), so that 1a = 0, 1i = 8, 9i = 80.
// Files are counted from Black's right, ranks from White's side.
type Square uint8

// NumSquares is the number of squares of the full board; NoSquare is the value for "none".
const (
	NumSquares        = 81
	NoSquare   Square = 81
)

// NewSquare returns the square on a file (1..9) and rank (1..9).
func NewSquare(file, rank int) Square { return Square((file-1)*9 + rank - 1) }

// File returns the file, 1..9 from Black's right.
func (s Square) File() int { return int(s)/9 + 1 }

// Rank returns the rank, 1..9 from White's side (rank a = 1).
func (s Square) Rank() int { return int(s)%9 + 1 }

// Mirrored returns the square with files 1 and 9 exchanged.
func (s Square) Mirrored() Square { return (8-s/9)*9 + s%9 }

// SeenBy returns the square as the player c sees it: unchanged for Black, from the other side of the board for White.
func (s Square) SeenBy(c Color) Square {
	if c == White {
		return 80 - s
	}
	return s
}

// String returns the USI name, such as "7g"; "-" for NoSquare.
func (s Square) String() string {
	if s >= NumSquares {
		return "-"
	}
	return string([]byte{'0' + byte(s.File()), 'a' + byte(s.Rank()) - 1})
}

// ParseSquare reads a USI square name such as "7g".
func ParseSquare(text string) (Square, error) {
	if len(text) != 2 || text[0] < '1' || text[0] > '9' || text[1] < 'a' || text[1] > 'i' {
		return NoSquare, fmt.Errorf("%w: %q is not a file 1-9 and a rank a-i", ErrSyntax, text)
	}
	return NewSquare(int(text[0]-'0'), int(text[1]-'a')+1), nil
}
