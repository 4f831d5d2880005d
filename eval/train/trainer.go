package train

import (
	"math"

	"katachi/eval/train/kernel"
)

// trainer makes steps: it takes batches through the network and back, and moves the weights. What it computes depends on
// the kernel, but not on the number of workers.
type trainer struct {
	net     *network
	kernel  *kernel.Kernel
	target  target
	workers int
	batch   *batch
	step    int     // steps made, which Adam's corrections depend on
	decay   float64 // see plan
	// transposed1 and transposed2 are the weights of the hidden layers as [output][input].
	transposed1, transposed2 []float32
	noStep                   []float32 // zeros
}

const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

func newTrainer(net *network, k *kernel.Kernel, t target, workers, batchSize int) *trainer {
	return &trainer{
		net: net, kernel: k, target: t, workers: workers, batch: newBatch(net, batchSize),
		transposed1: kernel.Floats(len(net.weights1.weights)),
		transposed2: kernel.Floats(len(net.weights2.weights)),
		noStep:      kernel.Floats(max(len(net.weights1.weights), net.hidden1*net.hidden2)),
	}
}

// evaluate measures the loss on the batch's examples without learning.
func (t *trainer) evaluate() loss {
	t.forward()
	return t.dense(false)
}

// learn makes a step at the learning rate on the batch's examples and returns their loss before it.
func (t *trainer) learn(rate float64) loss {
	l := t.gradients()
	t.update(rate)
	return l
}

// gradients computes the gradients of the mean loss of the batch's examples.
func (t *trainer) gradients() loss {
	t.forward()
	transpose(t.transposed1, t.net.weights1.weights, t.net.hidden1)
	transpose(t.transposed2, t.net.weights2.weights, t.net.hidden2)
	l := t.dense(true)
	b := t.batch
	rows := b.rows[:2*len(b.examples)*b.perList]
	parallel(t.workers, len(b.tileGrads), func(i int) {
		t.kernel.Scatter(b.tileGrads[i], b.activations[i*kernel.Tile:], t.net.width, rows, b.perList)
	})
	return l
}

// forward writes the rows of the batch's examples and the activations of the first layer.
func (t *trainer) forward() {
	b, n := t.batch, t.net
	const chunk = 512
	examples := len(b.examples)
	chunks := (examples + chunk - 1) / chunk
	parallel(t.workers, chunks, func(i int) {
		for j := i * chunk; j < min((i+1)*chunk, examples); j++ {
			list := b.rows[2*j*b.perList:][: 0 : 2*b.perList]
			list = b.examples[j].appendRows(list, n.shape, b.mirrored[j])
			// Between the two perspectives goes the bias, and behind them.
			half := b.perList - 1
			list = list[:2*b.perList]
			copy(list[b.perList:], list[half:2*half])
			list[half], list[2*half+1] = uint32(n.rows-1), uint32(n.rows-1)
		}
	})
	// Who sums up a tile keeps it in the cache; the halves of the batch give more workers something to do.
	parts := 2
	parallel(t.workers, parts*len(n.tiles), func(i int) {
		tile, part := i/parts, i%parts
		first, last := examples*part/parts, examples*(part+1)/parts
		t.kernel.Gather(b.activations[first*2*n.width+tile*kernel.Tile:], n.width, n.tiles[tile].weights,
			b.rows[2*first*b.perList:2*last*b.perList], b.perList)
	})
}

// dense takes the batch through the dense layers, and the gradients back if learning.
func (t *trainer) dense(learning bool) (total loss) {
	b := t.batch
	slices := (len(b.examples) + sliceExamples - 1) / sliceExamples
	parallel(t.workers, slices, func(i int) {
		s := &b.slices[i]
		s.loss = loss{}
		last := min((i+1)*sliceExamples, len(b.examples))
		for first := i * sliceExamples; first < last; first += chunkExamples {
			t.chunk(s, first, min(first+chunkExamples, last), learning)
		}
	})
	for i := range slices {
		total.add(b.slices[i].loss)
	}
	return total
}

// chunk takes the examples from first up to last through the dense layers.
func (t *trainer) chunk(s *slice, first, last int, learning bool) {
	n, k, b := t.net, t.kernel, t.batch
	count, inputs := last-first, 2*n.width
	padded := roundUp(count, 8) // the examples that fill up are others' or old ones; nothing comes of them
	x := kernel.Rows(b.activations[first*inputs:], inputs)
	out1, out2 := kernel.Rows(s.out1, n.hidden1), kernel.Rows(s.out2, n.hidden2)

	fill(s.out1[:padded*n.hidden1], n.bias1.weights)
	k.Multiply(out1, x, kernel.Rows(n.weights1.weights, n.hidden1), padded, n.hidden1, inputs)
	k.Clamp(s.out1[:padded*n.hidden1])
	fill(s.out2[:padded*n.hidden2], n.bias2.weights)
	k.Multiply(out2, out1, kernel.Rows(n.weights2.weights, n.hidden2), padded, n.hidden2, n.hidden1)
	k.Clamp(s.out2[:padded*n.hidden2])

	share := 1 / float64(len(b.examples))
	weights3, grad3 := n.weights3.weights, s.grads[4]
	for i := range count {
		out := s.out2[i*n.hidden2:][:n.hidden2]
		y := n.bias3.weights[0]
		for j, v := range out {
			y += v * weights3[j]
		}
		want := t.target.of(b.examples[first+i])
		sum, slope := t.target.loss(want, float64(y)*outputUnit)
		s.loss.N++
		s.loss.Sum += sum
		s.loss.Least += entropy(want)
		if !learning {
			outcome, _ := t.target.loss(points(b.examples[first+i].result), float64(y)*outputUnit)
			s.loss.Outcome += outcome
			want := sigmoid(float64(b.examples[first+i].score) / t.target.scale)
			score, _ := t.target.loss(want, float64(y)*outputUnit)
			s.loss.Score += score - entropy(want)
			continue
		}
		g := float32(slope * outputUnit * share)
		s.grads[5][0] += g
		grad := s.grad2[i*n.hidden2:][:n.hidden2]
		for j, v := range out {
			grad3[j] += g * v
			grad[j] = g * weights3[j]
		}
	}
	if !learning {
		return
	}
	// The way back. Matrices have whole blocks of examples, sums only those that are there.
	grad1, grad2 := kernel.Rows(s.grad1, n.hidden1), kernel.Rows(s.grad2, n.hidden2)
	clear(s.grad2[count*n.hidden2 : padded*n.hidden2])
	k.Mask(s.grad2[:padded*n.hidden2], s.out2[:padded*n.hidden2])
	addRows(s.grads[3], s.grad2[:count*n.hidden2])
	k.Multiply(kernel.Rows(s.grads[2], n.hidden2), out1.Transposed(), grad2, n.hidden1, n.hidden2, count)

	clear(s.grad1[:padded*n.hidden1])
	k.Multiply(grad1, grad2, kernel.Rows(t.transposed2, n.hidden1), padded, n.hidden1, n.hidden2)
	k.Mask(s.grad1[:padded*n.hidden1], s.out1[:padded*n.hidden1])
	addRows(s.grads[1], s.grad1[:count*n.hidden1])
	k.Multiply(kernel.Rows(s.grads[0], n.hidden1), x.Transposed(), grad1, inputs, n.hidden1, count)

	clear(s.input[:padded*inputs])
	k.Multiply(kernel.Rows(s.input, inputs), grad1, kernel.Rows(t.transposed1, inputs), padded, inputs, n.hidden1)
	activations := b.activations[first*inputs : last*inputs]
	k.Mask(s.input[:count*inputs], activations)
	copy(activations, s.input)
}

// fill writes the row again and again.
func fill(dst, row []float32) {
	for len(dst) > 0 {
		dst = dst[copy(dst, row):]
	}
}

// addRows adds all rows of a matrix to sum.
func addRows(sum, rows []float32) {
	for ; len(rows) > 0; rows = rows[len(sum):] {
		for j, v := range rows[:len(sum)] {
			sum[j] += v
		}
	}
}

// transpose writes the matrix with rows of the given width to dst with rows and columns changed.
func transpose(dst, src []float32, width int) {
	height := len(src) / width
	for i := range height {
		for j, v := range src[i*width:][:width] {
			dst[j*height+i] = v
		}
	}
}

// update moves the weights against the gradients.
func (t *trainer) update(rate float64) {
	t.step++
	b, n := t.batch, t.net
	correction1, correction2 := 1-math.Pow(beta1, float64(t.step)), math.Sqrt(1-math.Pow(beta2, float64(t.step)))
	base := kernel.Step{
		Beta1: beta1, Rest1: 1 - beta1, Beta2: beta2, Rest2: 1 - beta2,
		Rate: float32(rate * correction2 / correction1), Epsilon: float32(epsilon * correction2), Keep: 1,
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
	const parts = 8
	parallel(t.workers, parts*len(n.tiles), func(i int) {
		tile, part := i/parts, i%parts
		step := limited(n.tiles[tile])
		if n.shared != nil {
			step.Keep = float32(1 - rate*t.decay)
		}
		t.updateTile(tile, part, parts, step, &base)
	})
}

// updateTile moves a part of a tile's rows: those of the same pieces in all buckets.
func (t *trainer) updateTile(tile, part, parts int, step, base *kernel.Step) {
	const size = kernel.Tile
	n := t.net
	p, grad := n.tiles[tile], t.batch.tileGrads[tile]
	move := func(first, last int, plus []float32) {
		first, last = first*size, last*size
		t.kernel.Adam(p.weights[first:last], grad[first:last], p.mean[first:last], p.variance[first:last], plus, step)
	}
	if part == parts-1 { // the bias
		bias := *step
		bias.Keep = 1
		step = &bias
		move(n.rows-1, n.rows, t.noStep[:size])
	}
	stride := n.shape.Stride()
	first, last := stride*part/parts, stride*(part+1)/parts
	if n.shared == nil {
		for ; first < last; first++ {
			move(first, first+1, t.noStep[:size])
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
			move(row, row+1, moved[:])
		}
	}
}
