package nnue

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
)

// randomWeights returns weights of the whole range for a shape.
func randomWeights(s *Shape, rng *rand.Rand) *Weights {
	w := &Weights{Bias: make([]int16, s.width), Rows: make([]int16, s.width*s.features.dims), Contacts: make([]int16, s.Contacts()*s.hidden1)}
	number(rng, w.Bias, math.MinInt16, math.MaxInt16, false)
	number(rng, w.Rows, math.MinInt16, math.MaxInt16, false)
	number(rng, w.Contacts, math.MinInt16, math.MaxInt16, false)
	for i, size := range s.layers() {
		l := &w.Layers[i]
		l.Bias, l.Weights = make([]int32, size[1]), make([]int8, size[0]*size[1])
		number(rng, l.Bias, math.MinInt32, math.MaxInt32, false)
		number(rng, l.Weights, math.MinInt8, math.MaxInt8, false)
	}
	return w
}

// TestSave writes networks and reads back the same, hashes and size included.
func TestSave(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"kp-256", "halfkp-k6-128", "halfka-k6-256", "halfkp-k9-512-16-32", "halfka-k16-256-contacts"} {
		s := shapeNamed(t, name)
		w := randomWeights(s, rng)
		built, err := Build(s, w, name, 20)
		require.NoError(t, err)
		for _, save := range []func(*Network, io.Writer) error{(*Network).Save, (*Network).SavePacked} {
			var file bytes.Buffer
			require.NoError(t, save(built, &file))
			read, err := Read(&file, int64(file.Len()), name, 20)
			require.NoError(t, err)
			require.Empty(t, read.warning)
			read.kernel = built.kernel
			require.Equal(t, built, read)
			require.Equal(t, w.Layers[0].Weights[2*s.width+5], read.stacks[0].first.rows()[2*s.width+5], "the second output's sixth input")
		}
	}
}

// TestSaveGenerated reads files made by other means and writes them again, byte for byte.
func TestSaveGenerated(t *testing.T) {
	for i := range recipes {
		r := &recipes[i]
		if r.shape.squared || r.shape.features.effects {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			skipLarge(t, r)
			n := generated(t, r, 1)
			want, size := r.generate(1)
			compare := &comparer{t: t, want: bufio.NewReader(want)} // weightReader wants whole values
			require.NoError(t, n.Save(compare))
			require.Equal(t, size, compare.size)
		})
	}
}

// comparer is a writer that wants what a reader yields.
type comparer struct {
	t    *testing.T
	want io.Reader
	size int64
}

func (c *comparer) Write(b []byte) (int, error) {
	want := make([]byte, len(b))
	_, err := io.ReadFull(c.want, want)
	require.NoError(c.t, err)
	require.True(c.t, bytes.Equal(want, b), "between bytes %d and %d", c.size, c.size+int64(len(b)))
	c.size += int64(len(b))
	return len(b), nil
}

// TestExpand evaluates random games with a network of buckets and with its larger form; whose file has the size and
// beginning of the ones in circulation.
func TestExpand(t *testing.T) {
	for _, name := range []string{"halfkp_k9_256x2-32-32", "halfkpvm_256x2-32-32"} {
		r := &recipes[slices.IndexFunc(recipes, func(r recipe) bool { return r.name == name })]
		skipLarge(t, r)
		n := generated(t, r, 1)
		wide, err := n.Expand()
		require.NoError(t, err)
		require.Equal(t, "HalfKP 256x2-32-32", wide.shape.String())
		one, other := n.NewEvaluator(), wide.NewEvaluator()
		compared, distinct := 0, map[int32]bool{}
		w := walker{p: oraclePositions(t)["hirate+40"].Clone(), e: one, rng: rand.New(rand.NewPCG(3, 9))}
		w.visit = func() {
			other.Reset(w.p)
			raw := one.raw(w.p)
			require.Equal(t, raw, other.raw(w.p), w.p.SFEN())
			compared++
			distinct[raw] = true
		}
		one.Reset(w.p)
		w.game(60)
		require.Greater(t, compared, 150)
		require.Greater(t, len(distinct), 5)
		var file bytes.Buffer
		require.NoError(t, wide.Save(&file))
		require.EqualValues(t, 64_217_066, file.Len())
		require.Equal(t, []byte{0x16, 0x2F, 0xF3, 0x7A, 0xEE, 0xA6, 0x5A, 0x3E, 178, 0, 0, 0}, file.Bytes()[:12])
	}
}

// TestExport writes networks that other programs know as they are, and the larger form of those that have one.
func TestExport(t *testing.T) {
	for name, want := range map[string]string{
		"kp-256":        "K+P 256x2-32-32, FV_SCALE 20",
		"halfkp-k9-256": "HalfKP 256x2-32-32, FV_SCALE 20",
		"halfka-k6-256": "HalfKA_k6 256x2-32-32, FV_SCALE 20, an architecture that only Katachi knows",
	} {
		s := shapeNamed(t, name)
		n, err := Build(s, randomWeights(s, rand.New(rand.NewPCG(4, 5))), name, 20)
		require.NoError(t, err)
		var file bytes.Buffer
		got, err := n.NewEvaluator().Export(&file)
		require.NoError(t, err)
		require.Equal(t, want, got)
		read, err := Read(&file, int64(file.Len()), name, 20)
		require.NoError(t, err)
		for at, p := range oraclePositions(t) {
			one, other := n.NewEvaluator(), read.NewEvaluator()
			one.Reset(p)
			other.Reset(p)
			require.Equal(t, one.raw(p), other.raw(p), "%s, %s", name, at)
		}
	}
	_, err := (&Evaluator{net: &Network{shape: squaredShapes[0], name: "mine"}}).Export(io.Discard)
	require.ErrorContains(t, err, "can be read, but not written")
}

// TestBuildErrors says what is wrong with weights, and what cannot be written or expanded.
func TestBuildErrors(t *testing.T) {
	s := shapeNamed(t, "kp-256")
	w := randomWeights(s, rand.New(rand.NewPCG(1, 1)))
	w.Layers[1].Weights = w.Layers[1].Weights[1:]
	_, err := Build(s, w, "mine", eval.DefaultFVScale)
	require.ErrorContains(t, err, "mine: K+P 256x2-32-32 layer 2 weights: 1023 values, want 1024")
	_, err = Build(s, w, "mine", 0)
	require.ErrorContains(t, err, "FV_SCALE")
	_, err = Build(&squaredShapes[0], w, "mine", eval.DefaultFVScale)
	require.ErrorContains(t, err, "SFNN HalfKA_hm2 1536-15-32 k3k3 can be read, but not written")
	squared := &Network{shape: squaredShapes[0], name: "mine"}
	require.ErrorContains(t, squared.Save(io.Discard), "can be read, but not written")
	n := generated(t, &recipes[0], 1)
	_, err = n.Expand()
	require.ErrorContains(t, err, "K+P 256x2-32-32 has no larger form")
	require.ErrorIs(t, n.Save(fullDisk{}), errFull)
}

type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }
