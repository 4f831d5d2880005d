package nnue

import "unsafe"

// layer is a dense layer of 8-bit weights over unsigned 8-bit inputs of at most 127. The weights are packed for the
// kernels: four consecutive inputs of every output, then the next four inputs.
type layer struct {
	inputs  int // as padded in the file
	outputs int // a multiple of 8
	bias    []int32
	weights []int8  // [inputs/4][outputs][4]
	pairs   []int64 // [inputs][outputs/2], for the Go kernel: the weights of two outputs in a word
}

// maxOutputs is the most outputs of a dense layer.
const maxOutputs = 64

// newLayer packs weights that lie row by row, an output's inputs together.
func newLayer(inputs, outputs int, bias []int32, rows []int8) layer {
	l := layer{inputs: padded(inputs), outputs: outputs, bias: aligned[int32](outputs), weights: aligned[int8](padded(inputs) * outputs)}
	copy(l.bias, bias)
	l.pairs = make([]int64, l.inputs*outputs/2)
	for o := range outputs {
		for i, w := range rows[o*l.inputs:][:inputs] {
			l.weights[(i/4*outputs+o)*4+i%4] = w
			l.pairs[(i*outputs+o)/2] += int64(w) << (o % 2 * 32)
		}
	}
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

// stack is the three dense layers; the last has one output.
type stack struct {
	first, second layer
	last          []int8
	lastBias      int32
}

const cacheLine = 64

// aligned returns a zeroed slice that begins on a cache line, where vector loads never straddle two of them.
func aligned[T int8 | uint8 | int16 | int32](n int) []T {
	var zero T
	size := int(unsafe.Sizeof(zero))
	room := make([]T, n+cacheLine/size)
	skip := 0
	if off := uintptr(unsafe.Pointer(&room[0])) % cacheLine; off != 0 {
		skip = (cacheLine - int(off)) / size
	}
	return room[skip : skip+n : skip+n]
}
