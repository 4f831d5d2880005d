package tsume

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/position/command"
	"katachi/search/mate"
)

func try(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = Command.Main(t.Context(), args, command.IO{Name: "katachi mate", Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs})
	return status, out.String(), errs.String()
}

const (
	mateInThree = `{"name": "three", "sfen": "6g1l/+B2sr1+P2/pppppk3/5p1Sp/8n/P1P3g1N/1P1P1PL1P/1B2K2P1/LNSG1S2L b RGN3P 127"}`
	mateInOne   = "4k4/9/4P4/9/9/9/9/9/9 b G 1"
	afterMoves  = "position sfen 4k4/9/4P4/9/9/9/9/9/8K w 2G 1 moves 5a4a 1i2i 4a5a"
	noMate      = "sfen 4k4/9/4P4/9/9/9/9/9/9 b - 1"
	futileEnd   = "8k/9/6NG1/9/9/9/9/9/4R4 b g 1"
	mateInNine  = "ln3k1nl/1r4sb1/1pp+S1ppp1/pn1pP4/2B5p/2PS5/PP1P1PPPP/2KGR4/L1S2G1NL b GPg 47" // the first one that is found has 15 plies
	microcosmos = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
)

func TestCommandSolvesAFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "problems.jsonl")
	require.NoError(t, os.WriteFile(file, []byte("# problems\n"+mateInThree+"\r\n\n"+mateInOne+"\n"+noMate+"\n"+afterMoves+"\n"), 0o644))
	kif := filepath.Join(dir, "kif")
	status, out, errs := try(t, "", "-mode", "shortest", "-threads", "2", "-hash", "4", "-lines", "-kif", kif, file)
	require.Equal(t, 0, status, errs)
	require.Regexp(t, `(?s)   1  mate         3 .* three\n +2d3c\+ \S+ \S+\n   2  mate         1 .*problems.jsonl:4\n +G\*5b\n   3  no mate      - .*\n   4  mate         1 .*\n +G\*5b\n`, out)
	require.Contains(t, out, "Problems: 4; mate 3, no mate 1, unknown 0")
	content, err := os.ReadFile(filepath.Join(kif, "mate0001.kifu"))
	require.NoError(t, err)
	require.Regexp(t, `(?s)1 ３三銀成\(24\).*4 詰み`, string(content))
	require.NoFileExists(t, filepath.Join(kif, "mate0003.kifu"))

	// The mates of another file stand beside them.
	status, _, errs = try(t, mateInOne, "-hash", "1", "-kif", kif, "-")
	require.Equal(t, 0, status, errs)
	after, err := os.ReadFile(filepath.Join(kif, "mate0001.kifu"))
	require.NoError(t, err)
	require.Equal(t, content, after)
	after, err = os.ReadFile(filepath.Join(kif, "mate0001-2.kifu"))
	require.NoError(t, err)
	require.Contains(t, string(after), "1 ５二金打")

	status, _, errs = try(t, mateInOne, "-hash", "1", "-sjis", "-kif", kif, "-")
	require.Equal(t, 0, status, errs)
	content, err = os.ReadFile(filepath.Join(kif, "mate0001.kif"))
	require.NoError(t, err)
	require.Contains(t, string(content), "\x8e\xe8", "手 is not there in Shift_JIS")
}

func TestCommandSkipsFutileInterpositions(t *testing.T) {
	for futile, want := range map[string]string{"count": "3", "skip": "1"} {
		status, out, errs := try(t, futileEnd, "-mode", "shortest", "-futile", futile, "-hash", "1", "-")
		require.Equal(t, 0, status, errs)
		require.Regexp(t, `   1  mate         `+want+" ", out)
	}
}

func TestCommandFindsTheShortest(t *testing.T) {
	status, out, errs := try(t, mateInNine, "-mode", "shortest", "-hash", "4", "-")
	require.Zero(t, status, errs)
	require.Regexp(t, `   1  mate         9 `, out)
}

// TestDisplayOfOpenMates: a mate that may not be the shortest one is told as that, and leaves its problem open.
func TestDisplayOfOpenMates(t *testing.T) {
	done := make(chan struct{})
	close(done)
	found := outcome{Result: mate.Result{Status: mate.Mate, Line: make([]position.Move, 3)}, done: done}
	sure := found
	sure.solved = true
	var out bytes.Buffer
	d := newDisplay(&out, io.Discard, make([]problem, 3), []outcome{found, sure, {done: done}}, false)
	d.rest()
	require.False(t, d.totals(0))
	require.Regexp(t, `^   1  mate       <=3 .*\n   2  mate         3 .*\n   3  unknown      - .*\n`, out.String())
	require.Contains(t, out.String(), "\nProblems: 3; mate 2, no mate 0, unknown 1; of the mates, 1 may not be the shortest\n")
}

func TestCommandLeavesAProblemOpen(t *testing.T) {
	status, out, errs := try(t, mateInOne+"\n"+microcosmos, "-hash", "1", "-time", "50ms", "-")
	require.Equal(t, 1, status, errs)
	require.Contains(t, out, "Problems: 2; mate 1, no mate 0, unknown 1")
}

// TestCommandInterrupted: what is solved behind a problem that takes long is not lost.
func TestCommandInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	kif := t.TempDir()
	go func() { // the third problem is the last one that is solved
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(kif, "mate0003.kifu")); err == nil {
				time.Sleep(50 * time.Millisecond)
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var out, errs bytes.Buffer
	in := strings.NewReader(microcosmos + "\n" + mateInOne + "\n" + mateInOne)
	status := Command.Main(ctx, []string{"-hash", "2", "-threads", "2", "-time", "0", "-kif", kif, "-"},
		command.IO{Name: "katachi mate", Stdin: in, Stdout: &out, Stderr: &errs})
	require.Equal(t, 1, status)
	require.Regexp(t, `(?s)^ +# .*\n   2  mate         1 .*\n   3  mate         1 .*\n\nProblems: 2 of 3; mate 2, no mate 0, unknown 0\n`, out.String())
	require.Equal(t, "katachi mate: interrupted\n", errs.String())
}

func TestCommandWrongUse(t *testing.T) {
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"", "no file", 2},
		{"-mode fast x", `-mode "fast"`, 2},
		{"-futile no x", `-futile "no"`, 2},
		{"-time -1s x", "positive", 2},
		{"-time -1 x", "positive", 2},
		{"-sjis x", "give -kif too", 2},
		{"-nonsense", "nonsense", 2},
		{"missing.sfen", "missing.sfen", 1},
		{"-hash 100000000 -", "memory", 1},
	} {
		status, _, errs := try(t, mateInOne, strings.Fields(c.args)...)
		require.Equal(t, c.status, status, c.args)
		require.Contains(t, errs, c.want)
		require.Equal(t, 1, strings.Count(errs, "\n"), errs)
	}
	status, _, errs := try(t, "# nothing\n", "-")
	require.Equal(t, 1, status)
	require.Contains(t, errs, "no problem in -")
	status, out, _ := try(t, "", "-h")
	require.Equal(t, 0, status)
	require.Contains(t, out, "katachi mate -time 10s")
}

// TestCommandReadsRecords: a problem in KIF, and the position that a game has led to.
func TestCommandReadsRecords(t *testing.T) {
	status, out, errs := try(t, "", "-hash", "1", "-lines", "../../testdata/records/tsume.kif")
	require.Zero(t, status, errs)
	require.Regexp(t, `   1  mate         1 .*tsume.kif:1\n +G\*2b\n`, out)

	titled := filepath.Join(t.TempDir(), "t.kif")
	require.NoError(t, os.WriteFile(titled, []byte("表題：第一番\n手合割：平手\n   1 ７六歩(77)\n"), 0o644))
	list, leftOut := readProblems(titled, nil, position.Shogi)
	require.Empty(t, leftOut)
	require.Equal(t, "第一番", list[0].name)
	require.Contains(t, list[0].pos.SFEN(), " w - 2", "where the game has led to")

	list, leftOut = readProblems("../../testdata/records/lines.usi", nil, position.Shogi)
	require.Empty(t, leftOut)
	require.Len(t, list, 3)
	require.Equal(t, "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL b - 3", list[1].pos.SFEN(), "where Black resigned")
}

// TestCommandLeavesOut: what cannot be read is named, and the rest is solved.
func TestCommandLeavesOut(t *testing.T) {
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	branch := write("branch.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ９九歩打\n")
	illegal := write("illegal.kif", "手合割：平手\n   1 ７五歩(77)\n   2 ３四歩(33)\n")
	binary := write("binary.kif", noMate+"\n"+strings.Repeat("\x00", 2<<20))
	folder := filepath.Dir(write("good.jsonl", mateInOne))
	if err := os.Symlink("nothing", filepath.Join(folder, "gone.kif")); err != nil { // Windows may not allow it
		require.NoError(t, os.WriteFile(filepath.Join(folder, "gone.kif"), []byte{0}, 0o644))
	}
	for _, c := range []struct {
		stdin, want string
		files       []string
		errs        []string
	}{
		{"", "Problems: 1; mate 0, no mate 1", []string{branch}, []string{"branch.kif:7: the variation from move 2 is left out"}},
		{"", "Problems: 1; mate 1", []string{illegal, "../../testdata/records/tsume.kif"}, []string{"illegal.kif:2: move 1"}},
		{"# three\n" + mateInOne + "\n9/9 b - 1\n{\n" + noMate, "Problems: 2; mate 1, no mate 1", []string{"-"}, []string{"-:3: ", "-:4: "}},
		{strings.Repeat("9/9 b - 1\n", 20) + noMate, "Problems: 1; mate 0", []string{"-"}, []string{"-:5: ", "-: 15 more errors\n"}},
		{"", "", []string{illegal}, []string{"illegal.kif:2: move 1", "no problem in "}},
		{"", "Problems: 2; mate 1, no mate 1", []string{binary, "../../testdata/records/tsume.kif"}, []string{"binary.kif: line 2: longer than a megabyte\n"}},
		{"", "Problems: 1; mate 1", []string{folder}, []string{"gone.kif"}},
		{"", "", []string{"../../testdata/records/tsume.kif", "nothing.kif"}, []string{"nothing.kif: "}},
	} {
		status, out, errs := try(t, c.stdin, append([]string{"-hash", "1"}, c.files...)...)
		require.Equal(t, 1, status, errs)
		require.Contains(t, out, c.want)
		for _, want := range c.errs {
			require.Contains(t, errs, want)
		}
		require.Equal(t, c.want != "", strings.HasSuffix(errs, "katachi mate: not every problem could be read\n"), errs)
	}
}

// TestCommandFindsFiles: a folder and a pattern stand for the files in it, without the mates that were written there.
func TestCommandFindsFiles(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.MkdirAll(path("sub"), 0o755))
	for name, text := range map[string]string{"a.sfen": mateInOne, "sub/b.jsonl": mateInThree, "c.txt": noMate} {
		require.NoError(t, os.WriteFile(path(name), []byte(text), 0o644))
	}
	for range 2 {
		for file, want := range map[string]string{dir: "Problems: 2; mate 2", path("*.*"): "Problems: 2; mate 1, no mate 1", path("sub"): "Problems: 1; mate 1"} {
			status, out, errs := try(t, "", "-hash", "1", "-kif", path("mates.d"), file)
			require.Zero(t, status, errs)
			require.Contains(t, out, want)
		}
	}
	for file, want := range map[string]string{
		path("*.kif"): "*.kif: no file matches this pattern", t.TempDir(): ": no file in this folder is named like a record (.jsonl .kif ",
	} {
		status, _, errs := try(t, "", file)
		require.Equal(t, 1, status)
		require.Contains(t, errs, want)
	}
}

// TestTables: the memory that was asked for is not taken once for every thread.
func TestTables(t *testing.T) {
	s := &settings{hash: 256}
	require.Equal(t, 256, s.tableMB(1))
	require.Equal(t, 256, 32*s.tableMB(32))
	require.Equal(t, 1, s.tableMB(1000))
}
