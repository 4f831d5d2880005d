//go:build !amd64 || noasm || purego

package kernel

// kernels lists the kernels of this build and machine, slowest first.
func kernels() []*Kernel { return []*Kernel{goKernel} }
