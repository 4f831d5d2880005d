// Package prefetch asks the processor to load memory into its caches before it is needed. Go has no such instruction, hence the
// lines of assembly; elsewhere nothing happens.
package prefetch

import "unsafe"

// One starts loading the cache line that p points into.
func One[T any](p *T) { one(unsafe.Pointer(p)) }

// Two starts loading both lines.
func Two[T any](p, q *T) { two(unsafe.Pointer(p), unsafe.Pointer(q)) }
