package analyse

import (
	"context"
	"encoding/json"
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

// succeed runs the command, which must do so, and returns what it wrote to the terminal.
func succeed(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	status, stdout, stderr := run(t.Context(), args...)
	require.Zero(t, status, stderr)
	return stdout, stderr
}

// namesOnly leaves of what was said the names of the results, without the files' endings and what to do with them.
func namesOnly(said string) string {
	said = regexp.MustCompile(`(?m)^open .*\n`).ReplaceAllString(said, "")
	return regexp.MustCompile(`(?m)^(\d+/\d+ .*?)\.(html|kifu|csa|json)( \.\w+)*`).ReplaceAllString(said, "$1")
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

// onPage returns the report that a page holds.
func onPage(t *testing.T, path string) *Report {
	t.Helper()
	_, data, found := strings.Cut(read(t, path), `<script type="application/json" id="data">`)
	require.True(t, found)
	data, _, _ = strings.Cut(data, "</script>")
	var r Report
	require.NoError(t, json.Unmarshal([]byte(data), &r))
	return &r
}

func TestPosition(t *testing.T) {
	out, _ := succeed(t, "-nodes", "2000", "-sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
	require.Contains(t, out, "Black mates in 1 move")
	require.Contains(t, out, "▲５二金")
	dir := t.TempDir()
	out, _ = succeed(t, "-movetime", "20ms", "-multipv", "1", "-html", "-o", dir, "-sfen", "startpos moves 7g7f")
	require.Contains(t, read(t, strings.TrimSpace(out)), `<h1 data-text="position">局面</h1>`)
	require.Len(t, onPage(t, strings.TrimSpace(out)).Lines, 1)
	succeed(t, "-nodes", "2000", "-threads", "1", "-multipv", "3", "-html", "-o", dir, "-sfen", "4k4/9/4P4/9/9/9/9/9/4K4 w G 1")
	r := onPage(t, strings.TrimSpace(out))
	require.Equal(t, Remark{"後手番。詰めろ▲５二金。", "White to move. Black threatens mate in 1 move: G*5b."}, r.Result)
	require.Len(t, r.Lines, 3)
	require.Equal(t, r.Start, r.Lines[0])
	require.NotEqual(t, r.Lines[0].Moves[0], r.Lines[1].Moves[0])
	for _, mine := range []string{"mine", "<!doctype html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\">\n<title>mine</title>\n"} {
		succeed(t, "-nodes", "1000", "-html", "-o", dir, "-sfen", "startpos moves 7g7f")
		require.NoError(t, os.WriteFile(strings.TrimSpace(out), []byte(mine), 0o644))
		status, _, errs := run(t.Context(), "-nodes", "1000", "-html", "-o", dir, "-sfen", "startpos moves 7g7f")
		require.Equal(t, command.StatusFailure, status)
		require.Contains(t, errs, "position.html is there already and is not a page of analyse; choose another name")
		require.Equal(t, mine, read(t, filepath.Join(dir, "position.html")))
		require.NoError(t, os.Remove(filepath.Join(dir, "position.html")))
	}
}

func TestWrongUse(t *testing.T) {
	for args, want := range map[string]string{
		"": "no record to analyse", "-movetime 0s x": "-movetime", "-format pdf x": "pdf", "-sfen x y": "-sfen takes the place", "-sfen hello": "want an SFEN",
		"-rule none x": `analyse: -rule: no entering-king rule "none"; want one of NoEnteringKing, CSARule24, `, "-html -format kif x": "give only one of them", "-threads 0 x": "at least 1",
		"-open -format kif,json x": "-open opens a page, but -format kif,json writes none: add html", "-open -sfen x": "-open opens a page: give -html too",
	} {
		status, _, errs := run(t.Context(), strings.Fields(args)...)
		require.Equal(t, command.StatusUsage, status, args)
		require.Contains(t, errs, want)
	}
	status, _, errs := run(t.Context(), "nowhere.kif")
	require.Equal(t, command.StatusFailure, status)
	require.Contains(t, errs, "nowhere.kif")
	status, _, errs = run(t.Context(), "-o", "doc.go", "../../testdata/records/class.kif")
	require.Equal(t, command.StatusFailure, status)
	require.Equal(t, "katachi analyse: doc.go is a file; want a folder for the results\n", errs)
}
