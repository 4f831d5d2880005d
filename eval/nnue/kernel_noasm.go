//go:build (!amd64 && !arm64) || noasm || purego

package nnue

// kernels lists the kernels of this build and machine, slowest first.
func kernels() []*kernel { return []*kernel{goKernel} }
