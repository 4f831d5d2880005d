package movegen

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestDivideStops: the count ends soon after its context, in the middle of a root move too.
func TestDivideStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, _, err := Divide(ctx, position.New(position.Shogi), 20, 2) // for ever, but for the cancel
	require.ErrorIs(t, err, context.Canceled)
}

func BenchmarkPerft(b *testing.B) {
	for _, bench := range []struct {
		name  string
		sfen  string
		depth int
	}{
		{"start5", position.Shogi.Start, 5},
		{"matsuri4", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 4},
	} {
		b.Run(bench.name, func(b *testing.B) {
			p, err := position.ParseSFEN(position.Shogi, bench.sfen)
			require.NoError(b, err)
			var leaves uint64
			for b.Loop() {
				leaves += perft(p, bench.depth, new(atomic.Bool))
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}
