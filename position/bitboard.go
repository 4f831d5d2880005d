package position

import "math/bits"

// Bitboard is a set of squares: files 1..7 are the low 63 bits of Lo, files 8 and 9 the low 18 bits of Hi.
// It is a struct of two words, not an array, because Go keeps small structs in registers.
type Bitboard struct{ Lo, Hi uint64 }

const (
	hiFirst = 63 // the first square of Hi
	loBits  = 1<<63 - 1
	hiBits  = 1<<18 - 1
)

// All is the set of all 81 squares.
var All = Bitboard{loBits, hiBits}

// SquareBB returns the set of one square.
func SquareBB(s Square) Bitboard { return squareBB[s] }

// Words returns the board as one run of bits, without the gap between its halves: square s is bit s%64 of word s/64.
func (b Bitboard) Words() [2]uint64 { return [2]uint64{b.Lo | b.Hi<<63, b.Hi >> 1} }

// And returns the intersection.
func (b Bitboard) And(o Bitboard) Bitboard { return Bitboard{b.Lo & o.Lo, b.Hi & o.Hi} }

// Or returns the union.
func (b Bitboard) Or(o Bitboard) Bitboard { return Bitboard{b.Lo | o.Lo, b.Hi | o.Hi} }

// Xor returns the symmetric difference.
func (b Bitboard) Xor(o Bitboard) Bitboard { return Bitboard{b.Lo ^ o.Lo, b.Hi ^ o.Hi} }

// AndNot returns the squares of b that are not in o.
func (b Bitboard) AndNot(o Bitboard) Bitboard { return Bitboard{b.Lo &^ o.Lo, b.Hi &^ o.Hi} }

// Not returns the complement on the 81 squares.
func (b Bitboard) Not() Bitboard { return Bitboard{^b.Lo & loBits, ^b.Hi & hiBits} }

// IsEmpty reports whether the set has no square.
func (b Bitboard) IsEmpty() bool { return b.Lo|b.Hi == 0 }

// Any reports whether the set has a square.
func (b Bitboard) Any() bool { return b.Lo|b.Hi != 0 }

// Intersects reports whether the two sets share a square.
func (b Bitboard) Intersects(o Bitboard) bool { return b.Lo&o.Lo|b.Hi&o.Hi != 0 }

// Has reports whether the square is in the set.
func (b Bitboard) Has(s Square) bool { return b.Intersects(squareBB[s]) }

// With returns the set with the square added.
func (b Bitboard) With(s Square) Bitboard { return b.Or(squareBB[s]) }

// Without returns the set with the square taken out.
func (b Bitboard) Without(s Square) Bitboard { return b.AndNot(squareBB[s]) }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// MoreThanOne reports whether the set has at least two squares.
func (b Bitboard) MoreThanOne() bool {
	if b.Lo != 0 {
		return b.Lo&(b.Lo-1)|b.Hi != 0
	}
	return b.Hi&(b.Hi-1) != 0
}

// First returns the lowest square of a set that is not empty.
func (b Bitboard) First() Square {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo))
	}
	return Square(bits.TrailingZeros64(b.Hi) + hiFirst)
}

// Pop returns the lowest square of a set that is not empty, and the set without it:
//
//	for b.Any() { var s Square; s, b = b.Pop(); ... }
func (b Bitboard) Pop() (Square, Bitboard) {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo)), Bitboard{b.Lo & (b.Lo - 1), b.Hi}
	}
	return Square(bits.TrailingZeros64(b.Hi) + hiFirst), Bitboard{0, b.Hi & (b.Hi - 1)}
}

// String draws the set as nine ranks of 'x' and '.', file 9 on the left, for debugging and test messages.
func (b Bitboard) String() string {
	buf := make([]byte, 0, 90)
	for rank := 1; rank <= 9; rank++ {
		for file := 9; file >= 1; file-- {
			c := byte('.')
			if b.Has(NewSquare(file, rank)) {
				c = 'x'
			}
			buf = append(buf, c)
		}
		buf = append(buf, '\n')
	}
	return string(buf)
}

var squareBB = func() (t [AnySquare]Bitboard) {
	for s := range NumSquares {
		if s < hiFirst {
			t[s].Lo = 1 << s
		} else {
			t[s].Hi = 1 << (s - hiFirst)
		}
	}
	return t
}()
