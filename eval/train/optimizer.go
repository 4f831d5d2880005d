package train

import (
	"math"

	"katachi/eval/train/kernel"
)

// The optimizer is AdamW: Adam with its authors' constants (Kingma and Ba, 2015), and weights that decay apart from the
// gradient's moments (Loshchilov and Hutter, 2019).
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// update moves the weights against the gradients.
func (t *trainer) update(rate float64) {
	t.step++
	t.weights.stale = true
	b, n := t.batch, t.net
	correction1, correction2 := 1-math.Pow(beta1, float64(t.step)), math.Sqrt(1-math.Pow(beta2, float64(t.step)))
	base := kernel.Step{
		Beta1: beta1, Rest1: 1 - beta1, Beta2: beta2, Rest2: 1 - beta2,
		Rate: float32(rate * correction2 / correction1), Epsilon: float32(epsilon * correction2), Keep: float32(1 - rate*t.weightDecay),
	}
	limited := func(p *param) *kernel.Step {
		s := base
		s.Low, s.High = -p.limit, p.limit
		return &s
	}
	dense := n.dense()
	parallel(t.workers, len(dense), func(i int) {
		p, grad := dense[i], b.denseGrads[i]
		for j := range b.slices {
			part := b.slices[j].grads[i]
			t.kernel.Add(grad, part)
			clear(part)
		}
		t.kernel.Adam(p.weights, grad, p.mean, p.variance, t.noStep[:len(grad)], limited(p))
	})
	switch {
	case t.freeze:
		return
	case n.low != nil:
		s := limited(n.low.amounts)
		if since := float64(t.step - lookSteps); since > 0 { // their moments begin there
			c1, c2 := 1-math.Pow(beta1, since), math.Sqrt(1-math.Pow(beta2, since))
			s.Rate, s.Epsilon = float32(rate*c2/c1), float32(epsilon*c2)
		}
		t.lowRankUpdate(s)
		return
	}
	const parts = 8
	parallel(t.workers, parts*len(n.tiles), func(i int) {
		tile, part := i/parts, i%parts
		step := limited(n.tiles[tile])
		if n.shared != nil {
			step.Keep = float32(1 - rate*t.pull)
		}
		t.updateTile(tile, part, parts, step, &base)
	})
}

// updateTile moves a part of a tile's rows: those of the same pieces in all buckets.
func (t *trainer) updateTile(tile, part, parts int, step, base *kernel.Step) {
	const size = kernel.Tile
	n := t.net
	p, grad := n.tiles[tile], t.batch.tileGrads[tile]
	move := func(first, last int, plus []float32, step *kernel.Step) {
		first, last = first*size, last*size
		t.kernel.Adam(p.weights[first:last], grad[first:last], p.mean[first:last], p.variance[first:last], plus, step)
	}
	if part == parts-1 {
		bias := *step
		bias.Keep = 1
		move(n.rows-1, n.rows, t.noStep[:size], &bias)
	}
	stride := n.shape.Stride()
	first, last := stride*part/parts, stride*(part+1)/parts
	if n.shared == nil {
		for ; first < last; first++ {
			move(first, first+1, t.noStep[:size], step)
		}
		return
	}
	shared, sharedStep := n.shared[tile], *base
	sharedStep.Low, sharedStep.High = -noLimit, noLimit
	var sum, moved [size]float32
	for ; first < last; first++ {
		for row := first; row < n.rows-1; row += stride {
			t.kernel.Add(sum[:], grad[row*size:][:size])
		}
		weights := shared.weights[first*size:][:size]
		for j, w := range weights {
			moved[j] = -step.Keep * w
		}
		t.kernel.Adam(weights, sum[:], shared.mean[first*size:][:size], shared.variance[first*size:][:size], t.noStep[:size], &sharedStep)
		t.kernel.Add(moved[:], weights)
		for row := first; row < n.rows-1; row += stride {
			move(row, row+1, moved[:], step)
		}
	}
}
