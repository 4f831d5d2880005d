package train

import "katachi/eval/train/kernel"

// forwardWeights are the weights that the forward pass uses: the network's or, if it is rounded, copies with the values
// that the file's integers stand for.
type forwardWeights struct {
	tiles                        [][]float32
	weights1, weights2, weights3 []float32
	contacts                     []float32 // nil if there are none
	// transposed1 and transposed2 are the weights of the hidden layers as [output][input], for the backward pass.
	transposed1, transposed2 []float32
	stale                    bool // the network has moved
	tilesDone                bool // the first layer stays as it is, and is rounded
}

func newForwardWeights(n *network, rounding bool) (f forwardWeights) {
	view := func(p *param) []float32 {
		if rounding {
			return kernel.Floats(len(p.weights))
		}
		return p.weights
	}
	for _, tile := range n.tiles {
		f.tiles = append(f.tiles, view(tile))
	}
	f.weights1, f.weights2, f.weights3 = view(n.weights1), view(n.weights2), view(n.weights3)
	if n.contacts != nil {
		f.contacts = view(n.contacts)
	}
	f.transposed1, f.transposed2 = kernel.Floats(len(f.weights1)), kernel.Floats(len(f.weights2))
	f.stale = true
	return f
}

// round brings the rounded weights up to date.
func (t *trainer) round() {
	n, f := t.net, &t.weights
	if !t.rounding || !f.stale {
		return
	}
	f.stale = false
	if !f.tilesDone {
		for i, tile := range n.tiles {
			parallelParts(t.workers, len(tile.weights), 1<<16, func(first, last int) {
				t.kernel.Round(f.tiles[i][first:last], tile.weights[first:last], activationOne, 1.0/activationOne)
			})
		}
	}
	f.tilesDone = t.freeze
	t.kernel.Round(f.weights1, n.weights1.weights, weightOne, 1.0/weightOne)
	t.kernel.Round(f.weights2, n.weights2.weights, weightOne, 1.0/weightOne)
	t.kernel.Round(f.weights3, n.weights3.weights, lastOne, 1.0/lastOne)
	if n.contacts != nil {
		t.kernel.Round(f.contacts, n.contacts.weights, contactOne, 1.0/contactOne)
	}
}
