// Command asm generates the vector kernels of package kernel:
//
//	go generate ./eval/train/kernel
package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vectors is an instruction set: the suffix of the functions' names and its registers of 32-bit floats.
type vectors struct {
	name     string
	bytes    int
	register func() VecVirtual
}

var (
	avx2   = vectors{"AVX2", 32, YMM}
	avx512 = vectors{"AVX512", 64, ZMM}
)

func main() {
	ConstraintExpr("amd64,!noasm,!purego")
	for _, v := range []vectors{avx2, avx512} {
		v.gather()
		v.scatter()
		v.multiply()
		v.clamp()
		v.add()
		v.round()
		v.mask()
		v.adam()
	}
	Generate()
}

// function begins a function whose pointers do not escape.
func (v vectors) function(name, signature, doc string) {
	TEXT(name+v.name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name + v.name + " " + doc)
}

// end ends a function.
func end() {
	VZEROUPPER()
	RET()
}

// registers returns n vector registers.
func (v vectors) registers(n int) []VecVirtual {
	list := make([]VecVirtual, n)
	for i := range list {
		list[i] = v.register()
	}
	return list
}

// number returns a register with the float in every place, given by its bits.
func (v vectors) number(bits uint32) VecVirtual {
	g, x, r := GP32(), XMM(), v.register()
	MOVL(U32(bits), g)
	VMOVD(g, x)
	VBROADCASTSS(x, r)
	return r
}

// The bits of floats.
const (
	one  = 0x3F800000
	half = 0x3F000000
)

// zero returns a register of zeros.
func (v vectors) zero() VecVirtual {
	r := v.register()
	x := r.AsX()
	VXORPS(x, x, x) // clears the rest too
	return r
}

// parameter returns a register with a float parameter in every place.
func (v vectors) parameter(name string) VecVirtual {
	r := v.register()
	VBROADCASTSS(must(Param(name).Resolve()).Addr, r)
	return r
}

func pointer(name string) GPVirtual { return Load(Param(name), GP64()).(GPVirtual) }

// stride loads a number of floats as bytes.
func stride(name string) GPVirtual {
	r := pointer(name)
	SHLQ(Imm(2), r)
	return r
}

func must(b *gotypes.Basic, err error) *gotypes.Basic {
	if err != nil {
		panic(err)
	}
	return b
}
