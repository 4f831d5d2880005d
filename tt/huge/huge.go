// Package huge asks the system for large pages. Tables of many megabytes are looked up at random: with small pages nearly
// every access misses in the address translation too.
package huge

import "unsafe"

// PageSize is the size of a large page in bytes. Memory that begins at a multiple of it has large pages throughout.
const PageSize = 2 << 20

// Advise asks that the slice, not yet touched, lie on large pages. It is only a hint: where the system refuses, all works as
// before, slower.
func Advise[T any](values []T) {
	if len(values) == 0 {
		return
	}
	advise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(values[0]))))
}

// Make returns a zeroed slice that begins with a large page, if the values are many enough for one. They hold no pointers.
func Make[T any](n int) []T {
	size := n * int(unsafe.Sizeof(*new(T)))
	if size < PageSize {
		return make([]T, n)
	}
	room := make([]byte, size+PageSize)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(room))) % PageSize
	values := unsafe.Slice((*T)(unsafe.Pointer(&room[skip])), n)
	Advise(values)
	return values
}
