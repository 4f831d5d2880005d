package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx512 generates the functions that AVX-512 with VNNI makes faster than AVX2 does; for the others AVX2 is used.
func avx512() {
	updateAVX512()
	order := unpackOrder()
	clipAVX512(order)
	multiplyAVX512(order)
	affineAVX512()
	contactsAVX512()
	gatherAVX512()
}

func updateAVX512() {
	function("updateAVX512", updateSignature, "writes src plus and less the given rows to dst.")
	acc := make([]VecVirtual, tiles[0]/32)
	for i := range acc {
		acc[i] = ZMM()
	}
	update(
		func(i int, at Mem) { VMOVDQU16(at, acc[i]) },
		func(i int, at Mem) { VMOVDQU16(acc[i], at) },
		func(i int, row Mem) { VPADDW(row, acc[i], acc[i]) },
		func(i int, row Mem) { VPSUBW(row, acc[i], acc[i]) },
		32)
	VZEROUPPER()
	RET()
}

func wordsZMM(v uint32) VecVirtual {
	g, z := GP32(), ZMM()
	MOVL(U32(v|v<<16), g)
	VPBROADCASTD(g, z)
	return z
}

// unpackOrder lays out the order of quarters that undoes the packing within 128-bit lanes.
func unpackOrder() Mem {
	data := GLOBL("unpackOrder", RODATA|NOPTR)
	for i, v := range []uint64{0, 2, 4, 6, 1, 3, 5, 7} {
		DATA(8*i, U64(v))
	}
	return data
}

func clipAVX512(order Mem) {
	function("clipAVX512", clipSignature, "clamps n values of a, then n of b, to 0..127; n is a multiple of 64.")
	limit, unpack, x := wordsZMM(0x7F7F), ZMM(), ZMM()
	VMOVDQU64(order, unpack)
	clip(64, func(dst, src Mem) {
		VMOVDQU16(src, x)
		VPACKUSWB(src.Offset(64), x, x)
		VPERMQ(x, unpack, x)
		VPMINUB(limit, x, x)
		VMOVDQU8(x, dst)
	})
}

func multiplyAVX512(order Mem) {
	function("multiplyAVX512", "func(dst *uint8, src *int16, half int)",
		"clamps 2*half values to 0..127 and multiplies the first half, a multiple of 64, with the second, over 128.")
	dst, first, n := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("half"), GP64())
	second := GP64()
	LEAQ(Mem{Base: first, Index: n, Scale: 2}, second)
	limit, zero, unpack := wordsZMM(127), ZMM(), ZMM()
	VPXORQ(zero, zero, zero)
	VMOVDQU64(order, unpack)
	a, b, c, d := ZMM(), ZMM(), ZMM(), ZMM()
	loop(n, 64, func() {
		VMOVDQU16(Mem{Base: first}, a)
		VMOVDQU16(Mem{Base: first, Disp: 64}, b)
		VMOVDQU16(Mem{Base: second}, c)
		VMOVDQU16(Mem{Base: second, Disp: 64}, d)
		for _, v := range []VecVirtual{a, b, c, d} {
			VPMAXSW(zero, v, v)
			VPMINSW(limit, v, v)
		}
		VPMULLW(c, a, a)
		VPMULLW(d, b, b)
		VPSRLW(Imm(7), a, a)
		VPSRLW(Imm(7), b, b)
		VPACKUSWB(b, a, a)
		VPERMQ(a, unpack, a)
		VMOVDQU8(a, Mem{Base: dst})
		ADDQ(U32(128), first)
		ADDQ(U32(128), second)
		ADDQ(Imm(64), dst)
	})
	VZEROUPPER()
	RET()
}

// dotProducts emits VPDPBUSD, which avo does not know: acc += the sums of four products of unsigned x with signed w.
func dotProducts(w Op, x, acc VecVirtual) {
	Instruction(&ir.Instruction{
		Opcode: "VPDPBUSD", Operands: []Op{w, x, acc}, Inputs: []Op{w, x, acc}, Outputs: []Op{acc}, ISA: []string{"AVX512_VNNI"},
	})
}

func affineAVX512() {
	// A block of eight outputs fills half a register: a register takes two groups of inputs, and pairs[i] picks the
	// groups 2i and 2i+1 from sixteen.
	pairs := GLOBL("inputPairs", RODATA|NOPTR)
	for i := range 8 * 16 {
		DATA(4*i, U32(i/16*2+i%16/8))
	}
	function("affineAVX512", affineSignature, "computes a dense layer; inputs is a multiple of 32; outputs is one of 16, or 8 with a multiple of 64 inputs.")
	blocks([]int{32, 16, 8}, func(size int, label string, out, bias, in, w, stride, groups Register) {
		if size == 8 {
			eightOutputs(pairs, label, out, bias, in, w, groups)
			return
		}
		// The dot product's latency is several times its throughput: independent partial sums hide it.
		const unroll = 4
		width := size / 16
		acc := make([]VecVirtual, width*unroll)
		for i := range acc {
			acc[i] = ZMM()
			if i < width {
				VMOVDQU32(Mem{Base: bias, Disp: 64 * i}, acc[i])
			} else {
				VPXORD(acc[i], acc[i], acc[i])
			}
		}
		Label(label + "Inputs")
		four := ZMM() // four groups of inputs: spread within registers, for where a load is dearer than a shuffle
		VBROADCASTI32X4(Mem{Base: in}, four)
		for u := range unroll {
			x := ZMM()
			VPSHUFD(Imm(uint64(0x55*u)), four, x)
			for i := range width {
				dotProducts(Mem{Base: w, Disp: 64 * i}, x, acc[u*width+i])
			}
			ADDQ(stride, w)
		}
		ADDQ(Imm(4*unroll), in)
		SUBQ(Imm(unroll), groups)
		JNZ(LabelRef(label + "Inputs"))
		for i := range width {
			VPADDD(acc[width+i], acc[i], acc[i])
			VPADDD(acc[3*width+i], acc[2*width+i], acc[2*width+i])
			VPADDD(acc[2*width+i], acc[i], acc[i])
			VMOVDQU32(acc[i], Mem{Base: out, Disp: 64 * i})
		}
	})
	VZEROUPPER()
	RET()
}

// eightOutputs emits a layer of exactly eight outputs, whose weights lie without gaps.
func eightOutputs(pairs Mem, label string, out, bias, in, w, groups Register) {
	var pick [8]VecVirtual
	var acc [4]VecVirtual
	for i := range pick {
		pick[i] = ZMM()
		VMOVDQU32(pairs.Offset(64*i), pick[i])
	}
	for i := range acc {
		acc[i] = ZMM()
		VPXORD(acc[i], acc[i], acc[i])
	}
	inputs := ZMM()
	Label(label + "Inputs")
	VMOVDQU32(Mem{Base: in}, inputs)
	for i := range pick {
		x := ZMM()
		VPERMD(inputs, pick[i], x)
		dotProducts(Mem{Base: w, Disp: 64 * i}, x, acc[i%len(acc)])
	}
	ADDQ(Imm(64), in)
	ADDQ(U32(512), w)
	SUBQ(Imm(16), groups)
	JNZ(LabelRef(label + "Inputs"))
	VPADDD(acc[1], acc[0], acc[0])
	VPADDD(acc[3], acc[2], acc[2])
	VPADDD(acc[2], acc[0], acc[0])
	high := YMM()
	VEXTRACTI64X4(Imm(1), acc[0], high)
	VPADDD(acc[0].AsY(), high, high)
	VPADDD(Mem{Base: bias}, high, high)
	VMOVDQU(high, Mem{Base: out})
}
