package match

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position/command"
)

// fakeFlag is an engine as the command line has it.
func fakeFlag(name, behaviour, more string) string {
	return `cmd="` + os.Args[0] + `" name=` + name + ` args="fake ` + behaviour + `" ` + more
}

func readFile(t *testing.T, name string) (*matchHeader, []gameRecord) {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	h, games, err := readMatch(f)
	require.NoError(t, err)
	return h, games
}

func TestMatch(t *testing.T) {
	out := filepath.Join(t.TempDir(), "m.jsonl")
	args := []string{
		"-engine1", fakeFlag("a", "good", "Threads=7"), "-engine2", fakeFlag("b", "crash", ""),
		"-games", "6", "-tc", "movetime=5", "-concurrency", "2", "-openings", "../../testdata/openings_public.txt", "-out", out,
	}
	stdout := succeed(t, args...)
	require.Contains(t, stdout, "a - b: +6 =0 -0  100.0%  Elo +Inf")
	require.Contains(t, stdout, "b lost 6 games by crash")
	header, games := readFile(t, out)
	require.Equal(t, "7", header.Engines[0].Options["Threads"])
	require.Len(t, games, 6)
	seen := map[int]gameRecord{}
	for _, g := range games {
		seen[g.Game] = g
		require.Equal(t, byCrash, g.Reason)
		require.Contains(t, strings.Join(g.Last, "\n"), "panic: fake fault")
		require.Contains(t, strings.Join(g.Last, "\n"), "process ended: exit status 2")
		require.Equal(t, g.Game%2, g.Black)
		require.NotEqual(t, g.Black, g.White)
	}
	require.Len(t, seen, 6)
	for pair := range 3 {
		require.Equal(t, seen[2*pair].Opening, seen[2*pair+1].Opening)
		require.NotEqual(t, seen[2*pair].Opening, seen[(2*pair+2)%6].Opening)
	}

	// Once more: nothing is left to play. With more games: the rest is played.
	before, err := os.ReadFile(out)
	require.NoError(t, err)
	succeed(t, args...)
	after, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, before, after)
	args[5] = "8"
	succeed(t, args...)
	after, err = os.ReadFile(out)
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(after, before))
	_, games = readFile(t, out)
	require.Len(t, games, 8)

	// With fewer: none is left to play, and the rest is told, but for a game of these that is missing.
	args[5] = "4"
	stdout = succeed(t, args...)
	require.True(t, strings.HasPrefix(stdout, "8 games are there already, 4 of them beyond the 4 of this command; they count too\na - b: +8 "), stdout)
	lines := bytes.SplitAfter(after, []byte("\n"))
	require.NoError(t, os.WriteFile(out, bytes.Join(append(lines[:1:1], lines[2:]...), nil), 0o644))
	args[5] = "6"
	stdout = succeed(t, args...)
	require.True(t, strings.HasPrefix(stdout, "7 games are there already, 2 of them beyond the 6 of this command; they count too\n1 games, 1 at a time\n"), stdout)
	require.Contains(t, stdout, " | 8/8  +8 ")

	// Another match does not go into the same file.
	args[7] = "movetime=6"
	_, stderr := exits(t, 1, args...)
	require.Contains(t, stderr, "another match (tc: movetime=5 there, movetime=6 here)")
}

// TestResumeAfterKill ends the program without warning, several times, and adds half a line; in the end every game is
// there once.
func TestResumeAfterKill(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	common := []string{"-tc", "depth=1", "-concurrency", "3", "-openings", "../../testdata/openings_public.txt"}
	for name, args := range map[string][]string{
		"match": {"match", "-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "good", ""), "-games", "24"},
		"tune":  {"match", "tune", "-engine", fakeFlag("a", "good", ""), "-params", paramFile(t, "Threads 1 2"), "-pairs", "12"},
	} {
		t.Run(name, func(t *testing.T) { resumeAfterKill(t, append(args, common...)) })
	}
}

func resumeAfterKill(t *testing.T, args []string) {
	out := filepath.Join(t.TempDir(), "m.jsonl")
	const games = 24
	args = append(args, "-out", out)
	lines := func() int {
		b, _ := os.ReadFile(out)
		return bytes.Count(b, []byte("\n"))
	}
	for round := range 3 {
		cmd := exec.Command(os.Args[0], args...)
		require.NoError(t, cmd.Start())
		for have := lines(); lines() < min(have+3, 3*round+4); {
			time.Sleep(time.Millisecond)
		}
		require.NoError(t, cmd.Process.Kill())
		cmd.Wait()
		require.Less(t, lines(), games+1, "killed before the end")
		f, err := os.OpenFile(out, os.O_WRONLY|os.O_APPEND, 0)
		require.NoError(t, err)
		_, err = f.WriteString(`{"type":"game","game":999,"bla`)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	stdout, err := exec.Command(os.Args[0], args...).CombinedOutput()
	require.NoError(t, err, string(stdout))
	require.Contains(t, string(stdout), "of 24 games are there already")
	b, err := os.ReadFile(out)
	require.NoError(t, err)
	seen := map[int]bool{}
	for _, line := range bytes.Split(bytes.TrimSpace(b), []byte("\n"))[1:] {
		var g gameRecord
		require.NoError(t, json.Unmarshal(line, &g))
		require.False(t, seen[g.Game], "game %d twice", g.Game)
		require.Less(t, g.Game, games)
		seen[g.Game] = true
	}
	require.Len(t, seen, games)
}

// TestInterrupt: Ctrl-C ends the match in order, with what is known by then and a line that says how to go on.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("one process cannot send another Ctrl-C here")
	}
	for shown, args := range map[string][]string{
		"": {"match", "-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "hang", ""), "-games", "2"},
		"1000 games, 1 at a time\nkatachi match tune: ": {"match", "tune", "-engine", fakeFlag("a", "hang", ""), "-params", paramFile(t, "Threads 1 2")},
	} {
		out := filepath.Join(t.TempDir(), "m.jsonl")
		cmd := exec.Command(os.Args[0], append(args, "-tc", "600", "-out", out)...)
		var output bytes.Buffer
		cmd.Stdout, cmd.Stderr = &output, &output
		require.NoError(t, cmd.Start())
		require.Eventually(t, func() bool { b, _ := os.ReadFile(out); return len(b) > 0 }, 20*time.Second, 5*time.Millisecond)
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		require.Error(t, cmd.Wait())
		require.Equal(t, 1, cmd.ProcessState.ExitCode())
		require.Contains(t, output.String(), "interrupted; the same command goes on from")
		require.Contains(t, output.String(), shown)
	}
}

// TestUndeclaredOptions: no game is played with an option that an engine does not have or take, whoever is to play first, unless
// the user insists.
func TestUndeclaredOptions(t *testing.T) {
	for _, c := range []struct{ option, want string }{
		{"Quiet=true", "engine b does not declare the option Quiet; init="},
		{"Threads=10", "engine b declares the option Threads as spin default 1 min 1 max 9, not with the value 10; init="},
		{"USI_Variant=chess Threads=2", "engine b declares the option USI_Variant as combo "},
	} {
		for _, others := range [][]string{{"-engine2", fakeFlag("a", "good", "")}, {"-engine2", fakeFlag("c", "good", ""), "-engine3", fakeFlag("d", "good", ""), "-tournament", "gauntlet"}} {
			out := filepath.Join(t.TempDir(), "m.jsonl")
			args := append([]string{"-engine1", fakeFlag("b", "good", c.option), "-games", "2", "-tc", "depth=1", "-out", out}, others...)
			stdout, stderr := exits(t, 1, args...)
			require.Contains(t, stderr, "katachi match: "+c.want)
			require.NotContains(t, stdout, " - ", "nothing was played, so there is no summary")
			_, games := readFile(t, out)
			require.Empty(t, games)
		}
	}
	// The last of many engines is asked too before the first game.
	args := []string{"-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "good", ""), "-engine3", fakeFlag("c", "good", "Quiet=1"), "-games", "2", "-tc", "depth=1"}
	stdout, _ := exits(t, 1, args...)
	require.NotContains(t, stdout, "wins by")
	for _, insisting := range []string{`init="setoption name Quiet value true"`, "USI_Hash=16 USI_Ponder=true"} {
		args := []string{"-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "good", insisting), "-games", "2", "-tc", "depth=1"}
		stdout := succeed(t, args...)
		require.NotContains(t, stdout, "warning")
	}
}

// TestReportedErrors: what an engine cannot do of that which it was asked for, such as loading a network, is told, once.
func TestReportedErrors(t *testing.T) {
	args := []string{"-engine1", fakeFlag("a", "error", ""), "-engine2", fakeFlag("b", "good", ""), "-games", "2", "-tc", "depth=1"}
	stdout := succeed(t, args...)
	require.Equal(t, 1, strings.Count(stdout, "warning: engine a reports: Error! there is no network\n"), stdout)
}

func TestSPRTStopsTheMatch(t *testing.T) {
	args := []string{
		"-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "resign", ""),
		"-games", "1000", "-tc", "depth=1", "-sprt", "elo0=0,elo1=400", "-openings", "../../testdata/openings_public.txt",
	}
	stdout := succeed(t, args...)
	require.Contains(t, stdout, ": H1\n")
	require.Less(t, strings.Count(stdout, "wins by resignation"), 40)
}

// TestLameEngine: a match with an engine that loses game after game without a move of its own ends early, and says why; one game that
// it plays is enough to go on.
func TestLameEngine(t *testing.T) {
	m := &match{engines: []engineSpec{{Name: "a"}, {Name: "b"}}, store: &store{}, table: newCrossTable(2, nil), lame: make([]int, 2)}
	m.progress = &progress{line: command.NewLine(io.Discard), engines: m.engines, concurrency: 1}
	m.progress.begin(100, 0, 0)
	game := func(moves int) error {
		n := len(m.store.Games)
		g := &gameRecord{Game: n, Black: n % 2, White: 1 - n%2, Result: gameResult(2 - n%2*2), Reason: byCrash, Detail: "boom", Moves: make([]moveRecord, moves)}
		return m.finish(g) // lost by b
	}
	for range 9 {
		require.NoError(t, game(1))
	}
	require.NoError(t, game(2))
	for range 9 {
		require.NoError(t, game(1))
	}
	require.EqualError(t, game(1), "engine b failed ten times in a row at the start of a game; the last time: crash boom")
}

// TestNotClosed: what the file system says at the end is told.
func TestNotClosed(t *testing.T) {
	engines := []engineSpec{{Name: "a"}, {Name: "b"}}
	header := &matchHeader{Type: "match", Engines: engines}
	name := filepath.Join(t.TempDir(), "m.jsonl")
	s, err := openStore(name, header)
	require.NoError(t, err)
	require.NoError(t, s.add(&gameRecord{Type: "game", White: 1, Result: blackWins, Reason: byMate}))
	require.NoError(t, s.close())
	m := &match{engines: engines, schedule: schedule{of: 1}} // with no game left to play
	output := &command.IO{Stdout: io.Discard, Stderr: io.Discard}
	require.NoError(t, m.session(t.Context(), header, name, output, func() error { return nil }))
	require.ErrorIs(t, m.session(t.Context(), header, name, output, func() error { return m.store.file.Close() }), os.ErrClosed)
}

// TestNotWritten: a game that the disk has no room for is not in the score, since it is played again.
func TestNotWritten(t *testing.T) {
	header := &matchHeader{Type: "match", Engines: []engineSpec{{Name: "a"}, {Name: "b"}}}
	s, err := openStore(filepath.Join(t.TempDir(), "m.jsonl"), header)
	require.NoError(t, err)
	require.NoError(t, s.add(&gameRecord{Type: "game", White: 1}))
	require.NoError(t, s.close())
	require.ErrorIs(t, s.add(&gameRecord{Type: "game", Game: 1, Black: 1}), os.ErrClosed)
	require.Len(t, s.Games, 1)
}

// TestNoFile: what is no file is refused at once. To read from /dev/stdout or a pipe would wait without end.
func TestNoFile(t *testing.T) {
	_, err := openStore(os.DevNull, &matchHeader{Type: "match"})
	require.EqualError(t, err, os.DevNull+": not a regular file")
}

func TestGauntletAndRoundRobin(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for tournament, games := range map[string]int{"roundrobin": 6, "gauntlet": 4} {
		out := filepath.Join(t.TempDir(), "m.jsonl")
		succeed(t,
			"-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "crash", ""), "-engine3", fakeFlag("c", "crash", ""),
			"-games", "2", "-tournament", tournament, "-tc", "depth=1", "-out", out,
		)
		_, list := readFile(t, out)
		require.Len(t, list, games)
		for _, g := range list {
			if tournament == "gauntlet" {
				require.Zero(t, min(g.Black, g.White))
			}
		}
	}
}

func TestConfigFile(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	dir := t.TempDir()
	tomlFile, jsonFile := filepath.Join(dir, "m.toml"), filepath.Join(dir, "m.json")
	self, err := json.Marshal(os.Args[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(tomlFile, []byte(`
games = 2
tc = "depth=1"
[[engine]]
name = "a"
cmd = `+string(self)+`
args = ["fake", "good"]
options = { Threads = 7, USI_Ponder = true }
[[engine]]
name = "b"
cmd = `+string(self)+`
args = ["fake", "crash"]
tc = "depth=2"
`), 0o644))
	require.NoError(t, os.WriteFile(jsonFile, []byte(`{"games": 2, "tc": "depth=1", "engine": [
		{"name": "a", "cmd": `+string(self)+`, "args": ["fake", "good"], "options": {"Threads": 7, "USI_Ponder": true}},
		{"name": "b", "cmd": `+string(self)+`, "args": ["fake", "crash"], "tc": "depth=2"}]}`), 0o644))
	for _, file := range []string{tomlFile, jsonFile} {
		out := file + ".jsonl"
		succeed(t, "-config", file, "-games", "4", "-out", out)
		header, games := readFile(t, out)
		require.Len(t, games, 4, "the flag comes before the file")
		require.Equal(t, engineOptions{"Threads": "7", "USI_Ponder": "true"}, header.Engines[0].Options)
		require.Equal(t, "depth=2", header.Engines[1].TC)
	}
	out := filepath.Join(dir, "others.jsonl")
	succeed(t, "-config", jsonFile, "-engine1", fakeFlag("c", "good", ""), "-engine2", fakeFlag("d", "resign", ""), "-out", out)
	header, games := readFile(t, out)
	require.Len(t, games, 2)
	require.Equal(t, "c d", header.Engines[0].Name+" "+header.Engines[1].Name, "so do engines, which take the place of all in the file")
	require.NoError(t, os.WriteFile(tomlFile, []byte("gmaes = 2\n"), 0o644))
	_, stderr := exits(t, 2, "-config", tomlFile)
	require.Contains(t, stderr, "unknown key gmaes")
	require.NoError(t, os.WriteFile(jsonFile, []byte(`{"games": 2} {"gmaes": 3}`), 0o644))
	_, stderr = exits(t, 2, "-config", jsonFile)
	require.Contains(t, stderr, "something follows the object")
}

func TestWrongUse(t *testing.T) {
	engines := []string{"-engine1", "cmd=x", "-engine2", "cmd=y"}
	for _, args := range [][]string{
		{}, {"-engine1", "cmd=x"}, {"-nonsense"}, {"-engine1", "cmd"}, {"-engine1", `cmd="x`}, engines,
		append(engines[:4:4], "-tc", "x"), append(engines[:4:4], "-tc", "1", "-sprt", "elo0=1"), append(engines[:4:4], "-tc", "1", "extra"),
		append(engines[:4:4], "-tc", "1", "-shard", "3/2"), append(engines[:4:4], "-tc", "1", "-tournament", "swiss"),
		append(engines[:4:4], "-tc", "1", "-variant", "chess"), append(engines[:4:4], "-tc", "1", "-declare", "none"),
		append(engines[:4:4], "-tc", "1", "-games", "0"), append(engines[:4:4], "-tc", "1", "-order", "up"),
		append(engines[:4:4], "-tc", "1", "-movelimit", "0"), append(engines[:4:4], "-tc", "1", "-shard", "1/2x"),
		append(engines[:4:4], "-tc", "1", "-sprt", "elo0=0,elo1=inf"), append(engines[:4:4], "-tc", "1", "-sprt", "elo0=-1e9,elo1=5"),
		{"-engine1", "cmd=x proto=uci", "-engine2", "cmd=y", "-tc", "1"},
	} {
		stdout, stderr := exits(t, 2, args...)
		require.Equal(t, 1, strings.Count(stderr, "\n"), "%v: %s", args, stderr)
		require.Empty(t, stdout)
	}
	stdout := succeed(t, "-h")
	require.Contains(t, stdout, "katachi match -engine1 './katachi name=new Threads=1'")
}

// TestOpeningsFromRecords: the main lines of game records are openings, in the encoding that they have.
func TestOpeningsFromRecords(t *testing.T) {
	out := filepath.Join(t.TempDir(), "m.jsonl")
	succeed(t, "-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "resign", ""), "-games", "2", "-tc", "depth=1",
		"-openings", "../../testdata/records/class.kif", "-o", out)
	_, games := readFile(t, out)
	require.Len(t, games, 2)
	for _, g := range games {
		require.Equal(t, "startpos moves 7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g 3a2b", g.Opening)
	}
}

// TestOpeningsLeftOut: the match says which records it does without, and goes on with the same ones.
func TestOpeningsLeftOut(t *testing.T) {
	dir := t.TempDir()
	out, openings := filepath.Join(dir, "m.jsonl"), filepath.Join(dir, "o.kif")
	args := []string{"-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "resign", ""), "-tc", "depth=1", "-openings", openings, "-o", out, "-games"}
	text := "手合割：平手\n   1 ７六歩(77)\n\n変化：1手\n   1 ７五歩(77)\n\n手合割：平手\n   1 ２五歩(27)\n\n手合割：平手\n   1 ２六歩(27)\n"
	require.NoError(t, os.WriteFile(openings, []byte(text), 0o644))
	for _, games := range []string{"2", "4"} { // the second match goes on with the first
		_, stderr := exits(t, 1, append(args[:len(args):len(args)], games)...)
		require.Contains(t, stderr, "o.kif:5: the variation from move 1 is left out: move 1, ７五歩(77): illegal move")
		require.Contains(t, stderr, "o.kif:8: move 1, ２五歩(27): illegal move")
		require.Contains(t, stderr, "\nthe match is played without what could not be read, from 2 openings\n")
		require.True(t, strings.HasSuffix(stderr, ": not every record could be read\n"), stderr)
	}
	_, games := readFile(t, out)
	require.Len(t, games, 4)
	require.Equal(t, "startpos moves 2g2f", games[3].Opening)

	require.NoError(t, os.WriteFile(openings, []byte("手合割：平手\n   1 ２五歩(27)\n"), 0o644))
	_, stderr := exits(t, 1, append(args, "2")...)
	require.Regexp(t, `^\S+ \S+ ?\S*o.kif: no openings: \S*o.kif:2: move 1, .*\n$`, stderr)
}

// TestChangedEngine: who goes on with an engine that has been built anew is told that the games are not all by the same one.
func TestChangedEngine(t *testing.T) {
	dir := t.TempDir()
	engine, out := filepath.Join(dir, "engine"), filepath.Join(dir, "m.jsonl")
	if runtime.GOOS == "windows" {
		engine += ".exe"
	}
	program, err := os.ReadFile(os.Args[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(engine, program, 0o755))
	play := func(games string) string {
		args := []string{"-engine1", `cmd="` + engine + `" name=a args="fake good"`, "-engine2", fakeFlag("b", "resign", ""), "-games", games, "-tc", "depth=1", "-o", out}
		return succeed(t, args...)
	}
	require.NoError(t, os.Chtimes(engine, time.Time{}, time.Now().Add(-time.Hour)))
	play("2")
	require.NotContains(t, play("4"), "has changed")
	require.NoError(t, os.Chtimes(engine, time.Time{}, time.Now().Add(time.Hour)))
	require.NotContains(t, play("4"), "has changed", "there is nothing left to play")
	require.Contains(t, play("6"), "warning: "+engine+" has changed since 4 of the games that are there began; ")
}

// TestStartsAgain: what a start that failed leaves behind does not keep the corrected command out.
func TestStartsAgain(t *testing.T) {
	for _, args := range [][]string{
		{"-engine2", fakeFlag("b", "good", ""), "-games", "2", "-engine1"},
		{"tune", "-params", paramFile(t, "Threads 1 2"), "-pairs", "1", "-engine"},
	} {
		out := filepath.Join(t.TempDir(), "m.jsonl")
		args = append(args, "./nix name=a", "-tc", "depth=1", "-out", out)
		engine := len(args) - 5
		_, stderr := exits(t, 1, args...)
		require.Contains(t, stderr, "nix")
		args[engine] = fakeFlag("a", "good", "")
		succeed(t, args...)
		header, games := readFile(t, out)
		require.Equal(t, os.Args[0], header.Engines[0].Cmd)
		require.Len(t, games, 2)
		args[engine] = fakeFlag("a", "resign", "")
		exits(t, 1, args...) // now it has games
	}
}

// TestKeepsOtherFiles: -o never overwrites what is no beginning of this match.
func TestKeepsOtherFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "resign", ""), "-games", "2", "-tc", "depth=1", "-out", out}
	succeed(t, args...)
	whole, err := os.ReadFile(out)
	require.NoError(t, err)
	half := string(whole[:len(whole)-20])
	header, _, _ := strings.Cut(half, "\n")
	for text, more := range map[string][]string{
		"my only copy of a note": nil,
		half:                     {"-maxplies", "99"},
		header[:len(header)-5]:   {"-maxplies", "99"},
		"\n\n\nnote":             nil,
	} {
		require.NoError(t, os.WriteFile(out, []byte(text), 0o644))
		_, stderr := exits(t, 1, append(args[:len(args):len(args)], more...)...)
		require.Contains(t, stderr, "choose another -o")
		after, err := os.ReadFile(out)
		require.NoError(t, err)
		require.Equal(t, text, string(after))
	}
	for _, text := range []string{half, header, ""} { // cut by an interruption
		require.NoError(t, os.WriteFile(out, []byte(text), 0o644))
		succeed(t, args...)
		_, games := readFile(t, out)
		require.Len(t, games, 2)
	}
	_, stderr := exits(t, 1, append(args[:len(args):len(args)], "-timemargin", "60000")...)
	require.Contains(t, stderr, "timemargin: 200 there, 60000 here")
}
