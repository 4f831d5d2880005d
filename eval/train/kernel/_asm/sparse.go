package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

const tileBytes = 64 * 4

// lists emits the loop over lists of rows and inside it the loop over a list's rows. vector points to a list's part of
// the dense vector, which has stride bytes.
func (v vectors) lists(vectorName string, before func(vector Mem), row func(row Mem), after func(vector Mem)) {
	vector, step := pointer(vectorName), stride("stride")
	tile, rows := pointer("tile"), pointer("rows")
	perList, left := pointer("perList"), pointer("lists")
	n, r := GP64(), GP64()
	Label("list")
	before(Mem{Base: vector})
	MOVQ(perList, n)
	Label("row")
	MOVL(Mem{Base: rows}, r.As32())
	SHLQ(Imm(8), r)
	ADDQ(tile, r)
	row(Mem{Base: r})
	ADDQ(Imm(4), rows)
	DECQ(n)
	JNZ(LabelRef("row"))
	after(Mem{Base: vector})
	ADDQ(step, vector)
	DECQ(left)
	JNZ(LabelRef("list"))
}

func (v vectors) gather() {
	v.function("gather", "func(dst *float32, stride int, tile *float32, rows *uint32, perList, lists int)",
		"writes the sums of lists of rows, clamped to 0..1.")
	sum := v.registers(tileBytes / v.bytes)
	zero, limit := v.zero(), v.number(one)
	v.lists("dst",
		func(Mem) {
			for _, s := range sum {
				VMOVAPS(zero, s)
			}
		},
		func(row Mem) {
			for i, s := range sum {
				VADDPS(row.Offset(i*v.bytes), s, s)
			}
		},
		func(dst Mem) {
			for i, s := range sum {
				VMAXPS(zero, s, s)
				VMINPS(limit, s, s)
				VMOVUPS(s, dst.Offset(i*v.bytes))
			}
		})
	end()
}

func (v vectors) scatter() {
	v.function("scatter", "func(tile *float32, grad *float32, stride int, rows *uint32, perList, lists int)",
		"adds a vector for each list to all rows of the list.")
	grad, sum := v.registers(tileBytes/v.bytes), v.register()
	v.lists("grad",
		func(g Mem) {
			for i, r := range grad {
				VMOVUPS(g.Offset(i*v.bytes), r)
			}
		},
		func(row Mem) {
			for i, r := range grad {
				VADDPS(row.Offset(i*v.bytes), r, sum)
				VMOVUPS(sum, row.Offset(i*v.bytes))
			}
		},
		func(Mem) {})
	end()
}
