package nnue

import "katachi/tt/huge"

// hugeInt16s returns a zeroed slice for a network's weights, on large pages where the system gives them: its rows lie
// scattered over tens of megabytes.
func hugeInt16s(n int) []int16 {
	if 2*n < 4*huge.PageSize {
		return aligned[int16](n)
	}
	return huge.Make[int16](n)
}
