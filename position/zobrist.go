package position

import "math/bits"

// Keys are made at start from a fixed seed, so that they are the same in every run.

var (
	pieceKeys [AnySquare][NumPieces]pieceKey
	sideKey   uint64
)

// pieceKey is what a piece on a square adds to the keys of a position.
type pieceKey struct {
	board uint64
	parts Parts
}

// Parts holds 16-bit hash keys of four parts of a board, for tables that learn from positions which have a part in
// common.
type Parts uint64

// Pawns returns the key of both sides' pawns.
func (k Parts) Pawns() uint16 { return uint16(k) }

// Minors returns the key of both sides' lances, knights, silvers and golds, where all gold movers count as one kind.
func (k Parts) Minors() uint16 { return uint16(k >> 16) }

// Black returns the key of Black's pieces other than pawns. It distinguishes the king, bishops and rooks, promoted or
// not; the others count as one kind.
func (k Parts) Black() uint16 { return uint16(k >> 32) }

// White returns the same key of White's pieces.
func (k Parts) White() uint16 { return uint16(k >> 48) }

// partsOf are the classes of pieces that Parts distinguishes, among the minor pieces and among all but pawns. 0: none.
var partsOf = [NumKinds]struct{ minor, other uint8 }{
	Lance: {1, 1}, Knight: {2, 1}, Silver: {3, 1},
	Gold: {4, 1}, ProPawn: {4, 1}, ProLance: {4, 1}, ProKnight: {4, 1}, ProSilver: {4, 1},
	Bishop: {0, 2}, Horse: {0, 2}, Rook: {0, 3}, Dragon: {0, 3}, King: {0, 4},
}

func init() {
	seed := uint64(0x4B61746163686921) // "Katachi!"
	next := func() uint64 {            // SplitMix64 (Steele, Lea, Flood 2014)
		seed += 0x9E3779B97F4A7C15
		z := seed
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	for p := range NumPieces {
		for s := range NumSquares {
			pieceKeys[s][p].board = next()
		}
	}
	sideKey = next()
	for s := range NumSquares {
		for c := range uint(2) {
			var minor, other [5]Parts
			for class := 1; class < 5; class++ {
				minor[class], other[class] = Parts(next()>>48<<16), Parts(next()>>48<<(32+16*c))
			}
			pawn := Parts(next() >> 48)
			for k := Pawn; k < NumKinds; k++ {
				parts := minor[partsOf[k].minor] | other[partsOf[k].other]
				if k == Pawn {
					parts = pawn
				}
				pieceKeys[s][NewPiece(Color(c), k)].parts = parts
			}
		}
	}
}

// handKey mixes both hands into a key: a bijection of the two words, so different hands never share one.
func handKey(black, white Hand) uint64 {
	h := uint64(black) | uint64(white)<<32
	h *= 0x9E3779B97F4A7C15
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return bits.RotateLeft64(h^h>>32, 32)
}
