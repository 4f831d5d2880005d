package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// tiles are how many values of an accumulator are kept in registers at a time: the larger number as long as it fits.
var tiles = []int{256, 128}

// avx2 generates the kernel for AVX2.
func avx2() {
	updateAVX2()
	clipAVX2()
	multiplyAVX2()
	affineAVX2()
	rectifyAVX2()
	dotAVX2()
	restAVX2()
	controlAVX2()
	contactsAVX2()
	gatherAVX2()
}

// function begins a function whose pointers do not escape.
func function(name, signature, doc string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name + " " + doc)
}

const updateSignature = "func(dst, src, weights *int16, width int, add *uint32, adds int, sub *uint32, subs int)"

// loop emits body as a loop that handles step values at a time, until none of the n is left.
func loop(n Register, step uint64, body func()) {
	Label("loop")
	body()
	SUBQ(Imm(step), n)
	JNZ(LabelRef("loop"))
}

// update emits the loops of the accumulator's update: for each tile the registers, of perRegister values each, are loaded by
// load, changed by every row and stored. plus and minus are called with the number of the register and the row's memory.
func update(load, store func(i int, at Mem), plus, minus func(i int, row Mem), perRegister int) {
	dst := Load(Param("dst"), GP64())
	src := Load(Param("src"), GP64())
	weights := Load(Param("weights"), GP64())
	rowBytes := Load(Param("width"), GP64())
	ADDQ(rowBytes, rowBytes)
	left := GP64()
	MOVQ(rowBytes, left)
	size := 2 * perRegister

	for t, tile := range tiles {
		name := fmt.Sprintf("tile%d", tile)
		registers, bytes := tile/perRegister, U32(tile*2)
		rows := func(list, count string, op func(i int, row Mem)) {
			next := Load(Param(list), GP64())
			n := Load(Param(count), GP64())
			loop, done := name+list, name+list+"Done"
			TESTQ(n, n)
			JZ(LabelRef(done))
			Label(loop)
			row := GP64()
			MOVL(Mem{Base: next}, row.As32())
			IMULQ(rowBytes, row)
			ADDQ(weights, row)
			for i := range registers {
				op(i, Mem{Base: row, Disp: i * size})
			}
			ADDQ(Imm(4), next)
			DECQ(n)
			JNZ(LabelRef(loop))
			Label(done)
		}
		Label(name)
		CMPQ(left, bytes)
		JLT(LabelRef(name + "Done"))
		for i := range registers {
			load(i, Mem{Base: src, Disp: i * size})
		}
		rows("add", "adds", plus)
		rows("sub", "subs", minus)
		for i := range registers {
			store(i, Mem{Base: dst, Disp: i * size})
		}
		ADDQ(bytes, dst)
		ADDQ(bytes, src)
		ADDQ(bytes, weights)
		SUBQ(bytes, left)
		if t < len(tiles)-1 {
			JMP(LabelRef(name))
		}
		Label(name + "Done")
	}
}

func updateAVX2() {
	function("updateAVX2", updateSignature, "writes src plus and less the given rows to dst.")
	acc := make([]VecVirtual, tiles[0]/16)
	for i := range acc {
		acc[i] = YMM()
	}
	update(
		func(i int, at Mem) { VMOVDQU(at, acc[i]) },
		func(i int, at Mem) { VMOVDQU(acc[i], at) },
		func(i int, row Mem) { VPADDW(row, acc[i], acc[i]) },
		func(i int, row Mem) { VPSUBW(row, acc[i], acc[i]) },
		16)
	VZEROUPPER()
	RET()
}

// wordsYMM returns a register with every 16-bit word set to v, by way of a 32-bit broadcast.
func wordsYMM(v uint32) VecVirtual {
	g, y := GP32(), YMM()
	MOVL(U32(v|v<<16), g)
	VMOVD(g, y.AsX())
	VPBROADCASTD(y.AsX(), y)
	return y
}

const clipSignature = "func(dst *uint8, a, b *int16, n int)"

func clipAVX2() {
	function("clipAVX2", clipSignature, "clamps n values of a, then n of b, to 0..127; n is a multiple of 32.")
	limit := wordsYMM(0x7F7F)
	x, y := YMM(), YMM()
	clip(32, func(dst, src Mem) {
		VMOVDQU(src, x)
		VMOVDQU(src.Offset(32), y)
		VPACKUSWB(y, x, x)
		VPERMQ(Imm(0xD8), x, x) // packing works within halves: their middle quarters change places
		VPMINUB(limit, x, x)
		VMOVDQU(x, dst)
	})
}

// clip emits a loop over two sources at once; body does size values.
func clip(size int, body func(dst, src Mem)) {
	dst, n := Load(Param("dst"), GP64()), Load(Param("n"), GP64())
	a, b := Load(Param("a"), GP64()), Load(Param("b"), GP64())
	second := GP64()
	LEAQ(Mem{Base: dst, Index: n, Scale: 1}, second)
	loop(n, uint64(size), func() {
		body(Mem{Base: dst}, Mem{Base: a})
		body(Mem{Base: second}, Mem{Base: b})
		ADDQ(U32(2*size), a)
		ADDQ(U32(2*size), b)
		ADDQ(U32(size), dst)
		ADDQ(U32(size), second)
	})
	VZEROUPPER()
	RET()
}

func multiplyAVX2() {
	function("multiplyAVX2", "func(dst *uint8, src *int16, half int)",
		"clamps 2*half values to 0..127 and multiplies the first half, a multiple of 32, with the second, over 128.")
	dst, first, n := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("half"), GP64())
	second := GP64()
	LEAQ(Mem{Base: first, Index: n, Scale: 2}, second)
	limit, zero := wordsYMM(127), YMM()
	VPXOR(zero, zero, zero)
	a, b, c, d := YMM(), YMM(), YMM(), YMM()
	loop(n, 32, func() {
		VMOVDQU(Mem{Base: first}, a)
		VMOVDQU(Mem{Base: first, Disp: 32}, b)
		VMOVDQU(Mem{Base: second}, c)
		VMOVDQU(Mem{Base: second, Disp: 32}, d)
		for _, v := range []VecVirtual{a, b, c, d} {
			VPMAXSW(zero, v, v)
			VPMINSW(limit, v, v)
		}
		VPMULLW(c, a, a)
		VPMULLW(d, b, b)
		VPSRLW(Imm(7), a, a)
		VPSRLW(Imm(7), b, b)
		VPACKUSWB(b, a, a)
		VPERMQ(Imm(0xD8), a, a)
		VMOVDQU(a, Mem{Base: dst})
		ADDQ(Imm(64), first)
		ADDQ(Imm(64), second)
		ADDQ(Imm(32), dst)
	})
	VZEROUPPER()
	RET()
}

const affineSignature = "func(out *int32, in *uint8, weights *int8, bias *int32, inputs, outputs int)"

// blocks emits the outer loop of a dense layer: blocks of the given numbers of outputs, the largest that fits first. body
// emits the sum over the inputs of one block, from the weights at w with stride bytes between groups of four inputs.
func blocks(sizes []int, body func(size int, label string, out, bias, in, w, stride, groups Register)) {
	out, bias := Load(Param("out"), GP64()), Load(Param("bias"), GP64())
	weights := Load(Param("weights"), GP64())
	left := Load(Param("outputs"), GP64())
	stride := GP64()
	MOVQ(left, stride)
	SHLQ(Imm(2), stride)
	for i, size := range sizes {
		begin := fmt.Sprintf("block%d", size)
		end := begin + "Done"
		if i == len(sizes)-1 {
			TESTQ(left, left)
			JZ(LabelRef(end))
		}
		Label(begin)
		if i < len(sizes)-1 {
			CMPQ(left, Imm(uint64(size)))
			JLT(LabelRef(end))
		}
		in, groups, w := GP64(), GP64(), GP64()
		Load(Param("in"), in)
		Load(Param("inputs"), groups)
		SHRQ(Imm(2), groups)
		MOVQ(weights, w)
		body(size, begin, out, bias, in, w, stride, groups)
		step := U32(4 * size)
		ADDQ(step, out)
		ADDQ(step, bias)
		ADDQ(step, weights)
		SUBQ(U32(size), left)
		JNZ(LabelRef(begin))
		if i < len(sizes)-1 {
			JMP(LabelRef("done"))
		}
		Label(end)
	}
	Label("done")
}

func affineAVX2() {
	function("affineAVX2", affineSignature, "computes a dense layer; inputs is a multiple of 32, outputs of 8.")
	affineGroups(func(outputs int) int { return max(1, 4*8/outputs) }, 1)
	function("affineNarrowAVX2", affineSignature, "is affineAVX2 for a layer that is narrow.")
	affineGroups(func(int) int { return narrowGroups }, narrowGroups)
}

// narrowGroups is how many groups of inputs have products whose sums in a narrow layer fit into 16 bits.
const narrowGroups = 4

// affineGroups emits a dense layer that takes unroll(outputs) groups of four inputs at a time, and adds the products of narrow
// groups in 16 bits before it widens the sums.
func affineGroups(unroll func(outputs int) int, narrow int) {
	ones := wordsYMM(1)
	blocks([]int{32, 16, 8}, func(size int, label string, out, bias, in, w, stride, groups Register) {
		acc, sum := make([]VecVirtual, size/8), make([]VecVirtual, size/8)
		for i := range acc {
			acc[i], sum[i] = YMM(), YMM()
			VMOVDQU(Mem{Base: bias, Disp: 32 * i}, acc[i])
		}
		unroll := unroll(size)
		Label(label + "Inputs")
		for u := range unroll {
			x := YMM()
			VPBROADCASTD(Mem{Base: in, Disp: 4 * u}, x)
			for i := range acc {
				if u%narrow == 0 {
					VPMADDUBSW(Mem{Base: w, Disp: 32 * i}, x, sum[i])
				} else {
					y := YMM()
					VPMADDUBSW(Mem{Base: w, Disp: 32 * i}, x, y)
					VPADDW(y, sum[i], sum[i])
				}
				if u%narrow == narrow-1 {
					VPMADDWD(ones, sum[i], sum[i])
					VPADDD(sum[i], acc[i], acc[i])
				}
			}
			ADDQ(stride, w)
		}
		ADDQ(Imm(uint64(4*unroll)), in)
		SUBQ(Imm(uint64(unroll)), groups)
		JNZ(LabelRef(label + "Inputs"))
		for i := range acc {
			VMOVDQU(acc[i], Mem{Base: out, Disp: 32 * i})
		}
	})
	VZEROUPPER()
	RET()
}

func rectifyAVX2() {
	function("rectifyAVX2", "func(dst *uint8, src *int32, n int)", "writes src >> 6 clamped to 0..127; n is a multiple of 8.")
	dst, src, n := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("n"), GP64())
	zero, a, b := XMM(), XMM(), XMM()
	VPXOR(zero, zero, zero)
	loop(n, 8, func() {
		VMOVDQU(Mem{Base: src}, a)
		VMOVDQU(Mem{Base: src, Disp: 16}, b)
		VPSRAD(Imm(6), a, a)
		VPSRAD(Imm(6), b, b)
		VPACKSSDW(b, a, a)
		VPACKSSWB(a, a, a)
		VPMAXSB(zero, a, a)
		VMOVQ(a, Mem{Base: dst})
		ADDQ(Imm(32), src)
		ADDQ(Imm(8), dst)
	})
	RET()
}

func dotAVX2() {
	function("dotAVX2", "func(in *uint8, weights *int8, n int) int32", "returns the scalar product; n is a multiple of 32.")
	in, w, n := Load(Param("in"), GP64()), Load(Param("weights"), GP64()), Load(Param("n"), GP64())
	ones, sum, x := wordsYMM(1), YMM(), YMM()
	VPXOR(sum, sum, sum)
	loop(n, 32, func() {
		VMOVDQU(Mem{Base: in}, x)
		VPMADDUBSW(Mem{Base: w}, x, x)
		VPMADDWD(ones, x, x)
		VPADDD(x, sum, sum)
		ADDQ(Imm(32), in)
		ADDQ(Imm(32), w)
	})
	sumUp(sum)
}

// restAVX2 keeps what rectifyAVX2, affineAVX2, rectifyAVX2 and dotAVX2 would hand on through memory in registers.
func restAVX2() {
	function("restAVX2", "func(sums, bias *int32, weights, last *int8) int32",
		"returns the scalar product of last with the rectified second dense layer of the 32 rectified sums; the layer has 32 outputs.")
	order := GLOBL("bytesInOrder", RODATA|NOPTR)
	for i, v := range []uint32{0, 4, 1, 5, 2, 6, 3, 7} {
		DATA(4*i, U32(v))
	}
	sums, bias := Load(Param("sums"), GP64()), Load(Param("bias"), GP64())
	weights, last := Load(Param("weights"), GP64()), Load(Param("last"), GP64())
	ones, zero, unpack := wordsYMM(1), YMM(), YMM()
	VPXOR(zero, zero, zero)
	VMOVDQU(order, unpack)
	acc := []VecVirtual{YMM(), YMM(), YMM(), YMM()}
	x := YMM()
	rectify := func() {
		for _, sum := range acc {
			VPSRAD(Imm(6), sum, sum)
		}
		VPACKSSDW(acc[1], acc[0], acc[0])
		VPACKSSDW(acc[3], acc[2], acc[2])
		VPACKSSWB(acc[2], acc[0], x)
		VPMAXSB(zero, x, x)
		VPERMD(x, unpack, x)
	}
	for i, sum := range acc {
		VMOVDQU(Mem{Base: sums, Disp: 32 * i}, sum)
	}
	rectify()
	for i, sum := range acc {
		VMOVDQU(Mem{Base: bias, Disp: 32 * i}, sum)
	}
	half, four, y := YMM(), YMM(), YMM()
	for group := range 8 {
		if group%4 == 0 {
			VPERMQ(Imm([]uint64{0x44, 0xEE}[group/4]), x, half)
		}
		VPSHUFD(Imm(uint64(group%4*0x55)), half, four)
		for i, sum := range acc {
			VPMADDUBSW(Mem{Base: weights, Disp: 128*group + 32*i}, four, y)
			VPMADDWD(ones, y, y)
			VPADDD(y, sum, sum)
		}
	}
	rectify()
	VPMADDUBSW(Mem{Base: last}, x, x)
	VPMADDWD(ones, x, x)
	sumUp(x)
}

// sumUp emits the end of a function that returns the sum of eight numbers.
func sumUp(sum VecVirtual) {
	half := XMM()
	VEXTRACTI128(Imm(1), sum, half)
	VPADDD(half, sum.AsX(), half)
	for _, order := range []uint64{0x4E, 0xB1} { // the upper half on the lower, then the odd on the even
		y := XMM()
		VPSHUFD(Imm(order), half, y)
		VPADDD(y, half, half)
	}
	result := GP32()
	VMOVD(half, result)
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}
