//go:build !linux

package nnue

// hugeInt16s returns a zeroed slice for a network's weights.
func hugeInt16s(n int) []int16 { return aligned[int16](n) }
