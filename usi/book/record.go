package book

import (
	"math"

	"katachi/position"
)

// record is a move of the book as it is stored: 12 bytes.
type record struct {
	move, ponder position.Move16 // ponder 0 = none
	value        int16           // centipawns, from the view of the side to move
	depth        uint16          // plies; unknownDepth where the format has no depths
	count        uint32          // games, or a weight
}

// unknownDepth passes every depth limit: a format without depths could never be used otherwise.
const unknownDepth = math.MaxUint16

// saturate limits a number of a file to the range in which it is stored.
func saturate[T int16 | uint16 | uint32](v, low, high int64) T { return T(max(low, min(high, v))) }

func toValue(v int64) int16  { return saturate[int16](v, -math.MaxInt16, math.MaxInt16) }
func toDepth(v int64) uint16 { return saturate[uint16](v, 0, unknownDepth-1) }
func toCount(v int64) uint32 { return saturate[uint32](v, 0, math.MaxUint32) }
func toPly(v int64) uint16   { return saturate[uint16](v, 0, math.MaxUint16) }

// source is a book of one format.
type source interface {
	// find returns the moves that the book has for exactly this position, in its order; none if it is absent.
	find(p *position.Position, ignorePly bool) ([]record, error)
	close() error
	// String says how much is in the book.
	String() string
}

// nearest picks among entries of one position that differ in ply. The one with the ply asked for wins, then one
// without a ply (0), then one of ply 1, as ShogiHome writes for every position of a book that it saves; if the ply is
// ignored, the lowest. Among equals the first wins.
type nearest struct {
	ply    uint16
	ignore bool
	found  bool
	best   int
}

func newNearest(p *position.Position, ignorePly bool) nearest {
	return nearest{ply: toPly(int64(p.Ply())), ignore: ignorePly}
}

// offer reports whether an entry of that ply is better than all before.
func (n *nearest) offer(ply uint16) bool {
	rank := 0
	switch {
	case n.ignore:
		rank = int(ply)
	case ply == n.ply:
	case ply <= 1:
		rank = 1 + int(ply)
	default:
		return false
	}
	if n.found && rank >= n.best {
		return false
	}
	n.found, n.best = true, rank
	return true
}
