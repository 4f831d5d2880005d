//go:build amd64 && !noasm && !purego

package kernel

import "golang.org/x/sys/cpu"

//go:generate go -C _asm run . -out ../kernel_amd64.s -stubs ../kernel_stub_amd64.go -pkg kernel

var avx2Kernel = &Kernel{
	Name: "avx2",
	Gather: func(dst []float32, stride int, tile []float32, rows []uint32, perList int) {
		if lists := checkLists(dst, stride, rows, perList); lists > 0 {
			gatherAVX2(&dst[0], stride, &tile[0], &rows[0], perList, lists)
		}
	},
	Scatter: func(tile []float32, grad []float32, stride int, rows []uint32, perList int) {
		if lists := checkLists(grad, stride, rows, perList); lists > 0 {
			scatterAVX2(&tile[0], &grad[0], stride, &rows[0], perList, lists)
		}
	},
	multiply: func(c []float32, cStride int, a []float32, aRow, aStep int, b []float32, bStride, k int) {
		multiplyAVX2(&c[0], cStride, &a[0], aRow, aStep, &b[0], bStride, k)
	},
	Clamp: func(x []float32) { clampAVX2(&x[0], len(x)) },
	Add:   func(x, y []float32) { addAVX2(&x[0], &y[0], len(y)) },
	Round: func(dst, x []float32, scale, step float32) { roundAVX2(&dst[0], &x[0], len(x), scale, step) },
	Mask:  func(grad, activation []float32) { maskAVX2(&grad[0], &activation[0], len(activation)) },
	Adam: func(w, g, m, v, plus []float32, s *Step) {
		adamAVX2(&w[0], &g[0], &m[0], &v[0], &plus[0], len(g), &s.Beta1)
	},
}

var avx512Kernel = &Kernel{
	Name: "avx512",
	Gather: func(dst []float32, stride int, tile []float32, rows []uint32, perList int) {
		if lists := checkLists(dst, stride, rows, perList); lists > 0 {
			gatherAVX512(&dst[0], stride, &tile[0], &rows[0], perList, lists)
		}
	},
	Scatter: func(tile []float32, grad []float32, stride int, rows []uint32, perList int) {
		if lists := checkLists(grad, stride, rows, perList); lists > 0 {
			scatterAVX512(&tile[0], &grad[0], stride, &rows[0], perList, lists)
		}
	},
	multiply: func(c []float32, cStride int, a []float32, aRow, aStep int, b []float32, bStride, k int) {
		multiplyAVX512(&c[0], cStride, &a[0], aRow, aStep, &b[0], bStride, k)
	},
	Clamp: func(x []float32) { clampAVX512(&x[0], len(x)) },
	Add:   func(x, y []float32) { addAVX512(&x[0], &y[0], len(y)) },
	Round: func(dst, x []float32, scale, step float32) { roundAVX512(&dst[0], &x[0], len(x), scale, step) },
	Mask:  func(grad, activation []float32) { maskAVX512(&grad[0], &activation[0], len(activation)) },
	Adam: func(w, g, m, v, plus []float32, s *Step) {
		adamAVX512(&w[0], &g[0], &m[0], &v[0], &plus[0], len(g), &s.Beta1)
	},
}

// checkLists returns the number of lists and panics if the last one's part of the vector is missing, since the assembly
// checks nothing.
func checkLists(vector []float32, stride int, rows []uint32, perList int) int {
	lists := len(rows) / perList
	if lists > 0 {
		_ = vector[(lists-1)*stride:][:Tile]
	}
	return lists
}

// kernels lists the kernels of this build and machine, slowest first.
func kernels() []*Kernel {
	available := []*Kernel{goKernel}
	x86 := &cpu.X86
	if x86.HasAVX2 && x86.HasFMA {
		available = append(available, avx2Kernel)
		if x86.HasAVX512F && x86.HasAVX512DQ {
			available = append(available, avx512Kernel)
		}
	}
	return available
}
