package match

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// sample plays a small match with an opening whose first move is White's, and returns its file.
func sample(t *testing.T, more ...string) string {
	t.Helper()
	dir := t.TempDir()
	out, openings := filepath.Join(dir, "m.jsonl"), filepath.Join(dir, "openings")
	require.NoError(t, os.WriteFile(openings, []byte("startpos moves 7g7f\nsfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"), 0o644))
	args := append([]string{
		"-engine1", fakeFlag("first", "good", ""), "-engine2", fakeFlag("</script>", "illegal", ""),
		"-games", "4", "-tc", "depth=1", "-openings", openings, "-out", out,
	}, more...)
	succeed(t, args...)
	return out
}

// The games for training are those that ended by the rules, with the engines' scores from the mover's view.
func TestScoredRecords(t *testing.T) {
	intp := func(n int) *int { return &n }
	games := []gameRecord{
		{Game: 4, Opening: "startpos moves 7g7f", Result: whiteWins, Reason: byResignation, Moves: []moveRecord{
			{Move: "3c3d", thought: thought{Score: intp(35)}}, {Move: "8h2b+"}, {Move: "3a2b", thought: thought{Mate: intp(5)}},
			{Move: "B*4e", thought: thought{Mate: intp(-mateUnknown)}}, {Move: "B*3b", thought: thought{Score: intp(40000)}}}},
		{Game: 5, Opening: "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", Result: blackWins, Reason: byMate, Moves: []moveRecord{{Move: "G*5b"}}},
		{Game: 6, Opening: "startpos", Result: blackWins, Reason: byCrash},
		{Game: 7, Opening: "startpos", Result: drawn, Reason: byMoveLimit, Moves: []moveRecord{{Move: "2g2f"}}},
		{Game: 8, Opening: "sfen 9/3K5/9/9/9/9/9/9/8k b - 1", Result: blackWins, Reason: byTry, Moves: []moveRecord{{Move: "6b5a"}}},
	}
	name := filepath.Join(t.TempDir(), "g.ktg")
	header := &matchHeader{Type: "match", Variant: "shogi", Declare: "CSARule27", TC: "nodes=100"}
	n, err := writeScored(name, header, games)
	require.NoError(t, err)
	require.Equal(t, 4, n)
	_, err = writeScored(name, header, games)
	require.ErrorIs(t, err, os.ErrExist, "no file is written over")
	var read []record.ScoredGame
	require.NoError(t, record.EachScored([]string{name}, func(r *record.ScoredReader, g *record.ScoredGame) error {
		require.Contains(t, r.Run(), "nodes=100")
		require.NoError(t, g.Replay(func(*position.Position, *record.ScoredPly) bool { return true }))
		g.Plies = slices.Clone(g.Plies)
		read = append(read, *g)
		return nil
	}, nil))
	require.Len(t, read, 4)
	require.Equal(t, []uint64{4, 5, 7}, []uint64{read[0].ID, read[1].ID, read[2].ID})
	require.Equal(t, record.ByDeclaration, read[3].End, "a try")
	require.Equal(t, []int8{-1, 1, 0}, []int8{read[0].Result, read[1].Result, read[2].Result})
	require.Equal(t, []record.ScoredEnd{record.ByAdjudication, record.ByMate, record.ByMoveLimit}, []record.ScoredEnd{read[0].End, read[1].End, read[2].End})
	var scores []eval.Score
	for _, ply := range read[0].Plies {
		scores = append(scores, ply.Score)
	}
	require.Equal(t, []eval.Score{eval.None, 35, eval.None, eval.MateIn(5), eval.MatedIn(eval.MaxPly), eval.MaxEval}, scores)

	games[0].Moves[0].Move = "3c3e"
	bad := filepath.Join(t.TempDir(), "bad.ktg")
	_, err = writeScored(bad, header, games)
	require.ErrorContains(t, err, "game 5")
	require.NoFileExists(t, bad)
	header.Variant = "minishogi"
	_, err = writeScored(bad, header, games)
	require.ErrorContains(t, err, "minishogi")
}

func TestReport(t *testing.T) {
	in := sample(t, "-adjudicate", "score=9000,moves=9", "-shard", "1/1")
	dir := t.TempDir()
	page, kif := filepath.Join(dir, "p.html"), filepath.Join(dir, "kif")
	stdout := succeed(t, "report", in, "-o", page, "-kif", kif, "-sprt", "elo0=0,elo1=5")
	require.Contains(t, stdout, "first - </script>: +4 =0 -0  100.0%")
	require.Contains(t, stdout, "</script> lost 4 games by illegal move")
	require.Contains(t, stdout, "SPRT elo0=0 elo1=5: LLR")
	require.Contains(t, stdout, "first: 10 moves, depth 1.8, 5000 nodes/s")

	b, err := os.ReadFile(page)
	require.NoError(t, err)
	require.NotRegexp(t, `(src|href)=`, string(b), "the page needs nothing else")
	require.Equal(t, 2, strings.Count(string(b), "</script>"))
	text := regexp.MustCompile(`(?s)application/json">(.*?)</script>`).FindSubmatch(b)
	require.NotNil(t, text)
	var data reportData
	require.NoError(t, json.Unmarshal(text[1], &data))
	require.Equal(t, [][2]string{
		{"time control", "depth=1"}, {"variant", "shogi"}, {"declaration", "CSARule27"}, {"openings", "2"}, {"move limit", "320"},
		{"adjudication", "score=9000,moves=9"}, {"shard", "1/1"},
	}, data.Facts)
	require.Equal(t, []int{5}, data.Engines[0].Plies, "the middle of the first ten")
	require.Len(t, data.Games, 4)
	require.Len(t, data.Scores, 1)
	require.Len(t, data.Scores[0].Course, 2)
	require.Equal(t, 4.0, *data.Scores[0].Course[1][0])
	require.Nil(t, data.Scores[0].Elo[0], "no losses: Elo without limit")
	g := data.Games[0]
	require.Equal(t, 1, g.Opening)
	require.True(t, strings.HasPrefix(g.Moves, "7g7f "))
	require.Equal(t, -10, *g.Scores[0], "White's first score of 10 from Black's view")
	require.Equal(t, 10, *g.Scores[1])
	require.Equal(t, -10, *data.Games[2].Scores[0], "White begins in a handicap game")
	require.Equal(t, "illegal move", g.Reason)

	files, err := filepath.Glob(filepath.Join(kif, "*"))
	require.NoError(t, err)
	require.Len(t, files, 12)
	for _, name := range files {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		switch filepath.Ext(name) {
		case ".kif":
			require.False(t, utf8.Valid(b))
		case ".kifu":
			require.Contains(t, string(b), "の反則勝ち")
			require.Contains(t, string(b), "**評価値=20\r\n**深さ=2\r\n**ノード数=1000")
		default:
			require.Contains(t, string(b), "%ILLEGAL_MOVE\n'*illegal move: ")
		}
	}

	// The same once more is as before, but a file that is not of this match stays.
	succeed(t, "report", in, "-kif", kif)
	require.NoError(t, os.WriteFile(files[5], []byte("mine"), 0o644))
	_, stderr := exits(t, 1, "report", in, "-kif", kif)
	require.Contains(t, stderr, files[5]+" is there already and is another record; choose another folder")
	mine, err := os.ReadFile(files[5])
	require.NoError(t, err)
	require.Equal(t, "mine", string(mine))
}

func TestReportErrors(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	for content, why := range map[string]string{
		"":          "the file is empty",
		"{}\n":      "the first line is not the header",
		"no json\n": "the first line is not the header",
		"no json":   "the first line is not the header",
		`{"type":"match","engines":[{"name":"a"},{"name":"b"}]}` + "\nx\n":                                              "line 2 is no game",
		`{"type":"match","engines":[{"name":"a"},{"name":"b"}]}` + "\n" + `{"type":"game","black":0,"white":2}` + "\n":  "game 0 between engines 0 and 2 of 2",
		`{"type":"match","engines":[{"name":"a"},{"name":"b"}]}` + "\n" + `{"type":"game","black":2,"white":1}` + "\n":  "game 0 between engines 2 and 1 of 2",
		`{"type":"match","engines":[{"name":"a"},{"name":"b"}]}` + "\n" + `{"type":"game","black":1,"white":1}` + "\n":  "game 0 between engines 1 and 1 of 2",
		`{"type":"match","engines":[{"name":"a"},{"name":"b"}]}` + "\n" + `{"type":"game","black":-1,"white":1}` + "\n": "game 0 between engines -1 and 1 of 2",
		`{"type":"match","engines":[{"name":"a"},{"name":"b"}]}` + "\n" + `{"type":"game","black":0,"white":-1}` + "\n": "game 0 between engines 0 and -1 of 2",
		`{"type":"match","engines":[{"name":"a"},{"name":"b"}]}` + "\n" + `{"type":"game","game":-1,"white":1}` + "\n":  "game -1 between engines 0 and 1 of 2",
		`{"type":"match","engines":[{"name":"a"},{"name":"b"}]}` + "\n" + `{"type":"match","white":1}` + "\n":           "line 2 is no game",
		`{"type":"match","engines":[{"name":"a"}]}` + "\n":                                                              "the first line is not the header",
	} {
		require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
		_, stderr := exits(t, 1, "report", name)
		require.Contains(t, stderr, why)
	}
	exits(t, 2, "report")
	exits(t, 1, "report", name+"none")
}

// TestReportLeavesOut: a record that cannot be read is named, and the others are reported.
func TestReportLeavesOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.csa")
	require.NoError(t, os.WriteFile(path, []byte("N+A\nN-B\nPI\n+\n+7775FU\n%TORYO\n/\nN+A\nN-B\nPI\n+\n+7776FU\n%TORYO\n"), 0o644))
	stdout, stderr := exits(t, 1, "report", path)
	require.Regexp(t, `two.csa:5: move 1, \+7775FU: .*\n.*: not every record could be read\n$`, stderr)
	require.Contains(t, stdout, "A - B: +1 =0 -0 ")
}

// TestCutFile: a game that was cut off is missing from a report, a merged file and the table of a tune, and that is told.
func TestCutFile(t *testing.T) {
	data, err := os.ReadFile("../../testdata/games/fairy-stockfish.jsonl")
	require.NoError(t, err)
	tune := strings.Replace(string(data), `"type":"match"`, `"type":"tune"`, 1)
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		args []string
	}{"report": {string(data), []string{"report"}}, "merge": {string(data), []string{"merge", "-o", filepath.Join(dir, "out")}}, "tune": {tune, []string{"tune", "report"}}} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(c.text[:len(c.text)-9]), 0o644))
		stdout, stderr := exits(t, 1, append(c.args, path)...)
		require.Contains(t, stderr, path+": the last line is incomplete, cut off or still being written, and is left out\n")
		require.Contains(t, stdout, map[string]string{"report": ": +9 =0 -0", "merge": "9 games of 1 files", "tune": "9 games"}[name])
	}
	_, games := readFile(t, filepath.Join(dir, "out"))
	require.Len(t, games, 9)

	// A game that is there twice counts once.
	_, list, err := readMatch(strings.NewReader(string(data) + string(data[bytes.IndexByte(data, '\n')+1:])))
	require.NoError(t, err)
	require.Len(t, list, 10)
}

// TestPatterns: not every shell puts the files in their place.
func TestPatterns(t *testing.T) {
	stdout := succeed(t, "report", "../../testdata/games/fairy-stockfish/*.csa")
	require.Contains(t, stdout, "katachi - fairy-stockfish: +10 =0 -0 ")
	stdout = succeed(t, "merge", "-o", filepath.Join(t.TempDir(), "all"), "../../testdata/games/*.jsonl")
	require.Contains(t, stdout, "10 games of 1 files")
	for _, name := range []string{"report", "merge"} {
		_, stderr := exits(t, 1, name, "../../testdata/games/*.none")
		require.Contains(t, stderr, "*.none: no file matches this pattern")
	}
}

// TestShards: the parts together are the whole, game for game.
func TestShards(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	whole := sample(t)
	_, want := readFile(t, whole)
	parts := []string{sample(t, "-shard", "1/2"), sample(t, "-shard", "2/2")}
	out := filepath.Join(t.TempDir(), "all.jsonl")
	succeed(t, append([]string{"merge", "-o", out}, parts...)...)
	header, got := readFile(t, out)
	require.Empty(t, header.Shard)
	require.Len(t, got, len(want))
	for i := range got {
		require.Equal(t, want[i].Game, got[i].Game)
		require.Equal(t, want[i].Opening, got[i].Opening)
		require.Equal(t, want[i].Moves[0].Move, got[i].Moves[0].Move)
		require.Equal(t, [2]string{want[i].Names[0], want[i].Names[1]}, got[i].Names)
	}
	exits(t, 1, append([]string{"merge", "-o", out}, parts...)...) // an existing file is not overwritten
	_, stderr := exits(t, 1, "merge", parts[0], parts[0])
	require.Contains(t, stderr, "game 1 is in ")
	_, stderr = exits(t, 1, "merge", parts[0], sample(t, "-maxplies", "100"))
	require.Contains(t, stderr, "a different match")
	exits(t, 2, "merge")
}

func TestSchedule(t *testing.T) {
	openings := make([]position.GameText, 3)
	for i := range openings {
		openings[i].SFEN = string(rune('a' + i))
	}
	all, err := pairings("roundrobin", 3)
	require.NoError(t, err)
	require.Equal(t, [][2]int{{0, 1}, {0, 2}, {1, 2}}, all)
	whole := &schedule{pairings: all, openings: openings, rounds: 4, of: 1}
	longer := &schedule{pairings: all, openings: openings, rounds: 9, of: 1}
	var games []slot
	whole.slots(func(s slot) bool { games = append(games, s); return true })
	require.Len(t, games, whole.games())
	require.Len(t, games, 24)
	n := 0
	longer.slots(func(s slot) bool { require.Equal(t, games[n], s); n++; return n < len(games) })
	for k := 0; k < len(games); k += 2 {
		require.Equal(t, k, games[k].number)
		require.Equal(t, games[k].opening, games[k+1].opening)
		require.Equal(t, games[k].engines, [2]int{games[k+1].engines[1], games[k+1].engines[0]})
	}
	require.Equal(t, games[0].opening, games[18].opening, "the openings begin again")
	seen := map[int]bool{}
	for part := range 5 {
		s := &schedule{pairings: all, openings: openings, rounds: 4, part: part, of: 5}
		own := map[int]bool{}
		s.slots(func(x slot) bool {
			require.False(t, seen[x.number])
			seen[x.number], own[x.number] = true, true
			return true
		})
		require.Equal(t, s.games(), len(own))
		for number := range 30 {
			require.Equal(t, own[number], s.has(number))
		}
	}
	require.Len(t, seen, 24)
}

// TestRecordOfAdjudication: a record says that a side resigns only where that side has lost and is to move.
func TestRecordOfAdjudication(t *testing.T) {
	h := &matchHeader{Engines: []engineSpec{{Name: "a"}, {Name: "b"}}}
	for _, c := range []struct {
		opening string
		winner  gameResult
		end     record.EndKind
	}{
		{"startpos", blackWins, record.Interrupted}, {"startpos", whiteWins, record.Resigned},
		{"startpos moves 2g2f", blackWins, record.Resigned}, {"startpos moves 2g2f", whiteWins, record.Interrupted},
	} {
		g := &gameRecord{White: 1, Opening: c.opening, Result: c.winner, Reason: byAdjudication, Start: time.Now().UTC(), Moves: []moveRecord{{Move: "4i4h"}, {Move: "4a4b"}}}
		if c.opening != "startpos" {
			slices.Reverse(g.Moves)
		}
		r, err := g.record(h, position.Shogi)
		require.NoError(t, err)
		line := r.Main()
		end := line[len(line)-1]
		require.Equal(t, c.end, end.End.Kind)
		require.Contains(t, end.Comments[0], "adjudication")
		require.Equal(t, g.Start.Local().Format("2006/01/02 15:04:05"), r.Field("開始日時"), "records show the time of the place")
	}
}

// TestReportOfRecords: what was written as KIF and CSA gives the same score again.
func TestReportOfRecords(t *testing.T) {
	files, err := filepath.Glob("../../testdata/games/fairy-stockfish/*.csa")
	require.NoError(t, err)
	_, _, _, _, err = readGames(append(files[:3:3], "../../testdata/records/class.kif", "../../testdata/records/lines.usi"))
	require.ErrorContains(t, err, "lines.usi: several files")
	_, _, _, _, err = readGames([]string{"../../testdata/records/lines.usi"})
	require.ErrorIs(t, err, errMatchFile)
	require.ErrorContains(t, err, "want the file of a match, or records in KIF, KI2, CSA or JKF (lines of USI moves do not name the players)")
	header, games, unfinished, leftOut, err := readGames(append(files[:3:3], "../../testdata/records/class.kif", "../../testdata/records/tsume.kif", "../../testdata/records/three_games.csa"))
	require.NoError(t, err)
	require.Empty(t, leftOut)
	require.Equal(t, 1, unfinished)
	require.Equal(t, "katachi", header.Engines[0].Name)
	require.Equal(t, blackWins, games[0].Result)
	require.Equal(t, byMate, games[0].Reason)
	require.Len(t, games, 7)
	require.Equal(t, "定跡　花子", games[3].Names[1])
	require.Equal(t, 31000, games[3].Moves[9].Millis)
	_, err = reportPage(header, games)
	require.NoError(t, err)
}

// TestEndsOfRecords: who has won is told behind a word of the record's own, and the word is shown; an illegal move is none of the game's.
func TestEndsOfRecords(t *testing.T) {
	for text, want := range map[string]gameRecord{
		"   2 切断\nまで1手で先手の勝ち\n":     {Result: blackWins, Detail: "切断"},
		"   2 ３二歩(33)\n   3 反則勝ち\n": {Result: blackWins, Reason: byIllegalMove},
	} {
		name := filepath.Join(t.TempDir(), "one.kifu")
		require.NoError(t, os.WriteFile(name, []byte("手合割：平手\n   1 ７六歩(77)\n"+text), 0o644))
		_, games, unfinished, _, err := readGames([]string{name})
		require.NoError(t, err)
		require.Zero(t, unfinished)
		require.Len(t, games[0].Moves, 1)
		require.Equal(t, want.Result, games[0].Result)
		require.Equal(t, want.Detail, games[0].Detail)
		if want.Reason != "" {
			require.Equal(t, want.Reason, games[0].Reason)
		}
	}
	name := filepath.Join(t.TempDir(), "open.kifu")
	require.NoError(t, os.WriteFile(name, []byte("手合割：平手\n   1 ７六歩(77)\n   2 中断\n"), 0o644))
	_, _, unfinished, _, err := readGames([]string{name})
	require.Equal(t, 1, unfinished)
	require.EqualError(t, err, "none of the 1 games has a result")
}

// TestTimeControlOfRecords: it is told only if all games have it.
func TestTimeControlOfRecords(t *testing.T) {
	for _, c := range []struct {
		limits []string
		want   string
	}{{[]string{"10分", "10分"}, "10分"}, {[]string{"10分", "3分"}, ""}, {[]string{"10分", ""}, ""}, {[]string{"", "10分"}, ""}, {[]string{""}, ""}} {
		var text strings.Builder
		for _, limit := range c.limits {
			fmt.Fprintf(&text, "手合割：平手\n持ち時間：%s\n先手：A\n後手：B\n   1 ７六歩(77)\n   2 投了\n\n", limit)
		}
		name := filepath.Join(t.TempDir(), "all.kifu")
		require.NoError(t, os.WriteFile(name, []byte(text.String()), 0o644))
		header, games, _, _, err := readGames([]string{name})
		require.NoError(t, err)
		require.Len(t, games, len(c.limits))
		require.Equal(t, c.want, header.TC, c.limits)
	}
}

// TestRecordsOfSeveralPlayers: a pair is two games of the same players, whatever games stand in between.
func TestRecordsOfSeveralPlayers(t *testing.T) {
	var text strings.Builder
	for _, names := range [][2]string{{"A", "B"}, {"A", "C"}, {"B", "A"}, {"C", "A"}, {"B", "C"}} {
		fmt.Fprintf(&text, "手合割：平手\n先手：%s\n後手：%s\n   1 ７六歩(77)\n   2 投了\n\n", names[0], names[1])
	}
	name := filepath.Join(t.TempDir(), "all.kifu")
	require.NoError(t, os.WriteFile(name, []byte(text.String()), 0o644))
	header, games, _, _, err := readGames([]string{name})
	require.NoError(t, err)
	require.Len(t, games, 5)
	table := newCrossTable(len(header.Engines), games)
	require.Equal(t, pentanomial{0, 0, 1}, table[0][1].Pairs)
	require.Equal(t, pentanomial{0, 0, 1}, table[0][2].Pairs)
	require.Zero(t, table[1][2].Pairs.Pairs())

	require.NoError(t, os.WriteFile(name, []byte("手合割：平手\n先手：A\n後手：A\n   1 ７六歩(77)\n   2 投了\n"), 0o644))
	header, games, _, _, err = readGames([]string{name})
	require.NoError(t, err)
	require.Equal(t, [2]string{"A (Black)", "A (White)"}, games[0].Names, "of one name, but two players")
	require.Len(t, header.Engines, 2)
}

// TestPageWithoutPairs: the page's script finds a list wherever it looks for one.
func TestPageWithoutPairs(t *testing.T) {
	header := &matchHeader{Engines: []engineSpec{{Name: "a"}, {Name: "b"}}, Variant: "shogi"}
	game := gameRecord{White: 1, Opening: "startpos", Result: blackWins, Reason: byResignation, Moves: []moveRecord{{Move: "7g7f"}}}
	for _, games := range [][]gameRecord{nil, {game}} {
		data, err := newReport(header, games)
		require.NoError(t, err)
		require.Len(t, data.Games, len(games))
		text, err := json.Marshal(data)
		require.NoError(t, err)
		for _, list := range []string{"scores", "games", "course"} {
			require.NotContains(t, string(text), `"`+list+`":null`)
		}
	}
}
