package selfplay

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/position"
	"katachi/position/record"
	"katachi/search"
)

// records reads a file of games.
func records(t *testing.T, name string) map[uint64]record.ScoredGame {
	t.Helper()
	all := map[uint64]record.ScoredGame{}
	require.NoError(t, record.EachScored([]string{name}, func(_ *record.ScoredReader, g *record.ScoredGame) error {
		require.NotContains(t, all, g.ID)
		c := *g
		c.Plies = append([]record.ScoredPly(nil), g.Plies...)
		all[g.ID] = c
		return nil
	}, nil))
	return all
}

// TestLeaves: leaves are positions from inside searches, near a position of a game but seldom one, with the score that a
// search of their own gives; threads and interruptions change nothing.
func TestLeaves(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games")
	call(t, 0, "-eval", "classical", "-games", "6", "-nodes", "20", "-plies", "80", "-scale", "500", "-threads", "1", "-o", games) // one thread: the order counts
	played := map[string]bool{}
	for _, g := range records(t, games) {
		require.NoError(t, g.Replay(func(p *position.Position, _ *record.ScoredPly) bool {
			played[p.SFEN()] = true
			return true
		}))
	}
	args := func(out, threads string) []string {
		return []string{"leaves", "-eval", "classical", "-roots", "3", "-nodes", "600", "-leaves", "8", "-label", "30", "-threads", threads, "-o", out, games}
	}
	out := filepath.Join(dir, "leaves")
	call(t, 0, args(out, "3")...)
	all := records(t, out)
	require.Greater(t, len(all), 30)
	label, err := search.NewPlayer(func() eval.Evaluator { return classical.New() }, 1, position.NoEnteringKing)
	require.NoError(t, err)
	inGames, of := 0, 0
	for _, g := range all {
		require.Equal(t, record.Unplayed, g.End)
		require.Len(t, g.Plies, 1)
		require.Less(t, g.ID/8, uint64(6*3))
		require.NoError(t, g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
			require.False(t, p.InCheck())
			of++
			if played[p.SFEN()] {
				inGames++
			}
			label.NewGame(p)
			a := label.Search(p, 30, 30*hardFactor)
			require.Equal(t, record.ScoredPly{Move: a.Move.To16(), Score: a.Score}, *ply)
			return true
		}))
	}
	require.Less(t, inGames, of/5)

	// The same with one thread, and what a killed run has left undone is made up for.
	other := filepath.Join(dir, "other")
	call(t, 0, args(other, "1")...)
	require.Equal(t, all, records(t, other))
	half, err := os.ReadFile(other)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(other, half[:len(half)/2], 0o644))
	stdout, _ := call(t, 0, args(other, "2")...)
	require.Contains(t, stdout, "going on")
	again := records(t, other)
	require.GreaterOrEqual(t, len(again), len(all)-8) // of the root that the end was torn from
	for id, g := range again {
		require.Equal(t, all[id], g)
	}

	stdout, _ = call(t, 0, "stats", out)
	require.Contains(t, stdout, "by themselves, of no game")
}

func TestLeavesErrors(t *testing.T) {
	stdout, _ := call(t, 0, "leaves", "-h")
	require.Contains(t, stdout, "katachi selfplay leaves -o leaves.ktg games.ktg")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"games"}, "-o FILE is missing"},
		{[]string{"-o", "x"}, "no file of games"},
		{[]string{"-o", "x", "-nodes", "0", "games"}, "must be positive"},
		{[]string{"-o", "x", "-leaves", "70000", "games"}, "want at most 65536"},
		{[]string{"-o", "x", "-fvscale", "0", "games"}, "want 1 to 128"},
		{[]string{"-o", filepath.Join(t.TempDir(), "x"), "-eval", "classical", "no-such-file"}, "no-such-file"},
	} {
		status := 2
		if c.want == "no-such-file" {
			status = 1
		}
		_, stderr := call(t, status, append([]string{"leaves"}, c.args...)...)
		require.Contains(t, stderr, c.want)
	}
}
