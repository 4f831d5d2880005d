package nnue

import (
	"fmt"
	"slices"

	"katachi/position"
)

// A layout divides the own king's squares into buckets; the squares of a bucket share a block of rows. That makes a
// network a tenth as large, or less, so that a program can embed it, and it learns from fewer games. The board is
// mirrored so that the king stands on files 1 to 5. Where castles stand every square has its own bucket, if there are
// many. Further up a king is rare, and all that matters is that it has left home.
type layout struct {
	name    string
	count   int                                // of buckets
	buckets [position.NumSquares * 5 / 9]uint8 // by the king's square, 0..44
}

// newLayout reads a diagram of the last ranks up to 9, seen from the king's side: files 5 to 1, a digit in base 36 for
// each bucket. The ranks further up are like the first one given.
func newLayout(ranks ...string) *layout {
	l := &layout{}
	for r := range 9 {
		for i, digit := range []byte(ranks[max(0, r-9+len(ranks))]) {
			bucket := digit - '0'
			if digit >= 'a' {
				bucket = digit - 'a' + 10
			}
			l.buckets[position.NewSquare(5-i, r+1)] = bucket
			l.count = max(l.count, int(bucket)+1)
		}
	}
	l.name = fmt.Sprintf("k%d", l.count)
	return l
}

// layouts are those that networks may have. A file's size and hash say which one it has, so they must not change.
var layouts = []*layout{
	newLayout("00000"), // one bucket: pieces and kings on a mirrored board, K+P
	newLayout(
		"00000",
		"11111",
		"22333",
		"22333",
	),
	newLayout(
		"00000",
		"11111",
		"11111",
		"55432",
		"55422",
	),
	newLayout(
		"00000",
		"22211",
		"22211",
		"22211",
		"87543",
		"87633",
	),
	newLayout(
		"00000",
		"22211",
		"22211",
		"22211",
		"55433",
		"a9876",
		"fedcb",
	),
}

// Blocks lists for every block of Stride rows the blocks of o that the same squares of the own king select there; nil if
// the rows of o do not stand for the same pieces.
func (s *Shape) Blocks(o *Shape) [][]int {
	a, b := s.features, o.features
	if a != b && (a.layout == nil || b.layout == nil || a.kings != b.kings) {
		return nil
	}
	blocks := make([][]int, s.Rows()/s.Stride())
	for king := range position.Square(position.NumSquares) {
		own, _ := a.place(king)
		other, _ := b.place(king)
		if !slices.Contains(blocks[own], other) {
			blocks[own] = append(blocks[own], other)
		}
	}
	return blocks
}

// Hashes of the feature sets with buckets begin with these constants of our own ("KAP" and "KAA" in ASCII); the number
// of buckets is the last byte.
const (
	bucketHashKP = 0x4B415000
	bucketHashKA = 0x4B414100
)

// bucketed returns the feature sets of all layouts, without the kings as pieces and with them.
func bucketed() (sets []*featureSet) {
	for _, l := range layouts {
		n := l.count
		if n > 1 { // else nothing would know of the king
			sets = append(sets, &featureSet{name: "HalfKP_" + l.name, hash: bucketHashKP | uint32(n), dims: n * friendKing,
				stride: friendKing, mirror: true, layout: l})
		}
		sets = append(sets,
			&featureSet{name: "HalfKA_" + l.name, hash: bucketHashKA | uint32(n), dims: n * mergedEnd, stride: mergedEnd,
				mirror: true, layout: l, kings: kingsMerged})
	}
	return sets
}
