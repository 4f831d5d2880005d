package nnue

import (
	"math"
	"slices"
)

// layer is a dense layer of 8-bit weights over unsigned 8-bit inputs of at most 127. The weights are packed for the
// kernels: four consecutive inputs of every output, then the next four inputs.
type layer struct {
	inputs  int // as padded in the file
	outputs int // a multiple of 8
	bias    []int32
	weights []int8  // [inputs/4][outputs][4]
	pairs   []int64 // [inputs][outputs/2], for the Go kernel: the weights of two outputs in a word
	// narrow: whatever the inputs are, 16-bit sums do not overflow if, over sixteen consecutive inputs of an output
	// (from a multiple of 16 on), they add up the products of the first two of each four, or those of the other two.
	// Trained layers are narrow.
	narrow bool
}

// maxOutputs is the largest number of outputs of a dense layer.
const maxOutputs = 64

// newLayer packs weights that lie row by row, where a row is an output's inputs.
func newLayer(inputs, outputs int, bias []int32, rows []int8) layer {
	l := layer{inputs: padded(inputs), outputs: outputs, bias: alignedCopy(bias), weights: aligned[int8](padded(inputs) * outputs)}
	l.pairs = make([]int64, l.inputs*outputs/2)
	for o := range outputs {
		for i, w := range rows[o*l.inputs:][:inputs] {
			l.weights[(i/4*outputs+o)*4+i%4] = w
			l.pairs[(i*outputs+o)/2] += int64(w) << (o % 2 * 32)
		}
	}
	l.narrow = l.isNarrow()
	return l
}

// isNarrow finds out whether the layer is narrow.
func (l *layer) isNarrow() bool {
	const most = math.MaxInt16 / 127 // what the weights of one sign may add up to
	for o := range l.outputs {
		for first := 0; first < l.inputs; first += 16 {
			var plus, minus [2]int
			for i := first; i < first+16; i++ {
				w := int(l.weights[(i/4*l.outputs+o)*4+i%4])
				plus[i/2%2] += max(0, w)
				minus[i/2%2] += max(0, -w)
			}
			if max(plus[0], plus[1], minus[0], minus[1]) > most {
				return false
			}
		}
	}
	return true
}

// clone returns a copy that shares no memory.
func (l layer) clone() layer {
	l.bias, l.weights, l.pairs = alignedCopy(l.bias), alignedCopy(l.weights), slices.Clone(l.pairs)
	return l
}

// rows returns the weights as newLayer takes them.
func (l *layer) rows() []int8 {
	rows := make([]int8, l.inputs*l.outputs)
	for o := range l.outputs {
		for i := range l.inputs {
			rows[o*l.inputs+i] = l.weights[(i/4*l.outputs+o)*4+i%4]
		}
	}
	return rows
}

// stack is the three dense layers, the last with one output, and the rows of contacts if there are any.
type stack struct {
	first, second layer
	contacts      []int16
	last          []int8
	lastBias      int32
}

func (s stack) clone() stack {
	s.first, s.second, s.last = s.first.clone(), s.second.clone(), alignedCopy(s.last)
	return s
}
