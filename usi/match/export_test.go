package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/position/record"
)

// TestReportKeepsRecords: records come out as -kif files with all that they hold, on either board, and no file is lost.
func TestReportKeepsRecords(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) string {
		require.NoError(t, os.WriteFile(path(name), []byte(text), 0o644))
		return path(name)
	}
	read := func(name string) string {
		b, err := os.ReadFile(path(name))
		require.NoError(t, err)
		return string(b)
	}
	const moves = "手数----指手---------消費時間--\r\n*よろしく\r\n   1 ７六歩(77)\r\n*初手\r\n&しおり\r\n   2 ３四歩(33)\r\n   3 持将棋\r\nまで2手で持将棋\r\n\r\n変化：2手\r\n   2 ８四歩(83)\r\n"
	const kif = "#KIF version=2.0 encoding=UTF-8\r\n開始日時：2024/05/01 10:00:00\r\n棋戦：名人戦\r\n手合割：平手\r\n先手：A\r\n後手：B\r\n" + moves
	game := write("g.kif", kif)
	stdout := succeed(t, "report", game, "-kif", path("out"))
	require.Contains(t, stdout, "A - B: +0 =1 -0")
	require.Equal(t, kif, read("out/0001_A_B.kifu"))
	require.Contains(t, read("out/0001_A_B.csa"), "%JISHOGI\n")
	for word, reason := range map[string]endReason{"持将棋": byImpasse, "引き分け": byAgreement, "最大手数": byMoveLimit} {
		games, _, _ := record.ReadAll("", []byte(strings.ReplaceAll(kif, "持将棋", word)))
		g, ok := gameOf(games[0])
		require.True(t, ok)
		require.Equal(t, reason, g.Reason)
	}
	succeed(t, "report", game, "-kif", path("out"))
	other := write("other.kif", strings.ReplaceAll(kif, "名人戦", "竜王戦"))
	_, errs := exits(t, 1, "report", other, "-kif", path("out"))
	require.Regexp(t, `0001_A_B\.\w+ is there already and is another record; choose another folder`, errs)
	require.Contains(t, read("out/0001_A_B.kifu"), "名人戦")

	// No other file becomes a page, other pages included.
	notes := write("notes.html", "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Notes</title>\n")
	for _, name := range []string{game, other, notes} {
		_, errs := exits(t, 1, "report", game, "-o", name)
		require.Contains(t, errs, name+" is there already and is not a page of match report; choose another name")
	}
	require.Contains(t, read("notes.html"), "Notes")
	require.Equal(t, kif, read("g.kif"))
	for range 2 {
		succeed(t, "report", game, "-o", path("page.html"))
	}
	require.NotContains(t, read("page.html"), "CSARule27", "nobody said by which rule they played")

	// The small board.
	p := position.New(position.Minishogi)
	g := &record.Game{Start: p, Names: [2]string{"C", "D"}}
	m, err := p.ParseLegal("5d5c")
	require.NoError(t, err)
	g.Root.Append(m).Next = []*record.Node{{End: record.NewEnd(record.Resigned, position.White)}}
	text, err := g.KIF()
	require.NoError(t, err)
	small := write("small.kif", text)
	succeed(t, "report", small, "-kif", path("out"), "-o", path("small.html"))
	require.Equal(t, text, read("out/0001_C_D.kifu"))
	require.Contains(t, read("small.html"), `"files":5,"ranks":5`)
	_, errs = exits(t, 1, "report", small, "-ktg", path("small.ktg"))
	require.Contains(t, errs, "there are records for training of shogi only, not of minishogi")
	_, errs = exits(t, 1, "report", game, small)
	require.Contains(t, errs, "games of shogi and of minishogi cannot be reported together")
}

func TestScoresOfRecords(t *testing.T) {
	var m moveRecord
	m.readComments([]string{"thanks", "* 57 -8384FU", "*深さ=9"}, position.White)
	require.Equal(t, -57, *m.Score)
	require.Equal(t, 9, m.Depth)
	m.readComments([]string{"*評価値=-42", "*ノード数=1000"}, position.Black)
	require.Equal(t, -42, *m.Score)
	require.EqualValues(t, 1000, m.Nodes)
}

// TestScoresSurviveExport: what the comments of our own records say is read back as it was.
func TestScoresSurviveExport(t *testing.T) {
	for _, n := range []int{5, -4, mateUnknown, -mateUnknown} {
		for side := range position.Color(2) {
			m := moveRecord{thought: thought{Mate: &n, Depth: 7}}
			lines := m.comments(int(side))
			var read moveRecord
			read.readComments(lines, side)
			require.Equal(t, 7, read.Depth)
			if n != mateUnknown && n != -mateUnknown {
				require.Equal(t, m, read, lines)
				continue
			}
			require.NotContains(t, lines[0], "999", "no length is made up")
			require.Nil(t, read.Mate)
			require.Equal(t, 30000*n/mateUnknown, *read.Score)
		}
	}
	var m moveRecord
	m.readComments([]string{"*詰み=後手勝ち"}, position.Black)
	require.Equal(t, -mateUnknown, *m.Mate)
	m = moveRecord{}
	m.readComments([]string{"*詰み=なし:5手"}, position.Black)
	require.Nil(t, m.Mate)
}

// TestEndsSurviveExport: records tell how a game ended, as far as they have a word for it. A repetition that is lost stands in them as
// a breach of the rules, and is no illegal move.
func TestEndsSurviveExport(t *testing.T) {
	check := "9h9a 5a5b 9a9b 5b5a "
	for _, c := range []struct {
		variant        *position.Rules
		opening, moves string
		result         gameResult
		reason, want   endReason
	}{
		{position.Shogi, "sfen 4k4/9/9/9/9/9/9/R8/4K4 b - 1", check + strings.Repeat("9b9a 5a5b 9a9b 5b5a ", 2) + "9b9a", whiteWins, byPerpetualCheck, byPerpetualCheck},
		{position.Minishogi, "startpos", strings.Repeat("1e1d 5a5b 1d1e 5b5a ", 3), whiteWins, byRepetition, byRepetition},
		{position.Shogi, "startpos", strings.Repeat("2h3h 8b7b 3h2h 7b8b ", 3), drawn, byRepetition, byRepetition},
		{position.Shogi, "startpos", "7g7f", blackWins, byIllegalMove, byIllegalMove},
		{position.Shogi, "startpos", "7g7f", blackWins, byCrash, byIllegalMove},
		{position.Shogi, "startpos", "7g7f", blackWins, byTime, byTime},
		{position.Shogi, "startpos", "7g7f", blackWins, byMate, byMate},
		{position.Shogi, "startpos", "7g7f", blackWins, byResignation, byResignation},
		{position.Shogi, "startpos", "7g7f", blackWins, byTry, byResignation},
		{position.Shogi, "startpos", "7g7f", whiteWins, byDeclaration, byDeclaration},
		{position.Shogi, "startpos", "7g7f", drawn, byMoveLimit, byImpasse}, // as other programs write it
	} {
		g := gameRecord{White: 1, Names: [2]string{"a", "b"}, Opening: c.opening, Result: c.result, Reason: c.reason}
		for _, m := range strings.Fields(c.moves) {
			g.Moves = append(g.Moves, moveRecord{Move: m})
		}
		kept, err := g.record(&matchHeader{Engines: make([]engineSpec, 2)}, c.variant)
		require.NoError(t, err)
		kif, err := kept.KIF()
		require.NoError(t, err)
		list, _, errs := record.ReadAll("", []byte(kif))
		require.Empty(t, errs)
		read, ok := gameOf(list[0])
		require.True(t, ok)
		require.Equal(t, c.want, read.Reason, c.reason)
		require.Equal(t, c.result, read.Result, c.reason)
	}
}

// TestNamesOfRecords: a file has the engines' names, in whatever script, without what a file system does not take.
func TestNamesOfRecords(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("将", 100)
	for i, names := range [][2]string{{"水匠5/α", `a\b:c*d?e"f<g>h|i`}, {"dlshogi+nnue_2 ü", "x\ty\x00\xff"}, {long, long}} {
		header := &matchHeader{Engines: make([]engineSpec, 2), Variant: "shogi", TC: "1+1"}
		_, err := writeRecords(dir, header, []gameRecord{{Game: i, White: 1, Names: names, Opening: "startpos", Result: blackWins, Reason: byResignation, Moves: []moveRecord{{Move: "7g7f"}}}})
		require.NoError(t, err)
	}
	cut := strings.Repeat("将", 28)
	for _, name := range []string{"0001_水匠5-α_a-b-c-d-e-f-g-h-i.kif", "0002_dlshogi+nnue_2-ü_x-y--.csa", "0003_" + cut + "_" + cut + ".kifu"} {
		require.FileExists(t, filepath.Join(dir, name))
	}
}

// TestLimitOfCSA: a CSA file has the time control in the format's own form or in a comment; KIF has it as it was given.
func TestLimitOfCSA(t *testing.T) {
	for tc, want := range map[string]string{
		"300,byoyomi=10": "$TIME_LIMIT:00:05+10\n", "byoyomi=1": "$TIME_LIMIT:00:00+01\n", "5400": "$TIME_LIMIT:01:30+00\n",
		"1+1": "'持ち時間：1+1\n", "nodes=10": "'持ち時間：nodes=10\n", "90": "'持ち時間：90\n", "byoyomi=0.5": "'持ち時間：byoyomi=0.5\n",
		"byoyomi=100": "'持ち時間：byoyomi=100\n", "60,nodes=5": "'持ち時間：60,nodes=5\n",
	} {
		dir := t.TempDir()
		header := &matchHeader{Engines: make([]engineSpec, 2), Variant: "shogi", TC: tc}
		_, err := writeRecords(dir, header, []gameRecord{{White: 1, Names: [2]string{"a", "b"}, Opening: "startpos", Result: blackWins, Reason: byResignation, Moves: []moveRecord{{Move: "7g7f"}}}})
		require.NoError(t, err)
		csa, err := os.ReadFile(filepath.Join(dir, "0001_a_b.csa"))
		require.NoError(t, err)
		require.Contains(t, string(csa), want)
		kif, err := os.ReadFile(filepath.Join(dir, "0001_a_b.kifu"))
		require.NoError(t, err)
		require.Contains(t, string(kif), "持ち時間："+tc+"\r\n")
	}
	g := &gameRecord{White: 1, Opening: "startpos", Result: blackWins, Reason: byResignation}
	r, err := g.record(&matchHeader{Engines: []engineSpec{{Name: "a"}, {Name: "b", TC: "5+1"}}, TC: "10+1"}, position.Shogi)
	require.NoError(t, err)
	require.Equal(t, "10+1 (b: 5+1)", r.Field(timeField))
}
