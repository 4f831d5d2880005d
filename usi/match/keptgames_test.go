package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestKeptGames judges the games that are kept as a proof once more, from their moves alone.
func TestKeptGames(t *testing.T) {
	header, games := readFile(t, "../../testdata/games/fairy-stockfish.jsonl")
	require.Len(t, games, 10)
	for i := range games {
		g := &games[i]
		require.False(t, g.Reason.IsFailure(), "game %d: %s", g.Game+1, g.Reason)
		r := testRules()
		require.Equal(t, header.Declare, r.declare.String())
		r.maxPlies = header.MaxPlies
		o, err := position.ParseGameText(g.Opening)
		require.NoError(t, err)
		j, err := r.newJudge(o)
		require.NoError(t, err)
		for _, m := range g.Moves {
			require.Nil(t, j.standing())
			require.Nil(t, j.play(m.Move))
		}
		if v := j.standing(); g.Reason == byResignation || g.Reason == byDeclaration {
			require.Nil(t, v)
		} else {
			require.NotNil(t, v)
			require.Equal(t, g.Reason, v.reason)
			require.Equal(t, g.Result, v.result)
		}
		_, err = g.record(header, position.Shogi)
		require.NoError(t, err)
	}
}
