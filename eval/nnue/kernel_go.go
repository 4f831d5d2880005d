package nnue

import (
	"unsafe"

	"katachi/position"
)

// goKernel is the reference: plain Go, built everywhere.
var goKernel = &kernel{
	name: "go", update: updateGo, clip: clipGo, multiply: multiplyGo, affine: affineGo, rectify: rectifyGo, dot: dotGo,
	control: controlGo, contacts: func(t *contacts, side position.Color) int { return t.rowsBy(codesGo, side) }, gather: gatherGo,
}

func updateGo(dst, src, weights *int16, width int, add *uint32, adds int, sub *uint32, subs int) {
	row := func(i uint32) []int16 {
		return unsafe.Slice((*int16)(unsafe.Add(unsafe.Pointer(weights), 2*int(i)*width)), width)
	}
	to, from, more, less := unsafe.Slice(dst, width), unsafe.Slice(src, width), unsafe.Slice(add, adds), unsafe.Slice(sub, subs)
	for len(more) > 0 && len(less) > 0 { // one pass for two rows: most moves bring as many as they take
		plus, minus := row(more[0]), row(less[0])
		for i := range to {
			to[i] = from[i] + plus[i] - minus[i]
		}
		more, less, from = more[1:], less[1:], to
	}
	copy(to, from)
	for _, at := range more {
		for i, w := range row(at) {
			to[i] += w
		}
	}
	for _, at := range less {
		for i, w := range row(at) {
			to[i] -= w
		}
	}
}

func clipGo(dst []uint8, own, opponent []int16) {
	first, second := dst[:len(own)], dst[len(own):][:len(opponent)]
	for i, v := range own {
		first[i] = uint8(max(0, min(127, v)))
	}
	for i, v := range opponent {
		second[i] = uint8(max(0, min(127, v)))
	}
}

func multiplyGo(dst []uint8, acc []int16) {
	half := len(acc) / 2
	second := acc[half:][:half]
	dst = dst[:half]
	for i, v := range acc[:half] {
		a, b := max(0, min(127, v)), max(0, min(127, second[i]))
		dst[i] = uint8(int32(a) * int32(b) >> 7)
	}
}

// affineGo multiplies two outputs' weights at a time: a word of layer.pairs holds one weight plus the other times 2^32.
// The sums without the bias stay far from 2^31, so the lower sum takes at most 1, for its sign, from the upper one.
func affineGo(out []int32, in []uint8, l *layer) {
	var nonzero [4]struct {
		x   int64
		row []int64
	}
	var room [maxOutputs / 2]int64
	half := l.outputs / 2
	sums := room[:half]
	gather := 0
	for i, x := range in[:l.inputs] {
		if x == 0 {
			continue
		}
		nonzero[gather].x, nonzero[gather].row = int64(x), l.pairs[i*half:][:half]
		if gather++; gather == len(nonzero) {
			gather = 0
			x0, x1, x2, x3 := nonzero[0].x, nonzero[1].x, nonzero[2].x, nonzero[3].x
			w0, w1, w2, w3 := nonzero[0].row[:half], nonzero[1].row[:half], nonzero[2].row[:half], nonzero[3].row[:half]
			for o := range sums {
				sums[o] += x0*w0[o] + x1*w1[o] + x2*w2[o] + x3*w3[o]
			}
		}
	}
	for _, n := range nonzero[:gather] {
		for o, w := range n.row {
			sums[o] += n.x * w
		}
	}
	for o, sum := range sums {
		low := int32(sum)
		out[2*o] = l.bias[2*o] + low
		out[2*o+1] = l.bias[2*o+1] + int32((sum-int64(low))>>32)
	}
}

func rectifyGo(dst []uint8, in []int32) {
	dst = dst[:len(in)]
	for i, v := range in {
		dst[i] = uint8(max(0, min(127, v>>6)))
	}
}

func dotGo(in []uint8, weights []int8) int32 {
	weights = weights[:len(in)]
	var sum int32
	for i, x := range in {
		sum += int32(x) * int32(weights[i])
	}
	return sum
}
