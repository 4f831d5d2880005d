package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// random returns n floats from low to high, some of them the limits themselves and some zero.
func random(rng *rand.Rand, n int, low, high float32) []float32 {
	x := Floats(n)
	for i := range x {
		switch rng.IntN(16) {
		case 0:
			x[i] = low
		case 1:
			x[i] = high
		case 2:
			x[i] = 0
		default:
			x[i] = low + (high-low)*rng.Float32()
		}
	}
	return x
}

func clone(x []float32) []float32 { return append(Floats(len(x))[:0], x...) }

// TestKernels compares every kernel with the plain Go one.
func TestKernels(t *testing.T) {
	for _, k := range kernels()[1:] {
		t.Run(k.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 5))
			for range 30 {
				compareSparse(t, k, rng)
				compareMultiply(t, k, rng)
				compareFlat(t, k, rng)
			}
		})
	}
}

func compareSparse(t *testing.T, k *Kernel, rng *rand.Rand) {
	const tableRows = 50
	perList, lists, stride := 1+rng.IntN(40), rng.IntN(6), Tile+16*rng.IntN(5)
	rows := make([]uint32, perList*lists)
	for i := range rows {
		rows[i] = uint32(rng.IntN(tableRows))
	}
	tile := random(rng, tableRows*Tile, -0.3, 0.4)
	want := random(rng, stride*(lists+1), -9, 9)
	got := clone(want)
	goKernel.Gather(want, stride, tile, rows, perList)
	k.Gather(got, stride, tile, rows, perList)
	require.Equal(t, want, got, "%d lists of %d rows", lists, perList)

	grad, other := random(rng, stride*(lists+1), -1, 1), clone(tile)
	goKernel.Scatter(tile, grad, stride, rows, perList)
	k.Scatter(other, grad, stride, rows, perList)
	require.Equal(t, tile, other, "%d lists of %d rows", lists, perList)
}

func compareMultiply(t *testing.T, k *Kernel, rng *rand.Rand) {
	m, n, depth := blockRows*(1+rng.IntN(5)), blockColumns*(1+rng.IntN(3)), 1+rng.IntN(70)
	a, b, c := random(rng, m*depth, -2, 2), random(rng, depth*n, -2, 2), random(rng, m*n, -2, 2)
	ma := Rows(a, depth)
	if rng.IntN(2) == 0 {
		ma = Rows(a, m).Transposed()
	}
	want := make([]float64, m*n)
	for i := range m {
		for j := range n {
			want[i*n+j] = float64(c[i*n+j])
			for l := range depth {
				want[i*n+j] += float64(ma.Data[i*ma.Row+l*ma.Column]) * float64(b[l*n+j])
			}
		}
	}
	for _, k := range []*Kernel{goKernel, k} {
		got := clone(c)
		k.Multiply(Rows(got, n), ma, Rows(b, n), m, n, depth)
		for i := range want {
			require.InDelta(t, want[i], got[i], 1e-4, "%s: element %d of %d x %d, depth %d", k.Name, i, m, n, depth)
		}
	}
}

func compareFlat(t *testing.T, k *Kernel, rng *rand.Rand) {
	n := 16 * (1 + rng.IntN(9))
	x := random(rng, n, -1, 2)
	want, got := clone(x), clone(x)
	goKernel.Clamp(want)
	k.Clamp(got)
	require.Equal(t, want, got)

	y := random(rng, n, -1, 1)
	goKernel.Add(want, y)
	k.Add(got, y)
	require.Equal(t, want, got)

	goKernel.Round(want, y, 127, 1.0/127)
	k.Round(got, y, 127, 1.0/127)
	require.Equal(t, want, got)

	gradWant := random(rng, n, -1, 1)
	gradGot := clone(gradWant)
	goKernel.Clamp(x)
	goKernel.Mask(gradWant, x)
	k.Mask(gradGot, x)
	require.Equal(t, gradWant, gradGot)

	step := &Step{Beta1: 0.9, Rest1: 0.1, Beta2: 0.999, Rest2: 0.001, Rate: 0.01, Epsilon: 1e-6, Low: -0.9, High: 0.8, Keep: 0.97}
	state := [5][]float32{random(rng, n, -1, 1), random(rng, n, -1, 1), random(rng, n, -1, 1), random(rng, n, 0, 1), random(rng, n, -0.1, 0.1)}
	var other [5][]float32
	for i := range state {
		other[i] = clone(state[i])
	}
	goKernel.Adam(state[0], state[1], state[2], state[3], state[4], step)
	k.Adam(other[0], other[1], other[2], other[3], other[4], step)
	for i := range state {
		for j := range state[i] {
			require.InDelta(t, state[i][j], other[i][j], 1e-6, "array %d", i)
		}
	}
	require.Equal(t, Floats(n), other[1], "gradients are cleared")
}

// TestBest reads the environment variable.
func TestBest(t *testing.T) {
	for _, want := range kernels() {
		t.Setenv(Variable, want.Name)
		k, err := Best()
		require.NoError(t, err)
		require.Same(t, want, k)
	}
	t.Setenv(Variable, "abacus")
	_, err := Best()
	require.ErrorContains(t, err, "KATACHI_KERNEL=abacus")
}

func BenchmarkKernels(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	const samples, perList = 256, 38
	for _, k := range kernels() {
		for _, tableRows := range []int{1710, 9 * 1548} {
			tile, dst := Floats(tableRows*Tile), Floats(samples*Tile)
			rows := make([]uint32, samples*perList)
			for i := range rows {
				rows[i] = uint32(rng.ExpFloat64()*float64(tableRows)/5) % uint32(tableRows)
			}
			b.Run("gather/"+k.Name, func(b *testing.B) {
				for range b.N {
					k.Gather(dst, Tile, tile, rows, perList)
				}
			})
			b.Run("scatter/"+k.Name, func(b *testing.B) {
				for range b.N {
					k.Scatter(tile, dst, Tile, rows, perList)
				}
			})
		}
		x, w, y := random(rng, samples*512, 0, 1), random(rng, 512*32, -1, 1), Floats(samples*32)
		b.Run("forward/"+k.Name, func(b *testing.B) {
			for range b.N {
				k.Multiply(Rows(y, 32), Rows(x, 512), Rows(w, 32), samples, 32, 512)
			}
		})
		b.Run("weights/"+k.Name, func(b *testing.B) {
			for range b.N {
				k.Multiply(Rows(w, 32), Rows(x, 512).Transposed(), Rows(y, 32), 512, 32, samples)
			}
		})
	}
}
