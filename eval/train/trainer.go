package train

import "katachi/eval/train/kernel"

// trainer makes steps: it takes batches through the network and back, and moves the weights. The result depends on the
// kernel, but not on the number of workers.
type trainer struct {
	net               *network
	kernel            *kernel.Kernel
	target            target
	workers           int
	batch             *batch
	step              int       // steps made, which Adam's corrections depend on
	weightDecay, pull float64   // see plan
	freeze            bool      // the first layer stays as it is
	noStep            []float32 // zeros

	// rounding makes the forward pass use weights and activations rounded to what the file and the engine have, so that
	// training compensates for it; the gradients go to the exact weights as if nothing were rounded.
	rounding bool
	weights  forwardWeights
}

func newTrainer(net *network, k *kernel.Kernel, t target, workers, batchSize int, rounding bool) *trainer {
	longest := 0
	for _, p := range net.dense() {
		longest = max(longest, len(p.weights))
	}
	if net.low != nil {
		longest = max(longest, len(net.low.amounts.weights))
	}
	return &trainer{
		net: net, kernel: k, target: t, workers: workers, batch: newBatch(net, batchSize),
		noStep: kernel.Floats(longest), rounding: rounding, weights: newForwardWeights(net, rounding),
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
	transpose(t.weights.transposed1, t.weights.weights1, t.net.hidden1)
	transpose(t.weights.transposed2, t.weights.weights2, t.net.hidden2)
	l := t.dense(true)
	switch {
	case t.freeze:
		return l
	case t.net.low != nil:
		t.lowRankGradients()
		return l
	}
	b := t.batch
	rows := b.rows[:2*len(b.examples)*b.perList]
	parallel(t.workers, len(b.tileGrads), func(i int) {
		t.kernel.Scatter(b.tileGrads[i], b.activations[i*kernel.Tile:], t.net.width, rows, b.perList)
	})
	return l
}

// forward writes the rows of the batch's examples and the activations of the first layer.
func (t *trainer) forward() {
	t.round()
	b, n := t.batch, t.net
	examples := len(b.examples)
	parallelParts(t.workers, examples, 512, func(first, last int) {
		for i := first; i < last; i++ {
			list := b.rows[2*i*b.perList:][: 0 : 2*b.perList]
			list = b.examples[i].appendRows(list, n.shape, b.mirrored[i])
			b.contacts[i] = b.examples[i].appendContacts(b.contacts[i][:0], n.shape, b.mirrored[i])
			// The bias row follows the rows of each perspective.
			half := b.perList - 1
			list = list[:2*b.perList]
			copy(list[b.perList:], list[half:2*half])
			list[half], list[2*half+1] = uint32(n.rows-1), uint32(n.rows-1)
		}
	})
	// A worker keeps its tile in the cache; the batch is halved so that more workers have something to do.
	parts := 2
	parallel(t.workers, parts*len(n.tiles), func(i int) {
		tile, part := i/parts, i%parts
		first, last := examples*part/parts, examples*(part+1)/parts
		t.kernel.Gather(b.activations[first*2*n.width+tile*kernel.Tile:], n.width, t.weights.tiles[tile],
			b.rows[2*first*b.perList:2*last*b.perList], b.perList)
	})
}
