package nnue

import "golang.org/x/sys/unix"

import "unsafe"

// hugePage is the size of a large page; a network's rows lie scattered over tens of megabytes, and with small pages
// nearly every row would cost a page walk.
const hugePage = 2 << 20

// hugeInt16s returns a zeroed slice for a network's weights, on large pages where the system gives them.
func hugeInt16s(n int) []int16 {
	if n < 2*hugePage {
		return aligned[int16](n)
	}
	room := make([]int16, n+hugePage/2)
	skip := 0
	if off := uintptr(unsafe.Pointer(&room[0])) % hugePage; off != 0 {
		skip = (hugePage - int(off)) / 2
	}
	values := room[skip : skip+n : skip+n]
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 2*n/hugePage*hugePage)
	_ = unix.Madvise(bytes, unix.MADV_HUGEPAGE) // only a hint: without it everything works, slower
	return values
}
