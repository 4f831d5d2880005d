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

// Entry is what the table knows of a position.
type Entry struct {
	Move  position.Move16 // the best move; 0 if none is known
	Score eval.Score      // with mates counted from this position, not from the root; must fit in 16 bits
	Eval  eval.Score      // static evaluation, or eval.None
	Depth int             // plies that were searched, MinDepth..MaxDepth
	Bound Bound           // what Score is
	PV    bool            // the position was once in a principal variation
}

// Word is an entry in one word: bits 0-15 the move, 16-31 the score, 32-47 the evaluation, 48-55 the depth less
// MinDepth, 56-57 the bound, 58 PV, 59-63 the generation. A search reads and writes words: a struct with all these
// fields would be copied, and a copy of fields that have just been written one by one waits until all of them have
// reached the cache. Zero is an empty slot; as an entry it would say nothing, so reading it as a miss loses nothing.
type Word uint64

const (
	scoreShift      = 16
	evalShift       = 32
	depthShift      = 48
	boundShift      = 56
	pvBit           = 1 << 58
	generationShift = 59
	generations     = 1 << (64 - generationShift)

	moveMask       = 1<<scoreShift - 1
	generationMask = (generations - 1) << generationShift
)

// Pack returns the word of an entry, of generation 0.
func Pack(m position.Move16, score, evaluation eval.Score, depth int, bound Bound, pv bool) Word {
	word := Word(m) | Word(uint16(score))<<scoreShift | Word(uint16(evaluation))<<evalShift |
		Word(uint8(depth-MinDepth))<<depthShift | Word(bound&BoundExact)<<boundShift
	if pv {
		word |= pvBit
	}
	return word
}

func (e Entry) pack() Word { return Pack(e.Move, e.Score, e.Eval, e.Depth, e.Bound, e.PV) }

func (w Word) unpack() Entry {
	return Entry{Move: w.Move(), Score: w.Score(), Eval: w.Eval(), Depth: w.Depth(), Bound: w.Bound(), PV: w.PV()}
}

// Move is Entry.Move.
func (w Word) Move() position.Move16 { return position.Move16(w) }

// Score is Entry.Score.
func (w Word) Score() eval.Score { return eval.Score(int16(w >> scoreShift)) }

// Eval is Entry.Eval.
func (w Word) Eval() eval.Score { return eval.Score(int16(w >> evalShift)) }

// Depth is Entry.Depth.
func (w Word) Depth() int { return int(uint8(w>>depthShift)) + MinDepth }

// Bound is Entry.Bound.
func (w Word) Bound() Bound { return Bound(w>>boundShift) & BoundExact }

// PV is Entry.PV.
func (w Word) PV() bool { return w&pvBit != 0 }

// age returns how many searches ago the entry was stored, modulo generations.
func (w Word) age(generation uint64) int {
	return int((generation - uint64(w)>>generationShift) % generations)
}
