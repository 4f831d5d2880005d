package classical

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// readSFENs returns the positions of a file of JSON lines in testdata.
func readSFENs(t testing.TB, name string) []string {
	text, err := os.ReadFile("../../testdata/" + name)
	require.NoError(t, err)
	var sfens []string
	for line := range strings.Lines(string(text)) {
		var row struct{ SFEN string }
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		sfens = append(sfens, row.SFEN)
	}
	require.NotEmpty(t, sfens)
	return sfens
}

func parse(t testing.TB, rules *position.Rules, sfen string) *position.Position {
	p, err := position.ParseSFEN(rules, sfen)
	require.NoError(t, err, sfen)
	return p
}

// positions returns all positions of both variants' files.
func positions(t testing.TB) []*position.Position {
	var ps []*position.Position
	for _, sfen := range readSFENs(t, "perft_public.jsonl") {
		ps = append(ps, parse(t, position.Shogi, sfen))
	}
	for _, sfen := range readSFENs(t, "perft_5x5_public.jsonl") {
		ps = append(ps, parse(t, position.Minishogi, sfen))
	}
	return ps
}

// playout plays up to plies random legal moves from p, calls played after each, and returns how many there were.
func playout(p *position.Position, rng *rand.Rand, plies int, played func(d position.Delta)) int {
	n := 0
	for ; n < plies; n++ {
		moves := movegen.Legal(p, nil)
		if len(moves) == 0 {
			break
		}
		played(p.Do(moves[rng.IntN(len(moves))]))
	}
	return n
}
