// Command asm generates the vector kernels of package nnue:
//
//	go generate ./eval/nnue
package main

import (
	. "github.com/mmcloughlin/avo/build"
)

func main() {
	ConstraintExpr("amd64,!noasm,!purego")
	avx2()
	avx512()
	Generate()
}
