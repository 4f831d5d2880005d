package train

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

// testSettings are of short games.
func testSettings() Settings {
	return Settings{
		Seed: 7, Nodes: 20, HashMB: 1, Evaluator: "classical", Random: [2]int{2, 8}, Opening: 600,
		Later: 0.05, LaterPly: 40, Resign: 2000, Plies: 90,
	}
}

// testRun plays games of the settings to a file.
func testRun(t testing.TB, name string, s *selfplay) {
	newEvaluator, _, err := Evaluation("classical", 16)
	require.NoError(t, err)
	s.newEvaluator = newEvaluator
	s.shard[1] = max(s.shard[1], 1)
	s.store, err = openStore(name, s.settings.String())
	require.NoError(t, err)
	require.NoError(t, s.run(context.Background()))
	require.NoError(t, s.store.close())
}

// readFile returns the games of a file by ID.
func readFile(t testing.TB, name string) map[uint64]*Game {
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	games, r := readAll(t, bytes.NewReader(data))
	require.Zero(t, r.Damaged())
	byID := map[uint64]*Game{}
	for _, g := range games {
		require.NotContains(t, byID, g.ID)
		byID[g.ID] = g
	}
	return byID
}

// The same games come whatever the threads, the shards and the interruptions, and they end as the rules say.
func TestSelfplay(t *testing.T) {
	const games = 12
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	testRun(t, whole, &selfplay{settings: testSettings(), threads: 3, games: games})
	want := readFile(t, whole)
	require.Len(t, want, games)
	for _, g := range want {
		checkGame(t, g, testSettings())
	}

	t.Run("one thread, shards", func(t *testing.T) {
		var joined []byte
		for i := range uint64(2) {
			name := filepath.Join(dir, "shard")
			testRun(t, name, &selfplay{settings: testSettings(), threads: 1, games: games, shard: [2]uint64{i, 2}})
			part, err := os.ReadFile(name)
			require.NoError(t, err)
			require.NoError(t, os.Remove(name))
			joined = append(joined, part...)
		}
		name := filepath.Join(dir, "joined")
		require.NoError(t, os.WriteFile(name, joined, 0o600))
		require.Equal(t, want, readFile(t, name))
		testRun(t, name, &selfplay{settings: testSettings(), threads: 1, games: games})
		require.Equal(t, want, readFile(t, name), "nothing was left to do")
	})
	t.Run("interruptions", func(t *testing.T) {
		data, err := os.ReadFile(whole)
		require.NoError(t, err)
		name := filepath.Join(dir, "torn")
		for _, size := range []int{3, 100, len(data) / 2, len(data) - 1} {
			require.NoError(t, os.WriteFile(name, data[:size], 0o600))
			testRun(t, name, &selfplay{settings: testSettings(), threads: 2, games: games})
			require.Equal(t, want, readFile(t, name), "the file was cut after %d bytes", size)
		}
	})
	t.Run("other settings", func(t *testing.T) {
		other := testSettings()
		other.Nodes++
		_, err := openStore(whole, other.String())
		require.ErrorContains(t, err, "holds games of other settings")
		require.Equal(t, want, readFile(t, whole))
	})
	t.Run("a file of something else", func(t *testing.T) {
		name := filepath.Join(dir, "text")
		require.NoError(t, os.WriteFile(name, []byte("Kept, not overwritten."), 0o600))
		_, err := openStore(name, "x")
		require.ErrorContains(t, err, "no file of game records")
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, "Kept, not overwritten.", string(data))
	})
	t.Run("two at once", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("files are not locked here")
		}
		settings := testSettings()
		s, err := openStore(whole, settings.String())
		require.NoError(t, err)
		defer s.close()
		_, err = openStore(whole, settings.String())
		require.ErrorContains(t, err, "another self-play is writing")
	})
	t.Run("positions", func(t *testing.T) {
		name := filepath.Join(dir, "few")
		testRun(t, name, &selfplay{settings: testSettings(), threads: 1, positions: want[0].scored() + 1})
		require.Equal(t, map[uint64]*Game{0: want[0], 1: want[1]}, readFile(t, name))
	})
}

// checkGame holds a game against the rules and the settings.
func checkGame(t *testing.T, g *Game, s Settings) {
	require.Equal(t, 1, g.Ply)
	random, last := 0, position.New(position.Shogi)
	require.NoError(t, g.Replay(func(p *position.Position, ply *Ply) bool {
		require.Equal(t, position.RepNone, p.Sennichite())
		if ply.Score != eval.None {
			if n := len(g.Plies); p.Ply() < n-1 {
				require.False(t, ply.Score.IsMate(), "the game goes on after a mate was announced")
			}
		} else if p.Ply() == random+1 {
			random++
		} else {
			require.LessOrEqual(t, p.Ply(), s.LaterPly)
		}
		last = p.Clone()
		last.Do(last.Complete(ply.Move))
		return true
	}))
	require.GreaterOrEqual(t, random, s.Random[0])
	if first := g.Plies[random].Score; random < len(g.Plies) && !first.IsMate() {
		require.InDelta(t, 0, int(first), float64(s.Opening))
	}
	require.LessOrEqual(t, len(g.Plies), s.Plies)
	end := g.Plies[len(g.Plies)-1].Score
	mover := last.Side().Other()
	points := g.Points(mover)
	switch g.End {
	case EndMate:
		require.False(t, movegen.HasLegal(last))
		require.Equal(t, 1.0, points)
	case EndResign:
		require.LessOrEqual(t, end, -s.Resign)
		require.Zero(t, points)
	case EndMateScore:
		require.True(t, end.IsMate())
		require.Equal(t, end > 0, points == 1)
	case EndRepetition:
		require.Equal(t, position.RepDraw, last.Sennichite())
		require.Equal(t, 0.5, points)
	case EndMoveLimit:
		require.Len(t, g.Plies, s.Plies)
		require.Equal(t, 0.5, points)
	default:
		require.Fail(t, "unexpected", "%v", g.End)
	}
}

// A random opening that is never balanced is an error, not an endless search for one.
func TestNoOpening(t *testing.T) {
	s := testSettings()
	s.Random, s.Opening, s.Nodes = [2]int{0, 0}, 0, 2
	newEvaluator, _, err := Evaluation("classical", 16)
	require.NoError(t, err)
	p, err := newPlayer(&s, newEvaluator)
	require.NoError(t, err)
	_, err = p.play(context.Background(), 1)
	require.ErrorContains(t, err, "none is within 0 centipawns")
}

func TestInterrupted(t *testing.T) {
	s := testSettings()
	newEvaluator, _, err := Evaluation("classical", 16)
	require.NoError(t, err)
	p, err := newPlayer(&s, newEvaluator)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = p.play(ctx, 1)
	require.True(t, errors.Is(err, context.Canceled), "%v", err)
}
