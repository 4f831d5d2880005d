package analyse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
)

// TestEveryRecord: all formats and encodings, equal names, several games in a file.
func TestEveryRecord(t *testing.T) {
	dir := t.TempDir()
	succeed(t, "-nodes", "300", "-threads", "2", "-o", dir, "../../testdata/records")
	pages, err := filepath.Glob(filepath.Join(dir, "*.html"))
	require.NoError(t, err)
	kifus, err := filepath.Glob(filepath.Join(dir, "*.kifu"))
	require.NoError(t, err)
	require.Len(t, pages, len(kifus)+1, "of each game, and of all")
	require.FileExists(t, filepath.Join(dir, "even.html"))
	require.FileExists(t, filepath.Join(dir, "even-2.html"))
	require.FileExists(t, filepath.Join(dir, "three_games_2.json"))
	require.FileExists(t, filepath.Join(dir, "shogihome.html"))
	for _, path := range kifus {
		text := read(t, path)
		games, _, errors := record.ReadAll(path, []byte(text))
		require.Empty(t, errors)
		require.Len(t, games, 1)
		for _, n := range games[0].Main() {
			if n.End == nil && !n.Illegal {
				require.Contains(t, strings.Join(n.Comments, "\n"), "#評価値=", path)
			}
		}
	}
	require.Less(t, len(read(t, filepath.Join(dir, "class.html"))), 600_000)
	class := read(t, filepath.Join(dir, "class.kifu"))
	require.Contains(t, class, "*居飛車模様。\r\n*#評価値=")
	require.Contains(t, class, "先手：形　太郎")
	require.Contains(t, class, "&ここから")
	require.Contains(t, class, "変化：3手\r\n   3 ６八銀(79)")
	require.Contains(t, read(t, filepath.Join(dir, "floodgate.csa")), "'** 57 -8384FU +2625FU\n'*#評価値=")

	// The same command finds all of it there; a game that is analysed again has one analysis, not two.
	_, errs := succeed(t, "-nodes", "300", "-threads", "2", "-o", dir, "../../testdata/records")
	require.Contains(t, errs, "(was there already)")
	again := t.TempDir()
	succeed(t, "-nodes", "300", "-o", again, filepath.Join(dir, "class.kifu"))
	twice := read(t, filepath.Join(again, "class.kifu"))
	require.Equal(t, reportOf(t, filepath.Join(dir, "class.json")).Moves[1].Comments, reportOf(t, filepath.Join(again, "class.json")).Moves[1].Comments)
	require.Equal(t, strings.Count(class, "*#評価値=")-strings.Count(class, "*#変化="), strings.Count(twice, "*#評価値=")-strings.Count(twice, "*#変化="))
	require.Equal(t, strings.Count(class, "\r\n変化：")-strings.Count(class, "*#変化="), strings.Count(twice, "\r\n変化：")-strings.Count(twice, "*#変化="))
}

// TestOthersAnalyses: what another engine has said of a variation stays, however often the record is analysed.
func TestOthersAnalyses(t *testing.T) {
	dir := t.TempDir()
	const theirs = "*#評価値=77\r\n*#読み筋=▲２六歩\r\n*#深さ=30\r\n*#エンジン=水匠5\r\n"
	text := "手合割：平手\r\n   1 ７六歩(77)\r\n" + theirs + "   2 １四歩(13)\r\n   3 ２六歩(27)\r\n\r\n変化：2手\r\n   2 ３四歩(33)\r\n" + theirs + "   3 ２六歩(27)\r\n" + theirs
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g.kif"), []byte(text), 0o644))
	for range 2 {
		succeed(t, "-nodes", "300", "-threads", "1", "-format", "kif", "-o", filepath.Join(dir, "out"), filepath.Join(dir, "g.kif"))
		got := read(t, filepath.Join(dir, "out", "g.kifu"))
		main, variations, _ := strings.Cut(got, "\r\n変化：")
		require.NotContains(t, main, "水匠5", "replaced")
		require.Contains(t, variations, "2 ３四歩(33)\r\n"+theirs)
		require.Contains(t, variations, "3 ２六歩(27)\r\n"+theirs)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "g.kif"), []byte(got), 0o644))
	}
	const ours = "#評価値=1 #詰み=x #エンジン=Katachi #解説=y"
	for lines, want := range map[string]string{
		ours: "", "a " + ours + " b": "a b", "#評価値=2 #深さ=3 " + ours: "#評価値=2 #深さ=3",
		"#評価値=2 #エンジン=Z " + ours + " #変化=Katachi #詰み=x #エンジン=Z": "#評価値=2 #エンジン=Z #詰み=x #エンジン=Z", "#評価値=2 b #エンジン=Katachi": "#評価値=2 b",
	} {
		require.Equal(t, want, strings.Join(withoutOwn(strings.Fields(lines)), " "))
	}
}

// TestVariationsOfPeople: of a variation that an analysis has added, nothing that people have added to it is lost; nor
// does one of theirs become the analysis's where that finds the same move.
func TestVariationsOfPeople(t *testing.T) {
	ours := []string{"#評価値=5", ownEngine, ownVariation + "Katachi"}
	for name, c := range map[string]struct {
		n   record.Node
		own bool
	}{
		"a move":                {record.Node{Comments: ours}, true},
		"a line":                {record.Node{Comments: ours, Next: []*record.Node{{Comments: ours[:2]}}}, true},
		"a comment":             {record.Node{Comments: append(ours[:3:3], "なるほど")}, false},
		"a comment below":       {record.Node{Comments: ours, Next: []*record.Node{{Comments: []string{"なるほど"}}}}, false},
		"a bookmark":            {record.Node{Comments: ours, Bookmark: "x"}, false},
		"another move below":    {record.Node{Comments: ours, Next: []*record.Node{{}, {}}}, false},
		"a variation of others": {record.Node{Comments: ours[:2]}, false},
	} {
		require.Equal(t, c.own, isOwn(&c.n), name)
	}
	a, r := judged(t, position.CSARule27, "4k4/9/9/9/9/9/9/9/4K4 b G 1", "5i4i",
		thought{Lines: []found{{Score: 900, Moves: []string{"5i5h", "5a5b"}}}}, thought{Lines: []found{{Score: 500, Moves: []string{"5a4b"}}}})
	better, err := a.positions[0].ParseLegal("5i5h")
	require.NoError(t, err)
	a.record.Root.Append(better)
	variation := a.annotated(r).Root.Next[1]
	require.Contains(t, variation.Comments, "#評価値=900")
	require.NotContains(t, strings.Join(variation.Comments, ""), ownVariation)
	require.Empty(t, variation.Next)
}

// TestLinesStandAlone: ShogiHome reads a line without the move above it, so the first move of a line names its square.
func TestLinesStandAlone(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g.kif"), []byte("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n"), 0o644))
	succeed(t, "-nodes", "300", "-threads", "1", "-o", dir, filepath.Join(dir, "g.kif"))
	kif := read(t, filepath.Join(dir, "g_analysed.kifu"))
	require.Contains(t, kif, "*#読み筋=△２二")
	require.NotRegexp(t, `読み筋=.同`, kif)
	require.Contains(t, read(t, filepath.Join(dir, "g_analysed.html")), "△同　", "readers know the move before")
}

// TestSaysWhatIsThere: each game's files are named, that to open first.
func TestSaysWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g.kif"), []byte(openBishop), 0o644))
	for formats, want := range map[string]string{
		"kif,csa,json,html": "g.html .kifu .csa .json\nopen the .html in a browser\n", "json,kif": "g.json .kifu\n",
	} {
		out := filepath.Join(t.TempDir(), "out")
		for _, there := range []string{"", " (was there already)"} {
			_, errs := succeed(t, "-nodes", "20", "-format", formats, "-o", out, filepath.Join(dir, "g.kif"))
			require.Equal(t, "1/1 "+filepath.Join(out, strings.Replace(want, "\n", there+"\n", 1)), errs)
		}
	}
}

func TestBadRecords(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("a.kif", "Dear diary\n")
	write("game.kif", "手合割：平手\n   1 ７六歩(77)\n")
	write("game.KI2", "手合割：平手\n▲２六歩\n")
	write("sub/game.kif", "手合割：平手\n   1 ５六歩(57)\n")
	write("bad.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ７六歩(77)\n   3 投了\n")
	write("foul.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 １一角(88)\n   4 反則負け\n")
	write("last.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 １一角(88)\n*反則手にて終局\n")
	write("branch.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四飛(82)\n")
	status, _, errs := run(t.Context(), "-nodes", "100", "-o", out, dir)
	require.Equal(t, command.StatusFailure, status)
	require.Contains(t, errs, filepath.Join(dir, "a.kif")+":1: ")
	require.Contains(t, errs, filepath.Join(dir, "bad.kif")+":3: move 2, ７六歩(77): illegal move")
	require.Contains(t, errs, filepath.Join(dir, "branch.kif")+":6: the variation from move 2 is left out: ")
	for name, first := range map[string]string{"game": "2g2f", "game-2": "7g7f", "game-3": "5g5f", "branch": "7g7f", "foul": "7g7f"} {
		require.Equal(t, first, reportOf(t, filepath.Join(out, name+".json")).Moves[0].USI)
	}
	require.Contains(t, errs, filepath.Join(dir, "last.kif")+":4: the game is read up to its last move, which is illegal: move 3, １一角(88)")
	for _, name := range []string{"foul.json", "last.json"} {
		require.Len(t, reportOf(t, filepath.Join(out, name)).Moves, 2)
	}
	require.Equal(t, Remark{"2手まで。次の手は反則。", "The record stops after 2 moves; the next one is illegal."}, reportOf(t, filepath.Join(out, "last.json")).Result)
	require.Contains(t, read(t, filepath.Join(out, "last.kifu")), "   3 １一角(88)\r\n*反則手にて終局\r\n")
	require.Contains(t, read(t, filepath.Join(out, "foul.kifu")), "   3 １一角(88)\r\n   4 反則勝ち\r\n")

	// Of a file with many errors the first ones are told.
	write("many.usi", strings.Repeat("startpos moves 7g7e\n", 20)+"startpos moves 7g7f\n")
	status, _, errs = run(t.Context(), "-nodes", "100", "-o", out, filepath.Join(dir, "many.usi"))
	require.Equal(t, command.StatusFailure, status)
	require.Equal(t, 5, strings.Count(errs, "illegal move"))
	require.Contains(t, errs, "many.usi: 15 more errors\n1/1 ")
}
