package match

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// paramFile writes a file of parameters.
func paramFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "params.txt")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	return name
}

func TestReadParams(t *testing.T) {
	list, err := readParams(strings.NewReader("\ufeff# numbers\n\nlmrBase\t20 90 # plies\r\n a+b+c 1+-2+x 1+3+y\nFile one+two three"))
	require.NoError(t, err)
	require.Equal(t, []parameter{
		{[]string{"lmrBase"}, []string{"20"}, []string{"90"}},
		{[]string{"a", "b", "c"}, []string{"1", "-2", "x"}, []string{"1", "3", "y"}},
		{[]string{"File"}, []string{"one+two"}, []string{"three"}},
	}, list)
	require.Equal(t, "a+b+c 1+-2+x 1+3+y", list[1].String())
	for text, why := range map[string]string{
		"":                     "no parameters, want lines of NAME LOW HIGH",
		"a 1 2\nb 1":           `line 2: "b 1" has 2 words, want three: NAME LOW HIGH`,
		"a 1 2 3":              "has 4 words",
		"a+b 1+2 3":            `line 1: "3" does not join 2 names or values by +`,
		"a+b 1+2 3+":           `"3+" does not join 2`,
		"a++b 1+2+3 4+5+6":     `"a++b" does not join 3`,
		"a 7 7":                "LOW and HIGH of a are both 7",
		"a 1 2\n\nb+A 1+2 3+4": "line 3: the option A is in line 1 already",
	} {
		_, err := readParams(strings.NewReader(text))
		require.ErrorContains(t, err, why)
	}
}

// FuzzReadParams: what is read can be written and read again, and every option has its values.
func FuzzReadParams(f *testing.F) {
	for _, text := range []string{"a 1 2", "\ufeff\ufeff 1 2", "a+b 1+2 3+4 # c", "+ + +", "a+ 1 2", "\ufeffa 1 2\r\n", "a 1+ +1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := readParams(strings.NewReader(text))
		if err != nil {
			return
		}
		var lines []string
		for _, p := range list {
			require.Len(t, p.Low, len(p.Names))
			require.Len(t, p.High, len(p.Names))
			lines = append(lines, p.String())
		}
		again, err := readParams(strings.NewReader("\n" + strings.Join(lines, "\n")))
		require.NoError(t, err)
		require.Equal(t, list, again)
	})
}

// TestSigns: the coins are fair, each for itself, each two in a pair of games, and from one pair to the next.
func TestSigns(t *testing.T) {
	const pairs, params = 2000, 20
	for seed := range uint64(3) {
		d := &design{seed, make([]parameter, params)}
		var rows [][]int
		for pair := range pairs {
			rows = append(rows, d.signs(pair))
		}
		fair := func(what string, term func(row int) int) {
			sum := 0
			for row := 1; row < pairs; row++ {
				sum += term(row)
			}
			require.Less(t, math.Abs(float64(sum)), 4.5*math.Sqrt(pairs), "seed %d: %s", seed, what)
		}
		for i := range params {
			fair("one", func(row int) int { return rows[row][i] })
			for j := range params {
				if i != j {
					fair("two", func(row int) int { return rows[row][i] * rows[row][j] })
				}
				fair("one after the other", func(row int) int { return rows[row][i] * rows[row-1][j] })
			}
		}
	}
	// The files of tunes rest on these.
	d := &design{1, make([]parameter, 2)}
	for pair, want := range [][]int{{1, -1}, {-1, 1}, {-1, -1}, {-1, 1}} {
		require.Equal(t, want, d.signs(pair))
	}
}

// TestEffects holds the formulas against an example worked out by hand.
func TestEffects(t *testing.T) {
	// With the signs + - - - of a and - + - + of b, A makes 2, 1/2, 0 and 1 points of 2 in four pairs: gains of 1/2,
	// -1/4, -1/2 and 0 a game. Effect of a (1/2 + 1/4 + 1/2)/4 = 0.3125, of b (-1/2 - 1/4 + 1/2)/4 = -0.0625.
	// Standard error sqrt((1/4 + 1/16 + 1/4)/4/4) = 0.1875: z 1.667 and -0.333.
	// Elo 400*log10(0.8125/0.1875) = 254.7 and 400*log10(0.4375/0.5625) = -43.7.
	// 95 %: 0.8125 ± 0.3675 is 0.4450 and beyond 1: Elo -38.4 and +Inf; 0.4375 ± 0.3675 is 0.0700 and 0.8050: -449.3 and +246.3.
	h := &matchHeader{Seed: 1, Engines: []engineSpec{{Name: "A"}, {Name: "B"}}, Params: []parameter{
		{[]string{"a", "aa"}, []string{"1", "2"}, []string{"3", "4"}}, {[]string{"b"}, []string{"5"}, []string{"7"}},
	}}
	d := &design{h.Seed, h.Params}
	game := func(number int, r gameResult) gameRecord {
		return gameRecord{Game: number, Black: number % 2, White: 1 - number%2, Result: r, Reason: byMate}
	}
	games := []gameRecord{
		game(0, blackWins), game(1, whiteWins), game(2, drawn), game(3, blackWins), game(5, blackWins), game(4, whiteWins),
		game(6, blackWins), game(7, blackWins), game(8, blackWins), // the last one's pair is not complete
	}
	games[8].Reason = byCrash
	list, pairs, score := d.effects(games)
	require.Equal(t, 4, pairs)
	require.InDelta(t, 0.4375, score, 1e-12)
	require.InDelta(t, 0.8125, list[0].Score, 1e-12)
	require.InDelta(t, 0.4375, list[1].Score, 1e-12)
	require.InDelta(t, 0.1875, list[1].Deviation, 1e-12)
	require.InDelta(t, -1.0/3, list[1].Z(), 1e-12)
	var b strings.Builder
	require.NoError(t, writeEffects(&b, h, games))
	require.Equal(t, `4 pairs, 9 games, A scored 43.8%
parameter  low  high  Elo of high over low  95 %              z
a+aa       1+2  3+4   +254.7                [-38.4, +Inf]     +1.67
b          5    7     -43.7                 [-449.3, +246.3]  -0.33
B lost 1 game by crash
`, b.String())

	// Without any decided pair the error is not zero; without any pair there is nothing to divide by.
	list, _, _ = d.effects([]gameRecord{game(0, drawn), game(1, drawn)})
	require.InDelta(t, math.Sqrt(0.5)/3, list[0].Deviation, 1e-12)
	list, _, score = d.effects(nil)
	require.Zero(t, list[0].Z())
	require.Zero(t, score)
}

// tuneArgs is a tune of the fake engine that tells of its games in the file log.
func tuneArgs(t *testing.T, log string) []string {
	params := paramFile(t, "Style calm wild\nSkill+Threads 10+2 90+3\nColour red blue\nCareless false true\n")
	return []string{
		"tune", "-engine", fakeFlag("kt", "tuned "+log, ""), "-params", params, "-tc", "depth=1", "-concurrency", "2",
		"-openings", "../../testdata/openings.sfen", "-maxplies", "24", "-seed", "5", "-out", filepath.Join(t.TempDir(), "tune.jsonl"),
	}
}

// TestTune: what the strength depends on is found out, through options that are set anew in running engines.
func TestTune(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	const pairs = 80
	args := append(tuneArgs(t, log), "-pairs", "80")
	stdout := succeed(t, args...)
	file := args[slices.Index(args, "-out")+1]
	h, games := readFile(t, file)
	require.Len(t, games, 2*pairs)
	d := &design{h.Seed, h.Params}
	list, n, _ := d.effects(games)
	require.Equal(t, pairs, n)
	require.ElementsMatch(t, []string{"Careless", "Skill"}, []string{list[0].Param.Names[0], list[1].Param.Names[0]})
	for _, e := range list {
		switch e.Param.Names[0] {
		case "Skill":
			require.Greater(t, e.Z(), 3.0)
		case "Careless":
			require.Less(t, e.Z(), -3.0)
		default:
			require.Less(t, math.Abs(e.Z()), 3.0)
		}
	}
	report := succeed(t, "tune", "report", file)
	require.True(t, strings.HasPrefix(report, "80 pairs, 160 games, A scored "))
	require.True(t, strings.HasSuffix(stdout, report), "the table is the end of the output")

	// Every game had its options, in four processes in all.
	var want, got []string
	for pair := range pairs {
		o := d.options(pair)
		want = append(want, tunedLine(o[0]), tunedLine(o[0]), tunedLine(o[1]), tunedLine(o[1]))
	}
	b, err := os.ReadFile(log)
	require.NoError(t, err)
	processes := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		process, options, _ := strings.Cut(strings.TrimSpace(line), " ")
		processes[process] = true
		got = append(got, options)
	}
	require.ElementsMatch(t, want, got)
	require.Len(t, processes, 4)
}

// TestTuneResume: a tune in two parts is the same as one in one go, and another one is kept out of its file.
func TestTuneResume(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	log := filepath.Join(t.TempDir(), "log")
	whole, parts := tuneArgs(t, log), tuneArgs(t, log)
	outcome := func(args []string, pairs string) string {
		stdout := succeed(t, append(args, "-pairs", pairs)...)
		_, table, found := strings.Cut(stdout, "\n"+pairs+" pairs, ")
		require.True(t, found, stdout)
		return table
	}
	outcome(parts, "4")
	require.Equal(t, outcome(whole, "12"), outcome(parts, "12"))

	for flag, why := range map[string]string{
		"-seed 6":        "seed: 5 there, 6 here",
		"-tc depth=2":    "tc: depth=1 there, depth=2 here",
		"-params first":  "params, number 2: Skill+Threads 10+2 90+3 there, Skill 10 90 here",
		"-params second": "params: 4 there, 1 here",
	} {
		flag = strings.Replace(flag, "first", paramFile(t, "Style calm wild\nSkill 10 90\n"), 1)
		flag = strings.Replace(flag, "second", paramFile(t, "Style calm wild\n"), 1)
		_, stderr := exits(t, 1, append(parts, strings.Fields(flag)...)...)
		require.Contains(t, stderr, "the file holds another match ("+why+")")
	}
	match := []string{"-engine1", "cmd=a", "-engine2", "cmd=b", "-tc", "depth=1", "-out", parts[slices.Index(parts, "-out")+1]}
	_, stderr := exits(t, 1, match...)
	require.Contains(t, stderr, "type: tune there, match here")
}

// TestTuneFailures: games that an engine loses by faults count, and are shown.
func TestTuneFailures(t *testing.T) {
	args := []string{"tune", "-engine", fakeFlag("kt", "crash", ""), "-params", paramFile(t, "Threads 1 2"), "-pairs", "2", "-tc", "depth=1"}
	stdout := succeed(t, args...)
	require.Contains(t, stdout, "2 pairs, 4 games, A scored 50.0%\n")
	require.Contains(t, stdout, "\nA lost 2 games by crash\nB lost 2 games by crash\n")
}

// TestTuneWrongUse: nothing is measured with options that the engine does not have or take.
func TestTuneWrongUse(t *testing.T) {
	good := paramFile(t, "Threads 1 2\n")
	file := filepath.Join(t.TempDir(), "match.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(`{"type":"match","engines":[{},{}]}`+"\n"), 0o644))
	engine := fakeFlag("kt", "tuned "+filepath.Join(t.TempDir(), "log"), "")
	for _, c := range []struct {
		status int
		why    string
		args   []string
	}{
		{2, "no parameters: give -params (see katachi match tune -h)", []string{"-engine", engine, "-tc", "depth=1"}},
		{2, "a tune is about one engine, not 0", []string{"-params", good, "-tc", "depth=1"}},
		{2, "a tune is about one engine, not 2", []string{"-engine", engine, "-engine", engine, "-params", good}},
		{2, "give -tc", []string{"-engine", engine, "-params", good}},
		{2, `unexpected argument "more"`, []string{"-engine", engine, "-params", good, "more"}},
		{2, "-pairs 0: want at least 1", []string{"-engine", engine, "-params", good, "-pairs", "0"}},
		{2, "-sprt", []string{"-engine", engine, "-params", good, "-sprt", "elo0=0,elo1=5"}},
		{1, syscall.ENOENT.Error(), []string{"-engine", engine, "-params", good + "x"}},
		{1, "params.txt: line 1: ", []string{"-engine", engine, "-params", paramFile(t, "Threads 1")}},
		{1, "engine A does not declare the option Quiet\n", []string{"-engine", engine, "-tc", "depth=1", "-params", paramFile(t, "Quiet 1 2")}},
		{1, "declares the option Skill as spin default 50 min 0 max 100, not with the value 10", []string{"-engine", engine, "-tc", "depth=1", "-params", paramFile(t, "Skill 101 102")}},
		{2, "katachi match tune report: want one file, not 0 (see katachi match tune report -h)", []string{"report"}},
		{1, "a match, not a tune", []string{"report", file}},
	} {
		stdout, stderr := exits(t, c.status, append([]string{"tune"}, c.args...)...)
		require.Contains(t, stderr, c.why)
		require.Contains(t, stderr, "katachi match tune")
		require.NotContains(t, stdout, "param", "there is nothing for a table")
	}
	stdout := succeed(t, "tune", "-h")
	require.Contains(t, stdout, "katachi match tune -engine './katachi Threads=1")
	stdout = succeed(t, "tune", "report", "-h")
	require.Contains(t, stdout, tuneReportUsage)
}
