//go:build debug

package position

// verify checks the position against one built afresh, after every move, under the build tag debug.
func (p *Position) verify() {
	if err := p.Validate(); err != nil {
		panic(err)
	}
}
