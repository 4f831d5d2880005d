package record

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"katachi/position"
)

func records(t *testing.T, name string) []*Game {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../testdata/records", name))
	require.NoError(t, err)
	games, _, errs := ReadAll(name, data)
	require.Empty(t, errs)
	return games
}

func kif(lines ...string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

func readOne(t *testing.T, data []byte) *Game {
	t.Helper()
	games, _, errs := ReadAll("x", data)
	require.Empty(t, errs)
	require.Len(t, games, 1)
	return games[0]
}

// line writes the main line below a node.
func line(n *Node) string {
	var words []string
	for ; len(n.Next) > 0; n = n.Next[0] {
		switch next := n.Next[0]; {
		case next.End != nil:
			words = append(words, fmt.Sprintf("%v", next.End.kifWord(0)))
		case next.Illegal:
			words = append(words, next.Move.String()+"?")
		default:
			words = append(words, next.Move.String())
		}
	}
	return strings.Join(words, " ")
}

func TestReadsEveryEncoding(t *testing.T) {
	want := records(t, "class.kif")[0]
	require.Equal(t, [2]string{"形　太郎", "定跡　花子"}, want.Names)
	require.Equal(t, "朝の教室", want.Field("棋戦"))
	require.Equal(t, "平手", want.Handicap())
	require.Equal(t, "10分", want.Field("持ち時間"))
	require.Equal(t, []string{"先手の得意戦法は棒銀。"}, want.Root.Comments)
	require.Equal(t, "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g 3a2b 投了", line(&want.Root))
	main := want.Main()
	require.Equal(t, 31*time.Second, main[9].Time)
	require.True(t, main[9].Timed)
	require.Equal(t, "ここから", main[5].Bookmark)
	require.Equal(t, position.White, main[12].End.Winner)
	require.Len(t, main[8].Next, 2)
	require.Equal(t, "3a4b", main[8].Next[1].Move.String())
	require.Equal(t, []string{"角換わりを避ける。"}, main[8].Next[1].Comments)
	require.Len(t, main[1].Next, 2)
	branch := main[1].Next[1]
	require.Equal(t, "7i6h", branch.Move.String())
	require.Len(t, branch.Next, 2, "変化：4手 branches from the nearest line above")
	require.Equal(t, "8d8e 6h7g", line(&Node{Next: branch.Next[1:]}))

	wantKIF := textOf(t, want.KIF)
	for _, name := range []string{"class_bom.kifu", "class_euc.kif"} {
		got := textOf(t, records(t, name)[0].KIF)
		require.Equal(t, wantKIF, got, name)
	}
	a := textOf(t, records(t, "six_pieces.ki2")[0].KI2)
	b := textOf(t, records(t, "six_pieces_euc.KI2")[0].KI2)
	require.Equal(t, a, b)
	require.Contains(t, a, "△同　金      ▲同　角成")
	require.Contains(t, a, "まで16手で下手の勝ち\r\n\r\n変化：11手\r\n△７二金")
}

func TestReadsTheFormatsOfServers(t *testing.T) {
	g := records(t, "quick.kifu")[0]
	require.Equal(t, "7g7f 3c3d 6g6f 8c8d 切れ負け", line(&g.Root))
	require.Equal(t, 12*time.Second, g.Main()[1].Time)

	g = records(t, "floodgate.csa")[0]
	require.Equal(t, "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 投了", line(&g.Root))
	require.Equal(t, [2]string{"first_engine", "second_engine"}, g.Names)
	require.Equal(t, "2024/05/01 10:00:00", g.Field("開始日時"))
	require.Equal(t, []string{"* 57 -8384FU +2625FU"}, g.Main()[2].Comments)
	require.Equal(t, []string{" 102"}, g.Main()[4].Comments)
	require.Equal(t, 9*time.Second, g.Main()[4].Time)
	require.Equal(t, 3*time.Second, g.Main()[6].Time)
	require.Equal(t, position.White, g.Main()[6].End.Winner)

	three := records(t, "three_games.csa")
	require.Len(t, three, 3)
	require.Equal(t, "二枚落ち", three[0].Handicap())
	require.Equal(t, "5a4b 7g7f 中断", line(&three[0].Root))
	require.Equal(t, 1250*time.Millisecond, three[0].Main()[0].Time)
	require.Equal(t, 4*time.Millisecond, three[0].Main()[1].Time)
	text := textOf(t, three[0].CSA)
	require.Contains(t, text, "\nV3.0\n")
	require.Contains(t, text, "-5142OU\nT1.25\n'*王は早めに。\n+7776FU\nT0.004\n")
	require.Equal(t, "角落ち", three[1].Handicap())
	require.Equal(t, position.White, three[2].Main()[2].End.Winner^1, "%-ILLEGAL_ACTION: White broke a rule")

	require.Equal(t, "7g7f 3c3d 中断", line(&readOne(t, []byte("V2.2,PI,+,+7776FU,T3,-3334FU,T2,%CHUDAN\n")).Root), "a game in one line")

	g = readOne(t, []byte("N+A 初段\n+\n+7776FU,T-600\n-3334FU,T0\n%TORYO\n"))
	require.Equal(t, "7g7f 3c3d 投了", line(&g.Root))
	require.False(t, g.Main()[0].Timed, "no clock goes back")
	require.True(t, g.Main()[1].Timed)

	g = readOne(t, []byte("N+A, B\n$EVENT:c,d\n+\n+7776FU,T3,'*good, see +2726FU\n"))
	require.Equal(t, "7g7f", line(&g.Root), "no position is the usual one")
	require.Equal(t, "A, B", g.Names[0])
	require.Equal(t, "c,d", g.Field("棋戦"))
	require.Equal(t, []string{"good, see +2726FU"}, g.Main()[0].Comments)

	g = readOne(t, []byte("P-11OU12FU00FU\nP+13TO00KI\nP-00AL\n+\n"))
	require.Equal(t, "8k/8p/8+P/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1", g.Start.SFEN())

	for _, sfen := range []string{"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1"} {
		require.Equal(t, sfen, readOne(t, []byte(sfen+"\n")).Start.SFEN())
	}
	lines := records(t, "lines.usi")
	require.Len(t, lines, 3)
	require.Equal(t, "startpos moves 7g7f 3c3d 8h2b+ 3a2b", lines[0].USI())
	require.Equal(t, "2g2f 8c8d 投了", line(&lines[1].Root))
	require.Equal(t, "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", lines[2].USI())
}

func TestHandicaps(t *testing.T) {
	for name, board := range map[string]string{
		"香落ち": "lnsgkgsn1/1r5b1", "左香落ち": "lnsgkgsn1/1r5b1", "右香落ち": "1nsgkgsnl/1r5b1", "三枚落ち": "lnsgkgsn1/9",
		"五枚落ち": "2sgkgsn1/9", "左五枚落ち": "1nsgkgs2/9", "左七枚落ち": "2sgkg3/9", "右七枚落ち": "3gkgs2/9", "十枚落ち": "4k4/9",
		"飛香落ち": "lnsgkgsn1/7b1", "角　落ち": "lnsgkgsnl/1r7", "2枚落ち": "lnsgkgsnl/9", "10枚落ち": "4k4/9", "六枚落": "2sgkgs2/9",
	} {
		g := readOne(t, kif("手合割："+name+"　　", "   1 ３四歩(33)"))
		require.Equal(t, board+"/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", g.Start.SFEN(), name)
		text := textOf(t, g.KIF)
		again := readOne(t, []byte(text))
		require.Equal(t, g.Start.SFEN(), again.Start.SFEN())
		if strings.Contains("三枚落ち 五枚落ち 左五枚落ち 左七枚落ち 右七枚落ち", name) {
			require.Contains(t, text, "手合割：その他\r\n", "other programs take an unknown name for an even game")
			require.Contains(t, text, "後手番\r\n")
		}
		g = readOne(t, kif("手合割："+name, "▲７六歩"))
		require.Equal(t, position.Black, g.Start.Side(), "the weaker side may move first")
		for _, more := range [][]string{{"   1 ７六歩(77)"}, {"下手番"}, {"手番：▲"}} {
			require.Equal(t, g.Start.SFEN(), readOne(t, kif(append([]string{"手合割：" + name}, more...)...)).Start.SFEN())
		}
		text = textOf(t, g.KIF)
		require.Equal(t, g.Start.SFEN(), readOne(t, []byte(text)).Start.SFEN())
	}
	require.Equal(t, "3c3d", line(&readOne(t, kif("手合割：平手", "△３四歩")).Root))
	for _, last := range []string{"   1 ７六歩(77)", "後手：B", ""} {
		_, _, errs := ReadAll("x.kif", kif("先手：A", "手合割：謎落ち", last))
		require.Len(t, errs, 1)
		require.EqualError(t, errs[0], `x.kif:2: unknown handicap "謎落ち", and no diagram of the position`)
	}
}

// TestHandicapsOfServers: the names of 81Dojo and lishogi, which write some of them without a diagram.
func TestHandicapsOfServers(t *testing.T) {
	const rest = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w "
	for name, sfen := range map[string]string{
		"トンボ": "4k4/1r5b1" + rest + "- 1", "トンボ＋香": "l3k3l/1r5b1" + rest + "- 1", "トンボ＋桂香": "ln2k2nl/1r5b1" + rest + "- 1",
		"裸玉": "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "歩三兵": "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1",
		"香得": "lnsgkgsn1/1r5b1" + rest + "L 1", "角得": "lnsgkgsnl/1r7" + rest + "B 1", "飛車得": "lnsgkgsnl/7b1" + rest + "R 1",
		"飛香得": "lnsgkgsn1/7b1" + rest + "RL 1", "二枚得": "lnsgkgsnl/9" + rest + "RB 1", "六枚得": "2sgkgs2/9" + rest + "RB2N2L 1",
		"八枚得": "3gkg3/9" + rest + "RB2S2N2L 1", "兩香落ち": "1nsgkgsn1/1r5b1" + rest + "- 1",
	} {
		g := readOne(t, kif("手合割："+name, "先手：A"))
		require.Equal(t, sfen, g.Start.SFEN(), name)
		text := textOf(t, g.KIF)
		require.Contains(t, text, "手合割：その他\r\n", "drawn, since other programs do not know the name")
		require.Contains(t, text, "後手番\r\n")
		require.Equal(t, sfen, readOne(t, []byte(text)).Start.SFEN())
	}
	for _, name := range []string{"得", "平手得", "三枚得"} {
		_, _, errs := ReadAll("x.kif", kif("手合割："+name, "先手：A"))
		require.Len(t, errs, 1)
	}
}

// TestHandicapsWithoutAName: the players are 下手 and 上手 in every handicap, whoever moves first and whatever it is called.
func TestHandicapsWithoutAName(t *testing.T) {
	for sfen, want := range map[string]string{
		"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1":       "二枚落ち",
		"2sgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1":      "駒落ち",
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1":   "",
		"lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w B 1":     "",
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN1 b - 1":   "",
		"lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1": "",
	} {
		g := game(t, position.Shogi, sfen)
		require.Equal(t, want, g.Handicap(), sfen)
		kif := textOf(t, g.KIF)
		require.Contains(t, kif, "手合割：その他\r\n")
		require.Equal(t, want != "", strings.Contains(kif, "\r\n上手："), sfen)
		require.Equal(t, sfen, readOne(t, []byte(kif)).Start.SFEN())
	}
}

func TestEnglishHandicap(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "平手": "Even game", "5五将棋": "5x5 shogi", "香落ち": "Lance handicap", "飛香落ち": "Rook and Lance handicap",
		"二枚落ち": "Two-Piece handicap", "左七枚落ち": "Left Seven-Piece handicap", "トンボ": "Dragonfly handicap", "駒落ち": "Handicap",
	} {
		require.Equal(t, want, EnglishHandicap(name))
	}
}

// TestVariationThatRepeats: a variation that says only what is there already goes on as that does, for what branches from it.
func TestVariationThatRepeats(t *testing.T) {
	g := readOne(t, kif("手合割：平手", "   1 ７六歩(77)   ( 0:05/00:00:05)", "   2 ３四歩(33)", "   3 ２六歩(27)", "", "変化：1手",
		"   1 ７六歩(77)   ( 0:00/00:00:00)", "", "変化：3手", "   3 ６六歩(67)"))
	main := g.Main()
	require.Equal(t, "7g7f 3c3d 2g2f", line(&g.Root))
	require.Equal(t, 5*time.Second, main[0].Time, "the game's, not the variation's")
	require.Len(t, main[1].Next, 2)
	require.Equal(t, "6g6f", main[1].Next[1].Move.String())

	g = readOne(t, kif("手合割：平手", "  10 ７六歩(77)", "  11 ３四歩(33)", "", "変化：11手", "  11 ８四歩(83)")) // of a game from the middle
	require.Len(t, g.Main()[0].Next, 2)

	games, _, errs := ReadAll("f", kif("手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "", "変化：1手", "   1 ７六歩(77)", "   2 ５五角打"))
	require.Len(t, errs, 1)
	require.Equal(t, "7g7f 3c3d", line(&games[0].Root), "what a bad variation repeats stays")
}

// TestVariationLeftOut: all of it is, and the heads behind it that cannot be read take nothing more away.
func TestVariationLeftOut(t *testing.T) {
	games, _, errs := ReadAll("f", kif("手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "", "変化：2手", "   2 ８四歩(83)", "   3 ５五ほ", "変化：手", "変化：手"))
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "f:7: the variation from move 2 is left out")
	require.Equal(t, "7g7f 3c3d", line(&games[0].Root))
	require.Len(t, games[0].Root.Next[0].Next, 1)

	games, _, errs = ReadAll("f", kif("手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "", "変化：2手", "   2 投了", "   3 ２六歩(27)"))
	require.Len(t, errs, 1)
	require.Len(t, games[0].Root.Next[0].Next, 1, "the end is left out too")
}

// TestVariationWithoutHead: in a variation, too, it is one of its own, and where it is left out the one above stays.
func TestVariationWithoutHead(t *testing.T) {
	games, _, errs := ReadAll("f", kif("手合割：平手", "   1 ７六歩(77)", "   2 ３四歩(33)", "", "変化：2手", "   2 ８四歩(83)", "   3 ２六歩(27)", "   1 ５五角打", "*left out", "   2 ３四歩(33)", "", "変化：1手", "   1 ２六歩(27)"))
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "f:8: the variation from move 1 is left out: move 1, ５五角打: illegal move")
	require.Len(t, games, 1)
	first := games[0].Root.Next
	require.Len(t, first, 2)
	require.Equal(t, "2g2f", first[1].Move.String())
	require.Len(t, first[0].Next, 2)
	require.Equal(t, "8c8d", first[0].Next[1].Move.String())
	require.Len(t, first[0].Next[1].Next, 1)
	text := textOf(t, games[0].KIF)
	require.NotContains(t, text, "left out")
}

func TestBadRecords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // errors
		main string
	}{
		{"手合割：平手\n   1 ７六歩(77)\n   2 ８四歩(77)\n   3 投了\n", []string{"f:3: move 2, ８四歩(77): "}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n   2 ８五歩(83)\n   3 ７五歩(76)\n", []string{"f:3: move 2, ８五歩(83): illegal move: the piece on 8c does not move like that"}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n   2 ８四ほ(83)\n", []string{"f:3: "}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n   3 ８四歩(83)\n", []string{"f:3: wrong number of a move: 3 follows 1"}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n   2 投了\n   3 ８四歩(83)\n", []string{"f:4: "}, ""},
		{"手合割：平手\n----------\n   1 ７六歩(77)\ngarbage\n   2 ３四歩(33)\n", []string{"f:4: not a line of a record"}, ""},
		{"手合割：平手\n   1 ７六歩(77)\ngarbage\n", []string{"f:3: not a line of a record"}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四歩(83)\n   3 ５五角(88)\n   4 ５五角(22)\n\n変化：4手\n   4 ３四歩(33)\n\n変化：1手\n   1 ２六歩(27)\n",
			[]string{"f:8: the variation from move 2 is left out: move 4, ５五角(22): illegal move", "f:10: the variation from move 4 belongs"}, "7g7f 3c3d"},
		{"手合割：平手\n  10 ７六歩(77)\n\n変化：3手\n   3 ２六歩(27)\n\n変化：10手\n  10 ２六歩(27)\n",
			[]string{"f:4: the variation from move 3 is left out: wrong number", "f:7: the variation from move 10 belongs"}, ""},
		{"手合割：謎落ち\nまで0手で先手の勝ち\n", []string{"f:1: unknown handicap"}, ""},
		{"手合割：平手\n  10 ７六歩(77)\n  11 ７六歩(77)\n", []string{"f:3: move 11, ７六歩(77): illegal move"}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n変化：1手\n   1 ５五角打\n変化：2手\n   2 ８四歩(83)\n",
			[]string{"f:4: the variation from move 1 is left out", "f:5: the variation from move 2 belongs"}, ""},
		{"手合割：平手\n変化：1手\n   1 ７六歩(77)\n", []string{"f:2: not a line of a record: variation"}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n   2\n", []string{"f:3: not a line of a record"}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n   2 ５五角(22)\n   1 ２六歩(27)\n", []string{"f:3: move 2, ５五角(22): illegal move"}, ""},
		{"手合割：平手\n   1 ７五歩(77)\n変化：1手\n   1 ２六歩(27)\n", []string{"f:2: move 1, ７五歩(77): illegal move"}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n変化：手\n", []string{"f:3: not a line of a record: variation"}, ""},
		{"手合割：平手\n   1 ７六歩(77)\n変化：3手\n   3 ２六歩(27)\n",
			[]string{"f:3: the variation from move 3 is left out: wrong number of a move: the line above has no move 2"}, ""},
		{"先手：A\n|v玉 ・ ・ ・ x|\n", []string{"f:2: bad diagram: 'x' is not a piece"}, ""},
		{"先手：A\n|v玉 ・ ・ ・|\n", []string{"f:2: bad diagram: the rank has 4 squares"}, ""},
		{"先手：A\n|v玉 ・ ・ ・ ・|\n|・・・・・・・・・|\n", []string{"f:3: bad diagram: the rank has 9 squares"}, ""},
		{"先手：A\n|v玉 ・ ・ ・ ・\n", []string{"f:2: bad diagram: the rank does not end with |"}, ""},
		{"手合割：その他\n|v玉 ・ ・ ・ ・|\n| 玉 ・ ・ ・ ・|\n先手：A\n   1 ５四玉(55)\n", []string{"f:3: bad diagram: 2 ranks, want 5"}, ""},
		{"PI\n+\n+7776FU\n+3334FU\n", []string{"f:4: move 2, +3334FU: it is the other player's turn"}, ""},
		{"PI\n+7776FU\n", []string{"f:2: no line + or -"}, ""},
		{"PI\n%TORYO\n", []string{"f:2: no line + or -"}, ""},
		{"PI\n+\n+\n+7776FU\n", []string{"f:3: not a line of a CSA record: a second line"}, ""},
		{"PI\n+\n+7776FU\nPI\n", []string{`f:4: bad CSA position: "PI" after the first move`}, ""},
		{"PI\n+\n+5554FU\n", []string{"f:3: move 1, +5554FU: illegal move: there is no such piece on 5e"}, ""},
		{"PI\n+\n+2827TO\n", []string{"f:3: move 1, +2827TO: illegal move: there is no such piece on 2h"}, ""},
		{"PI\n+\n+0776FU\n", []string{`f:3: move 1, +0776FU: bad CSA position: no square "07"`}, ""},
		{"PI\n+\n+0055TO\n", []string{"f:3: move 1, +0055TO: not a line of a CSA record"}, ""},
		{"PI\n+\n+7700FU\n", []string{"f:3: move 1, +7700FU: not a line of a CSA record"}, ""},
		{"PI\n+\n+7776AL\n", []string{"f:3: move 1, +7776AL: not a line of a CSA record"}, ""},
		{"P1" + strings.Repeat(" * ", 10) + "\n+\n", []string{"f:1: bad CSA position"}, ""},
		{"'a comment\n", []string{"f:1: not a game record"}, ""},
		{"PI\n+\n+7776FU\nT1x\n", []string{"f:4: not a line of a CSA record"}, ""},
		{"V2.2\nP\n+\n", []string{"f:2: bad CSA position"}, ""},
		{"V2.2\nN\nPI\n+\n", []string{"f:2: not a line of a CSA record"}, ""},
		{"P1xFU\n+\n", []string{`f:1: bad CSA position: rank 1, file 9: "xFU"`}, ""},
		{"P+55XX\n+\n", []string{`f:1: bad CSA position: no piece "XX"`}, ""},
		{"P+55AL\n+\n", []string{"f:1: bad CSA position"}, ""},
		{"P+55OU54OU\n+\n", []string{"f:2: "}, ""},
		{"P+55OU54O\n+\n", []string{"f:1: bad CSA position"}, ""},
		{"PI82H\n+\n", []string{"f:1: bad CSA position"}, ""},
		{"PI82KA\n+\n", []string{"f:1: bad CSA position: there is no KA to take away on 82"}, ""},
		{"+7776FU\n-3334FU\n", []string{"f:1: no line + or -"}, ""},
		{"PI\n+\n+7776FU\nabc\n", []string{"f:4: not a line of a CSA record"}, ""},
		{"startpos moves 7g7f 7g7f\n", []string{"f:1: move 2: "}, ""},
		{"sfen 9/9/9/9/9/9/9/9/55 b - 1\n", []string{"f:1: "}, ""},
		{"hello\nworld\n", []string{"f:1: not a game record"}, ""},
		{" \r\n", []string{"f:1: the file is empty: not a game record"}, ""},
		{"手合割：平手\n▲７六歩 ▲２六歩\n", []string{"f:2: move 2, \"▲２六歩\": it is the other player's turn"}, ""},
		{"手合割：平手\n▲５八金\n", []string{"f:2: move 1, ▲５八金: several pieces"}, ""},
	} {
		games, _, errs := ReadAll("f", []byte(c.text))
		require.Len(t, errs, len(c.want), c.text)
		for i, want := range c.want {
			require.Contains(t, errs[i].Error(), want)
		}
		if c.main == "" {
			require.True(t, len(games) == 0 || len(games[0].Main()) == 1)
			continue
		}
		require.Equal(t, c.main, line(&games[0].Root))
		require.Len(t, games[0].Root.Next, 2, "the good variation stays")
		require.Len(t, games[0].Main()[0].Next, 1)
	}
}

func TestGames(t *testing.T) {
	data, err := os.ReadFile("../../testdata/records/six_pieces_euc.KI2")
	require.NoError(t, err)
	games, lines, leftOut, err := Games("x", bytes.NewReader(data))
	require.NoError(t, err)
	require.Empty(t, leftOut)
	require.Len(t, games, 1)
	text, err := io.ReadAll(lines)
	require.NoError(t, err)
	require.Equal(t, games[0].USI()+"\n", string(text))

	for _, other := range []string{"# openings\nstartpos moves 7g7f\n", "{\"sfen\": \"x\"}\n", "{\"moves\": [{\"m\": \"7g7f\"}]}\n", "whatever", ""} {
		games, lines, leftOut, err = Games("x", strings.NewReader(other))
		require.NoError(t, err)
		require.Empty(t, leftOut)
		require.Nil(t, games)
		text, err = io.ReadAll(lines)
		require.NoError(t, err)
		require.Equal(t, other, string(text))
	}
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} { // as Windows writes lists
		wide, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String("startpos moves 7g7f\r\n# 角\r\n")
		require.NoError(t, err)
		games, lines, _, err = Games("x", strings.NewReader(wide))
		require.NoError(t, err)
		require.Nil(t, games)
		text, err = io.ReadAll(lines)
		require.NoError(t, err)
		require.Equal(t, "startpos moves 7g7f\r\n# 角\r\n", string(text))
	}

	_, lines, leftOut, err = Games("x", strings.NewReader("V2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+7775FU\n-3334FU\n/\nPI\n+\n+2726FU\n"))
	require.NoError(t, err)
	require.Len(t, leftOut, 1)
	text, err = io.ReadAll(lines)
	require.NoError(t, err)
	require.Equal(t, "startpos moves 7g7f"+strings.Repeat("\n", 11)+"startpos moves 2g2f\n", string(text), "lines 1 and 12, where the records begin")

	games, _, leftOut, err = Games("x", strings.NewReader("PI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+7775FU\n-3334FU\n"))
	require.NoError(t, err)
	require.Len(t, games, 1)
	require.Len(t, leftOut, 1)
	require.ErrorContains(t, leftOut[0], "x:8: move 1, +7775FU")

	games, _, leftOut, err = Games("x", strings.NewReader("PI\n+7775FU\n"))
	require.NoError(t, err)
	require.NotNil(t, games, "a record, though of no use")
	require.Empty(t, games)
	require.Len(t, leftOut, 1)
}

// TestHeaderFields: whatever a header says, it is no other line when it is written as KIF.
func TestHeaderFields(t *testing.T) {
	for _, key := range []string{"", "手合割", "まで", "変化", "1", "#", "*x", "手数", "▲", "|", "先手の持駒", "後手の持ち駒", "a b", "結果"} {
		g := readOne(t, kif("$"+key+":1手で 六枚落ち", "PI", "+", "+7776FU"))
		text := textOf(t, g.KIF)
		again := readOne(t, []byte(text))
		require.Equal(t, line(&g.Root), line(&again.Root), key)
		require.True(t, isStart(again.Start))
		require.Contains(t, again.Header[0].Value, "六枚落ち")
	}
}

func FuzzKIF(f *testing.F) {
	f.Add([]byte("手合割：六枚落ち\nまで0手で上手の勝ち\n")) // on his own turn
	f.Add(ShiftJIS("#KIF version=2.0 encoding=UTF-8\n手合割：平手\n*ｺﾚﾊｺﾒﾝﾄ\n   1 ７六歩(77)\n"))
	f.Add([]byte("棋譜（自作）\n   1 ７六歩(77) （0:01/00:00:02）\n   2 投了\n-----\n表題：第二局\n▲２六歩 12秒 まで1手で中断\n"))
	f.Add([]byte("   1 ７六歩(77)\n   2 中断\nまで1手で連続王手の千日手により先手の勝ち\n"))
	f.Add([]byte("△７二金    ▲７六歩成 "))
	f.Add([]byte("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２三角(88)\n   4 投了\n")) // for an illegal move
	f.Add([]byte("手合割：平手\nまで0手で上手㉲：六枚落ち\nまで0手で上手の勝ち\n"))
	f.Add([]byte("   1 連続王手の千日手\nまで0手で先手の反則により後手の勝ち\n"))
	f.Add([]byte("   1 中断により先手の勝ち\n"))
	fuzz(f, "class_bom.kifu", "six_pieces.ki2", "quick.kifu", "problem.kifu", "class.kif")
}

func FuzzCSA(f *testing.F) {
	f.Add([]byte("Hello\nPI\n+\n+7776FU\n%TORYO\nthanks\n\x1a\n/\n+\n-----\n"))
	fuzz(f, "floodgate.csa", "three_games.csa", "problem.csa")
}

func FuzzUSI(f *testing.F) {
	fuzz(f, "lines.usi")
}

// fuzz: whatever is read can be written, and what is written is read as the same moves again. It begins with these files too.
func fuzz(f *testing.F, names ...string) {
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("../../testdata/records", name))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		games, _, errs := ReadAll("x", data)
		for _, err := range errs {
			var where *ReadError
			require.ErrorAs(t, err, &where)
			require.Positive(t, where.Line)
		}
		for _, g := range games {
			text := textOf(t, g.KIF)
			again, _, errs := ReadAll("y", []byte(text))
			played := g.Main()
			if n := len(played); n > 0 && played[n-1].End != nil && played[n-1].End.Kind != Foul && !played[n-1].Illegal {
				played = played[:n-1] // such an end leaves an illegal move in doubt
			}
			if len(played) > 0 && played[len(played)-1].Illegal {
				require.Len(t, errs, 1, text) // the note
				require.ErrorContains(t, errs[0], "the game is read up to its last move")
			} else {
				require.Empty(t, errs, text)
			}
			require.NotEmpty(t, again, text)
			require.Equal(t, line(&g.Root), line(&again[0].Root), text)
			require.Equal(t, withoutPly(g.Start), withoutPly(again[0].Start))
			textOf(t, g.KI2)
			if _, err := g.CSA(); err != nil {
				require.ErrorIs(t, err, ErrVariant)
			}
		}
	})
}
