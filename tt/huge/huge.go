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
