//go:build arm64 && !noasm && !purego

package nnue

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"katachi/position"
)

// neonKernel is for all processors of the architecture.
var neonKernel = &kernel{
	name: "neon",
	update: func(dst, src, weights []int16, add, sub []uint32) {
		updateNEON(&dst[0], &src[0], &weights[0], len(dst), unsafe.SliceData(add), len(add), unsafe.SliceData(sub), len(sub))
	},
	clip:     func(dst []uint8, acc []int16) { clipNEON(&dst[0], &acc[0], len(acc)) },
	multiply: func(dst []uint8, acc []int16) { multiplyNEON(&dst[0], &acc[0], len(acc)/2) },
	affine: func(out []int32, in []uint8, l *layer) {
		if l.narrow {
			affineNarrowNEON(&out[0], &in[0], &l.weights[0], &l.bias[0], l.inputs, l.outputs)
			return
		}
		affineNEON(&out[0], &in[0], &l.weights[0], &l.bias[0], l.inputs, l.outputs)
	},
	rectify: func(dst []uint8, in []int32) { rectifyNEON(&dst[0], &in[0], len(in)) },
	control: controlGo,
	contacts: func(t *contacts, side position.Color) int {
		return t.rowsBy(func(dst *codes, p *planes) { codesNEON(&dst[0], &p[0].Lo) }, side)
	},
	gather: func(sums []int32, table []int16, rows []uint32) {
		gatherNEON(&sums[0], &table[0], unsafe.SliceData(rows), len(rows))
	},
	dot: func(in []uint8, weights []int8) int32 { return dotNEON(&in[0], &weights[0], len(in)) },
}

// dotKernel is for those with the instruction that adds up products of bytes: nearly all since 2018, Apple's among them, but
// not the Raspberry Pi 4.
var dotKernel = &kernel{
	name:     "dotprod",
	update:   neonKernel.update,
	clip:     neonKernel.clip,
	multiply: neonKernel.multiply,
	affine: func(out []int32, in []uint8, l *layer) {
		affineSDOT(&out[0], &in[0], &l.weights[0], &l.bias[0], l.inputs, l.outputs)
	},
	rectify:  neonKernel.rectify,
	control:  neonKernel.control,
	contacts: neonKernel.contacts,
	gather:   neonKernel.gather,
	dot:      func(in []uint8, weights []int8) int32 { return dotSDOT(&in[0], &weights[0], len(in)) },
}

// kernels lists the kernels of this build and machine, slowest first.
func kernels() []*kernel {
	available := []*kernel{goKernel, neonKernel}
	if cpu.ARM64.HasASIMDDP {
		available = append(available, dotKernel)
	}
	return available
}
