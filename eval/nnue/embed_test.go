package nnue

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"katachi/eval"
	"katachi/position"
)

var embed = flag.String("embed", "", "make the network `file` the one that the program carries")

// TestEmbedded holds the program's network to its purpose: at most 16 MB, the same on every kernel, and with an opinion of
// its own about who is winning. A new one is put in its place by
//
//	go test ./eval/nnue -run TestEmbedded -embed nn.bin
func TestEmbedded(t *testing.T) {
	if *embed != "" {
		n, err := Load(*embed, eval.DefaultFVScale)
		require.NoError(t, err)
		var packed bytes.Buffer
		require.NoError(t, n.SavePacked(&packed))
		require.NoError(t, os.WriteFile("katachi.nn", packed.Bytes(), 0o644))
		embedded = packed.String()
	}
	require.LessOrEqual(t, len(embedded), 16<<20)
	shared, err := Embedded()
	require.NoError(t, err)
	again, err := Embedded()
	require.NoError(t, err)
	require.Same(t, shared, again)
	require.Empty(t, shared.warning)
	n := *shared
	for name, p := range oraclePositions(t) {
		var raws []int32
		for _, k := range kernels() {
			n.kernel = k
			e := n.NewEvaluator()
			e.Reset(p)
			raws = append(raws, e.raw(p))
			require.Equal(t, raws[0], e.raw(p), "%s kernel, %s", k.name, name)
		}
	}
	for _, test := range []struct {
		sfen        string
		least, most int
	}{
		{position.Shogi.Start, -150, 250},
		{"lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 300, 28000},   // a rook more
		{"lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", -28000, -300}, // a rook less
		{"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL b - 1", -28000, -300}, // a bishop less
	} {
		p := parse(t, test.sfen)
		e := shared.NewEvaluator()
		e.Reset(p)
		score := int(e.Evaluate(p))
		require.True(t, test.least <= score && score <= test.most, "%d in %s, want %d to %d", score, test.sfen, test.least, test.most)
	}
}

// BenchmarkEmbedded measures how long the program's network takes to be ready.
func BenchmarkEmbedded(b *testing.B) {
	b.SetBytes(int64(len(embedded)))
	for b.Loop() {
		_, err := Read(bytes.NewReader([]byte(embedded)), int64(len(embedded)), "", eval.DefaultFVScale)
		require.NoError(b, err)
	}
}
