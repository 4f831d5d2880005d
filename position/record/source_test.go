package record

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestSeveralDiagrams: each is a game of its own, with moves or without, and whatever stands between them.
func TestSeveralDiagrams(t *testing.T) {
	problem := func(king string, rest ...string) []string {
		rows := []string{"後手の持ち駒：残り全部", "  ９ ８ ７ ６ ５ ４ ３ ２ １", "+---------------------------+", king}
		for range 8 {
			rows = append(rows, "| ・ ・ ・ ・ ・ ・ ・ ・ ・|")
		}
		rows[5] = "| ・ ・ ・ ・ ・ ・ ・ ・ 歩|"
		return append(append(rows, "+---------------------------+", "先手の持ち駒：金"), rest...)
	}
	one, other := "| ・ ・ ・ ・ ・ ・ ・ 桂v玉|", "| ・ ・ ・ ・ ・ ・ 桂v玉 ・|"
	for _, between := range [][]string{
		nil,
		{"先手番", ""},
		{"#KIF version=2.0", "手合割：その他"},
		{"手数----指手---------消費時間--", "   1 ２二金打"},
		{"▲２二金"},
		{"手合割：その他", "▲２二金"},
		{"   1 ２二金打", "   2 詰み", "", "変化：1手", "   1 ３一金打"},
	} {
		games, _, errs := ReadAll("x", kif(append(problem(one, between...), problem(other)...)...))
		require.Empty(t, errs, between)
		require.Len(t, games, 2, between)
		for i, board := range []string{"7Nk/9/8P/", "6Nk1/9/8P/"} {
			sfen := games[i].Start.SFEN()
			require.True(t, strings.HasPrefix(sfen, board), "%s, %v", sfen, between)
			require.Contains(t, sfen, " b G2r2b3g4s3n4l17p 1", "%v", between)
		}
	}
}

// TestProse: what programs and people write around a game does no harm, and times in many forms.
func TestProse(t *testing.T) {
	moves := []string{"手合割：平手", "   1 ７六歩(77)   ( 0:01/00:00:01)", "   2 ３四歩(33)"}
	for _, c := range []struct {
		lines []string
		used  time.Duration
	}{
		{append([]string{"棋譜ファイル（自作）", "=====", "将棋サイト"}, moves...), 0},
		{append([]string{"2024 年の対局", "10 分切れ負け", "7 手詰"}, moves...), 0},
		{append(moves[:3:3], "まで2手で後手の勝ち", "", "----------", "この棋譜は将棋サイトで作成", "先手の敗着は７六歩", "URL：https://example.org"), 0},
		{append(moves[:3:3], "まで2手", "----------"), 0},
		{append(moves[:3:3], "   3 投了", "----------"), 0},
		{[]string{moves[0], moves[1], "   2 ３四歩(33)   ( -:--/--:--:--)"}, 0},
		{[]string{moves[0], moves[1], "   2 ３四歩(33)   （0:01/00:00:02）"}, time.Second},
		{[]string{moves[0], moves[1], "   2 ３四歩(33)　（０：０１／００：００：０２）"}, time.Second},
		{[]string{moves[0], moves[1], "# of the server", "　２　３四歩(33)   12秒"}, 12 * time.Second},
		{[]string{moves[0], moves[1], "   2 ３四歩(33)   1分12秒"}, 72 * time.Second},
		{[]string{moves[0], moves[1], "   2 ３四歩(33)   (12/)"}, 12 * time.Second},
		{[]string{moves[0], moves[1], "   2 ３四歩(33)   ( 0:00.5/00:00:01.5) 好手"}, 500 * time.Millisecond},
		{[]string{moves[0], "▲７六歩 △３四歩 まで2手で中断", "----------"}, 0},
	} {
		g := readOne(t, kif(c.lines...))
		require.Regexp(t, "^7g7f 3c3d( 投了| 中断)?$", line(&g.Root), c.lines)
		require.Equal(t, c.used, g.Main()[1].Time, c.lines)
		require.Equal(t, c.used > 0, g.Main()[1].Timed)
	}
	// None of these is prose.
	for _, text := range []string{
		"手合割 六枚落ち\n   1 ７六歩(77)", "後手の持駒 飛\n   1 ７六歩(77)", "v香v桂v銀v金v玉v金v銀v桂v香", "1７六歩(77)", "1手目７六歩(77)", "７六歩(77)", "同　銀",
		"   1 ７六歩(77)\n----------\n   2 ３四歩(33)", "   1 ７六歩(77)\n   2 投了\n変化：1手\n   1 ２六歩(27)\n-----\n   2 ３四歩(33)",
	} {
		_, _, errs := ReadAll("x.kif", kif("先手：A", text))
		require.NotEmpty(t, errs, text)
	}
	_, _, errs := ReadAll("x.kif", kif(append(moves[:3:3], "garbage")...))
	require.EqualError(t, errs[0], `x.kif:4: not a line of a record: "garbage"; want move 3, an end such as 投了, or a comment after *`)
	_, _, errs = ReadAll("x.kif", kif("先手：A", "手合割 六枚落ち"))
	require.EqualError(t, errs[0], `x.kif:2: not a line of a record: "手合割 六枚落ち"; want a field such as 手合割：平手, a rank of a diagram or the first move`)
}

// TestCSAProse: text before the record and behind its end does no harm either, nor the mark of DOS for the end of a file.
func TestCSAProse(t *testing.T) {
	const game = "V2.2\nN+A\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"
	for _, text := range []string{
		"Hello\n" + game, "10 分切れ負け\n" + game, "Played today: a good one, see -3334FU\n-----\nNice.\n\n" + game, "'CSA encoding=UTF-8\nThe game\n" + game,
		game + "thanks\n", game + "T12\n'*comment\nThanks, Next time\nPlease - $5\n---\n+++\n", game + "\x1a", game + "/\nthanks\n", "mail\n/\n" + game + "/\n\x1a",
		game + "T12\n%TORYO\n", "'of today\nV2.2\n/\n" + game,
	} {
		g := readOne(t, []byte(text))
		require.Equal(t, "7g7f 3c3d 投了", line(&g.Root), text)
		require.Equal(t, "A", g.Names[0], text)
	}
	for text, want := range map[string]string{
		"V2.2\nHello\nPI\n+\n%TORYO\n":           `f:2: not a line of a CSA record: "Hello"`,
		"PI\n+\n+7776FU\nthanks\n%TORYO\n":       `f:4: not a line of a CSA record: "thanks"`,
		"PI\n+\n+7776FU\n-3334FU\nthanks\n":      `f:5: not a line of a CSA record: "thanks"`, // no end
		game + "thanks\n+2726FU\n":               "f:9: a move after the end of the line",
		game + "%KACHI\n":                        "f:8: a move after the end of the line",
		game + "P1-KY-KE\n":                      "f:8: bad CSA position",
		"Hello\n" + "+776FU\n+\n+7776FU\n":       "f:2: not a line of a CSA record",
		"Hello\nP2 * -HI\nV2.2\nPI\n+\n%TORYO\n": "f:2: bad CSA position",
		" V2.2\nPI\n+\n%TORYO\n":                 `f:1: not a line of a CSA record: " V2.2"`,
	} {
		_, _, errs := ReadAll("f", []byte(text))
		require.NotEmpty(t, errs, text)
		require.ErrorContains(t, errs[0], want, text)
	}
}

// TestProseAroundUSI: a text with a line of USI here and there is no record, a file of games with remarks is one.
func TestProseAroundUSI(t *testing.T) {
	const game = "position startpos moves 7g7f 3c3d\n"
	for _, text := range []string{"# Manual\nWrite\n\n    " + game + "\nand see.\n", "a\n" + game + "b\nc\n" + game} {
		games, _, errs := ReadAll("x.md", []byte(text))
		require.Empty(t, games)
		require.Len(t, errs, 1)
		require.ErrorIs(t, errs[0], ErrFormat)
	}
	games, _, errs := ReadAll("x", []byte("# games\n// of today\n"+game+"hello\n"+game))
	require.Len(t, games, 2)
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "x:4: ")
}

func TestFew(t *testing.T) {
	errs := slices.Repeat([]error{ErrFormat}, 7)
	require.Equal(t, errs[:6], Few("x", errs[:6]))
	few := Few("x", errs)
	require.Equal(t, errs[:5], few[:5])
	require.EqualError(t, few[5], "x: 2 more errors")
	require.ErrorIs(t, errs[5], ErrFormat, "what was given is as it was")
}

// TestLongLines: no message is longer than a few lines, nor does it have anything in it that a terminal obeys.
func TestLongLines(t *testing.T) {
	for _, word := range []string{strings.Repeat("x", 10000), strings.Repeat("７六歩", 3000), "７六歩" + strings.Repeat("右", 10000), "\x1b[2J\a"} {
		for _, text := range []string{
			"手合割：" + word, "手合割：平手\n   1 " + word, "手合割：平手\n   1 ７六歩(77)\n" + word, "手合割：平手\n▲" + word, "手番：" + word + "\n先手：A",
			"先手：A\n▲７六歩\n変化" + word, "先手の持駒：歩" + word, "先手：A\n|" + word + "|\n", "先手：A\n|v香" + word,
			"PI\n+\n" + word, "PI\n+\n+" + word, "PI\n+\n%" + word, "PI\n$" + word, "PI\nP+" + word, "PI\nPI" + word, "PI\n+\n+77" + word[:min(5, len(word))],
			"PI\n+\n+7776FU\nT" + word, "P1" + word, "position startpos moves " + word, "position " + word, "sfen " + word + " b - 1", position.Shogi.Start + " moves resign " + word,
			"sfen 9/9/9/9/9/9/9/9/9 b " + word + " 1", word,
		} {
			_, _, errs := ReadAll("x", []byte(text+"\n"))
			for _, err := range errs {
				require.Less(t, len(err.Error()), 1000, text[:min(len(text), 60)])
				require.NotContains(t, err.Error(), "\x1b")
				require.NotContains(t, err.Error(), "\a")
			}
		}
	}
}

// TestSplit: a field behind the end of a game is the first of the next one if a game follows.
func TestSplit(t *testing.T) {
	first := []string{"手合割：平手", "先手：A", "   1 ７六歩(77)"}
	ended := slices.Clip(append(first[:3:3], "   2 投了", "*気になる：手", "まで1手で先手の勝ち", "*評価：よい"))
	branch := []string{"", "変化：1手", "   1 ２六歩(27)", "   2 中断"}
	for _, c := range []struct {
		name   string
		lines  []string
		fields []string // of each game: its 表題
	}{
		{"title", append(ended, "表題：第二局", "手合割：平手", "   1 ２六歩(27)"), []string{"", "第二局"}},
		{"title, no other field", append(ended, "", "表題：第二局", "手数----指手---------消費時間--", "   1 ２六歩(27)"), []string{"", "第二局"}},
		{"title, then only an end", append(ended, "表題：第二局", "   1 投了"), []string{"", "第二局"}},
		{"title behind a variation", append(append(ended, branch...), "表題：第二局", "先手：B", "   1 ２六歩(27)"), []string{"", "第二局"}},
		{"title of a diagram", append(ended, "表題：第二局", "|v玉 ・ ・ ・ ・|", "| ・ ・ ・ ・ ・|", "| ・ ・ ・ ・ ・|", "| ・ ・ ・ ・ ・|", "| 玉 ・ ・ ・ ・|"), []string{"", "第二局"}},
		{"three", append(append(ended, "表題：第二局", "   1 ２六歩(27)", "   2 投了"), "表題：第三局", "後手：C", "▲１六歩"), []string{"", "第二局", "第三局"}},
		{"KI2", []string{"先手：A", "▲７六歩 △３四歩 まで2手で中断", "表題：第二局", "▲２六歩 △投了", "表題：第三局", "▲２六歩"}, []string{"", "第二局", "第三局"}},
		{"KI2, まで in its own line", []string{"▲７六歩 △３四歩", "まで2手で後手の勝ち", "表題：第二局", "▲２六歩"}, []string{"", "第二局"}},
		{"no end", append(first[:3:3], "手合割：平手", "表題：第二局", "   1 ２六歩(27)"), []string{"", "第二局"}},
		{"files joined, each with its mark", append(first[:3:3], "\ufeff#KIF version=2.0", "\ufeff表題：第二局", "手合割：平手", "   1 ２六歩(27)"), []string{"", "第二局"}},
		{"a field, no game", append(ended, "表題：この局"), []string{"この局"}},
		{"a field before a variation", append(append(ended, "表題：この局"), branch...), []string{"この局"}},
		{"a field before まで", append(first[:3:3], "   2 投了", "表題：この局", "まで1手で先手の勝ち"), []string{"この局"}},
		{"a field among the moves", append(first[:3:3], "表題：この局", "   2 ３四歩(33)"), []string{"この局"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, _, errs := ReadAll("x", kif(c.lines...))
			require.Empty(t, errs)
			var fields []string
			for _, g := range games {
				fields = append(fields, g.Field("表題"))
				require.NotEqual(t, len(g.Main()) == 0, g.Start.Rules() == position.Shogi, "only the diagram has no moves")
			}
			require.Equal(t, c.fields, fields)
			if slices.Contains(c.lines, ended[6]) {
				require.Equal(t, []string{"気になる：手", "評価：よい"}, games[0].Main()[1].Comments)
			}
		})
	}
}
