package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval/train/kernel"
)

// plainAdam is one weight with the optimizer as its authors wrote it down.
type plainAdam struct{ w, m, v float64 }

func (a *plainAdam) move(g, rate, keep float64, step int) {
	a.m = 0.9*a.m + 0.1*g
	a.v = 0.999*a.v + 0.001*g*g
	a.w = keep*a.w - rate*(a.m/(1-math.Pow(0.9, float64(step))))/(math.Sqrt(a.v/(1-math.Pow(0.999, float64(step))))+1e-8)
}

// TestSharedRows moves rows of buckets as the sums of weights of their own, which decay, and weights that the buckets
// share, and compares with those kept apart.
func TestSharedRows(t *testing.T) {
	const decay = 40
	net := newNetwork(shapeNamed(t, "halfkp-k6-128"))
	net.initialise(9)
	tr := trainerOf(t, net, 0, 2, 8)
	tr.pull = decay
	stride, rng := net.shape.Stride(), rand.New(rand.NewPCG(1, 2))
	buckets := net.shape.Rows() / stride
	const tile, column = 1, 13
	pieces := []int{0, 777, stride - 1} // the rows of the last ones move with the bias, which does not decay
	at := func(bucket, piece int) int { return (bucket*stride+piece)*kernel.Tile + column }
	weights := net.tiles[tile].weights
	shared, own := map[int]*plainAdam{}, map[int][]plainAdam{}
	for _, piece := range pieces {
		shared[piece], own[piece] = &plainAdam{w: float64(weights[at(0, piece)])}, make([]plainAdam, buckets)
	}
	for step := 1; step <= 20; step++ {
		rate := 2e-3 / float64(step)
		for _, piece := range pieces {
			sum := 0.0
			for b := range buckets {
				g := float32(rng.NormFloat64())
				if b == 2 {
					g = 0 // never seen: it follows the others
				}
				tr.batch.tileGrads[tile][at(b, piece)] = g
				own[piece][b].move(float64(g), rate, 1-rate*decay, step)
				sum += float64(g)
			}
			shared[piece].move(sum, rate, 1, step)
		}
		tr.update(rate)
		for _, piece := range pieces {
			for b := range buckets {
				require.InDelta(t, shared[piece].w+own[piece][b].w, weights[at(b, piece)], 1e-5, "step %d, piece %d, bucket %d", step, piece, b)
				require.Zero(t, tr.batch.tileGrads[tile][at(b, piece)])
			}
			require.Zero(t, own[piece][2].w)
		}
	}
}

// TestWeightDecay makes a step without gradients: the weights of rows without buckets decay, but not the bias.
func TestWeightDecay(t *testing.T) {
	net := newNetwork(shapeNamed(t, "kp-256"))
	tr := trainerOf(t, net, 0, 2, 8)
	tr.weightDecay = 40
	rows := []int{0, 777, net.rows - 2, net.rows - 1}
	for _, row := range rows {
		net.tiles[2].weights[row*kernel.Tile] = 1
	}
	net.weights1.weights[3] = 1
	tr.update(0.01)
	for _, row := range rows[:3] {
		require.EqualValues(t, float32(0.6), net.tiles[2].weights[row*kernel.Tile], "row %d", row)
	}
	require.EqualValues(t, 1, net.tiles[2].weights[rows[3]*kernel.Tile])
	require.EqualValues(t, float32(0.6), net.weights1.weights[3])
}

// TestUpdateDense moves a weight of a dense layer, up to its limit.
func TestUpdateDense(t *testing.T) {
	net := newNetwork(shapeNamed(t, "kp-256"))
	net.initialise(9)
	tr := trainerOf(t, net, 0, 1, 2*sliceExamples)
	net.weights2.weights[5] = 1.9
	want := plainAdam{w: 1.9}
	for step := 1; step <= 10; step++ {
		for i := range tr.batch.slices { // the parts' sum counts
			tr.batch.slices[i].grads[2][5] = -0.5 * float32(step)
		}
		tr.update(0.02)
		want.move(-float64(step), 0.02, 1, step)
		require.InDelta(t, min(hiddenLimit, want.w), net.weights2.weights[5], 1e-4)
		require.Zero(t, tr.batch.slices[1].grads[2][5])
	}
	require.EqualValues(t, float32(hiddenLimit), net.weights2.weights[5])
}
