//go:build (amd64 || arm64) && !noasm && !purego

package prefetch

import "unsafe"

//go:noescape
func one(p unsafe.Pointer)

//go:noescape
func two(p, q unsafe.Pointer)
