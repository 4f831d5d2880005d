package train

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval/nnue"
	"katachi/position"
)

// FuzzDecode: what can be read as an example is written as it was.
func FuzzDecode(f *testing.F) {
	list := randomExamples(3, 3, material)
	for i := range list {
		f.Add(list[i].encode(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var e, again example
		if len(b) < exampleBytes || !e.decode(b) {
			return
		}
		require.True(t, again.decode(e.encode(nil)))
		require.Equal(t, e, again)
	})
}

// mirrored returns the position with files 1 and 9 changed, and so on.
func mirrored(t testing.TB, p *position.Position) *position.Position {
	fields := strings.Fields(p.SFEN())
	ranks := strings.Split(fields[0], "/")
	for i, rank := range ranks {
		out := ""
		for len(rank) > 0 {
			n := 1
			if rank[0] == '+' {
				n = 2
			}
			out, rank = rank[:n]+out, rank[n:]
		}
		ranks[i] = out
	}
	fields[0] = strings.Join(ranks, "/")
	q, err := position.ParseSFEN(position.Shogi, strings.Join(fields, " "))
	require.NoError(t, err)
	return q
}

// TestRows compares an example's rows with those of the position, straight and mirrored.
func TestRows(t *testing.T) {
	for _, name := range []string{"kp-256", "halfkp-256", "halfkp-k9-256", "halfka-k6-128"} {
		shape := shapeNamed(t, name)
		randomExamples(4, 60, func(p *position.Position) (int16, int8) {
			e := newExample(p, 1, 1, 0)
			for i, q := range []*position.Position{p, mirrored(t, p)} {
				got, numbers := e.appendRows(nil, shape, i == 1), nnue.NumbersOf(q)
				for j, side := range []position.Color{q.Side(), q.Side().Other()} {
					want := shape.AppendRows(nil, &numbers, [2]position.Square{q.King(position.Black), q.King(position.White)}, side)
					require.ElementsMatch(t, want, got[j*len(got)/2:][:len(got)/2], "%s %s", name, q.SFEN())
				}
			}
			return 0, 0
		})
	}
}
