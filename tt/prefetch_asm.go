//go:build (amd64 || arm64) && !noasm && !purego

package tt

// prefetch asks the processor to load a bucket into its caches.
//
//go:noescape
func prefetch(b *bucket)
