package book

// chunks is a long list that grows without being copied: a book of gigabytes must not need twice its size while it is
// read.
type chunks[T any] struct {
	parts [][]T
	n     int
}

const (
	chunkBits = 14
	chunkSize = 1 << chunkBits
)

func (c *chunks[T]) push(v T) {
	if c.n&(chunkSize-1) == 0 {
		var part []T
		if c.n > 0 { // the first one grows with a small book
			part = make([]T, 0, chunkSize)
		}
		c.parts = append(c.parts, part)
	}
	last := &c.parts[len(c.parts)-1]
	*last = append(*last, v)
	c.n++
}

func (c *chunks[T]) at(i int) *T { return &c.parts[i>>chunkBits][i&(chunkSize-1)] }
