package position

// Color is a player. Black (sente) moves first in an even game; White (gote) has the upper side of the board.
type Color uint8

// The two players, as USI names them.
const (
	Black Color = iota
	White
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// Name returns the player's name for people: "Black" or "White".
func (c Color) Name() string {
	if c == Black {
		return "Black"
	}
	return "White"
}

// String returns the SFEN letter of the side to move: "b" or "w".
func (c Color) String() string {
	if c == Black {
		return "b"
	}
	return "w"
}
