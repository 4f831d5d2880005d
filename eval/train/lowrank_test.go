package train

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval/train/kernel"
	"katachi/position"
)

// TestEigenvectors finds the vectors that a matrix was made of.
func TestEigenvectors(t *testing.T) {
	const width, count = 64, 5
	rng := rand.New(rand.NewPCG(3, 1))
	basis := make([]float64, width*width)
	for i := range width {
		for j := range width {
			basis[i*width+j] = rng.NormFloat64()
		}
		orthonormalise(basis[:(i+1)*width], width)
	}
	matrix := make([]float32, width*width)
	for v := range width {
		worth := 1e-9 * math.Pow(0.7, float64(v))
		for i := range width {
			for j := range width {
				matrix[i*width+j] += float32(worth * basis[v*width+i] * basis[v*width+j])
			}
		}
	}
	found := make([]float32, count*width)
	eigenvectors(found, matrix, width)
	for v := range count {
		dot := 0.0
		for i, x := range found[v*width:][:width] {
			dot += float64(x) * basis[v*width+i]
		}
		require.InDelta(t, 1, math.Abs(dot), 1e-4, v)
	}
	nothing := make([]float32, width)
	eigenvectors(nothing, make([]float32, width*width), width)
	require.Equal(t, make([]float32, width), nothing)
}

// TestLowRank: rows move along a few directions, alike in all buckets, by what the amounts say; that is learned from, and a run
// that was stopped, before the directions were known and after, comes to the same.
func TestLowRank(t *testing.T) {
	const architecture = "halfka-k4-128"
	net := newNetwork(shapeNamed(t, architecture))
	net.initialise(7)
	from := filepath.Join(t.TempDir(), "from.bin")
	require.NoError(t, net.export(from, ""))
	start := func(dir string, threads int, resume bool) *run {
		r := materialRun(t, dir, threads)
		r.plan.Architecture, r.plan.From, r.plan.Rank, r.plan.Examples, r.plan.resume = architecture, from, 5, 160*256, resume
		require.NoError(t, r.plan.check())
		require.NoError(t, r.start())
		return r
	}
	whole := start(t.TempDir(), 2, false)
	short := whole.plan
	short.Examples = lookSteps * 256
	require.ErrorContains(t, short.check(), "known after 60 steps")
	short.Freeze = true
	require.ErrorContains(t, short.check(), "-rank and -freeze")
	before, untaught := newNetwork(net.shape), whole.validate()
	require.NoError(t, before.load(from))
	require.NoError(t, whole.train(context.Background()))
	n, low := whole.trainer.net, whole.trainer.net.low
	stride, most := n.shape.Stride(), 0.0
	for row := range n.rows {
		piece := row % stride
		if row == n.rows-1 {
			piece = stride
		}
		for j := range n.width {
			want := 0.0
			for d := range low.rank {
				want += float64(low.amounts.weights[piece*low.padded+d]) * float64(low.directions.weights[d*n.width+j])
			}
			at := row*kernel.Tile + j%kernel.Tile
			got := float64(n.tiles[j/kernel.Tile].weights[at]) - float64(before.tiles[j/kernel.Tile].weights[at])
			if math.Abs(got-want) > 1e-4 {
				require.InDelta(t, want, got, 1e-4, "row %d, column %d", row, j)
			}
			most = max(most, math.Abs(got))
		}
	}
	require.Greater(t, most, 0.01)
	for i, p := range n.shared {
		for j, w := range p.weights {
			sum := float32(0)
			for row := j / kernel.Tile; row < n.rows-1; row += stride {
				sum += n.tiles[i].weights[row*kernel.Tile+j%kernel.Tile]
			}
			if math.Abs(float64(sum/4-w)) > 1e-4 {
				require.InDelta(t, sum/4, w, 1e-4, "shared rows are the means still")
			}
		}
	}
	frozen := start(t.TempDir(), 2, false)
	require.NoError(t, frozen.lock.Close())
	frozen.plan.Rank, frozen.plan.Freeze, frozen.plan.out = 0, true, t.TempDir()
	require.NoError(t, frozen.start())
	require.NoError(t, frozen.train(context.Background()))
	last := func(r *run) float64 { return r.state.History[len(r.state.History)-1].Validation }
	t.Logf("validation loss %.5f before, %.5f after, %.5f with a first layer at rest", untaught.excess(), last(whole), last(frozen))
	require.Less(t, last(whole), 0.95*last(frozen))

	dir := t.TempDir()
	for _, steps := range []int{40, 50} {
		r := start(dir, 1, steps != 40)
		require.ErrorIs(t, r.train(&stopAfter{context.Background(), steps}), context.Canceled)
		r.close()
	}
	again := start(dir, 3, true)
	require.NoError(t, again.train(context.Background()))
	want, err := os.ReadFile(filepath.Join(whole.plan.out, networkFile))
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(dir, networkFile))
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got), "the networks differ")

	// What goes on from it begins with its rows, and with amounts of nothing.
	next := start(t.TempDir(), 1, false)
	require.NoError(t, next.lock.Close())
	next.plan.From, next.plan.out, next.plan.Rank = dir, t.TempDir(), 7
	require.NoError(t, next.start())
	require.Equal(t, again.trainer.net.tiles[1].weights, next.trainer.net.tiles[1].weights)
	require.Equal(t, make([]float32, len(next.trainer.net.low.amounts.weights)), next.trainer.net.low.amounts.weights)
}

// TestLowRankGradients compares the gradients of the amounts with differences of the loss.
func TestLowRankGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	l := randomExamples(1, 60, func(*position.Position) (int16, int8) { return int16(rng.IntN(2000) - 1000), int8(rng.IntN(3) - 1) })
	net := newNetwork(shapeNamed(t, "halfka-k4-128"))
	net.initialise(5)
	net.low = newLowRank(net, 3)
	tr := trainerOf(t, net, 0.4, 2, len(l))
	use(tr, l)
	tr.gradients()
	tr.step = lookSteps
	eigenvectors(net.low.directions.weights[:3*net.width], net.low.moments.weights, net.width)
	tr.gradients()
	low, stride := net.low, net.shape.Stride()
	for direction := range 3 {
		best := 0
		for piece := range stride + 1 {
			if math.Abs(float64(low.gradient[piece*low.padded+direction])) > math.Abs(float64(low.gradient[best*low.padded+direction])) {
				best = piece
			}
		}
		for _, piece := range []int{best, stride} { // and the bias
			const h = 1e-3
			move := func(by float32) {
				for tile := range net.tiles {
					row := make([]float32, kernel.Tile)
					for j := range row {
						row[j] = by * low.directions.weights[direction*net.width+tile*kernel.Tile+j]
					}
					net.moveRows(tile, piece, row)
				}
			}
			move(h)
			up := meanLoss(tr)
			move(-2 * h)
			down := meanLoss(tr)
			move(h)
			want := (up - down) / (2 * h)
			require.InDelta(t, want, low.gradient[piece*low.padded+direction], 0.03*math.Abs(want)+2e-6, "piece %d, direction %d", piece, direction)
		}
	}
}
