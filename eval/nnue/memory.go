package nnue

import (
	"unsafe"

	"katachi/tt/huge"
)

const cacheLine = 64

// aligned returns a zeroed slice that begins on a cache line, where vector loads never straddle two of them.
func aligned[T int8 | uint8 | int16 | int32](n int) []T {
	var zero T
	size := int(unsafe.Sizeof(zero))
	room := make([]T, n+cacheLine/size)
	skip := 0
	if off := uintptr(unsafe.Pointer(&room[0])) % cacheLine; off != 0 {
		skip = (cacheLine - int(off)) / size
	}
	return room[skip : skip+n : skip+n]
}

func alignedCopy[T int8 | uint8 | int16 | int32](values []T) []T {
	result := aligned[T](len(values))
	copy(result, values)
	return result
}

// hugeInt16s returns a zeroed slice for a network's weights, on large pages where the system gives them, since the rows
// that an update reads lie scattered over up to tens of megabytes. A small network has a page of its own too.
func hugeInt16s(n int) []int16 {
	if 2*n < huge.PageSize/8 {
		return aligned[int16](n)
	}
	return huge.Make[int16](max(n, huge.PageSize/2))[:n:n]
}
