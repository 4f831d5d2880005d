package analyse

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position/command"
)

// Records of one move.
const (
	openBishop = "手合割：平手\n   1 ７六歩(77)\n"
	pushRook   = "手合割：平手\n   1 ２六歩(27)\n"
)

// TestPipes: what can be read only once is analysed as files are, and each game has its own results.
func TestPipes(t *testing.T) {
	out := t.TempDir()
	analyse := func(stdin, nodes string, names ...string) (int, string) {
		var said strings.Builder
		args := append([]string{"-hash", "4", "-nodes", nodes, "-o", out}, names...)
		status := New(config).Main(t.Context(), args, command.IO{Name: "katachi analyse", Stdin: strings.NewReader(stdin), Stdout: io.Discard, Stderr: &said})
		return status, namesOnly(strings.ReplaceAll(said.String(), out+string(filepath.Separator), ""))
	}
	first := func(name string) string { return reportOf(t, filepath.Join(out, name+".json")).Moves[0].USI }
	for _, c := range []struct{ stdin, nodes, name, want string }{
		{openBishop, "20", "-", "1/1 stdin\n"},
		{openBishop, "20", "/dev/stdin", "1/1 stdin (was there already)\n"},
		{pushRook, "20", "-", "1/1 stdin-2\n"},
		{openBishop, "30", "-", "1/1 stdin\n"}, // in the place of its older analysis
		{pushRook, "20", "/dev/stdin", "1/1 stdin-2 (was there already)\n"},
	} {
		status, said := analyse(c.stdin, c.nodes, c.name)
		require.Zero(t, status, said)
		require.Equal(t, c.want, said)
	}
	require.Equal(t, []string{"7g7f", "2g2f"}, []string{first("stdin"), first("stdin-2")})
	require.Equal(t, "stdin:1", reportOf(t, filepath.Join(out, "stdin.json")).Source)

	status, said := analyse("sfen "+entered+"\n"+"startpos moves 5g5f\n", "20", "-", "/dev/stdin", "-threads", "1")
	require.Zero(t, status, said)
	require.Equal(t, "1/2 stdin_1\n2/2 stdin_2\n", said)
	require.Equal(t, "5g5f", first("stdin_2"))
	status, said = analyse("no record\n", "20", "-")
	require.Equal(t, command.StatusFailure, status)
	require.Contains(t, said, "stdin:1: not a game record")

	// The pipe of a shell's <(cat a.kif).
	if _, err := os.Stat("/dev/fd"); err != nil {
		t.Skip("no /dev/fd")
	}
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	_, err = w.WriteString("手合割：平手\n   1 ９六歩(97)\n")
	require.NoError(t, err)
	require.NoError(t, w.Close())
	status, said = analyse("", "20", fmt.Sprintf("/dev/fd/%d", r.Fd()))
	require.Zero(t, status, said)
	require.Equal(t, "9g9f", first(fmt.Sprint(r.Fd())))
}

// TestPatterns: a pattern that the shell has left alone stands for the files that it fits, without the results of earlier runs.
func TestPatterns(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) { require.NoError(t, os.WriteFile(path(name), []byte(text), 0o644)) }
	analyse := func(patterns ...string) (int, string) {
		for i := range patterns {
			patterns[i] = path(patterns[i])
		}
		status, _, said := run(t.Context(), append([]string{"-nodes", "20", "-threads", "1", "-o", dir}, patterns...)...)
		return status, namesOnly(strings.ReplaceAll(said, dir+string(filepath.Separator), ""))
	}
	write("a.csa", "PI\n+\n+7776FU\n")
	write("b.csa", "PI\n+\n+2726FU\n")
	write("c.kif", openBishop)
	write("[1].kif", pushRook)
	write("1.kif", openBishop)
	for range 2 {
		status, said := analyse("*.csa", "b.*")
		require.Zero(t, status, said)
		require.Regexp(t, `^1/2 a_analysed.*\n2/2 b_analysed.*\n$`, said)
	}
	status, said := analyse("[1].kif") // a file of that very name
	require.Zero(t, status, said)
	require.Equal(t, "1/1 [1]_analysed\n", said)
	status, said = analyse("[c-d].ki?")
	require.Zero(t, status, said)
	require.Equal(t, "1/1 c_analysed\n", said)
	for pattern, want := range map[string]string{
		"*.ki2":           "*.ki2: no file matches this pattern",
		"*_analysed.kifu": "*_analysed.kifu: no file matches this pattern, apart from results of earlier runs",
		"[.kif":           "[.kif: there is no such file, and as a pattern: syntax error in pattern",
		"d.kif":           "d.kif: " + syscall.ENOENT.Error(),
	} {
		status, said := analyse("c.kif", pattern)
		require.Equal(t, command.StatusFailure, status)
		require.Contains(t, said, want)
		require.NotContains(t, said, "1/1")
	}
}

// TestEachRecordOnce: a record is analysed once in a run, however often and by whatever path it is named.
func TestEachRecordOnce(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("a.kif", []byte(openBishop), 0o644))
	require.NoError(t, os.WriteFile("b.kif", []byte(pushRook), 0o644))
	_, errs := succeed(t, "-nodes", "20", "-threads", "1", "-o", "out", "a.kif", filepath.Join(dir, "a.kif"), ".", dir, "*.kif")
	require.Equal(t, "1/2 "+filepath.Join("out", "a")+"\n2/2 "+filepath.Join("out", "b")+"\n", namesOnly(errs))
}

// TestEarlierResults: the results of a run with another folder are not taken for more records, as long as their own are read.
func TestEarlierResults(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for name, text := range map[string]string{"games/a.kif": openBishop, "games/old/b.csa": "PI\n+\n+2726FU\n", "games/mine.txt": pushRook} {
		require.NoError(t, os.MkdirAll(filepath.Dir(path(name)), 0o755))
		require.NoError(t, os.WriteFile(path(name), []byte(text), 0o644))
	}
	analyse := func(out string, names ...string) string {
		for i := range names {
			names[i] = path(names[i])
		}
		status, _, said := run(t.Context(), append([]string{"-nodes", "20", "-threads", "1", "-o", path(out)}, names...)...)
		require.Zero(t, status, said)
		return filepath.ToSlash(strings.ReplaceAll(namesOnly(said), dir+string(filepath.Separator), ""))
	}
	require.Equal(t, "1/2 games/one/a\n2/2 games/one/b\n", analyse("games/one", "games"))
	require.Equal(t, "1/2 games/two/a\n2/2 games/two/b\n", analyse("games/two", "games"))
	require.Equal(t, "1/2 games/a_analysed\n2/2 games/b\n", analyse("games", "games"))
	require.Equal(t, "1/2 three/a\n2/2 three/b\n", analyse("three", "games"))
	require.Equal(t, "1/1 four/a\n", analyse("four", "games/*.k*"))

	require.Equal(t, "1/2 five/a\n2/2 five/a-2\n", analyse("five", "three/a*.[ck]*"), "the record is elsewhere")
	require.Equal(t, "1/1 games/six/mine\n", analyse("games/six", "games/mine.txt"))
	require.Contains(t, analyse("seven", "games"), "seven/mine-2\n", "the record is not named like one")
	require.NoError(t, os.Remove(path("games/a.kif")))
	require.Contains(t, analyse("eight", "games"), "eight/a-2\n", "the record is gone")
}
