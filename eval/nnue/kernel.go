package nnue

import (
	"fmt"
	"os"
	"strings"
	"unsafe"

	"katachi/position"
)

//go:generate go -C _asm run . -out ../kernel_amd64.s -stubs ../kernel_stub_amd64.go -pkg nnue
//go:generate go -C _asm run ./arm64 -out ../kernel_arm64.s -stubs ../kernel_stub_arm64.go

// kernel is one implementation of the arithmetic. All give the same results to the last bit; sums wrap around.
type kernel struct {
	name string
	// update writes to dst the accumulator src plus the weight rows add less the rows sub. dst and src may be the same;
	// their length, the width of a row, is a multiple of 128. Slices would be too many words for the registers of a
	// call; change takes them.
	update func(dst, src, weights *int16, width int, add *uint32, adds int, sub *uint32, subs int)
	// clip writes own, then opponent, which is as long, clamped to 0..127.
	clip func(dst []uint8, own, opponent []int16)
	// multiply clamps acc to 0..127 and writes the products of its first half with its second, divided by 128.
	multiply func(dst []uint8, acc []int16)
	// affine writes bias + weights * in for a layer; len(in) is its number of inputs.
	affine func(out []int32, in []uint8, l *layer)
	// rectify writes in >> 6, clamped to 0..127; their length is a multiple of 8.
	rectify func(dst []uint8, in []int32)
	// control writes the planes of what Black and White attack, see position.Control.
	control func(dst *planes, p *position.Position)
	// contacts writes the rows of t.input, for the side to move, to t.rows, and returns how many there are.
	contacts func(t *contacts, side position.Color) int
	// gather adds the given rows, shifted by contactShift, to contactWidth sums; a row is as long. The sums before the
	// shift have 16 bits.
	gather func(sums []int32, table []int16, rows []uint32)
	// dot returns the scalar product; the length is a multiple of 32.
	dot func(in []uint8, weights []int8) int32
	// rest, where a kernel has it, does in one step what rectify, affine, rectify and dot do after the first dense
	// layer's sums, for networks whose first and second dense layer have restWidth outputs.
	rest func(sums []int32, st *stack) int32
}

// change is update with slices.
func (k *kernel) change(dst, src, weights []int16, add, sub []uint32) {
	k.update(first(dst), first(src), first(weights), len(dst), first(add), len(add), first(sub), len(sub))
}

// restWidth is the number of outputs of the first and the second dense layer for which a kernel may have rest.
const restWidth = 32

// first points to the first element of a slice that is not empty.
func first[T any](s []T) *T { return unsafe.SliceData(s) }

// kernelVariable is the environment variable that overrides the choice of the kernel.
const kernelVariable = "KATACHI_KERNEL"

// chooseKernel returns the fastest kernel that this machine has, or the one that the environment asks for.
func chooseKernel() (*kernel, error) {
	available := kernels()
	want := os.Getenv(kernelVariable)
	if want == "" {
		return available[len(available)-1], nil
	}
	var names []string
	for _, k := range available {
		if k.name == want {
			return k, nil
		}
		names = append(names, k.name)
	}
	return nil, fmt.Errorf("%s=%s: this machine and build have %s", kernelVariable, want, strings.Join(names, ", "))
}
