package train

import (
	"math"
	"math/rand/v2"
	"slices"

	"katachi/eval/train/kernel"
)

// lowRank lets few games teach the first layer something: its rows move only along a few directions, the same for all
// rows, and by the same amounts in all buckets of the own king's square. The directions are those in which the gradient
// at the accumulators varies most: the first eigenvectors of its second moments over the first lookSteps steps, in
// which the first layer rests.
type lowRank struct {
	rank       int
	padded     int       // rank, with what the kernels need to fill up
	moments    *param    // [width][width], of the gradients so far; symmetric
	directions *param    // [direction][width], orthonormal, those behind rank zero
	amounts    *param    // [piece][direction], how far a row has moved; the last is the bias's
	gradient   []float32 // of the amounts
	lists      []float32 // [perspective][direction], the gradients of a batch along the directions
}

// lookSteps is the number of steps after which the directions are known.
const lookSteps = 60

// newLowRank returns a lowRank with room for rank directions, nil for 0.
func newLowRank(n *network, rank int) *lowRank {
	if rank == 0 {
		return nil
	}
	l := &lowRank{rank: rank, padded: roundUp(rank, 32)}
	pieces := n.shape.Stride() + 1
	l.moments = newParam("second moments", n.width*n.width, noLimit)
	l.directions = newParam("directions", l.padded*n.width, noLimit)
	l.amounts = newParam("amounts", pieces*l.padded, noLimit)
	l.gradient = kernel.Floats(pieces * l.padded)
	return l
}

// params lists the groups.
func (l *lowRank) params() []*param {
	if l == nil {
		return nil
	}
	return []*param{l.moments, l.directions, l.amounts}
}

// lowRankGradients projects the gradients at the accumulators on the directions, or looks for the directions.
func (t *trainer) lowRankGradients() {
	l, b, n := t.net.low, t.batch, t.net
	lists := 2 * len(b.examples)
	grads := kernel.Rows(b.activations[:lists*n.width], n.width)
	if t.step < lookSteps {
		parallel(t.workers, n.width/32, func(i int) {
			m := kernel.Rows(l.moments.weights, n.width)
			m.Data = m.Data[i*32*n.width:]
			columns := grads.Transposed()
			columns.Data = columns.Data[i*32:]
			t.kernel.Multiply(m, columns, grads, 32, n.width, lists)
		})
		return
	}
	if len(l.lists) == 0 {
		l.lists = kernel.Floats(len(b.activations) / n.width * l.padded)
	}
	across := kernel.Floats(len(l.directions.weights))
	transpose(across, l.directions.weights, n.width)
	parallelParts(t.workers, lists, 512, func(first, last int) {
		along := l.lists[first*l.padded : roundUp(last, 8)*l.padded]
		clear(along)
		from := kernel.Rows(b.activations[first*n.width:], n.width)
		t.kernel.Multiply(kernel.Rows(along, l.padded), from, kernel.Rows(across, l.padded), roundUp(last-first, 8), l.padded, n.width)
	})
	stride := uint32(n.shape.Stride())
	for i := range lists {
		along := l.lists[i*l.padded:][:l.padded]
		for _, row := range b.rows[i*b.perList:][:b.perList] {
			piece := row % stride
			if int(row) == n.rows-1 {
				piece = stride
			}
			t.kernel.Add(l.gradient[int(piece)*l.padded:][:l.padded], along)
		}
	}
}

// lowRankUpdate moves the amounts, and the rows with them.
func (t *trainer) lowRankUpdate(step *kernel.Step) {
	l, n := t.net.low, t.net
	switch {
	case t.step < lookSteps:
		return
	case t.step == lookSteps:
		eigenvectors(l.directions.weights[:l.rank*n.width], l.moments.weights, n.width)
		return
	}
	pieces := n.shape.Stride() + 1
	before := slices.Clone(l.amounts.weights)
	t.kernel.Adam(l.amounts.weights, l.gradient, l.amounts.mean, l.amounts.variance, t.noStep[:len(before)], step)
	by := kernel.Floats(roundUp(pieces, 8) * l.padded)
	for i, v := range l.amounts.weights {
		by[i] = v - before[i]
	}
	parallelParts(t.workers, pieces, 32, func(first, last int) {
		rows := roundUp(last-first, 8)
		moved := kernel.Floats(rows * n.width)
		t.kernel.Multiply(kernel.Rows(moved, n.width), kernel.Rows(by[first*l.padded:], l.padded), kernel.Rows(l.directions.weights, n.width),
			rows, n.width, l.padded)
		for tile := range n.tiles {
			for piece := first; piece < last; piece++ {
				n.moveRows(tile, piece, moved[(piece-first)*n.width+tile*kernel.Tile:][:kernel.Tile])
			}
		}
	})
}

// moveRows moves a tile's rows of a piece in all buckets; the piece after the last is the bias.
func (n *network) moveRows(tile, piece int, by []float32) {
	stride, weights := n.shape.Stride(), n.tiles[tile].weights
	if piece == stride {
		moveWithin(weights[(n.rows-1)*kernel.Tile:], by, n.tiles[tile].limit)
		return
	}
	for row := piece; row < n.rows-1; row += stride {
		moveWithin(weights[row*kernel.Tile:], by, n.tiles[tile].limit)
	}
	if n.shared != nil {
		moveWithin(n.shared[tile].weights[piece*kernel.Tile:], by, noLimit)
	}
}

// moveWithin adds by to the first weights, which stay within ±limit.
func moveWithin(weights, by []float32, limit float32) {
	weights = weights[:len(by)]
	for i, v := range by {
		weights[i] = max(-limit, min(limit, weights[i]+v))
	}
}

// eigenvectors writes to dst as many of the first eigenvectors of a symmetric matrix without negative eigenvalues as it
// has room for, by orthogonal iteration (Golub and Van Loan, Matrix Computations, 8.2.4).
func eigenvectors(dst, matrix []float32, width int) {
	count := len(dst) / width
	scale := 0.0 // the gradients are tiny
	for i := range width {
		scale += float64(matrix[i*width+i])
	}
	if scale == 0 {
		return
	}
	rng := rand.New(rand.NewPCG(1, 1))
	vectors, next := make([]float64, len(dst)), make([]float64, len(dst))
	for i := range vectors {
		vectors[i] = rng.NormFloat64()
	}
	const rounds = 60
	for range rounds {
		for v := range count {
			x, y := vectors[v*width:][:width], next[v*width:][:width]
			for i := range y {
				sum := 0.0
				for j, m := range matrix[i*width:][:width] {
					sum += float64(m) * x[j]
				}
				y[i] = sum / scale
			}
			orthonormalise(next[:(v+1)*width], width)
		}
		vectors, next = next, vectors
	}
	for i, v := range vectors {
		dst[i] = float32(v)
	}
}

// orthonormalise makes the last of the vectors orthogonal to those before it, and its length 1; 0 if nothing is left of
// it.
func orthonormalise(vectors []float64, width int) {
	last := vectors[len(vectors)-width:]
	dot := func(x []float64) (sum float64) {
		for i, v := range x {
			sum += v * last[i]
		}
		return sum
	}
	whole := dot(last)
	for range 2 { // once more against rounding
		for before := vectors[:len(vectors)-width]; len(before) > 0; before = before[width:] {
			along := dot(before[:width])
			for i := range last {
				last[i] -= along * before[i]
			}
		}
	}
	length := math.Sqrt(dot(last))
	for i := range last {
		if length*length <= 1e-20*whole {
			last[i] = 0
			continue
		}
		last[i] /= length
	}
}
