//go:build amd64 && !noasm && !purego

package nnue

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"katachi/position"
)

var avx2Kernel = &kernel{
	name:     "avx2",
	update:   updateAVX2,
	clip:     func(dst []uint8, own, opponent []int16) { clipAVX2(first(dst), first(own), first(opponent), len(own)) },
	multiply: func(dst []uint8, acc []int16) { multiplyAVX2(first(dst), first(acc), len(acc)/2) },
	affine: func(out []int32, in []uint8, l *layer) {
		if l.narrow {
			affineNarrowAVX2(first(out), first(in), first(l.weights), first(l.bias), l.inputs, l.outputs)
			return
		}
		affineAVX2(first(out), first(in), first(l.weights), first(l.bias), l.inputs, l.outputs)
	},
	rectify: func(dst []uint8, in []int32) { rectifyAVX2(first(dst), first(in), len(in)) },
	control: func(dst *planes, p *position.Position) {
		dst[0], dst[1] = p.FarControl(position.Black)
		dst[2], dst[3] = p.FarControl(position.White)
		controlAVX2((*uint8)(unsafe.Pointer(dst)), (*uint8)(unsafe.Pointer(p.Sets())))
	},
	contacts: func(t *contacts, side position.Color) int {
		return contactsAVX2(&t.rows[0], (*uint8)(unsafe.Pointer(&t.input)), (*uint8)(unsafe.Pointer(&rowOf)), int(side&1))
	},
	gather: func(sums []int32, table []int16, rows []uint32) {
		gatherAVX2(first(sums), first(table), first(rows), len(rows))
	},
	dot: func(in []uint8, weights []int8) int32 { return dotAVX2(first(in), first(weights), len(in)) },
	rest: func(sums []int32, st *stack) int32 {
		return restAVX2(first(sums), first(st.second.bias), first(st.second.weights), first(st.last))
	},
}

var avx512Kernel = &kernel{
	name:   "avx512",
	update: updateAVX512,
	clip: func(dst []uint8, own, opponent []int16) {
		clipAVX512(first(dst), first(own), first(opponent), len(own))
	},
	multiply: func(dst []uint8, acc []int16) { multiplyAVX512(first(dst), first(acc), len(acc)/2) },
	affine: func(out []int32, in []uint8, l *layer) {
		affineAVX512(first(out), first(in), first(l.weights), first(l.bias), l.inputs, l.outputs)
	},
	rectify:  avx2Kernel.rectify,
	control:  avx2Kernel.control,
	contacts: avx2Kernel.contacts,
	gather: func(sums []int32, table []int16, rows []uint32) {
		gatherAVX512(first(sums), first(table), first(rows), len(rows))
	},
	dot:  avx2Kernel.dot,
	rest: avx2Kernel.rest,
}

// vbmi2Kernel is for processors whose AVX-512 permutes and compresses bytes and words: Zen 4, Ice Lake and their
// successors.
var vbmi2Kernel = func() *kernel {
	k := *avx512Kernel
	k.name = "avx512vbmi2"
	k.contacts = func(t *contacts, side position.Color) int {
		return contactsAVX512(&t.rows[0], (*uint8)(unsafe.Pointer(&t.input)), (*uint8)(unsafe.Pointer(&rowOf)), int(side&1))
	}
	return &k
}()

// kernels lists the kernels of this build and machine, slowest first.
func kernels() []*kernel {
	available := []*kernel{goKernel}
	x86 := &cpu.X86
	avx2 := x86.HasAVX2 && x86.HasPOPCNT
	if avx2 {
		available = append(available, avx2Kernel)
	}
	if avx2 && x86.HasAVX512F && x86.HasAVX512BW && x86.HasAVX512DQ && x86.HasAVX512VL && x86.HasAVX512VNNI {
		available = append(available, avx512Kernel)
		if x86.HasAVX512VBMI && x86.HasAVX512VBMI2 {
			available = append(available, vbmi2Kernel)
		}
	}
	return available
}
