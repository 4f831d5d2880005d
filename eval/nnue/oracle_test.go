package nnue

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"katachi/eval"
	"katachi/position"
)

// rows reads a tab-separated file of testdata/nnue_oracle.
func rows(t testing.TB, name string) (out [][]string) {
	data, err := os.ReadFile("../../testdata/nnue_oracle/" + name)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, "\n"); line != "" && line[0] != '#' {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out
}

func parse(t testing.TB, sfen string) *position.Position {
	p, err := position.ParseSFEN(position.Shogi, sfen)
	require.NoError(t, err, sfen)
	return p
}

// mateProblem has no king of the attacker's.
const mateProblem = "7nl/7k1/9/7pp/6N2/9/9/9/9 b GS 1"

// oraclePositions returns the listed positions by name.
func oraclePositions(t testing.TB) map[string]*position.Position {
	out := map[string]*position.Position{}
	for _, row := range rows(t, "positions.tsv") {
		out[row[0]] = parse(t, row[1])
	}
	return out
}

// made keeps the networks that are not huge, since several tests use them.
var made = map[string]*Network{}

// generated returns the network of a recipe; the caller may change its kernel.
func generated(t testing.TB, r *recipe, seed int) *Network {
	key := fmt.Sprint(r.name, "/", seed)
	n := made[key]
	if n == nil {
		file, size := r.generate(seed)
		var err error
		n, err = Read(file, size, r.name, eval.DefaultFVScale)
		require.NoError(t, err)
		require.Empty(t, n.warning)
		require.Equal(t, r.shape.String(), n.shape.String())
		if !r.huge() {
			made[key] = n
		}
	}
	own := *n
	return &own
}

// huge reports whether the network has hundreds of megabytes.
func (r *recipe) huge() bool { return r.shape.width*r.shape.features.dims > 100<<20 }

// hugeVariable makes the tests run on networks of hundreds of megabytes too.
const hugeVariable = "KATACHI_HUGE_NETS"

// skipLarge skips a test on a network that is too large for the kind of run.
func skipLarge(t *testing.T, r *recipe) {
	switch size := r.shape.width * r.shape.features.dims; {
	case r.huge() && os.Getenv(hugeVariable) == "":
		t.Skip("set " + hugeVariable + "=1 for networks of this size")
	case size > 20<<20 && testing.Short():
		t.Skip("not in short mode")
	}
}

// TestOracle compares the raw output of every architecture on every kernel with the reference implementation's.
func TestOracle(t *testing.T) {
	positions := oraclePositions(t)
	expected := rows(t, "expected.tsv")
	for i := range recipes {
		r := &recipes[i]
		for _, seed := range []int{1, 2} {
			var listed [][]string
			for _, row := range expected {
				if row[0] == r.name && row[1] == strconv.Itoa(seed) {
					listed = append(listed, row)
				}
			}
			if len(listed) == 0 {
				continue
			}
			t.Run(fmt.Sprint(r.name, "/", seed), func(t *testing.T) {
				skipLarge(t, r)
				n := generated(t, r, seed)
				require.Len(t, listed, len(positions))
				for _, k := range kernels() {
					n.kernel = k
					e := n.NewEvaluator()
					for _, row := range listed {
						want, err := strconv.Atoi(row[3])
						require.NoError(t, err)
						p := positions[row[2]]
						e.Reset(p)
						require.EqualValues(t, want, e.raw(p), "%s kernel, %s: %s", k.name, row[2], p.SFEN())
					}
				}
			})
		}
	}
}
