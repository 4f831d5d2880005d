// Package kernel is the arithmetic of training in 32-bit floats: sums of a few rows of a large table and their
// gradients (the sparse first layer), products of small matrices (the dense layers) and the step of the Adam optimiser.
//
// Every function has a plain Go form, which is always built, and AVX2 and AVX-512 forms in assembly, which _asm
// generates. All add in the same order, but the vector forms use fused multiply-add, so their results may differ from
// Go's in the last bits. On one machine the same input gives the same output.
//
// Tables are cut into tiles of columns: a tile holds Tile columns of all rows, row after row, so that the part of the
// table that a goroutine works on stays in its cache.
package kernel
