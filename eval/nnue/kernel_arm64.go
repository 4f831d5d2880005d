//go:build arm64 && !noasm && !purego

package nnue

import (
	"golang.org/x/sys/cpu"

	"katachi/position"
)

// neonKernel is for all processors of the architecture.
var neonKernel = &kernel{
	name:   "neon",
	update: updateNEON,
	clip: func(dst []uint8, own, opponent []int16) {
		clipNEON(first(dst), first(own), len(own))
		clipNEON(first(dst[len(own):]), first(opponent), len(opponent))
	},
	multiply: func(dst []uint8, acc []int16) { multiplyNEON(first(dst), first(acc), len(acc)/2) },
	affine: func(out []int32, in []uint8, l *layer) {
		if l.narrow {
			affineNarrowNEON(first(out), first(in), first(l.weights), first(l.bias), l.inputs, l.outputs)
			return
		}
		affineNEON(first(out), first(in), first(l.weights), first(l.bias), l.inputs, l.outputs)
	},
	rectify: func(dst []uint8, in []int32) { rectifyNEON(first(dst), first(in), len(in)) },
	control: controlGo,
	contacts: func(t *contacts, side position.Color) int {
		return t.rowsBy(func(dst *codes, p *planes) { codesNEON(&dst[0], &p[0].Lo) }, side)
	},
	gather: func(sums []int32, table []int16, rows []uint32) {
		gatherNEON(first(sums), first(table), first(rows), len(rows))
	},
	dot: func(in []uint8, weights []int8) int32 { return dotNEON(first(in), first(weights), len(in)) },
}

// dotKernel is for processors with the dot product of bytes: nearly all since 2018, Apple's among them, but not the
// Raspberry Pi 4.
var dotKernel = &kernel{
	name:     "dotprod",
	update:   neonKernel.update,
	clip:     neonKernel.clip,
	multiply: neonKernel.multiply,
	affine: func(out []int32, in []uint8, l *layer) {
		affineSDOT(first(out), first(in), first(l.weights), first(l.bias), l.inputs, l.outputs)
	},
	rectify:  neonKernel.rectify,
	control:  neonKernel.control,
	contacts: neonKernel.contacts,
	gather:   neonKernel.gather,
	dot:      func(in []uint8, weights []int8) int32 { return dotSDOT(first(in), first(weights), len(in)) },
}

// kernels lists the kernels of this build and machine, slowest first.
func kernels() []*kernel {
	available := []*kernel{goKernel, neonKernel}
	if cpu.ARM64.HasASIMDDP {
		available = append(available, dotKernel)
	}
	return available
}
