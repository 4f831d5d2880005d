package record

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func TestEndsAreKept(t *testing.T) {
	for _, word := range []string{
		"投了", "中断", "千日手", "持将棋", "詰み", "切れ負け", "反則勝ち", "反則負け", "入玉勝ち", "不戦敗", "不戦勝", "封じ手", "61手詰", "3手詰め", "不詰",
		"引き分け", "時間切れ", "勝ち宣言", "最大手数", "最大手数超過", "王手連続千日手", "待った", "以下略",
	} {
		g := readOne(t, kif("手合割：平手", "   1 ７六歩(77)   ( 0:06/00:00:06)", "   2 "+word+"   ( 0:01/00:00:01)"))
		text := textOf(t, g.KIF)
		require.Contains(t, text, "   2 "+word, word)
		require.Contains(t, text, "( 0:01/00:00:01)", word)
		require.Equal(t, time.Second, g.Main()[1].Time)
	}
	for summary, want := range map[string]string{
		"まで1手で先手の勝ち": "投了", "まで1手で千日手": "千日手", "まで1手で時間切れにより先手の勝ち": "切れ負け", "まで1手で後手の反則負け": "反則負け",
		"まで1手で後手の入玉勝ち": "入玉勝ち", "まで1手詰": "詰み", "まで1手で持将棋": "持将棋",
		"まで、先手の勝ち": "投了", "まで1手にて時間切れ": "切れ負け", "まで1手で引き分け": "引き分け",
	} {
		g := readOne(t, kif("手合割：平手", "▲７六歩", summary))
		require.Equal(t, want, g.Main()[1].End.kifWord(position.White), summary)
	}
}

// TestEndsTwice: behind the end stands no other one, but the same again and 中断.
func TestEndsTwice(t *testing.T) {
	for _, lines := range [][]string{
		{"手合割：平手", "   1 ７六歩(77)", "   2 投了   ( 0:05/00:00:05)", "   3 中断   ( 0:01/00:00:01)", "まで1手で中断"},
		{"手合割：平手", "   1 ７六歩(77)", "   2 投了   ( 0:05/00:00:05)", "   3 投了"},
		{"PI", "+", "+7776FU", "%TORYO,'* 30 bye", "T5", "%TORYO"},
	} {
		main := readOne(t, kif(lines...)).Main()
		require.Len(t, main, 2)
		require.Equal(t, WonBy(Resigned, position.Black), main[1].End)
		require.Equal(t, 5*time.Second, main[1].Time)
	}
	_, _, errs := ReadAll("f", kif("手合割：平手", "   1 ７六歩(77)", "   2 中断", "   3 投了"))
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "f:4: a move after the end of the line")

	g := readOne(t, kif("手合割：平手", "   1 ７六歩(77)   ( 0:7/)", "   2  Time-up   ( 0:0/)"))
	require.Equal(t, WonBy(TimeUp, position.Black), g.Main()[1].End)
	text := textOf(t, g.KIF)
	require.Contains(t, text, "   2 切れ負け")
}

// TestEndsOfUSILines: the words that ShogiHome writes behind the moves.
func TestEndsOfUSILines(t *testing.T) {
	for word, want := range map[string]*End{
		"resign": WonBy(Resigned, position.Black), "timeout": WonBy(TimeUp, position.Black), "win": WonBy(Declaration, position.White),
		"rep_draw": NewEnd(Repetition, position.White), "draw": NewEnd(Draw, position.White), "break": NewEnd(Interrupted, position.White),
	} {
		_, end := readOne(t, kif("startpos moves 7g7f "+word)).Moves()
		require.Equal(t, want, end, word)
	}
}

// TestWhoHasWon: the words behind まで say it in many ways, and more than 中断 does.
func TestWhoHasWon(t *testing.T) {
	black, white := position.Black, position.White
	drawn := func(kind EndKind) *End { return NewEnd(kind, black) }
	for said, want := range map[string]*End{
		"まで2手で先手の反則により後手の勝ち":    WonBy(Foul, white),
		"まで2手で先手の時間切れにより後手の勝ち":  WonBy(TimeUp, white),
		"まで2手で先手の反則のため後手勝ち":     WonBy(Foul, white),
		"まで2手で先手玉の詰みで後手の勝ち":     WonBy(Checkmate, white),
		"まで2手で先手投了":             WonBy(Resigned, white),
		"まで2手で後手の投了により先手の勝ち":    WonBy(Resigned, black),
		"まで2手で上手投了":             WonBy(Resigned, black),
		"まで2手で下手の勝ち（上手投了）":      WonBy(Resigned, black),
		"まで 2手で 後手の 勝ち":         WonBy(Resigned, white),
		"まで2手で先手の負け":            WonBy(Resigned, white),
		"まで2手で投了":               WonBy(Resigned, white),
		"まで2手で先手の時間切れ負け":        WonBy(TimeUp, white),
		"まで2手で先手の切れ勝ち":          WonBy(TimeUp, black),
		"まで2手で先手の反則負け":          WonBy(Foul, white),
		"まで2手で後手の反則勝ち":          WonBy(Foul, white),
		"まで3手で反則勝ち":             WonBy(Foul, black),
		"まで3手で反則負け":             WonBy(Foul, white),
		"まで2手で不戦勝":              WonBy(Absent, black),
		"まで2手で後手の不戦敗":           WonBy(Absent, black),
		"まで2手で後手の入玉宣言":          WonBy(Declaration, white),
		"まで2手で後手の入玉宣言勝ち":        WonBy(Declaration, white),
		"まで2手で連続王手の千日手により後手の勝ち": WonBy(Perpetual, white),
		"まで2手で後手の連続王手の千日手":      WonBy(Perpetual, black),
		"まで2手で先手の千日手反則負け":       WonBy(Perpetual, white),
		"まで2手で千日手":              drawn(Repetition),
		"まで2手で先手の入玉により持将棋":      drawn(Impasse),
		"まで2手で持将棋":              drawn(Impasse),
		"まで2手で持将棋により先手の勝ち":      WonBy(Resigned, black),
		"まで2手で引き分け":             {Kind: Draw, Text: "引き分け", Winner: white},
		"まで2手で最大手数により引き分け":      {Kind: MoveLimit, Text: "最大手数", Winner: white},
		"まで2手で合意により引き分け":        {Kind: Draw, Text: "引き分け", Winner: white},
		"まで2手で不詰により終局":          drawn(NoMate),
		"まで2手で待ったにより終局":         drawn(TakenBack),
		"まで2手でエラーにより終局":         drawn(Error),
		"まで2手で中断":               drawn(Interrupted),
	} {
		moves := []string{"手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)"}
		for _, lines := range [][]string{append(moves[:3:3], said), append(moves[:3:3], "   3 中断", said)} {
			main := readOne(t, kif(lines...)).Main()
			end := main[len(main)-1].End
			if !want.Won { // nobody has
				end.Winner = want.Winner
			}
			require.Equal(t, want, end, said)
		}
	}
}

// TestWordAndWinner: where the word in the place of a move does not say who has won, the line behind まで may; both are kept.
func TestWordAndWinner(t *testing.T) {
	black, white := position.Black, position.White
	for _, c := range []struct {
		word, said string
		want       *End
		written    string
	}{
		{"切断", "まで2手で先手の切断により後手の勝ち", WonBy(Resigned, white), "まで2手で後手の勝ち"},
		{"切断", "まで2手で先手の勝ち", WonBy(Resigned, black), "まで2手で先手の勝ち"},
		{"以下略", "まで104手で乙の勝ち", WonBy(Resigned, white), "まで2手で後手の勝ち"},
		{"反則", "まで2手で後手の反則勝ち", WonBy(Foul, white), "まで2手で後手の反則勝ち"},
		{"以下略", "まで104手で千日手", &End{Kind: Other}, "まで2手で以下略"},
		{"切断", "まで2手で切断", &End{Kind: Other}, "まで2手で切断"},
		{"接続切れ", "まで2手で接続切れ", &End{Kind: Other}, "まで2手で接続切れ"},
		{"接続切れ", "まで2手で接続切れにより後手の勝ち", WonBy(TimeUp, white), "まで2手で時間切れにより後手の勝ち"},
		{"時間切れ", "まで2手で先手の勝ち", WonBy(TimeUp, white), "まで2手で時間切れ"}, // the word says it
	} {
		g := readOne(t, kif("手合割：平手", "先手：甲", "後手：乙", "   1 ７六歩(77)", "   2 ３四歩(33)", "   3 "+c.word+"   ( 0:05/00:00:05)", c.said))
		c.want.Text = c.word
		for range 2 {
			_, end := g.Moves()
			require.Equal(t, c.want.Kind, end.Kind, c.said)
			require.Equal(t, c.want.Won, end.Won, c.said)
			if end.Won {
				require.Equal(t, c.want, end, c.said)
			}
			text := textOf(t, g.KIF)
			require.Contains(t, text, "   3 "+c.word)
			require.Contains(t, text, c.written)
			g = readOne(t, []byte(text))
		}
	}
}

// TestWinnerByWord: the word in the place of a move may name the player who has won or lost, whoever is to move, and is kept.
func TestWinnerByWord(t *testing.T) {
	black, white := position.Black, position.White
	for _, c := range []struct {
		word string
		kind EndKind
		won  position.Color
		csa  string
	}{
		{"先手反則負け", Foul, white, "%ILLEGAL_MOVE"},
		{"後手反則負け", Foul, black, "%-ILLEGAL_ACTION"},
		{"後手の反則負け", Foul, black, "%-ILLEGAL_ACTION"},
		{"下手反則負け（二歩）", Foul, white, "%ILLEGAL_MOVE"},
		{"先手反則負け（連続王手の千日手）", Perpetual, white, "%OUTE_SENNICHITE"},
		{"先手時間切れ", TimeUp, white, "%TIME_UP"},
		{"後手投了", Resigned, black, "%CHUDAN"}, // not in his turn
		{"後手の勝ち", Resigned, white, "%TORYO"},
	} {
		g := readOne(t, kif("手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "   3 "+c.word+"   ( 0:05/00:00:05)"))
		for range 2 {
			_, end := g.Moves()
			require.Equal(t, &End{Kind: c.kind, Text: c.word, Won: true, Winner: c.won}, end)
			csa := textOf(t, g.CSA)
			require.Contains(t, csa, "\n"+c.csa+"\n")
			text := textOf(t, g.KIF)
			require.Contains(t, text, "   3 "+c.word)
			g = readOne(t, []byte(text))
		}
	}
	g := readOne(t, kif("手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "   3 ２三角(88)", "   4 先手反則負け"))
	_, end := g.Moves()
	require.Equal(t, &End{Kind: Foul, Text: "先手反則負け", Won: true, Winner: white}, end, "of the illegal move before")
}

// TestMoveLimitOfMyShogi: its word is of that kind, whatever stands behind まで.
func TestMoveLimitOfMyShogi(t *testing.T) {
	g := readOne(t, kif("手合割：平手", "  1 ７六歩(77)  ( 0:01/00:00:01)", "  2 最大手数超過  ( 0:00/00:00:00)", "まで1手で持将棋"))
	require.Equal(t, MoveLimit, g.Main()[1].End.Kind)
	csa := textOf(t, g.CSA)
	require.Contains(t, csa, "\n%MAX_MOVES\n")
}

// TestWinnerByName: the line behind まで may name a player, who is known only by the whole name.
func TestWinnerByName(t *testing.T) {
	black, white := position.Black, position.White
	other := func(said string) *End { return &End{Kind: Other, Text: said} }
	for _, c := range []struct {
		black, white, said string
		want               *End
	}{
		{"甲野", "乙山", "甲野の勝ち", WonBy(Resigned, black)},
		{"甲野", "乙山", "乙山の勝ち", WonBy(Resigned, white)},
		{"甲野　一郎", "乙山 次郎", "甲野 一郎の勝ち", WonBy(Resigned, black)},
		{"甲野　一郎", "乙山 次郎", "乙山次郎勝ち", WonBy(Resigned, white)},
		{"甲野", "乙山", "甲野の反則負け", WonBy(Foul, white)},
		{"甲野", "乙山", "乙山の反則勝ち", WonBy(Foul, white)},
		{"甲野", "乙山", "甲野投了", WonBy(Resigned, white)},
		{"甲野", "乙山", "時間切れにより乙山の勝ち", WonBy(TimeUp, white)},
		{"甲野", "乙山", "甲野の時間切れにより乙山の勝ち", WonBy(TimeUp, white)},
		{"木村勝", "詰将棋", "木村勝の勝ち", WonBy(Resigned, black)},
		{"木村勝", "詰将棋", "詰将棋の勝ち", WonBy(Resigned, white)},
		{"後手太郎", "乙山", "後手太郎の負け", WonBy(Resigned, white)},
		{"甲野", "乙山", "後手の勝ち", WonBy(Resigned, white)},

		{"甲野", "乙山", "甲野四段の勝ち", other("甲野四段の勝ち")},
		{"甲野", "乙山", "野の勝ち", other("野の勝ち")},
		{"甲野", "甲野", "甲野の勝ち", other("甲野の勝ち")},
		{"", "", "甲野の勝ち", other("甲野の勝ち")},
	} {
		text := []string{"手合割：平手", "先手：" + c.black, "後手：" + c.white, "   1 ７六歩(77)", "   2 ３四歩(33)", "まで2手で" + c.said}
		require.Equal(t, c.want, readOne(t, kif(text...)).Main()[2].End, "%v", c)
		text[3], text[4] = "▲７六歩", "△３四歩"
		require.Equal(t, c.want, readOne(t, kif(text...)).Main()[2].End, "%v", c)
	}
}

// TestPerpetualCheck: whoever has given check has lost, if nothing else is said.
func TestPerpetualCheck(t *testing.T) {
	lines := []string{"P-51OU", "P+99OU43HI", "+", "+4353HI", "-5141OU", "+5343HI"} // in check
	for _, lines := range [][]string{lines, append(lines[:6:6], "-4151OU")} {
		g := readOne(t, kif(append(lines, "%OUTE_SENNICHITE")...))
		text := textOf(t, g.KIF)
		_, end := g.Moves()
		require.Equal(t, WonBy(Perpetual, position.White), end, text)
		text = strings.NewReplacer("反則負け", "連続王手の千日手", "反則勝ち", "連続王手の千日手").Replace(text)
		g = readOne(t, []byte(text))
		_, end = g.Moves()
		require.Equal(t, &End{Kind: Perpetual, Text: "連続王手の千日手", Won: true, Winner: position.White}, end)
		_, end = readOne(t, []byte(strings.ReplaceAll(text, "連続王手の千日手", "王手連続千日手"))).Moves()
		require.Equal(t, &End{Kind: Perpetual, Text: "王手連続千日手", Won: true, Winner: position.White}, end, "as MyShogi writes it")
		again := textOf(t, g.KIF)
		require.Contains(t, again, "連続王手の千日手")
		csa := textOf(t, g.CSA)
		require.Contains(t, csa, "%OUTE_SENNICHITE")
	}
}

func TestAnIllegalMoveThatEndsTheGame(t *testing.T) {
	for _, data := range [][]byte{
		kif("手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "   3 ２三角(88)", "   4 反則勝ち"),
		kif("手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "   3 ２三角(88)", "   4 反則負け"),
		kif("PI", "+", "+7776FU", "-3334FU", "+8823KA", "%ILLEGAL_MOVE"),
	} {
		g := readOne(t, data)
		moves, end := g.Moves()
		require.Len(t, moves, 2)
		require.Equal(t, Foul, end.Kind)
		require.Equal(t, position.White, end.Winner)
		require.Equal(t, "7g7f 3c3d 8h2c? 反則負け", line(&g.Root))
		text := textOf(t, g.KIF)
		require.Contains(t, text, "   3 ２三角(88)\r\n   4 反則勝ち\r\n")
		ki2 := textOf(t, g.KI2)
		require.Equal(t, line(&g.Root), line(&readOne(t, []byte(ki2)).Root), ki2)
		csa := textOf(t, g.CSA)
		require.Contains(t, csa, "+8823KA\n%+ILLEGAL_ACTION\n")
		require.Equal(t, line(&g.Root), line(&readOne(t, []byte(csa)).Root))
	}
}

// TestFoulOfTheMoveBefore: behind an illegal move 反則 alone is its player's, and is kept.
func TestFoulOfTheMoveBefore(t *testing.T) {
	black, white := position.Black, position.White
	for _, c := range []struct {
		winner       position.Color
		lines        []string
		written, csa string
	}{
		{white, []string{"   3 ２三角(88)", "   4 反則"}, "   4 反則\r\nまで3手で後手の反則勝ち", "+8823KA\n%+ILLEGAL_ACTION\n"},
		{white, []string{"   3 ２三角(88)", "   4 反則", "まで3手で後手の反則勝ち"}, "   4 反則\r\nまで3手で後手の反則勝ち", "+8823KA\n%+ILLEGAL_ACTION\n"},
		{black, []string{"   3 ６六歩(67)", "   4 ７七角(22)", "   5 反則"}, "   5 反則\r\nまで4手で先手の反則勝ち", "-2277KA\n%-ILLEGAL_ACTION\n"},
	} {
		g := readOne(t, kif(append([]string{"手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)"}, c.lines...)...))
		for range 2 {
			_, end := g.Moves()
			require.Equal(t, &End{Kind: Foul, Text: "反則", Won: true, Winner: c.winner}, end)
			text := textOf(t, g.KIF)
			require.Contains(t, text, c.written)
			csa := textOf(t, g.CSA)
			require.Contains(t, csa, c.csa)
			g = readOne(t, []byte(text))
		}
	}
}

// TestAnIllegalMoveBeforeAnotherEnd: players also resign and interrupt a game because of an illegal move. The game is read up to
// it, with a note, and ends as the record says.
func TestAnIllegalMoveBeforeAnotherEnd(t *testing.T) {
	const note = ": the game is read up to its last move, which is illegal: move 3, "
	moves := []string{"手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "   3 ２三角(88)"}
	for _, c := range []struct {
		lines []string
		want  *End
		note  string
	}{
		{append(moves[:4:4], "   4 投了   ( 0:05/00:00:05)"), WonBy(Resigned, position.Black), "x:4" + note},
		{append(moves[:4:4], "   4 投了", "まで3手で先手の勝ち"), WonBy(Resigned, position.Black), "x:4" + note},
		{append(moves[:4:4], "まで3手で先手の勝ち"), WonBy(Resigned, position.Black), "x:4" + note},
		{append(moves[:4:4], "まで3手で後手の勝ち"), WonBy(Foul, position.White), ""},
		{append(moves[:4:4], "   4 中断", "まで3手で後手の勝ち"), WonBy(Foul, position.White), ""},
		{append(moves[:4:4], "   4 中断", "まで3手で中断"), NewEnd(Interrupted, position.White), "x:4" + note},
		{append(moves[:4:4], "   4 千日手"), NewEnd(Repetition, position.White), "x:4" + note},
		{append(moves[:4:4], "   4 中断", "まで3手で後手の反則勝ち"), WonBy(Foul, position.White), ""},
		{append(moves[:4:4], "   4 中断", "まで3手で先手の反則勝ち"), WonBy(Foul, position.White), ""},
		{append(moves[:4:4], "   4 投了", "", "変化：2手", "   2 ８四歩(83)"), WonBy(Resigned, position.Black), "x:4" + note},
		{[]string{moves[0], "▲７六歩 △３四歩 ▲２三角(88) まで3手で後手の勝ち"}, WonBy(Foul, position.White), ""},
		{[]string{moves[0], "▲７六歩 △３四歩 ▲２三角(88) まで3手で先手の勝ち"}, WonBy(Resigned, position.Black), "x:2" + note},
		{[]string{"PI", "+", "+7776FU", "-3334FU", "+8823KA", "%TORYO"}, WonBy(Resigned, position.Black), "x:5" + note},
		{[]string{"PI", "+", "+7776FU", "-3334FU", "+8823KA", "%CHUDAN"}, NewEnd(Interrupted, position.White), "x:5" + note},
	} {
		games, _, errs := ReadAll("x", kif(c.lines...))
		require.Len(t, games, 1, c.lines)
		if c.note == "" {
			require.Empty(t, errs, c.lines)
		} else {
			require.Len(t, errs, 1, c.lines)
			require.ErrorContains(t, errs[0], c.note)
		}
		g := games[0]
		require.Regexp(t, `^7g7f 3c3d 8h2c\? \S+$`, line(&g.Root), c.lines)
		played, end := g.Moves()
		require.Len(t, played, 2)
		require.Equal(t, c.want, end, c.lines)
		text := textOf(t, g.KIF)
		csa := textOf(t, g.CSA)
		for _, again := range []string{text, csa} {
			games, _, errs := ReadAll("x", []byte(again))
			require.Len(t, errs, min(1, len(c.note)), again)
			require.Len(t, games, 1)
			_, end := games[0].Moves()
			require.Equal(t, c.want, end, again)
		}
	}
	for _, more := range [][]string{{"   4 投了", "   5 ８四歩(83)"}, {"   4 中断", "   4 ８四歩(83)"}, {"   4 ８四歩(83)", "   5 投了"}} { // not the last one
		games, _, errs := ReadAll("x", kif(append(moves[:4:4], more...)...))
		require.Empty(t, games)
		require.Len(t, errs, 1)
		require.ErrorContains(t, errs[0], "x:4: move 3, ２三角(88): illegal move")
	}
	for _, text := range []string{"手合割：平手\n   1 ７五歩(77)\n   2 投了\n", "PI\n+\n+7775FU\n%TORYO\n"} { // there is no game before it
		games, _, errs := ReadAll("x", []byte(text))
		require.Empty(t, games)
		require.Len(t, errs, 1)
	}
	games, _, errs := ReadAll("x", kif(append(moves[:3:3], "   3 投了", "", "変化：1手", "   1 ２六歩(27)", "   2 ３四角(22)", "   3 投了", "変化：1手", "   1 １六歩(17)")...))
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "x:8: the variation from move 1 is left out")
	require.Len(t, games[0].Root.Next, 2)
}

// TestAnIllegalMoveWithoutAnEnd: a record that ends with an illegal move and has no word for it is read up to it, with a note.
func TestAnIllegalMoveWithoutAnEnd(t *testing.T) {
	const note = ": the game is read up to its last move, which is illegal: move 3, "
	moves := []string{"手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "   3 ２三角(88)", "*反則手にて終局"}
	for want, data := range map[string][]byte{
		"x:4" + note + "２三角(88): illegal move":  kif(moves...),
		"x:2" + note + "▲２三角(88): illegal move": kif(moves[0], "▲７六歩 △３四歩 ▲２三角(88)", moves[4]),
		"x:5" + note + "+8823KA: illegal move":  kif("PI", "+", "+7776FU", "-3334FU", "+8823KA", "'*反則手にて終局"),
	} {
		games, _, errs := ReadAll("x", data)
		require.Len(t, errs, 1)
		require.ErrorContains(t, errs[0], want)
		require.Len(t, games, 1)
		require.Equal(t, "7g7f 3c3d 8h2c?", line(&games[0].Root))
		played, end := games[0].Moves()
		require.Len(t, played, 2)
		require.Nil(t, end)
		require.Equal(t, []string{"反則手にて終局"}, games[0].Main()[2].Comments)
		text := textOf(t, games[0].KIF)
		require.Contains(t, text, "   3 ２三角(88)\r\n*反則手にて終局\r\n")
	}
	games, _, errs := ReadAll("x", kif(append(moves, "変化：2手", "   2 ８四歩(83)", "   3 ２六歩(27)")...))
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "x:4"+note)
	require.Equal(t, "7g7f 3c3d 8h2c?", line(&games[0].Root))
	require.Len(t, games[0].Root.Next[0].Next, 2, "the variation")
	for _, text := range []string{"手合割：平手\n   1 ７五歩(77)\n", "PI\n+\n+7775FU\n"} { // there is no game before it
		games, _, errs := ReadAll("x", []byte(text))
		require.Empty(t, games)
		require.Len(t, errs, 1)
	}
	for _, more := range [][]string{{"   4 ８四歩(83)"}, {"変化：4手", "   4 ８四歩(83)"}} { // of no use, or left out
		_, _, errs := ReadAll("x", kif(append(moves[:4:4], more...)...))
		require.Contains(t, errs[0].Error(), "x:4: ")
	}
}
