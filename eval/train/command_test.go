package train

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
)

// command runs katachi selfplay and holds its status against the one that is wanted.
func command(t *testing.T, status int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errors strings.Builder
	require.Equal(t, status, SelfplayCommand(args, &out, &errors), "%v: %s", args, errors.String())
	return out.String(), errors.String()
}

func TestCommand(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "games")
	for _, args := range [][]string{{"-h"}, {"stats", "-h"}, {"export-psv", "-h"}, {"import-psv", "-h"}} {
		stdout, stderr := command(t, 0, args...)
		require.Contains(t, stdout, "\n  katachi selfplay ")
		require.Empty(t, stderr)
	}
	for _, c := range []struct {
		args, want string
	}{
		{"", "-o FILE is missing"},
		{"-o x y", `unexpected argument "y"`},
		{"-o x -nodes 0", "must be positive"},
		{"-o x -random 5-4", `-random "5-4": want the least and the most`},
		{"-o x -random 4", "-random"},
		{"-o x -random 4-5x", "-random"},
		{"-o x -shard 0/3", `-shard "0/3": want i/n`},
		{"-o x -shard 4/3", "-shard"},
		{"-o x -later 1.5", "-later is a probability"},
		{"-o x -opening -1", "-opening and -adjudicate are centipawns up to 28000"},
		{"-o x -plies 5000", "-plies is 1 to 4096"},
		{"-o x -games many", "invalid value"},
		{"stats", "no file is named"},
		{"export-psv x", "want files to read, and -o FILE"},
	} {
		stdout, stderr := command(t, 2, strings.Fields(c.args)...)
		require.Empty(t, stdout, c.args)
		require.Contains(t, stderr, c.want, c.args)
		require.Equal(t, 1, strings.Count(stderr, "\n"), c.args)
	}
	for _, args := range [][]string{{"-o", out, "-eval", filepath.Join(dir, "none")}, {"stats", filepath.Join(dir, "none")}, {"-o", dir}} {
		_, stderr := command(t, 1, args...)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
	require.NoFileExists(t, out)

	play := []string{"-nodes", "10", "-plies", "30", "-games", "3", "-threads", "2", "-o", out}
	stdout, _ := command(t, 0, play...)
	require.Regexp(t, `^3 of 3 games, \d+ positions, \d+ a second\n$`, stdout)
	stdout, _ = command(t, 0, play...)
	require.Regexp(t, `^3 games with \d+ positions are there already; going on\n3 of 3 games, \d+ positions, 0 a second\n$`, stdout)
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(out, append(data, data[:200]...), 0o600))
	stdout, _ = command(t, 0, "stats", out, out)
	require.Regexp(t, `(?m)^ +3 games of the run seed=1 nodes=10 hash=1 eval=[0-9a-f]{16}/16 random=4-12 .*\n`+
		`games            3 in \d+ bytes; \d more are there twice\ndamaged parts    2\nresults `, stdout)
}

func TestSummary(t *testing.T) {
	s := summary{runs: map[string]map[uint64]bool{}, seen: map[uint64]bool{}}
	random := rand.New(rand.NewPCG(8, 8))
	scored, plies := 0, 0
	var results [3]int
	for id := range uint64(40) {
		g := randomGame(random, id)
		scored += g.scored()
		plies += len(g.Plies)
		results[g.Result+1]++
		require.NoError(t, s.add(&Reader{}, g))
		if id%4 == 0 {
			require.NoError(t, s.add(&Reader{}, g))
		}
	}
	require.Equal(t, 40, s.games)
	require.Equal(t, 10, s.repeats)
	require.Equal(t, results, s.results)
	require.Equal(t, scored, s.scored)
	require.Equal(t, plies, s.plies)
	total := 0
	for i, row := range s.rows {
		total += row.positions
		require.NotEmpty(t, rowName(i))
	}
	require.Equal(t, scored, total)
	require.Positive(t, s.rows[0].positions, "scores beyond every evaluation")
	require.Equal(t, "decided, lost", rowName(0))
	require.Equal(t, "below -3000", rowName(1))
	require.Equal(t, "-3000 to -2001", rowName(2))
	require.Equal(t, "3000 and above", rowName(len(s.rows)-2))
	require.Equal(t, "decided, won", rowName(len(s.rows)-1))
}

// The scale is found again in games that were drawn up with it.
func TestScaleFit(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	var f scaleFit
	require.True(t, math.IsNaN(f.scale()))
	for range 200_000 {
		s := random.NormFloat64() * 700
		points := 0.0
		if random.Float64() < 1/(1+math.Exp(-s/600)) {
			points = 1
		}
		f.add(eval.Score(math.Round(s)), points)
	}
	require.InDelta(t, 600, f.scale(), 12)
}

func TestProgress(t *testing.T) {
	run := &selfplay{games: 100, shard: [2]uint64{1, 4}, store: &store{done: map[uint64]bool{1: true, 5: true, 9: true, 13: true, 17: true}, positions: 500}}
	p := &progress{run: run, before: 100}
	require.Equal(t, "5 of 25 games, 500 positions, 40 a second, 50s left", p.state(10*time.Second))
	run.positions = 900
	require.Equal(t, "5 of 25 games, 500 positions, 40 a second, 10s left", p.state(10*time.Second))
	run.games = 0
	require.Equal(t, "5 games, 500 positions, 40 a second, 10s left", p.state(10*time.Second))
	run.positions = 0
	require.Equal(t, "5 games, 500 positions, 40 a second", p.state(10*time.Second))
}
