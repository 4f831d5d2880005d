package kernel

import (
	"fmt"
	"os"
	"strings"
	"unsafe"
)

// Tile is how many columns of a table lie together.
const Tile = 64

// Kernel is one implementation of the arithmetic.
type Kernel struct {
	Name string
	// Gather sums rows of a tile. rows holds lists of perList numbers, at least one; the sum of list i, clamped to
	// 0..1, goes to dst[i*stride:][:Tile].
	Gather func(dst []float32, stride int, tile []float32, rows []uint32, perList int)
	// Scatter adds grad[i*stride:][:Tile] to the tile's rows that list i names.
	Scatter func(tile []float32, grad []float32, stride int, rows []uint32, perList int)
	// multiply adds to the block of blockRows x blockColumns of c the product of a, whose element (row, k) is at
	// row*aRow + k*aStep, and b, of which row k begins at k*bStride.
	multiply func(c []float32, cStride int, a []float32, aRow, aStep int, b []float32, bStride, k int)
	// Clamp limits x to 0..1; the length is a multiple of 16, as for all functions on flat slices.
	Clamp func(x []float32)
	// Add adds y to x.
	Add func(x, y []float32)
	// Round writes x rounded to multiples of a step, halves up, to dst, which may be x; scale is one over the step.
	Round func(dst, x []float32, scale, step float32)
	// Mask sets gradients to zero where the clamped activation is at 0 or at 1.
	Mask func(grad, activation []float32)
	// Adam makes a step: it updates the moments m and v with the gradient g, takes Keep of w and moves it by the step
	// and by plus, limits it, and sets g to zero.
	Adam func(w, g, m, v, plus []float32, step *Step)
}

// Step is the parameters of an Adam step.
type Step struct {
	Beta1, Rest1 float32 // of the first moment, and 1 - Beta1
	Beta2, Rest2 float32 // of the second
	Rate         float32 // learning rate, corrected for the moments' start at zero
	Epsilon      float32
	Low, High    float32 // limits of the weights
	Keep         float32 // 1 less what decays
}

const (
	blockRows    = 8
	blockColumns = 32
)

// Matrix is a view of a slice: element (row, column) is at Data[row*Row+column*Column].
type Matrix struct {
	Data        []float32
	Row, Column int
}

// Rows returns the matrix whose rows of the given width lie one after another.
func Rows(data []float32, width int) Matrix { return Matrix{data, width, 1} }

// Transposed returns the view with rows and columns exchanged.
func (m Matrix) Transposed() Matrix { return Matrix{m.Data, m.Column, m.Row} }

// Multiply adds a*b to c, which has m rows (a multiple of 8) and n columns (a multiple of 32); a has depth columns. The
// rows of c and b must be contiguous: their Column is 1.
func (k *Kernel) Multiply(c, a, b Matrix, m, n, depth int) {
	for i := 0; i < m; i += blockRows {
		for j := 0; j < n; j += blockColumns {
			k.multiply(c.Data[i*c.Row+j:], c.Row, a.Data[i*a.Row:], a.Row, a.Column, b.Data[j:], b.Row, depth)
		}
	}
}

// Variable is the environment variable that overrides the choice of the kernel, the one of package nnue.
const Variable = "KATACHI_KERNEL"

// Best returns the fastest kernel that this machine has, or the one that the environment asks for.
func Best() (*Kernel, error) {
	available := kernels()
	want := os.Getenv(Variable)
	if want == "" {
		return available[len(available)-1], nil
	}
	var names []string
	for _, k := range available {
		if k.Name == want {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return nil, fmt.Errorf("%s=%s: this machine and build have %s", Variable, want, strings.Join(names, ", "))
}

// Floats returns a zeroed slice that begins on a cache line.
func Floats(n int) []float32 {
	const line = 64 / 4
	room := make([]float32, n+line)
	skip := 0
	if off := uintptr(unsafe.Pointer(&room[0])) % 64; off != 0 {
		skip = (64 - int(off)) / 4
	}
	return room[skip : skip+n : skip+n]
}
