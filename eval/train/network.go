package train

import (
	"math"
	"math/rand/v2"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/eval/train/kernel"
)

// The network in floats: activations of 0..1 are the engine's 0..127, and an output of 1 is outputUnit centipawns. The
// file has integers: the first layer times activationOne, hidden weights times weightOne, and the last layer so that at
// FV_SCALE 16 the output comes out right.
const (
	activationOne = 127
	weightOne     = 64
	lastOne       = outputOne / float32(activationOne) // of the last layer's weights
	outputOne     = 600 * eval.DefaultFVScale          // of the output, in the units before the division by FV_SCALE
	outputUnit    = 600 * 100.0 / 90                   // centipawns, the network's pawn being 90
	rowLimit      = 32767.0 / 127 / 42                 // so no sum of a position's rows and bias overflows 16 bits
	hiddenLimit   = 127.0 / weightOne                  // of the 8-bit weights
	lastLimit     = 127.0 * activationOne / outputOne
	contactOne    = activationOne * weightOne / 4 // of the rows of contacts
	contactLimit  = 32767.0 / contactOne / 86     // so no sum of a position's rows overflows 16 bits
	noLimit       = math.MaxFloat32
)

// param is a group of weights with what Adam keeps for each of them.
type param struct {
	name           string
	weights        []float32
	mean, variance []float32 // moments of the gradient
	limit          float32   // weights stay within ±limit
}

func newParam(name string, n int, limit float32) *param {
	return &param{name, kernel.Floats(n), kernel.Floats(n), kernel.Floats(n), limit}
}

// network is the weights of a plain architecture while it is trained. The hidden layers are as wide as the kernels
// need; neurons beyond the architecture's have weights of zero, and their gradients are zero.
type network struct {
	shape            *nnue.Shape
	origin           *nnue.Shape // of the network file that it began with; nil: none
	rows, width      int         // of the first layer; the last row is the bias
	hidden1, hidden2 int         // with the neurons that only fill up
	tiles            []*param
	// shared is the rows that all buckets of own king squares have in common, tile by tile: a bucket's row in tiles is
	// the sum of its own and of the common one. nil if there are no buckets.
	shared []*param
	weights1, bias1, weights2, bias2,
	weights3, bias3 *param // weights lie [input][output]
	contacts *param   // rows of the first hidden layer's width; nil if the architecture has none
	low      *lowRank // how the first layer moves, if it does not move freely
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

func newNetwork(shape *nnue.Shape) *network {
	h1, h2 := shape.Hidden()
	n := &network{shape: shape, rows: shape.Rows() + 1, width: shape.Width(), hidden1: roundUp(h1, 32), hidden2: roundUp(h2, 32)}
	for range n.width / kernel.Tile {
		n.tiles = append(n.tiles, newParam("rows", n.rows*kernel.Tile, rowLimit))
		if shape.Stride() < shape.Rows() {
			n.shared = append(n.shared, newParam("shared rows", shape.Stride()*kernel.Tile, noLimit))
		}
	}
	n.weights1 = newParam("weights 1", 2*n.width*n.hidden1, hiddenLimit)
	n.bias1 = newParam("bias 1", n.hidden1, noLimit)
	n.weights2 = newParam("weights 2", n.hidden1*n.hidden2, hiddenLimit)
	n.bias2 = newParam("bias 2", n.hidden2, noLimit)
	n.weights3 = newParam("weights 3", n.hidden2, lastLimit)
	n.bias3 = newParam("bias 3", 16, noLimit) // only the first is used
	if rows := shape.Contacts(); rows > 0 {
		n.contacts = newParam("contacts", rows*n.hidden1, contactLimit)
	}
	return n
}

// dense lists the groups of the dense layers in the order in which their gradients lie, those of contacts last.
func (n *network) dense() []*param {
	list := []*param{n.weights1, n.bias1, n.weights2, n.bias2, n.weights3, n.bias3}
	if n.contacts != nil {
		list = append(list, n.contacts)
	}
	return list
}

// layer is a dense layer and how it relates to a file's integers.
type layer struct {
	weights, bias          *param // weights lie [input][output]
	inputs, outputs        int    // of the architecture
	stride                 int    // from an input's weights to the next one's
	weightScale, biasScale float32
	offset                 float32 // on each bias: the engine drops the sums' lowest bits, so half of what is dropped makes it round
}

// layers lists the dense layers.
func (n *network) layers() []layer {
	h1, h2 := n.shape.Hidden()
	return []layer{
		{n.weights1, n.bias1, 2 * n.width, h1, n.hidden1, weightOne, activationOne * weightOne, weightOne / 2},
		{n.weights2, n.bias2, h1, h2, n.hidden2, weightOne, activationOne * weightOne, weightOne / 2},
		{n.weights3, n.bias3, h2, 1, 1, lastOne, outputOne, 0},
	}
}

// params lists all groups but those of the low rank.
func (n *network) params() []*param {
	return append(append(n.dense(), n.tiles...), n.shared...)
}

// initialise gives the weights random values such that activations begin around the middle of their range. Rows of the
// same piece are the same in all buckets.
func (n *network) initialise(seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	stride := n.shape.Stride()
	for i, t := range n.tiles {
		bias := t.weights[(n.rows-1)*kernel.Tile:]
		for j := range bias {
			bias[j] = 0.5
		}
		for j := range stride * kernel.Tile {
			t.weights[j] = float32(rng.NormFloat64() * 0.04)
		}
		if n.shared != nil {
			copy(n.shared[i].weights, t.weights)
		}
		for row := stride; row < n.rows-1; row += stride {
			copy(t.weights[row*kernel.Tile:], t.weights[:stride*kernel.Tile])
		}
	}
	layers := n.layers()
	layers[0].initialise(rng)
	layers[1].initialise(rng)
	for i := range layers[2].inputs {
		n.weights3.weights[i] = float32(rng.NormFloat64() * 0.1)
	}
}

// initialise fills a layer so that an input of a half everywhere gives a half.
func (l *layer) initialise(rng *rand.Rand) {
	deviation := 1 / math.Sqrt(float64(l.inputs))
	for o := range l.outputs {
		sum := 0.0
		for i := range l.inputs {
			w := rng.NormFloat64() * deviation
			l.weights.weights[i*l.stride+o] = float32(w)
			sum += w
		}
		l.bias.weights[o] = float32(0.5 - 0.5*sum)
	}
}
