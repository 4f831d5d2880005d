package position

// Hand holds the captured pieces of one player, one counter per kind in one word. Above each counter lies a spare
// bit, so that two hands are compared kind by kind with a single subtraction (see Covers).
type Hand uint32

const (
	handPawnShift   = 0
	handLanceShift  = 8
	handKnightShift = 12
	handSilverShift = 16
	handBishopShift = 20
	handRookShift   = 24
	handGoldShift   = 28

	handSpare = 1<<7 | 1<<11 | 1<<15 | 1<<19 | 1<<23 | 1<<27 | 1<<31
)

var (
	handShift = [8]uint8{0, handPawnShift, handLanceShift, handKnightShift, handSilverShift, handBishopShift, handRookShift, handGoldShift}
	handMask  = [8]Hand{0, 31, 7, 7, 7, 7, 7, 7}
	// HandLimit is how many pieces of a kind exist in the game.
	HandLimit = [8]int{0, 18, 4, 4, 4, 2, 2, 4}
)

// Count returns how many pieces of the unpromoted kind k (P L N S B R G) are in hand.
func (h Hand) Count(k Kind) int { return int(h >> (handShift[k&7] & 31) & handMask[k&7]) }

// Has reports whether at least one piece of the kind is in hand.
func (h Hand) Has(k Kind) bool { return h>>(handShift[k&7]&31)&handMask[k&7] != 0 }

// HasNonPawn reports whether anything but pawns is in hand.
func (h Hand) HasNonPawn() bool { return h>>handLanceShift != 0 }

// HasUnbound reports whether there is a silver, gold, bishop or rook in hand, which may be dropped on any free square.
func (h Hand) HasUnbound() bool { return h>>handSilverShift != 0 }

// Plus returns the hand with one more piece of the kind.
func (h Hand) Plus(k Kind) Hand { return h + 1<<(handShift[k&7]&31) }

// Minus returns the hand with one piece less of a kind that it has.
func (h Hand) Minus(k Kind) Hand { return h - 1<<(handShift[k&7]&31) }

// Covers reports whether h has at least as many pieces of every kind as other.
func (h Hand) Covers(other Hand) bool { return (h-other)&handSpare == 0 }

// Total returns the number of pieces in hand.
func (h Hand) Total() int {
	n := 0
	for k := Pawn; k <= Gold; k++ {
		n += h.Count(k)
	}
	return n
}
