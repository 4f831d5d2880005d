package selfplay

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
)

// load is an eval.Loader of the classical evaluation alone.
func load(name string, _ int) (eval.Evaluation, error) {
	if name != "classical" {
		return eval.Evaluation{}, fmt.Errorf("no evaluation %q", name)
	}
	return eval.Evaluation{
		New: func() eval.Evaluator { return classical.New() }, Identity: func() (string, error) { return name, nil },
	}, nil
}

// call runs katachi selfplay and holds its status against the one that is wanted.
func call(t *testing.T, status int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errors strings.Builder
	io := command.IO{Name: "katachi selfplay", Stdout: &out, Stderr: &errors}
	require.Equal(t, status, Command(load).Main(context.Background(), args, io), "%v: %s", args, errors.String())
	return out.String(), errors.String()
}

func TestCommand(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "games")
	for _, args := range [][]string{{"-h"}, {"stats", "-h"}, {"export-psv", "-h"}, {"import-psv", "-h"}} {
		stdout, stderr := call(t, 0, args...)
		require.Contains(t, stdout, "\n  katachi selfplay ")
		require.Empty(t, stderr)
	}
	for _, c := range []struct {
		args, want string
	}{
		{"", "-o FILE is missing"},
		{"-o x y", `unexpected argument "y"`},
		{"-o x -nodes 0", "must be positive"},
		{"-o x -balance 0.5", "-balance 0.5: want a probability between 0 and 0.5"},
		{"-o x -scale 0", "-scale 0: want centipawns"},
		{"-o x -adjudicate 98", "-adjudicate 98: want a probability between 0.5 and 1, or 0"},
		{"-o x -shard 0/3", `-shard "0/3": want i/n`},
		{"-o x -shard 4/3", "-shard"},
		{"-o x -plies 5000", "-plies 5000: want 1 to 4096"},
		{"-o x -plies 90 -lead 90", "-lead 90: want 0 to less than -plies, 90"},
		{"-o x -in-hand 21", "-in-hand 21: want 0 to 20"},
		{"-o x -games many", "invalid value"},
		{"stats", "no file is named"},
		{"export-psv x", "want files to read, and -o FILE"},
	} {
		stdout, stderr := call(t, 2, strings.Fields(c.args)...)
		require.Empty(t, stdout, c.args)
		require.Contains(t, stderr, c.want, c.args)
		require.Equal(t, 1, strings.Count(stderr, "\n"), c.args)
	}
	for _, args := range [][]string{{"-o", out, "-eval", filepath.Join(dir, "none")}, {"stats", filepath.Join(dir, "none")}, {"-o", dir}} {
		_, stderr := call(t, 1, args...)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
	require.NoFileExists(t, out)

	play := []string{"-eval", "classical", "-nodes", "10", "-plies", "30", "-games", "3", "-threads", "2", "-o", out}
	stdout, _ := call(t, 0, play...)
	require.Regexp(t, `^3 of 3 games, \d+ positions, \d+ a second\n$`, stdout)
	stdout, _ = call(t, 0, play...)
	require.Regexp(t, `^3 games with \d+ positions are there already; going on\n3 of 3 games, \d+ positions, 0 a second\n$`, stdout)
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(out, append(data, data[:200]...), 0o600))
	stdout, _ = call(t, 0, "stats", out, out)
	require.Regexp(t, `(?m)^ended by         \w[^%]* %(, \w[^%]* %)*$`, stdout)
	require.Regexp(t, `(?m)^ +3 games of the run whole games: seed=1 nodes=10 hash=1 eval=classical scale=600 .*\n`+
		`games            3 in \d+ bytes; \d more are there twice\ndamaged parts    2\nresults `, stdout)
}

// TestStatsOfPipe: games that come through a pipe have as many bytes as in a file.
func TestStatsOfPipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a pipe has no name there")
	}
	out := filepath.Join(t.TempDir(), "games")
	call(t, 0, "-eval", "classical", "-nodes", "10", "-plies", "30", "-games", "2", "-o", out)
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	data = append(data, data[:9]...) // the last block is torn
	require.NoError(t, os.WriteFile(out, data, 0o600))
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	go func() {
		w.Write(data)
		w.Close()
	}()
	want, _ := call(t, 0, "stats", out)
	require.Contains(t, want, fmt.Sprintf(" 2 in %d bytes;", len(data)))
	stdout, _ := call(t, 0, "stats", fmt.Sprintf("/dev/fd/%d", r.Fd()))
	require.Equal(t, want, stdout)
}

// The commands agree with each other on what is in a file of games.
func TestConversions(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	testRun(t, path("a.ktg"), &run{settings: testSettings(), threads: 2, games: 4})
	stdout, _ := call(t, 0, "export-psv", path("a.ktg"), "-o", path("a.psv"))
	scored := 0
	for _, g := range readFile(t, path("a.ktg")) {
		scored += g.Scored()
	}
	require.Equal(t, fmt.Sprintf("%d positions of 4 games\n", scored), stdout)
	stdout, _ = call(t, 0, "import-psv", "-o", path("b.ktg"), path("a.psv"))
	require.Regexp(t, fmt.Sprintf("^%d positions in \\d+ games\n$", scored), stdout)
	stdout, _ = call(t, 0, "stats", path("b.ktg"))
	require.Regexp(t, `(?m)^ +\d+ games of the run imported from PSV: a\.psv\n`, stdout)
	call(t, 0, "export-psv", path("b.ktg"), "-o", path("b.psv"))
	a, err := os.ReadFile(path("a.psv"))
	require.NoError(t, err)
	b, err := os.ReadFile(path("b.psv"))
	require.NoError(t, err)
	require.Len(t, a, scored*record.PSVBytes)
	require.True(t, bytes.Equal(a, b))

	stdout, _ = call(t, 0, "export-psv", path("a.ktg"), path("a.ktg"), "-o", path("twice.psv"))
	require.Equal(t, fmt.Sprintf("%d positions of 4 games; skipped 4 games that are there twice\n", scored), stdout)

	// A game with an illegal move is left out and counted.
	var out bytes.Buffer
	w, games := record.NewScoredWriter(&out), readFile(t, path("a.ktg"))
	left := scored - games[2].Scored()
	games[2].Plies[3].Move = games[2].Plies[2].Move
	for _, g := range games {
		require.NoError(t, w.Write(g))
	}
	require.NoError(t, os.WriteFile(path("illegal.ktg"), out.Bytes(), 0o600))
	stdout, _ = call(t, 0, "export-psv", path("illegal.ktg"), "-o", path("illegal.psv"))
	require.Equal(t, fmt.Sprintf("%d positions of 3 games; skipped 1 damaged parts\n", left), stdout)
	stdout, _ = call(t, 0, "stats", path("illegal.ktg"))
	require.Regexp(t, `(?m)^games            3 in \d+ bytes; 0 more are there twice\ndamaged parts    1\n`, stdout)

	require.NoError(t, os.WriteFile(path("text"), []byte("# Katachi\n"), 0o600))
	for _, args := range [][]string{{"stats", path("text")}, {"export-psv", path("text"), "-o", path("text.psv")}} {
		_, text := call(t, 1, args...)
		require.Contains(t, text, path("text")+": this is not a file of game records")
	}
	require.NoFileExists(t, path("text.psv"))

	interrupted, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, args := range [][]string{{"export-psv", path("a.ktg"), "-o", path("i")}, {"import-psv", path("a.psv"), "-o", path("i")}} {
		var stderr strings.Builder
		require.Equal(t, 1, Command(load).Main(interrupted, args, command.IO{Stdout: &stderr, Stderr: &stderr}), args)
		require.Contains(t, stderr.String(), "interrupted")
		require.NoFileExists(t, path("i"))
	}

	_, text := call(t, 1, "import-psv", path("a.psv"), "-o", path("b.ktg"))
	require.Contains(t, text, "exists")
	require.NoError(t, os.WriteFile(path("cut.psv"), a[:100], 0o600))
	_, text = call(t, 1, "import-psv", path("cut.psv"), "-o", path("c.ktg"))
	require.Contains(t, text, "100 bytes are not a multiple of 40")
	require.NoFileExists(t, path("c.ktg"))
	require.NoError(t, os.WriteFile(path("bad.psv"), append(make([]byte, record.PSVBytes), a[:record.PSVBytes]...), 0o600))
	stdout, _ = call(t, 0, "import-psv", path("bad.psv"), "-o", path("d.ktg"))
	require.Contains(t, stdout, "1 positions in 1 games; left out 1 records, the first because of this: ")
	for size, why := range map[int]string{0: "there are no records", 75: "none of the 75 records can be used, the first because of this: "} {
		require.NoError(t, os.WriteFile(path("useless.psv"), make([]byte, size*record.PSVBytes), 0o600))
		_, text = call(t, 1, "import-psv", path("useless.psv"), "-o", path("e.ktg"))
		require.Contains(t, text, why)
		require.NoFileExists(t, path("e.ktg"))
	}
}

// Three games, whose numbers can be counted by hand.
func TestStats(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	file, err := os.Create(name)
	require.NoError(t, err)
	w := record.NewScoredWriter(file)
	require.NoError(t, w.WriteRun("by hand"))
	for i, c := range []struct {
		moves  string
		scores []eval.Score
		result int8
		end    record.ScoredEnd
	}{
		{"7g7f 3c3d 8h2b+ 3a2b", []eval.Score{eval.None, -49, 400, -2001}, 1, record.ByMate},
		{"7g7f 3c3d 8h3c+ 2a3c 2g2f", []eval.Score{60, -50, 900, eval.MatedIn(8), eval.MateIn(5)}, 1, record.ByMate}, // the third gives check
		{"2g2f 8c8d", []eval.Score{49, -51}, 0, record.ByRepetition},
		{"2g2f 8c8d 2f2e", []eval.Score{50, -400, 399}, -1, record.ByAdjudication},
	} {
		g := &record.ScoredGame{ID: uint64(i), Ply: 1, Result: c.result, End: c.end}
		p := position.New(position.Shogi)
		g.Start, err = p.Pack()
		require.NoError(t, err)
		for j, text := range strings.Fields(c.moves) {
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			g.Plies = append(g.Plies, record.ScoredPly{Move: m.To16(), Score: c.scores[j]})
			p.Do(m)
		}
		require.NoError(t, w.Write(g))
	}
	info, err := file.Stat()
	require.NoError(t, err)
	require.NoError(t, file.Close())
	stdout, _ := call(t, 0, "stats", name)
	require.Equal(t, fmt.Sprintf(`       4 games of the run by hand
games            4 in %d bytes; 0 more are there twice
damaged parts    0
results          Black 50.0 %%, White 25.0 %%, drawn 25.0 %%
ended by         mate 50.0 %%, adjudication 25.0 %%, repetition 25.0 %%
length           3.5 plies, 2 to 5
positions        13 with a score of 14, %.2f bytes each
  in check       7.7 %%
  a capture next 23.1 %%

  score of the side to move    share   points that it made
  decided, lost               7.69 %%   0.0 %%
  below -3000                 0.00 %%   -
  -3000 to -2001              7.69 %%   0.0 %%
  -2000 to -1001              0.00 %%   -
  -1000 to -501               0.00 %%   -
  -500 to -201                7.69 %%   100.0 %%
  -200 to -51                 7.69 %%   50.0 %%
  -50 to 49                  23.08 %%   16.7 %%
  50 to 199                  15.38 %%   50.0 %%
  200 to 499                 15.38 %%   50.0 %%
  500 to 999                  7.69 %%   100.0 %%
  1000 to 1999                0.00 %%   -
  2000 to 2999                0.00 %%   -
  3000 and above              0.00 %%   -
  decided, won                7.69 %%   100.0 %%

points are expected by 1/(1+exp(-score/1026)), at best
`, info.Size(), float64(info.Size())/13), stdout)
}

// What adjudication would have done: the first two games are sure of Black from the start, the second wrongly so; the third has a
// doubt, and the fourth was adjudicated.
func TestStatsOfAdjudication(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	file, err := os.Create(name)
	require.NoError(t, err)
	w := record.NewScoredWriter(file)
	for i, c := range []struct {
		doubt  int // ply; -1: none
		result int8
		end    record.ScoredEnd
	}{{-1, 1, record.ByMate}, {-1, -1, record.ByMate}, {4, 1, record.ByDeclaration}, {-1, 1, record.ByAdjudication}} {
		g := &record.ScoredGame{ID: uint64(i), Ply: 1, Result: c.result, End: c.end}
		p := position.New(position.Shogi)
		g.Start, err = p.Pack()
		require.NoError(t, err)
		for j, text := range strings.Fields("4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a") {
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			score := eval.Score(1200)
			if j == c.doubt {
				score = 100
			}
			if j%2 == 1 {
				score = -score
			}
			g.Plies = append(g.Plies, record.ScoredPly{Move: m.To16(), Score: score})
			p.Do(m)
		}
		require.NoError(t, w.Write(g))
	}
	require.NoError(t, file.Close())
	stdout, _ := call(t, 0, "stats", name)
	_, table, found := strings.Cut(stdout, "6 plies running:\n")
	require.True(t, found, stdout)
	require.Equal(t, `  score   chance   games ended   plies saved   points that the loser made in truth
    500    0.609        66.7 %        16.7 %   50.00 %
   1000    0.708        66.7 %        16.7 %   50.00 %
`, table)
}

func TestProgress(t *testing.T) {
	r := &run{games: 100, shard: [2]uint64{1, 4}, store: &store{done: map[uint64]bool{1: true, 5: true, 9: true, 13: true, 17: true}, positions: 500}}
	p := &progress{run: r, before: 100}
	require.Equal(t, "5 of 25 games, 500 positions, 40 a second, 50s left", p.state(10*time.Second))
	r.positions = 900
	require.Equal(t, "5 of 25 games, 500 positions, 40 a second, 10s left", p.state(10*time.Second))
	r.games = 6
	require.Equal(t, "5 games, 2 wanted, 500 positions, 40 a second", p.state(10*time.Second))
	r.games = 0
	require.Equal(t, "5 games, 500 positions, 40 a second, 10s left", p.state(10*time.Second))
	r.positions = 0
	require.Equal(t, "5 games, 500 positions, 40 a second", p.state(10*time.Second))
}
