package nnue

import (
	"unsafe"

	"katachi/tt/huge"
)

// hugeInt16s returns a zeroed slice for a network's weights, on large pages where the system gives them: its rows lie
// scattered over tens of megabytes.
func hugeInt16s(n int) []int16 {
	if 2*n < 4*huge.PageSize {
		return aligned[int16](n)
	}
	room := make([]int16, n+huge.PageSize/2)
	skip := 0
	if off := uintptr(unsafe.Pointer(&room[0])) % huge.PageSize; off != 0 {
		skip = (huge.PageSize - int(off)) / 2
	}
	values := room[skip : skip+n : skip+n]
	huge.Advise(values)
	return values
}
