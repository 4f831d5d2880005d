//go:build !debug

package position

// verify does nothing without the build tag debug.
func (p *Position) verify() {}
