package movegen

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestDivideStops: the count ends soon after its context, in the middle of a root move too, and tells what it has.
func TestDivideStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var leaves atomic.Uint64
	go func() {
		for leaves.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	total, err := Divide(ctx, position.New(position.Shogi), MaxPerftDepth+1, 2, &leaves, func(position.Move, uint64) { t.Error("a whole root move") })
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, total)
	require.NotZero(t, leaves.Load())

	ctx, cancel = context.WithCancel(t.Context())
	var told, sum uint64
	total, err = Divide(ctx, position.New(position.Shogi), 4, 1, nil, func(_ position.Move, n uint64) {
		if told, sum = told+1, sum+n; told == 3 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.EqualValues(t, 3, told)
	require.Equal(t, sum, total)
}

// Divide tells the root moves in the order in which Legal has them, however many goroutines count.
func TestDivideOrder(t *testing.T) {
	p := position.New(position.Shogi)
	var moves []position.Move
	total, err := Divide(t.Context(), p, 3, 7, nil, func(m position.Move, _ uint64) { moves = append(moves, m) })
	require.NoError(t, err)
	require.EqualValues(t, 25470, total)
	require.Equal(t, Legal(p, nil), moves)
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
				leaves += perft(p, bench.depth, new(atomic.Bool), new(atomic.Uint64))
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}
