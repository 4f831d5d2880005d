//go:build !amd64 || noasm || purego

package tt

func prefetch(*bucket) {}
