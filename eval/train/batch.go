package train

import "katachi/eval/train/kernel"

// batch is the working memory of a step: the examples' rows, the activations of the first layer, and the gradients.
type batch struct {
	examples    []example
	mirrored    []bool
	perList     int        // rows of a perspective, the bias among them
	rows        []uint32   // a list for each example's side to move, then one for the opponent
	contacts    [][]uint32 // the rows of each example
	activations []float32  // [example][2*width], clamped; their gradients after the dense layers have been through
	slices      []slice
	tileGrads   [][]float32 // as the network's tiles
	denseGrads  [][]float32 // as the network's dense groups
}

// slice is the part of a batch that one goroutine takes through the dense layers. It has its own sums, and the slices'
// sums are added up in order, so the result does not depend on which goroutine did which.
type slice struct {
	grads [][]float32 // of the dense groups
	loss  loss
	// Of a chunk of examples, [example][hidden]: activations and gradients of the hidden layers.
	out1, out2, grad1, grad2 []float32
	input                    []float32 // [example][2*width], gradient of the first layer's activations
}

const (
	sliceExamples = 1024
	chunkExamples = 128 // a multiple of 8; their activations and gradients fit in the second-level cache
)

func newBatch(n *network, capacity int) *batch {
	capacity = roundUp(capacity, sliceExamples)
	b := &batch{
		mirrored:    make([]bool, capacity),
		contacts:    make([][]uint32, capacity),
		perList:     n.perList(),
		activations: kernel.Floats(capacity * 2 * n.width),
		denseGrads:  n.gradients(),
	}
	b.rows = make([]uint32, 2*capacity*b.perList)
	for range capacity / sliceExamples {
		b.slices = append(b.slices, slice{
			grads: n.gradients(),
			out1:  kernel.Floats(chunkExamples * n.hidden1), grad1: kernel.Floats(chunkExamples * n.hidden1),
			out2: kernel.Floats(chunkExamples * n.hidden2), grad2: kernel.Floats(chunkExamples * n.hidden2),
			input: kernel.Floats(chunkExamples * 2 * n.width),
		})
	}
	for range n.tiles {
		b.tileGrads = append(b.tileGrads, kernel.Floats(n.rows*kernel.Tile))
	}
	return b
}

// perList returns the number of rows that a perspective has in every position with both kings, the bias included.
func (n *network) perList() int {
	s := example{kings: [2]uint8{44, 36}}
	return len(s.appendRows(nil, n.shape, false))/2 + 1
}

// gradients returns room for the gradients of the dense groups.
func (n *network) gradients() (grads [][]float32) {
	for _, p := range n.dense() {
		grads = append(grads, kernel.Floats(len(p.weights)))
	}
	return grads
}
