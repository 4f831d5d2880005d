//go:build (!amd64 && !arm64) || noasm || purego

package prefetch

import "unsafe"

func one(unsafe.Pointer) {}

func two(_, _ unsafe.Pointer) {}
