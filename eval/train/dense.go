package train

import "katachi/eval/train/kernel"

// dense takes the batch through the dense layers, and the gradients back if learning.
func (t *trainer) dense(learning bool) (total loss) {
	b := t.batch
	slices := (len(b.examples) + sliceExamples - 1) / sliceExamples
	parallel(t.workers, slices, func(i int) {
		s := &b.slices[i]
		s.loss = loss{}
		last := min((i+1)*sliceExamples, len(b.examples))
		for first := i * sliceExamples; first < last; first += chunkExamples {
			end := min(first+chunkExamples, last)
			t.outputs(s, first, end)
			t.compare(s, first, end, learning)
			if learning {
				t.backward(s, first, end)
			}
		}
	})
	for i := range slices {
		total.add(b.slices[i].loss)
	}
	return total
}

// outputs computes the hidden layers' activations of the examples from first up to last.
func (t *trainer) outputs(s *slice, first, last int) {
	n, k := t.net, t.kernel
	count := roundUp(last-first, 8) // what the padding computes is not used
	x := kernel.Rows(t.batch.activations[first*2*n.width:], 2*n.width)
	out1, out2 := s.out1[:count*n.hidden1], s.out2[:count*n.hidden2]

	fill(out1, n.bias1.weights)
	for i, rows := range t.batch.contacts[first:last] {
		for _, row := range rows {
			k.Add(out1[i*n.hidden1:][:n.hidden1], t.weights.contacts[int(row)*n.hidden1:][:n.hidden1])
		}
	}
	k.Multiply(kernel.Rows(out1, n.hidden1), x, kernel.Rows(t.weights.weights1, n.hidden1), count, n.hidden1, 2*n.width)
	k.Clamp(out1)
	t.roundActivations(out1)
	fill(out2, n.bias2.weights)
	k.Multiply(kernel.Rows(out2, n.hidden2), kernel.Rows(out1, n.hidden1), kernel.Rows(t.weights.weights2, n.hidden2),
		count, n.hidden2, n.hidden1)
	k.Clamp(out2)
	t.roundActivations(out2)
}

// roundActivations rounds a hidden layer's activations to the engine's, if the forward pass is rounded. The first
// layer's need no rounding, since they are sums of rounded weights.
func (t *trainer) roundActivations(x []float32) {
	if t.rounding {
		t.kernel.Round(x, x, activationOne, 1.0/activationOne)
	}
}

// compare computes the last layer and its loss and, when learning, its gradients.
func (t *trainer) compare(s *slice, first, last int, learning bool) {
	n, examples := t.net, t.batch.examples[first:last]
	share := 1 / float64(len(t.batch.examples))
	weights3, grad3 := t.weights.weights3, s.grads[4]
	for i := range examples {
		e := &examples[i]
		out := s.out2[i*n.hidden2:][:n.hidden2]
		y := n.bias3.weights[0]
		for j, v := range out {
			y += v * weights3[j]
		}
		score, want := float64(y)*outputUnit, t.target.of(e)
		sum, slope := t.target.loss(want, score)
		l := loss{Sum: sum, Least: entropy(want), N: 1}
		if !learning {
			if e.result != unknown {
				l.Outcome, _ = t.target.loss(points(e.result), score)
				l.Finished = 1
			}
			searched := e.searched.of()
			l.Score, _ = t.target.loss(searched, score)
			l.Score -= entropy(searched)
			s.loss.add(l)
			continue
		}
		s.loss.add(l)
		g := float32(slope * outputUnit * share)
		s.grads[5][0] += g
		grad := s.grad2[i*n.hidden2:][:n.hidden2]
		for j, v := range out {
			grad3[j] += g * v
			grad[j] = g * weights3[j]
		}
	}
}

// backward takes the gradients from the last layer to the first layer's activations, which they replace. Matrices have
// whole blocks of examples, sums only the examples that there are.
func (t *trainer) backward(s *slice, first, last int) {
	n, k := t.net, t.kernel
	count, inputs := last-first, 2*n.width
	padded := roundUp(count, 8)
	activations := t.batch.activations[first*inputs : last*inputs]
	grad1, grad2 := s.grad1[:padded*n.hidden1], s.grad2[:padded*n.hidden2]

	clear(grad2[count*n.hidden2:])
	k.Mask(grad2, s.out2[:len(grad2)])
	addRows(s.grads[3], grad2[:count*n.hidden2])
	k.Multiply(kernel.Rows(s.grads[2], n.hidden2), kernel.Rows(s.out1, n.hidden1).Transposed(), kernel.Rows(grad2, n.hidden2),
		n.hidden1, n.hidden2, count)

	clear(grad1)
	k.Multiply(kernel.Rows(grad1, n.hidden1), kernel.Rows(grad2, n.hidden2), kernel.Rows(t.weights.transposed2, n.hidden1),
		padded, n.hidden1, n.hidden2)
	k.Mask(grad1, s.out1[:len(grad1)])
	addRows(s.grads[1], grad1[:count*n.hidden1])
	for i, rows := range t.batch.contacts[first:last] {
		for _, row := range rows {
			k.Add(s.grads[6][int(row)*n.hidden1:][:n.hidden1], grad1[i*n.hidden1:][:n.hidden1])
		}
	}
	k.Multiply(kernel.Rows(s.grads[0], n.hidden1), kernel.Rows(activations, inputs).Transposed(), kernel.Rows(grad1, n.hidden1),
		inputs, n.hidden1, count)

	clear(s.input[:padded*inputs])
	k.Multiply(kernel.Rows(s.input, inputs), kernel.Rows(grad1, n.hidden1), kernel.Rows(t.weights.transposed1, inputs),
		padded, inputs, n.hidden1)
	k.Mask(s.input[:len(activations)], activations)
	copy(activations, s.input)
}

// fill writes the row repeatedly.
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

// transpose writes the matrix with rows of the given width to dst with rows and columns exchanged.
func transpose(dst, src []float32, width int) {
	height := len(src) / width
	for i := range height {
		for j, v := range src[i*width:][:width] {
			dst[j*height+i] = v
		}
	}
}
