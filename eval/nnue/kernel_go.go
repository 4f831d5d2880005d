package nnue

// goKernel is the reference: plain Go, built everywhere.
var goKernel = &kernel{
	name: "go", update: updateGo, clip: clipGo, multiply: multiplyGo, affine: affineGo, rectify: rectifyGo, dot: dotGo,
}

func updateGo(dst, src, weights []int16, add, sub []uint32) {
	copy(dst, src)
	width := len(dst)
	for _, row := range add {
		for i, w := range weights[int(row)*width:][:width] {
			dst[i] += w
		}
	}
	for _, row := range sub {
		for i, w := range weights[int(row)*width:][:width] {
			dst[i] -= w
		}
	}
}

func clipGo(dst []uint8, acc []int16) {
	dst = dst[:len(acc)]
	for i, v := range acc {
		dst[i] = uint8(max(0, min(127, v)))
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

func affineGo(out []int32, in []uint8, l *layer) {
	out = out[:l.outputs]
	copy(out, l.bias)
	for c := range l.inputs / 4 {
		x := in[c*4:][:4]
		x0, x1, x2, x3 := int32(x[0]), int32(x[1]), int32(x[2]), int32(x[3])
		if x0|x1|x2|x3 == 0 {
			continue
		}
		w := l.weights[c*4*l.outputs:][:4*l.outputs]
		for o := range out {
			v := w[o*4:][:4]
			out[o] += x0*int32(v[0]) + x1*int32(v[1]) + x2*int32(v[2]) + x3*int32(v[3])
		}
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
