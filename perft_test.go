package main

import (
	"bufio"
	"encoding/json"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// perftCase is a line of testdata/perft_*.jsonl: a position and its numbers of lines after 1, 2, 3 ... plies.
type perftCase struct {
	SFEN   string   `json:"sfen"`
	Tag    string   `json:"tag"`
	Counts []uint64 `json:"counts"`
}

func perftCases(t testing.TB, file string) []perftCase {
	f, err := os.Open("testdata/" + file)
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

// TestPerft and TestPerftMinishogi compare the counts with those that other programs give.
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
		var sum uint64
		total, err := movegen.Divide(t.Context(), p, i+1, runtime.GOMAXPROCS(0), nil, func(_ position.Move, n uint64) { sum += n })
		require.NoError(t, err)
		require.Equal(t, total, sum)
		require.Equal(t, want, sum, "%s %s depth %d", c.Tag, c.SFEN, i+1)
	}
}
