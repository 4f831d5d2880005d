package analyse

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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

	require.NoError(t, os.WriteFile(overview, []byte("mine"), 0o644))
	said := analyse(a, b)
	require.Contains(t, said, "all_games.html")
	require.Contains(t, said, "open the .html in a browser")
	require.Equal(t, "mine", read(t, overview))
}
