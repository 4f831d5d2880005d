package train

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/nnue"
)

// TestAverage: the mean of networks has the mean of every weight, and the mean of equal ones is the same file.
func TestAverage(t *testing.T) {
	dir := t.TempDir()
	write := func(name, architecture string, seed uint64) string {
		n := newNetwork(shapeNamed(t, architecture))
		n.initialise(seed)
		path := filepath.Join(dir, name)
		require.NoError(t, n.export(path, ""))
		return path
	}
	run := func(args ...string) (int, string) {
		code, out, errs := call(nil, append([]string{"average"}, args...)...)
		return code, out + errs
	}
	a, b, other := write("a", "kp-256", 1), write("b", "kp-256", 2), write("other", "halfkp-k6-256", 1)
	mean, same := filepath.Join(dir, "mean"), filepath.Join(dir, "same")

	code, text := run("-o", mean, a, b)
	require.Zero(t, code, text)
	require.Contains(t, text, "the mean of 2 networks kp-256")
	weights := func(path string) *nnue.Weights {
		n, err := nnue.Load(path, eval.DefaultFVScale)
		require.NoError(t, err)
		_, w, err := n.Weights()
		require.NoError(t, err)
		return w
	}
	wa, wb, wm := weights(a), weights(b), weights(mean)
	for i := range wm.Rows {
		require.InDelta(t, (float64(wa.Rows[i])+float64(wb.Rows[i]))/2, wm.Rows[i], 0.5)
	}
	for l := range wm.Layers {
		for i := range wm.Layers[l].Weights {
			require.InDelta(t, (float64(wa.Layers[l].Weights[i])+float64(wb.Layers[l].Weights[i]))/2, wm.Layers[l].Weights[i], 0.5)
		}
		for i := range wm.Layers[l].Bias {
			require.InDelta(t, (float64(wa.Layers[l].Bias[i])+float64(wb.Layers[l].Bias[i]))/2, wm.Layers[l].Bias[i], 0.5)
		}
	}

	code, text = run("-o", same, a, a, a)
	require.Zero(t, code, text)
	want, err := os.ReadFile(a)
	require.NoError(t, err)
	got, err := os.ReadFile(same)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got))

	for _, bad := range []struct {
		args []string
		says string
	}{
		{[]string{a, b}, "want -o FILE"},
		{[]string{"-o", a, a, b}, "exists"},
		{[]string{"-o", same, a}, "at least two network files, have 1"},
		{[]string{"-o", same, a, other}, "the architecture is halfkp-k6-256"},
		{[]string{"-o", same, a, filepath.Join(dir, "none")}, "none"},
	} {
		code, text = run(bad.args...)
		require.NotZero(t, code)
		require.Contains(t, text, bad.says)
	}
}

// TestContactsFromNone goes on from a network without contacts: the same output, and what the rows learn is in the file and back.
func TestContactsFromNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nn.bin")
	plain, net := newNetwork(shapeNamed(t, "halfka-k1-128")), newNetwork(shapeNamed(t, "halfka-k1-128-contacts"))
	plain.initialise(3)
	require.NoError(t, plain.export(path, ""))
	require.NoError(t, net.load(path))
	examples := randomExamples(4, 20, material)
	for i := range examples {
		require.Equal(t, outputOf(plain.shape, plain.quantise(), &examples[i]), outputOf(net.shape, net.quantise(), &examples[i]))
	}
	for i := range net.contacts.weights {
		net.contacts.weights[i] = float32(i%31-15) / contactOne
	}
	require.NoError(t, net.export(path, ""))
	again := newNetwork(net.shape)
	require.NoError(t, again.load(path))
	require.Equal(t, net.contacts.weights, again.contacts.weights)
	require.ErrorContains(t, plain.load(path), "the architecture is halfka-k1-128-contacts, want halfka-k1-128")
}
