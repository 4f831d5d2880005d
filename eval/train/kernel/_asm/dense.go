package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// multiply emits the product for a block of 8 rows and 32 columns. With AVX-512 the block is in registers at once; with
// AVX2 a quarter of it, 4 rows and 16 columns.
func (v vectors) multiply() {
	v.function("multiply", "func(c *float32, cStride int, a *float32, aRow, aStep int, b *float32, bStride, k int)",
		"adds the product of a and b to a block of c.")
	const columns = 2 // registers for each row
	rows := 8
	if v.bytes == 32 {
		rows = 4
	}
	acc := v.registers(rows * columns)
	cStride, aRow, aStep, bStride := stride("cStride"), stride("aRow"), stride("aStep"), stride("bStride")
	aRow3 := GP64()
	LEAQ(Mem{Base: aRow, Index: aRow, Scale: 2}, aRow3)
	a, a4, b, c, n := GP64(), GP64(), GP64(), GP64(), GP64()
	for row := 0; row < 8; row += rows {
		for column := 0; column < 32*4; column += columns * v.bytes {
			// Both pointers begin at the sub-block's corner.
			begin := func(base, step GPVirtual, param string) {
				Load(Param(param), base)
				if row > 0 {
					LEAQ(Mem{Base: base, Index: step, Scale: 4}, base)
				}
			}
			eachC := func(do func(r VecVirtual, at Mem)) {
				begin(c, cStride, "c")
				for i := range rows {
					for j := range columns {
						do(acc[i*columns+j], Mem{Base: c, Disp: column + j*v.bytes})
					}
					ADDQ(cStride, c)
				}
			}
			eachC(func(r VecVirtual, at Mem) { VMOVUPS(at, r) })
			begin(a, aRow, "a")
			Load(Param("b"), b)
			Load(Param("k"), n)
			loop := fmt.Sprintf("block%d_%d", row, column)
			Label(loop)
			y := v.registers(columns)
			for j, r := range y {
				VMOVUPS(Mem{Base: b, Disp: column + j*v.bytes}, r)
			}
			if rows == 8 {
				LEAQ(Mem{Base: a, Index: aRow, Scale: 4}, a4)
			}
			for i := range rows {
				x, base := v.register(), a
				if i >= 4 {
					base = a4
				}
				VBROADCASTSS([]Mem{{Base: base}, {Base: base, Index: aRow, Scale: 1}, {Base: base, Index: aRow, Scale: 2},
					{Base: base, Index: aRow3, Scale: 1}}[i%4], x)
				for j, r := range y {
					VFMADD231PS(r, x, acc[i*columns+j])
				}
			}
			ADDQ(aStep, a)
			ADDQ(bStride, b)
			DECQ(n)
			JNZ(LabelRef(loop))
			eachC(func(r VecVirtual, at Mem) { VMOVUPS(r, at) })
		}
	}
	end()
}

// flat emits a loop over slices of n floats, a multiple of 16.
func (v vectors) flat(pointers []GPVirtual, body func()) {
	n := pointer("n")
	Label("loop")
	body()
	for _, p := range pointers {
		ADDQ(Imm(uint64(v.bytes)), p)
	}
	SUBQ(Imm(uint64(v.bytes/4)), n)
	JNZ(LabelRef("loop"))
	end()
}

func (v vectors) clamp() {
	v.function("clamp", "func(x *float32, n int)", "limits n values, a multiple of 16, to 0..1.")
	x, zero, limit, r := pointer("x"), v.zero(), v.number(one), v.register()
	v.flat([]GPVirtual{x}, func() {
		VMAXPS(Mem{Base: x}, zero, r)
		VMINPS(limit, r, r)
		VMOVUPS(r, Mem{Base: x})
	})
}

func (v vectors) add() {
	v.function("add", "func(x, y *float32, n int)", "adds n values, a multiple of 16, of y to x.")
	x, y, r := pointer("x"), pointer("y"), v.register()
	v.flat([]GPVirtual{x, y}, func() {
		VMOVUPS(Mem{Base: x}, r)
		VADDPS(Mem{Base: y}, r, r)
		VMOVUPS(r, Mem{Base: x})
	})
}

func (v vectors) round() {
	v.function("round", "func(dst, x *float32, n int, scale, step float32)",
		"writes n values, a multiple of 16, rounded to multiples of step, which is one over scale.")
	dst, x, r := pointer("dst"), pointer("x"), v.register()
	scale, step, offset := v.parameter("scale"), v.parameter("step"), v.number(half)
	v.flat([]GPVirtual{dst, x}, func() {
		VMULPS(Mem{Base: x}, scale, r)
		VADDPS(offset, r, r)
		const down = 1
		if v.bytes == 64 {
			VRNDSCALEPS(Imm(down), r, r)
		} else {
			VROUNDPS(Imm(down), r, r)
		}
		VMULPS(step, r, r)
		VMOVUPS(r, Mem{Base: dst})
	})
}

// less and greater are predicates of VCMPPS that are false for NaN.
const (
	less    = 0x11
	greater = 0x1E
)

func (v vectors) mask() {
	v.function("mask", "func(grad, activation *float32, n int)", "clears the gradients of activations at 0 and 1.")
	grad, activation, zero, limit := pointer("grad"), pointer("activation"), v.zero(), v.number(one)
	a, g := v.register(), v.register()
	v.flat([]GPVirtual{grad, activation}, func() {
		VMOVUPS(Mem{Base: activation}, a)
		VMOVUPS(Mem{Base: grad}, g)
		if v.bytes == 64 {
			above, inside := K(), K()
			VCMPPS(Imm(greater), zero, a, above)
			VCMPPS(Imm(less), limit, a, above, inside)
			VMOVAPS_Z(g, inside, g)
		} else {
			above := v.register()
			VCMPPS(Imm(greater), zero, a, above)
			VANDPS(above, g, g)
			VCMPPS(Imm(less), limit, a, above)
			VANDPS(above, g, g)
		}
		VMOVUPS(g, Mem{Base: grad})
	})
}

func (v vectors) adam() {
	v.function("adam", "func(weights, grad, mean, variance, plus *float32, n int, step *float32)", "makes an Adam step for n weights.")
	step := pointer("step")
	var constants [9]VecVirtual // in the order of Step's fields
	for i := range constants {
		constants[i] = v.register()
		VBROADCASTSS(Mem{Base: step, Disp: 4 * i}, constants[i])
	}
	beta1, rest1, beta2, rest2 := constants[0], constants[1], constants[2], constants[3]
	rate, epsilon, low, high, keep := constants[4], constants[5], constants[6], constants[7], constants[8]
	w, g, m, second, plus := pointer("weights"), pointer("grad"), pointer("mean"), pointer("variance"), pointer("plus")
	zero, x, mean, square := v.zero(), v.register(), v.register(), v.register()
	v.flat([]GPVirtual{w, g, m, second, plus}, func() {
		VMOVUPS(Mem{Base: g}, x)
		VMOVUPS(zero, Mem{Base: g})
		VMULPS(Mem{Base: m}, beta1, mean)
		VFMADD231PS(x, rest1, mean)
		VMOVUPS(mean, Mem{Base: m})
		VMULPS(x, x, x)
		VMULPS(Mem{Base: second}, beta2, square)
		VFMADD231PS(x, rest2, square)
		VMOVUPS(square, Mem{Base: second})
		VSQRTPS(square, square)
		VADDPS(epsilon, square, square)
		VMULPS(rate, mean, mean)
		VDIVPS(square, mean, mean)
		VMULPS(Mem{Base: w}, keep, x)
		VSUBPS(mean, x, x)
		VADDPS(Mem{Base: plus}, x, x)
		VMINPS(high, x, x)
		VMAXPS(low, x, x)
		VMOVUPS(x, Mem{Base: w})
	})
}
