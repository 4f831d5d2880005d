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
	k, err := kernel.Best()
	require.NoError(t, err)
	tr := newTrainer(net, k, target{scale: 600}, 2, 8, false)
	tr.pull = decay
	stride, rng := net.shape.Stride(), rand.New(rand.NewPCG(1, 2))
	buckets := net.shape.Rows() / stride
	const tile, piece, column = 1, 777, 13
	weight := func(bucket int) *float32 {
		return &net.tiles[tile].weights[(bucket*stride+piece)*kernel.Tile+column]
	}
	shared, own := plainAdam{w: float64(*weight(0))}, make([]plainAdam, buckets)
	for step := 1; step <= 20; step++ {
		rate, sum := 2e-3/float64(step), 0.0
		for b := range buckets {
			g := float32(rng.NormFloat64())
			if b == 2 {
				g = 0 // never seen: it follows the others
			}
			tr.batch.tileGrads[tile][(b*stride+piece)*kernel.Tile+column] = g
			own[b].move(float64(g), rate, 1-rate*decay, step)
			sum += float64(g)
		}
		shared.move(sum, rate, 1, step)
		tr.update(rate)
		for b := range buckets {
			require.InDelta(t, shared.w+own[b].w, *weight(b), 1e-5, "step %d, bucket %d", step, b)
			require.Zero(t, tr.batch.tileGrads[tile][(b*stride+piece)*kernel.Tile+column])
		}
	}
	require.Zero(t, own[2].w)
}

// TestUpdateDense moves a weight of a dense layer, up to its limit.
func TestUpdateDense(t *testing.T) {
	net := newNetwork(shapeNamed(t, "kp-256"))
	net.initialise(9)
	k, err := kernel.Best()
	require.NoError(t, err)
	tr := newTrainer(net, k, target{scale: 600}, 1, 2*sliceExamples, false)
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
