package analyse

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
	"katachi/search"
)

// TestNames: no two games share a name, no result takes the place of a record, and a record keeps its name, whatever
// else is analysed with it.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, name := range []string{"p/g.kif", "p/g.csa", "u/G.kif", "q/g.kif", "q/three.csa"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(path(name)), 0o755))
		content := pushRook
		switch filepath.Base(name) {
		case "three.csa":
			content = strings.Repeat("PI\n+\n+7776FU\n/\n", 3)
		case "g.csa":
			content = "PI\n+\n+7776FU\n"
		}
		require.NoError(t, os.WriteFile(path(name), []byte(content), 0o644))
	}
	analyse := func(nodes string, names ...string) string {
		args := []string{"-nodes", nodes, "-threads", "1", "-format", "json", "-o", path("q")}
		for _, name := range names {
			args = append(args, path(name))
		}
		_, errs := succeed(t, args...)
		said := filepath.ToSlash(strings.ReplaceAll(namesOnly(errs), path("q")+string(filepath.Separator), ""))
		return regexp.MustCompile(`(?m)^\d+/\d+ `).ReplaceAllString(said, "")
	}
	const there = " (was there already)\n"
	require.Equal(t, "g\ng-2\nG-3\ng_analysed\nthree_analysed_1\nthree_analysed_2\nthree_analysed_3\n",
		analyse("20", "p/g.csa", "p/g.kif", "u/G.kif", "q/g.kif", "q/three.csa"))
	for name, want := range map[string]string{"p/g.csa": "g", "p/g.kif": "g-2", "u/G.kif": "G-3", "q/g.kif": "g_analysed"} {
		require.Equal(t, want+there, analyse("20", name), name)
	}
	require.Equal(t, "g-2"+there+"g"+there, analyse("20", "p/g.kif", "p/g.csa"), "in another order")
	require.Equal(t, "g-2\n", analyse("30", "p/g.kif"), "the older analysis is replaced")
	require.Equal(t, "three_analysed_1\nthree_analysed_2\nthree_analysed_3\n", analyse("30", "q/three.csa"))
	require.Equal(t, "p/g.csa:1", reportOf(t, path("q/g.json")).Source[len(dir)+1:])

	// Results that are gone are made again under their name, even if the name without a number has become free.
	require.NoError(t, os.Remove(path("q/g.json")))
	require.NoError(t, os.Remove(path("q/g-2.json")))
	require.Equal(t, "g-2\ng\n", analyse("30", "p/g.kif", "p/g.csa"))

	// A record that is moved takes its results with it, a copy does not.
	copied := read(t, path("p/g.kif"))
	require.NoError(t, os.MkdirAll(path("r"), 0o755))
	require.NoError(t, os.WriteFile(path("r/g.kif"), []byte(copied), 0o644))
	require.Regexp(t, `^g-[34]\n$`, analyse("30", "r/g.kif")) // beside G-3 where case matters
	require.NoError(t, os.MkdirAll(path("s"), 0o755))
	require.NoError(t, os.Rename(path("p/g.csa"), path("s/g.csa")))
	require.Equal(t, "g"+there, analyse("30", "s/g.csa"))
	require.Equal(t, "g\n", analyse("20", "s/g.csa"))

	// Earlier versions chose other names and did not note which game it is: both are known again.
	journal := regexp.MustCompile(`\bg-2\b`).ReplaceAllString(read(t, path("q/"+journalName)), "p_g_kif")
	journal = regexp.MustCompile(`(?m)\t\d$`).ReplaceAllString(journal, "")
	require.NoError(t, os.WriteFile(path("q/"+journalName), []byte(journal), 0o644))
	require.NoError(t, os.Rename(path("q/g-2.json"), path("q/p_g_kif.json")))
	require.Equal(t, "p_g_kif"+there, analyse("30", "p/g.kif"))
	require.Equal(t, "three_analysed_1\nthree_analysed_2\nthree_analysed_3\n", analyse("20", "q/three.csa"))
	require.Equal(t, "p_g_kif\n", analyse("20", "p/g.kif"))
}

// TestLongNames: a record whose name leaves no room for endings and numbers is analysed as all others, and known again.
func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	var args []string
	for _, end := range []string{"甲", "乙"} {
		path := filepath.Join(dir, "x"+strings.Repeat("局", 80)+end+".kif") // 248 bytes
		require.NoError(t, os.WriteFile(path, []byte("手合割：平手\n   1 ７六歩(77)\n   2 投了\n"+end+"\n"), 0o644))
		args = append(args, path)
	}
	args = append(args, "../../testdata/records/mini.kifu", "-threads", "1", "-nodes", "20", "-o", filepath.Join(dir, "out"))
	for i := range 2 {
		_, errs := succeed(t, args...)
		require.Equal(t, 3*i, strings.Count(errs, "was there already"), errs)
	}
	found, err := filepath.Glob(filepath.Join(dir, "out", "*局*.html"))
	require.NoError(t, err)
	require.Len(t, found, 2)
}

// TestNamesWithTabs: such names, and quotes, do not confuse the list of the results.
func TestNamesWithTabs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no names are such there")
	}
	dir := t.TempDir()
	for _, name := range []string{"a\tb.kif", "c\nd.kif", `"e".kif`, `"f\tg".kif`} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(openBishop), 0o644))
	}
	for i := range 3 {
		_, errs := succeed(t, "-threads", "1", "-nodes", "20", "-o", filepath.Join(dir, "out"), dir)
		require.Equal(t, min(i, 1)*4, strings.Count(errs, "was there already"), errs)
	}
	found, err := filepath.Glob(filepath.Join(dir, "out", "*.html"))
	require.NoError(t, err)
	require.Len(t, found, 4)
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
		_, errs := succeed(t, "-nodes", nodes, "-format", formats, "-o", path("out"), path(name))
		require.Equal(t, "1/1 "+path("out")+string(filepath.Separator)+want+"\n", namesOnly(errs))
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
	_, errs := succeed(t, "-nodes", "20", "-o", "../out", "game.kif")
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
		_, errs := succeed(t, "-nodes", nodes, "-o", path("out"), path("g.kif"))
		require.Equal(t, "1/1 "+path("out")+string(filepath.Separator)+want+"\n", namesOnly(errs))
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
			_, errs := succeed(t, args...)
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
	succeed(t, "-nodes", "100", "-o", dir, elsewhere)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g_analysed.kif"), []byte("手合割：平手\n   1 ７六歩(77)\n"), 0o644))
	_, errs := succeed(t, "-nodes", "100", "-o", dir, dir)
	require.Equal(t, "1/1 "+filepath.Join(dir, "g_analysed_analysed")+"\n", namesOnly(errs))
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

// TestGoesOnWithMistakes: what was looked at again, or compared, before an interruption is not searched once more, and
// moves are compared in the same places.
func TestGoesOnWithMistakes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "g.kif")
	require.NoError(t, os.WriteFile(path, []byte("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６八銀(79)\n   4 ８八角成(22)\n   5 ９六歩(97)\n"), 0o644))
	analyse := func(out string, searches int) (left int, finished bool) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		c := config
		c.NewSearcher = func(_, multiPV, hashMB int, rule position.EnteringKing) (Searcher, error) {
			s, err := newSearcher(1, multiPV, hashMB, rule)
			return stopping{s, &searches, cancel}, err
		}
		var errs strings.Builder
		status := New(c).Main(ctx, []string{"-nodes", "2000", "-o", out, path}, command.IO{Stdout: &errs, Stderr: &errs})
		return searches, status == command.StatusOK
	}
	const enough = 100
	left, finished := analyse(filepath.Join(dir, "whole"), enough)
	require.True(t, finished)
	all := enough - left
	require.Greater(t, all, 6+2, "six positions, and what is searched for the mistakes")
	out := filepath.Join(dir, "parts")
	runs := 1
	for ; ; runs++ { // each of them is interrupted in its fourth search; a step takes at most three
		if _, finished := analyse(out, 4); finished {
			break
		}
		require.Less(t, runs, all)
	}
	whole, parts := reportOf(t, filepath.Join(dir, "whole", "g.json")), reportOf(t, filepath.Join(out, "g.json"))
	for i := range whole.Moves {
		require.Equal(t, len(whole.Moves[i].Choices) > 0, len(parts.Moves[i].Choices) > 0) // of which it is the search that says how many
	}
}
