package analyse

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
	"katachi/search"
)

func newSearcher(threads, multiPV, hashMB int, rule position.EnteringKing) (Searcher, error) {
	e, err := search.NewEngine(func() eval.Evaluator { return classical.New() })
	if err != nil {
		return nil, err
	}
	o := search.DefaultOptions()
	o.Threads, o.MultiPV, o.HashMB, o.EnteringKing, o.ConsiderationMode = threads, multiPV, hashMB, rule, true
	return e, e.SetOptions(o)
}

var config = Config{Engine: "Katachi test", NewSearcher: newSearcher, Scale: classical.Scale, Castle: classical.CastleName}

// run runs the command and returns its status and what it wrote to the terminal.
func run(ctx context.Context, args ...string) (status int, stdout, stderr string) {
	var out, errs strings.Builder
	status = New(config).Main(ctx, append([]string{"-hash", "4"}, args...), command.IO{Name: "katachi analyse", Stdout: &out, Stderr: &errs})
	return status, out.String(), errs.String()
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

func reportOf(t *testing.T, path string) *Report {
	t.Helper()
	var r Report
	require.NoError(t, json.Unmarshal([]byte(read(t, path)), &r))
	return &r
}

// TestEveryRecord: all formats and encodings, equal names, several games in a file.
func TestEveryRecord(t *testing.T) {
	dir := t.TempDir()
	status, _, errs := run(t.Context(), "-nodes", "300", "-threads", "2", "-o", dir, "../../testdata/records")
	require.Zero(t, status, errs)
	pages, err := filepath.Glob(filepath.Join(dir, "*.html"))
	require.NoError(t, err)
	kifus, err := filepath.Glob(filepath.Join(dir, "*.kifu"))
	require.NoError(t, err)
	require.Len(t, kifus, len(pages))
	require.FileExists(t, filepath.Join(dir, "even_csa.html"))
	require.FileExists(t, filepath.Join(dir, "even_kifu.html"))
	require.FileExists(t, filepath.Join(dir, "three_games_2.json"))
	for _, path := range kifus {
		text := read(t, path)
		games, errors := record.ReadAll(path, []byte(text))
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
	status, _, errs = run(t.Context(), "-nodes", "300", "-threads", "2", "-o", dir, "../../testdata/records")
	require.Zero(t, status, errs)
	require.Contains(t, errs, "(was there already)")
	again := t.TempDir()
	status, _, errs = run(t.Context(), "-nodes", "300", "-o", again, filepath.Join(dir, "class.kifu"))
	require.Zero(t, status, errs)
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
		status, _, errs := run(t.Context(), "-nodes", "300", "-threads", "1", "-format", "kif", "-o", filepath.Join(dir, "out"), filepath.Join(dir, "g.kif"))
		require.Zero(t, status, errs)
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

// TestLinesStandAlone: ShogiHome reads a line without the move above it, so the first move of a line names its square.
func TestLinesStandAlone(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g.kif"), []byte("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n"), 0o644))
	status, _, errs := run(t.Context(), "-nodes", "300", "-threads", "1", "-o", dir, filepath.Join(dir, "g.kif"))
	require.Zero(t, status, errs)
	kif := read(t, filepath.Join(dir, "g_analysed.kifu"))
	require.Contains(t, kif, "*#読み筋=△２二")
	require.NotRegexp(t, `読み筋=.同`, kif)
	require.Contains(t, read(t, filepath.Join(dir, "g_analysed.html")), "△同　", "readers know the move before")
}

// TestPageOfALongGame: a page of a game of 320 moves, with lines of 40 moves to each of them, stays below 600 kB.
func TestPageOfALongGame(t *testing.T) {
	line := Line{Centipawns: -1234, Chance: 12.345678901234567, Depth: 30}
	for range 40 {
		line.Moves, line.Japanese = append(line.Moves, "2b3c+"), append(line.Japanese, "△同　銀左上成")
	}
	said := Remark{strings.Repeat("勝率が下がった。", 12), strings.Repeat("The winning chance falls. ", 8)}
	r := &Report{SFEN: position.Shogi.Start, Start: line}
	for i := range 320 {
		r.Moves = append(r.Moves, Move{Number: i + 1, Color: "black", USI: "2b3c+", Japanese: "▲同　銀左上成", Before: line, After: line, Second: &line,
			Loss: 12.345678901234567, Mark: Mistake, Remark: said})
	}
	page, err := r.Page()
	require.NoError(t, err)
	require.Less(t, len(page), 600_000)
	require.Len(t, r.Moves[0].Before.Japanese, 40, "the report itself keeps all of it")
}

func TestBadRecords(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("game.kif", "手合割：平手\n   1 ７六歩(77)\n")
	write("game.KI2", "手合割：平手\n▲２六歩\n")
	write("sub/game.kif", "手合割：平手\n   1 ５六歩(57)\n")
	write("bad.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ７六歩(77)\n   3 投了\n")
	write("foul.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 １一角(88)\n   4 反則負け\n")
	write("branch.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四飛(82)\n")
	status, _, errs := run(t.Context(), "-nodes", "100", "-o", out, dir)
	require.Equal(t, command.StatusFailure, status)
	require.Contains(t, errs, filepath.Join(dir, "bad.kif")+":3: move 2, ７六歩(77): illegal move")
	require.Contains(t, errs, filepath.Join(dir, "branch.kif")+":6: the variation from move 2 is left out: ")
	for name, first := range map[string]string{"game_KI2": "2g2f", "branch": "7g7f", "foul": "7g7f"} {
		require.Equal(t, first, reportOf(t, filepath.Join(out, name+".json")).Moves[0].USI)
	}
	require.Len(t, reportOf(t, filepath.Join(out, "foul.json")).Moves, 2)
	require.Contains(t, read(t, filepath.Join(out, "foul.kifu")), "   3 １一角(88)\r\n   4 反則勝ち\r\n")
	found, err := filepath.Glob(filepath.Join(out, "*game_kif.json"))
	require.NoError(t, err)
	require.Len(t, found, 2)
}

// TestNames: no two games share a name, and no result takes the place of a record.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.Mkdir(path("a"), 0o755))
	got := resultNames(path("a"), []origin{
		{path("a/x.kifu"), 0, 1}, {path("b/x.kifu"), 0, 1}, {path("c/X.KIFU"), 0, 1}, {path("many.csa"), 0, 12}, {path("many.csa"), 1, 12}, {path("y.kif"), 0, 1},
	})
	require.Equal(t, []string{"x_analysed", "b_x_kifu", "c_X_KIFU", "many_01", "many_02", "y"}, got)
	var many []origin
	for _, name := range []string{"p/q/g.kif", "r/q/g.kif", "p/q/G.kif", "p/q/g.csa", "p/q/g_kif.kif"} {
		many = append(many, origin{path(name), 0, 1})
	}
	j, err := openJournal(dir)
	require.NoError(t, err)
	seen := map[string]bool{}
	for i, wanted := range resultNames(dir, many) {
		name, _, _, err := j.place(wanted, entry{fmt.Sprint(i), formats, j.seen(many[i].path)})
		require.NoError(t, err)
		require.False(t, seen[strings.ToLower(name)], name)
		seen[strings.ToLower(name)] = true
	}
}

// TestResultsOfOthers: no file is replaced but an older analysis of the same record, and what is said to be there is.
func TestResultsOfOthers(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path(name)), 0o755))
		require.NoError(t, os.WriteFile(path(name), []byte(text), 0o644))
	}
	analyse := func(nodes, formats, name, want string) {
		t.Helper()
		status, _, errs := run(t.Context(), "-nodes", nodes, "-format", formats, "-o", path("out"), path(name))
		require.Zero(t, status, errs)
		require.Equal(t, "1/1 "+path("out")+string(filepath.Separator)+want+"\n", errs)
	}
	first := func(name string) string { return reportOf(t, path("out/"+name+".json")).Moves[0].USI }
	const there = " (was there already)"
	const all = "kif,csa,json,html"
	write("a/game.kif", "手合割：平手\n   1 ７六歩(77)\n")
	write("b/game.kif", "手合割：平手\n   1 ２六歩(27)\n")

	write("out/game.kifu", "mine")
	write("out/game-2.json", "mine too")
	analyse("20", all, "a/game.kif", "game-3")
	analyse("20", all, "a/game.kif", "game-3"+there)
	require.Equal(t, "mine", read(t, path("out/game.kifu")))
	require.NoFileExists(t, path("out/game.json"))

	// Games of one name from two folders.
	require.NoError(t, os.RemoveAll(path("out")))
	analyse("20", all, "a/game.kif", "game")
	analyse("20", all, "b/game.kif", "game-2")
	analyse("20", all, "a/game.kif", "game"+there)
	analyse("20", all, "b/game.kif", "game-2"+there)
	require.Equal(t, []string{"7g7f", "2g2f"}, []string{first("game"), first("game-2")})

	// A game that is analysed again takes the place of its older analysis, and that one is not there any more.
	analyse("30", all, "a/game.kif", "game")
	analyse("20", all, "a/game.kif", "game")
	write("a/game.kif", "手合割：平手\n   1 ５六歩(57)\n")
	analyse("20", all, "a/game.kif", "game")
	require.Equal(t, []string{"5g5f", "2g2f"}, []string{first("game"), first("game-2")})

	// Files that are missing are made, those of other formats too.
	require.NoError(t, os.Remove(path("out/game.html")))
	analyse("20", "json", "a/game.kif", "game"+there)
	analyse("20", all, "a/game.kif", "game")
	require.FileExists(t, path("out/game.html"))
	write("c/new.kif", "手合割：平手\n   1 ７六歩(77)\n")
	analyse("20", "kif", "c/new.kif", "new")
	analyse("20", "json", "c/new.kif", "new")
	analyse("20", "kif,json", "c/new.kif", "new"+there)

	// The journal of an older version names no records.
	journal, err := os.ReadFile(path("out/" + journalName))
	require.NoError(t, err)
	write("out/"+journalName, regexp.MustCompile(`\t.*`).ReplaceAllString(string(journal), ""))
	analyse("20", all, "a/game.kif", "game"+there)
	write("out/"+journalName, string(journal))

	// The same from elsewhere, and of a board that CSA does not know.
	t.Chdir(path("a"))
	status, _, errs := run(t.Context(), "-nodes", "20", "-o", "../out", "game.kif")
	require.Zero(t, status, errs)
	require.Contains(t, errs, there)
	kif, err := (&record.Game{Start: position.New(position.Minishogi), Names: [2]string{"A", "B"}}).KIF()
	require.NoError(t, err)
	write("small.kif", kif)
	for _, want := range []string{"small", "small" + there} {
		analyse("20", all, "small.kif", want)
	}
	require.NoFileExists(t, path("out/small.csa"))
}

// TestEditedResultsStay: what somebody has edited is not replaced, and the new analysis is beside it.
func TestEditedResultsStay(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(path("g.kif"), []byte("手合割：平手\n   1 ７六歩(77)\n"), 0o644))
	analyse := func(nodes, want string) {
		t.Helper()
		status, _, errs := run(t.Context(), "-nodes", nodes, "-o", path("out"), path("g.kif"))
		require.Zero(t, status, errs)
		require.Equal(t, "1/1 "+path("out")+string(filepath.Separator)+want+"\n", errs)
	}
	edit := func(name string) string {
		text := read(t, path(name)) + "*mine\n"
		require.NoError(t, os.WriteFile(path(name), []byte(text), 0o644))
		return text
	}
	const stays = " (g.kifu may have been edited and stays)"
	analyse("20", "g")
	analyse("30", "g")
	mine := edit("out/g.kifu")
	analyse("30", "g (was there already)")
	analyse("20", "g-2"+stays)
	analyse("20", "g-2 (was there already)")
	analyse("40", "g-2"+stays) // the second name's older analysis is replaced
	require.NoError(t, os.Remove(path("out/g.html")))
	analyse("30", "g-2"+stays) // the first lacks a file and is not written anew
	require.Equal(t, mine, read(t, path("out/g.kifu")))
	require.NoFileExists(t, path("out/g-3.kifu"))

	// Of a journal without checksums, of an older version, it is not known what has been edited.
	journal := read(t, path("out/"+journalName))
	require.NoError(t, os.WriteFile(path("out/"+journalName), regexp.MustCompile(`(?m)^= .*\n`).ReplaceAll([]byte(journal), nil), 0o644))
	analyse("30", "g-2 (was there already)")
	analyse("50", "g-3 (g-2.kifu may have been edited and stays)")

	// Edited during the analysis.
	c, left := config, 1
	c.NewSearcher = func(threads, multiPV, hashMB int, rule position.EnteringKing) (Searcher, error) {
		s, err := newSearcher(threads, multiPV, hashMB, rule)
		return stopping{s, &left, func() { mine = edit("out/g-3.kifu") }}, err
	}
	var errs strings.Builder
	args := []string{"-nodes", "60", "-o", path("out"), path("g.kif")}
	require.Equal(t, command.StatusFailure, New(c).Main(t.Context(), args, command.IO{Stdout: &errs, Stderr: &errs}))
	require.Contains(t, errs.String(), path("out/g-3.kifu")+" has been edited during the analysis; move it to another folder, and the same command goes on")
	require.Equal(t, mine, read(t, path("out/g-3.kifu")))
	require.NoError(t, os.Rename(path("out/g-3.kifu"), path("mine.kifu")))
	analyse("60", "g-3 (g-2.kifu may have been edited and stays)")
}

// TestResultsAreNoRecords: what a run has written into a folder of records is no record for the next run.
func TestResultsAreNoRecords(t *testing.T) {
	for _, out := range []string{".", "analysis"} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "g.kif"), []byte("手合割：平手\n   1 ７六歩(77)\n"), 0o644))
		args := []string{"-nodes", "100", "-o", filepath.Join(dir, out), dir}
		for range 2 {
			status, _, errs := run(t.Context(), args...)
			require.Zero(t, status, errs)
			require.Contains(t, errs, "1/1 ")
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		args[1] = "200"
		run(ctx, args...)
		_, _, errs := run(t.Context(), args...)
		require.Contains(t, errs, "1/1 ", "after an analysis that was interrupted too")
	}

	// Those of records from elsewhere are none either, but what is only named so is one.
	dir, elsewhere := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(elsewhere, "h.kif"), []byte("手合割：平手\n   1 ７六歩(77)\n"), 0o644))
	status, _, errs := run(t.Context(), "-nodes", "100", "-o", dir, elsewhere)
	require.Zero(t, status, errs)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g_analysed.kif"), []byte("手合割：平手\n   1 ７六歩(77)\n"), 0o644))
	status, _, errs = run(t.Context(), "-nodes", "100", "-o", dir, dir)
	require.Zero(t, status, errs)
	require.Equal(t, "1/1 "+filepath.Join(dir, "g_analysed_analysed")+"\n", errs)
}

// stopping ends the context after some searches.
type stopping struct {
	Searcher
	left *int
	stop func()
}

func (s stopping) Search(ctx context.Context, p *position.Position, l search.Limits, report func(search.Info)) search.Result {
	if *s.left--; *s.left == 0 {
		s.stop()
	}
	return s.Searcher.Search(ctx, p, l, report)
}

// TestGoesOn: an interrupted run, started again, searches only what is missing.
func TestGoesOn(t *testing.T) {
	dir := t.TempDir()
	args := []string{"-nodes", "100", "-o", dir, "../../testdata/records/class.kif"}
	ctx, cancel := context.WithCancel(t.Context())
	left := 5
	c := config
	c.NewSearcher = func(threads, multiPV, hashMB int, rule position.EnteringKing) (Searcher, error) {
		s, err := newSearcher(threads, multiPV, hashMB, rule)
		return stopping{s, &left, cancel}, err
	}
	var errs strings.Builder
	require.Equal(t, command.StatusFailure, New(c).Main(ctx, args, command.IO{Stdout: &errs, Stderr: &errs}))
	require.Contains(t, errs.String(), "the same command goes on with the rest (4 of 13 positions are there)")
	left = 100
	require.Zero(t, New(c).Main(t.Context(), args, command.IO{Stdout: &errs, Stderr: &errs}))
	require.Equal(t, 100-9, left)
	require.NoFileExists(t, filepath.Join(dir, "class.part"))
	require.FileExists(t, filepath.Join(dir, "class.html"))
}

// analysed analyses one record with the engine.
func analysed(t *testing.T, nodes int, text string) *Report {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g.kif"), []byte(text), 0o644))
	// One thread: what several find with so few nodes depends on the load.
	status, _, errs := run(t.Context(), "-nodes", fmt.Sprint(nodes), "-threads", "1", "-o", filepath.Join(dir, "out"), filepath.Join(dir, "g.kif"))
	require.Zero(t, status, errs)
	return reportOf(t, filepath.Join(dir, "out", "g.json"))
}

func TestMates(t *testing.T) {
	// A mate in one that is missed, then given; the position that is mate is decided.
	r := analysed(t, 2000, "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 moves G*4b 5a6a G*6b\n")
	require.Equal(t, 1, r.Moves[0].Facts.MateMissed)
	require.Contains(t, r.Moves[0].Remark.Japanese, "▲５二金から1手の詰みがあった。")
	require.GreaterOrEqual(t, r.Moves[0].Loss, 0.0)
	r = analysed(t, 2000, "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b\n")
	require.Equal(t, Only, r.Moves[0].Mark)
	require.Equal(t, 30000, r.Moves[0].After.Centipawns)
	require.Zero(t, r.Moves[0].After.Mate)
	require.Regexp(t, "^これしかない一手。.*詰み。", r.Moves[0].Remark.Japanese)
	require.Equal(t, 1, r.Moves[0].Before.Mate)
}

func TestBlunderAndItsAnswer(t *testing.T) {
	r := analysed(t, 3000, "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ５八金(49)\n   4 ８八角成(22)\n   5 ９六歩(97)\n   6 投了\n")
	last := r.Moves[4]
	require.Equal(t, Blunder, last.Mark)
	require.Equal(t, "8h", strings.ToLower(last.Before.Moves[0][2:4]), "the bishop should have been taken back")
	require.Greater(t, last.Loss, 20.0)
	require.Contains(t, last.Remark.English, "Better was")
	require.Equal(t, 5, r.Players[0].Worst)
	require.Equal(t, "Black won by resignation after 5 moves.", r.Result.English)
	require.InDelta(t, r.Moves[3].After.Chance, last.Before.Chance, 1e-9, "after a move is before the next")
	require.Equal(t, r.Moves[4].After.Centipawns < 0, r.Moves[4].After.Chance < 50)
}

func TestExchange(t *testing.T) {
	p, err := position.ParseSFEN(position.Shogi, "4k4/9/4s4/4p4/4R4/9/9/9/4K4 b - 1")
	require.NoError(t, err)
	s, err := position.ParseSquare("5d")
	require.NoError(t, err)
	require.Zero(t, exchange(p, s), "the rook for a pawn")
	p, err = position.ParseSFEN(position.Shogi, "4k4/9/9/4r4/4P4/9/9/9/4K4 b - 1")
	require.NoError(t, err)
	require.Equal(t, worth[position.Rook], exchange(p, s))
}

func TestHarvest(t *testing.T) {
	for _, c := range []struct {
		sfen, line  string
		loses, wins []string
	}{
		{"4k4/9/4s4/4p4/4R4/9/9/9/4K4 b - 1", "5e5d 5c5d", []string{"R"}, nil},
		{"4k4/9/9/4r4/4P4/9/9/9/4K4 b - 1", "5e5d", nil, []string{"R"}},
		{"4k4/9/4g4/4s4/4S4/9/9/9/4K4 b - 1", "5e5d 5c5d", nil, nil},       // silvers exchanged
		{"4k4/9/4g4/4s4/4S4/9/9/9/4K4 b - 1", "5e5d", nil, nil},            // it can be taken back
		{"4k4/9/4g4/4+p4/4B4/9/9/9/4K4 w - 1", "5d5e", []string{"B"}, nil}, // White's tokin takes
		{"4k4/9/9/4b4/4R4/4G4/9/9/4K4 w - 1", "5a4a 5e5d", nil, []string{"B"}},
	} {
		p, err := position.ParseSFEN(position.Shogi, c.sfen)
		require.NoError(t, err)
		loses, wins, _ := harvest(p, position.Black, position.NoKind, position.NoKind, &thought{Lines: []found{{Moves: strings.Fields(c.line)}}})
		require.Equal(t, c.loses, loses, c.sfen)
		require.Equal(t, c.wins, wins, c.sfen)
	}
}

func TestRepetition(t *testing.T) {
	p := position.New(position.Shogi)
	for i, text := range strings.Fields("2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b") {
		m, err := p.ParseLegal(text)
		require.NoError(t, err)
		p.Do(m)
		if i == 3 {
			require.Equal(t, 2, occurrences(p))
		}
	}
	require.Equal(t, 3, occurrences(p))
}

// TestSidesOfTheResult: only in handicap games are the players 下手 and 上手.
func TestSidesOfTheResult(t *testing.T) {
	for name, want := range map[string]string{"even": "5手で先手の勝ち", "handicap": "4手で上手の勝ち", "mini": "2手で後手の勝ち"} {
		list, errs := record.ReadAll("", []byte(read(t, "../../testdata/records/"+name+".kifu")))
		require.Empty(t, errs)
		if name == "handicap" { // its own end is a draw
			line := list[0].Main()
			line[len(line)-1].End = record.WonBy(record.Resigned, position.White)
		}
		require.Contains(t, newGame(list[0], nil, position.CSARule27).result().Japanese, want)
	}
}

func TestOpenings(t *testing.T) {
	for moves, want := range map[string]string{
		"7g7f 3c3d 6g6f 8c8d 2h6h":                                         "四間飛車",
		"7g7f 3c3d 5g5f 8c8d 2h5h":                                         "ゴキゲン中飛車",
		"2g2f 8c8d 2f2e 8d8e":                                              "相掛かり",
		"7g7f 8c8d 2g2f 3c3d 8h2b+ 3a2b":                                   "角換わり",
		"7g7f 3c3d 7f7e 8c8d 2h7h 8d8e 7h7f":                               "石田流",
		"7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d": "横歩取り",
	} {
		p := position.New(position.Shogi)
		for _, text := range strings.Fields(moves) {
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			p.Do(m)
		}
		require.Equal(t, want, openingOf(p, position.Black).japanese, moves)
	}
}

func TestChance(t *testing.T) {
	require.InDelta(t, 50, chance(0), 1e-9)
	require.InDelta(t, 73.1, chance(600), 0.1)
	require.Equal(t, 600, centipawns(600))
	require.Equal(t, 30000, centipawns(eval.MateIn(3)))
	require.Equal(t, -30000, centipawns(eval.MatedIn(0)))
}

func TestPosition(t *testing.T) {
	status, out, errs := run(t.Context(), "-nodes", "2000", "-sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
	require.Zero(t, status, errs)
	require.Contains(t, out, "Black mates in 1 move")
	require.Contains(t, out, "▲５二金")
	dir := t.TempDir()
	status, out, errs = run(t.Context(), "-nodes", "1000", "-html", "-o", dir, "-sfen", "startpos moves 7g7f")
	require.Zero(t, status, errs)
	require.FileExists(t, strings.TrimSpace(out))
	for _, mine := range []string{"mine", "<!doctype html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\">\n<title>mine</title>\n"} {
		status, _, errs = run(t.Context(), "-nodes", "1000", "-html", "-o", dir, "-sfen", "startpos moves 7g7f")
		require.Zero(t, status, errs)
		require.NoError(t, os.WriteFile(strings.TrimSpace(out), []byte(mine), 0o644))
		status, _, errs = run(t.Context(), "-nodes", "1000", "-html", "-o", dir, "-sfen", "startpos moves 7g7f")
		require.Equal(t, command.StatusFailure, status)
		require.Contains(t, errs, "position.html is there already and is not a page of analyse; choose another name")
		require.Equal(t, mine, read(t, filepath.Join(dir, "position.html")))
		require.NoError(t, os.Remove(filepath.Join(dir, "position.html")))
	}
}

func TestWrongUse(t *testing.T) {
	for args, want := range map[string]string{
		"": "no record to analyse", "-movetime 0s x": "-movetime", "-format pdf x": "pdf", "-sfen x y": "-sfen is instead", "-sfen hello": "want an SFEN",
		"-rule none x": "rule", "-html -format kif x": "give one of them", "-threads 0 x": "at least 1",
	} {
		status, _, errs := run(t.Context(), strings.Fields(args)...)
		require.Equal(t, command.StatusUsage, status, args)
		require.Contains(t, errs, want)
	}
	status, _, errs := run(t.Context(), "nowhere.kif")
	require.Equal(t, command.StatusFailure, status)
	require.Contains(t, errs, "nowhere.kif")
}
