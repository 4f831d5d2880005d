//go:build (!amd64 && !arm64) || noasm || purego

package tt

func prefetch(*bucket) {}
