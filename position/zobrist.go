package position

import "math/bits"

// Keys are made at start from a fixed seed, so that they are the same in every run.

var (
	pieceKeys [AnySquare][NumPieces]uint64
	sideKey   uint64
)

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
			pieceKeys[s][p] = next()
		}
	}
	sideKey = next()
}

// handKey mixes both hands into a key: a bijection of the two words, so different hands never share one.
func handKey(black, white Hand) uint64 {
	h := uint64(black) | uint64(white)<<32
	h *= 0x9E3779B97F4A7C15
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return bits.RotateLeft64(h^h>>32, 32)
}
