package train

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval/nnue"
	"katachi/eval/train/kernel"
	"katachi/movegen"
	"katachi/position"
)

// testScale is the scale of scores in the tests.
const testScale = 600

// randomExamples returns positions of random games; score and result are of the caller.
func randomExamples(seed uint64, n int, judge func(p *position.Position) (score int16, result int8)) (list []example) {
	rng := rand.New(rand.NewPCG(seed, 7))
	for len(list) < n {
		p := position.New(position.Shogi)
		for range 100 {
			moves := movegen.Legal(p, nil)
			if len(moves) == 0 || len(list) == n {
				break
			}
			p.Do(moves[rng.IntN(len(moves))])
			if rng.IntN(4) == 0 {
				score, result := judge(p)
				worth := newChance(sigmoid(float64(score) / testScale))
				list = append(list, newExample(p, worth, worth, result))
			}
		}
	}
	return list
}

func shapeNamed(t testing.TB, name string) *nnue.Shape {
	shape, err := nnue.ShapeNamed(name)
	require.NoError(t, err)
	return shape
}

// trainerOf returns a trainer without rounding, with the fastest kernel, for batches of up to that many examples.
func trainerOf(t testing.TB, net *network, result float64, workers, batch int) *trainer {
	k, err := kernel.Best()
	require.NoError(t, err)
	return newTrainer(net, k, target{scale: testScale, result: result}, workers, batch, false)
}

func use(tr *trainer, list []example) {
	tr.batch.examples = list
	for i := range list {
		tr.batch.mirrored[i] = i%3 == 0
	}
}

// TestGradients compares the gradients with differences of the loss.
func TestGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	count := 140
	if testing.Short() {
		count = 30
	}
	l := randomExamples(1, count, func(*position.Position) (int16, int8) { return int16(rng.IntN(2000) - 1000), int8(rng.IntN(3) - 1) })
	for name, workers := range map[string]int{"kp-256": 1, "halfka-k6-128": 2, "halfka-k1-128-contacts": 2} {
		net := newNetwork(shapeNamed(t, name))
		net.initialise(5)
		tr := trainerOf(t, net, 0.4, workers, len(l))
		use(tr, l)
		tr.gradients()
		require.InDelta(t, meanLoss(tr), tr.evaluate().Sum/float64(len(l)), 1e-5, "the plain way to compute the loss")
		for i, p := range net.tiles {
			compareGradient(t, tr, p, tr.batch.tileGrads[i])
		}
		for i, p := range net.dense() {
			grad := make([]float32, len(p.weights))
			for _, s := range tr.batch.slices {
				for j, g := range s.grads[i] {
					grad[j] += g
				}
			}
			require.True(t, slices.ContainsFunc(grad, func(g float32) bool { return g != 0 }), p.name)
			compareGradient(t, tr, p, grad)
		}
	}
}

// compareGradient looks at the greatest gradients of a group: rounding drowns small ones.
func compareGradient(t *testing.T, tr *trainer, p *param, grad []float32) {
	order := make([]int, len(grad))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(float64(grad[j])), math.Abs(float64(grad[i]))) })
	for _, i := range order[:min(3, len(order))] {
		if grad[i] == 0 {
			continue
		}
		const h = 1e-4
		w := p.weights[i]
		p.weights[i] = w + h
		up := meanLoss(tr)
		p.weights[i] = w - h
		down := meanLoss(tr)
		p.weights[i] = w
		want := (up - down) / (2 * h)
		require.InDelta(t, want, grad[i], 0.03*math.Abs(want)+1e-6, "%s %s %d", tr.net.shape, p.name, i)
	}
}

// meanLoss computes the loss in double precision, straight from the definition and from nnue's own features.
func meanLoss(tr *trainer) float64 {
	sum := 0.0
	for i := range tr.batch.examples {
		s := &tr.batch.examples[i]
		y := output(tr.net, s, tr.batch.mirrored[i])
		want := tr.target.of(s)
		p := sigmoid(y / tr.target.scale)
		sum -= want*math.Log(p) + (1-want)*math.Log(1-p)
	}
	return sum / float64(len(tr.batch.examples))
}

// output returns the network's score for an example in centipawns.
func output(n *network, s *example, mirrored bool) float64 {
	rows := s.appendRows(nil, n.shape, mirrored)
	var x []float64
	for _, half := range [][]uint32{rows[:len(rows)/2], rows[len(rows)/2:]} {
		for _, tile := range n.tiles {
			for j := range kernel.Tile {
				sum := float64(tile.weights[(n.rows-1)*kernel.Tile+j])
				for _, r := range half {
					sum += float64(tile.weights[int(r)*kernel.Tile+j])
				}
				x = append(x, max(0, min(1, sum)))
			}
		}
	}
	contacts := s.appendContacts(nil, n.shape, mirrored)
	layer := func(x []float64, w, b *param, outputs int) (out []float64) {
		for o := range outputs {
			sum := float64(b.weights[o])
			for _, row := range contacts {
				if b == n.bias1 {
					sum += float64(n.contacts.weights[int(row)*outputs+o])
				}
			}
			for i, v := range x {
				sum += v * float64(w.weights[i*outputs+o])
			}
			out = append(out, max(0, min(1, sum)))
		}
		return out
	}
	x = layer(x, n.weights1, n.bias1, n.hidden1)
	x = layer(x, n.weights2, n.bias2, n.hidden2)
	y := float64(n.bias3.weights[0])
	for i, v := range x {
		y += v * float64(n.weights3.weights[i])
	}
	return y * outputUnit
}
