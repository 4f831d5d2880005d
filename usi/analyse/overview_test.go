package analyse

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestOverview: several games have a page that leads to theirs and sums up the players; a file of the user that has its name
// stays, and so does the page of a record that has it.
func TestOverview(t *testing.T) {
	dir := t.TempDir()
	out, overview := filepath.Join(dir, "out"), filepath.Join(dir, "out", "all_games.html")
	write := func(name, players, moves string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte("開始日時：2026/11/0"+players+"手合割：平手\n"+moves), 0o644))
		return path
	}
	const bishopLost = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６八銀(79)\n   4 ８八角成(22)\n   5 投了\n"
	a := write("a#1.kif", "2\n先手：A\n後手：<b>B\n", bishopLost)
	b := write("b.kif", "1\n先手：<b>B\n後手：C\n", bishopLost)
	analyse := func(paths ...string) string {
		status, _, errs := run(t.Context(), append([]string{"-nodes", "2000", "-threads", "1", "-o", out}, paths...)...)
		require.Zero(t, status, errs)
		return errs
	}
	require.Contains(t, analyse(a), "open the .html in a browser")
	require.NoFileExists(t, overview, "there is one game")
	require.Contains(t, analyse(b), "open the .html in a browser; "+overview+" leads to those of all games")
	page := read(t, overview)
	require.Regexp(t, `(?s)href="./b.html".*href="./b.html#practise0".*href="./a%231.html".*href="./a%231.html#practise0"`, page, "by date")
	require.NotContains(t, page, "<b>")
	players := regexp.MustCompile(`<td>([^<]*)</td><td class="n">(\d+)</td><td class="n">(\d+ – \d+)</td>`).FindAllStringSubmatch(page, -1)
	require.Len(t, players, 1, "who played twice")
	require.Equal(t, []string{"&lt;b&gt;B", "2", "1 – 1"}, players[0][1:])

	named := write("all_games.kif", "3\n先手：A\n後手：C\n", bishopLost)
	require.Contains(t, analyse(named), "all_games-2.html")
	require.Contains(t, read(t, overview), `href="./all_games-2.html"`)

	longer := write("longer.kif", "3\n先手：A\n後手：C\n", bishopLost)
	status, _, errs := run(t.Context(), "-nodes", "3000", "-o", out, longer, named)
	require.Zero(t, status, errs)
	require.Contains(t, errs, "open "+overview+" in a browser")
	require.Equal(t, 3, strings.Count(read(t, overview), "☗ "), "the third game is there once")

	analyse(write("copy.kif", "2\n先手：A\n後手：<b>B\n", bishopLost))
	for range 9 {
		j, err := openJournal(out)
		require.NoError(t, err)
		_, err = j.writeOverview()
		require.NoError(t, err)
		require.NotContains(t, read(t, overview), "copy", "of two analyses alike the first one is there")
	}

	game := read(t, filepath.Join(out, "a#1.html"))
	require.NoError(t, os.WriteFile(overview, []byte(game), 0o644))
	require.Contains(t, analyse(a), overview+" is the page of a game; move it to another folder", "an earlier version called it so")
	require.Equal(t, game, read(t, overview))

	require.NoError(t, os.WriteFile(overview, []byte("mine"), 0o644))
	said := analyse(a, b)
	require.Contains(t, said, "all_games.html")
	require.Contains(t, said, "open the .html in a browser")
	require.Equal(t, "mine", read(t, overview))
}

// TestOpen: the page of one game is opened, of several that of all, and the page of a position.
func TestOpen(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("opens a browser")
	}
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(path("xdg-open"), []byte("#!/bin/sh\necho \"$1\" >>'"+path("opened")+"'\n"), 0o755))
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, name := range []string{"a.kif", "b.kif"} {
		require.NoError(t, os.WriteFile(path(name), []byte("手合割：平手\n先手："+name+"\n   1 ７六歩(77)\n"), 0o644))
	}
	for _, c := range []struct{ args, want string }{
		{path("a.kif"), "out/a.html"},
		{path("a.kif") + "|" + path("b.kif"), "out/all_games.html"},
		{path("b.kif"), "out/b.html"},
		{"-html|-sfen|" + position.Shogi.Start, "out/position.html"},
	} {
		os.Remove(path("opened"))
		status, _, errs := run(t.Context(), append([]string{"-nodes", "100", "-open", "-o", path("out")}, strings.Split(c.args, "|")...)...)
		require.Zero(t, status, errs)
		require.NotContains(t, errs, "in a browser", "it is opened already")
		require.Eventually(t, func() bool {
			opened, _ := os.ReadFile(path("opened"))
			return string(opened) == path(c.want)+"\n"
		}, 10*time.Second, 10*time.Millisecond, c.want)
	}
	t.Setenv("PATH", path("out"))
	status, _, errs := run(t.Context(), "-nodes", "100", "-open", "-o", path("out"), path("a.kif"))
	require.Zero(t, status, errs)
	require.Contains(t, errs, "cannot open "+path("out/a.html"))
}
