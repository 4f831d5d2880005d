package tt

import (
	"katachi/eval"
	"katachi/position"
)

// The range of Entry.Depth. Depths of zero and below are for quiescence and for entries that hold only an evaluation.
const (
	MinDepth = -8
	MaxDepth = 247
)

// Entry is what is known of a position.
type Entry struct {
	Move  position.Move16 // the best move; 0 if none is known
	Score eval.Score      // with mates counted from this position, not from the root; must fit in 16 bits
	Eval  eval.Score      // static evaluation, or eval.None
	Depth int             // plies that were searched, MinDepth..MaxDepth
	Bound Bound           // what Score is
	PV    bool            // the position was once in a principal variation
}

// An entry is packed in one word: bits 0-15 the move, 16-31 the score, 32-47 the evaluation, 48-55 the depth less
// MinDepth, 56-57 the bound, 58 PV, 59-63 the generation. A word of zero is an empty slot; as an entry it would say
// nothing, so nothing is lost by reading it as a miss.
const (
	scoreShift      = 16
	evalShift       = 32
	depthShift      = 48
	boundShift      = 56
	pvBit           = 1 << 58
	generationShift = 59
	generations     = 1 << (64 - generationShift)
)

func (e Entry) pack(generation uint64) uint64 {
	word := uint64(e.Move) | uint64(uint16(e.Score))<<scoreShift | uint64(uint16(e.Eval))<<evalShift |
		uint64(uint8(e.Depth-MinDepth))<<depthShift | uint64(e.Bound&BoundExact)<<boundShift | generation<<generationShift
	if e.PV {
		word |= pvBit
	}
	return word
}

func unpack(word uint64) Entry {
	return Entry{
		Move:  position.Move16(word),
		Score: eval.Score(int16(word >> scoreShift)),
		Eval:  eval.Score(int16(word >> evalShift)),
		Depth: depthOf(word),
		Bound: Bound(word>>boundShift) & BoundExact,
		PV:    word&pvBit != 0,
	}
}

func depthOf(word uint64) int { return int(uint8(word>>depthShift)) + MinDepth }

// ageOf returns how many searches ago the entry was stored, modulo generations.
func ageOf(word, generation uint64) int {
	return int((generation - word>>generationShift) % generations)
}
