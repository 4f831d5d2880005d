package movegen

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// perftCase is a line of testdata/perft_*.jsonl: a position and its numbers of lines after 1, 2, 3 ... plies.
type perftCase struct {
	SFEN   string   `json:"sfen"`
	Tag    string   `json:"tag"`
	Counts []uint64 `json:"counts"`
}

func perftCases(t testing.TB, file string) []perftCase {
	f, err := os.Open("../testdata/" + file)
	require.NoError(t, err)
	defer f.Close()
	var cases []perftCase
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var c perftCase
		require.NoError(t, json.Unmarshal(lines.Bytes(), &c))
		cases = append(cases, c)
	}
	require.NoError(t, lines.Err())
	require.NotEmpty(t, cases)
	return cases
}

func TestPerft(t *testing.T) {
	for _, c := range perftCases(t, "perft_public.jsonl") {
		checkPerft(t, position.Shogi, c)
	}
}

func TestPerftMinishogi(t *testing.T) {
	for _, c := range perftCases(t, "perft_5x5_public.jsonl") {
		checkPerft(t, position.Minishogi, c)
	}
}

// checkPerft compares every depth given; in short mode those of up to a million leaves.
func checkPerft(t *testing.T, rules *position.Rules, c perftCase) {
	p, err := position.ParseSFEN(rules, c.SFEN)
	require.NoError(t, err, c.SFEN)
	for i, want := range c.Counts {
		if testing.Short() && want > 1_000_000 {
			break
		}
		require.Equal(t, want, perft(p, i+1, new(atomic.Bool)), "%s %s depth %d", c.Tag, c.SFEN, i+1)
	}
}

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
