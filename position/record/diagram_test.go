package record

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func TestProblems(t *testing.T) {
	g := records(t, "tsume.kif")[0]
	require.Equal(t, "6Pnk/9/7P1/9/9/9/9/9/9 b G2r2b3g4s3n4l16p 1", g.Start.SFEN(), "one king, a pawn that can never move again")
	require.Equal(t, "G*2b 1手詰", line(&g.Root))
	text := textOf(t, g.KIF)
	require.Contains(t, text, "   2 1手詰\r\nまで1手で詰\r\n")
	again := readOne(t, []byte(text))
	require.Equal(t, g.Start.SFEN(), again.Start.SFEN())
	require.Equal(t, line(&g.Root), line(&again.Root))
}

// TestHands: counts in kanji and digits, and what cannot be in a hand.
func TestHands(t *testing.T) {
	for text, want := range map[string]string{
		"なし": "-", "": "-", "飛　角二　歩十八": "R2B18P", "歩18 香４": "4L18P", "歩１０": "10P", "飛角": "RB", "ナシ": "-", "無し": "-", "無": "-", "桂二　歩二": "2N2P", "金　金": "2G",
	} {
		var s sketch
		require.NoError(t, s.hand(position.Black, text), text)
		s.rows, s.width = append(slices.Repeat([]string{"9"}, 8), "k8"), 9
		p, err := s.position(position.Black)
		require.NoError(t, err)
		require.Equal(t, want, strings.Fields(p.SFEN())[2], text)
	}
	for _, text := range []string{"飛三", "歩零", "歩0", "歩十九", "歩100", "玉", "と", "x", "金金金金金", "二"} {
		require.ErrorIs(t, new(sketch).hand(position.Black, text), errDiagram, text)
	}
}

// TestRanks: signs of the sides and names of pieces that programs and people draw.
func TestRanks(t *testing.T) {
	for text, want := range map[string]string{
		"|v玉 ・ ・ 飛 ・|一": "k11R1", "|ｖ王▲成銀　．△杏☖全|": "k+S1+l+s", "|V成桂^圭□▽竜☗龍|": "+n+N1+r+R", "| と 馬 成香 成歩 成角|": "+P+B+L+P+B",
	} {
		var s sketch
		require.NoError(t, s.row(text), text)
		require.Equal(t, want, s.rows[0], text)
	}
}

// TestSideOfADiagram: where nothing says who moves, it is Black, unless White is in check.
func TestSideOfADiagram(t *testing.T) {
	for king, side := range map[string]position.Color{"|v玉 ・ ・ ・ 飛|": position.White, "|v玉 ・ ・v歩 飛|": position.Black} {
		board := []string{king, "|　・　・　・　・　・|", "| ・ ・ ・ ・ ・|", "| ・ ・ ・ ・ ・|", "| 玉 ・ ・ ・ ・|"}
		require.Equal(t, side, readOne(t, kif(board...)).Start.Side())
		_, _, errs := ReadAll("x", kif(append(board, "先手番")...))
		require.Equal(t, side == position.White, len(errs) == 1)
	}
}

// TestTwoDiagrams: the one behind the moves shows where they lead.
func TestTwoDiagrams(t *testing.T) {
	board := "|v玉 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・|\n| 玉 ・ ・ ・ ・|\n"
	g := readOne(t, kif(board, "   1 ５四玉(55)", "   2 中断", strings.Replace(board, "| 玉", "| ・", 1)))
	require.Equal(t, "5e5d 中断", line(&g.Root))
	_, _, errs := ReadAll("x", kif(board+board, "   1 ５四玉(55)"))
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], ": bad diagram: 10 ranks, want 5")
}

// TestLastMoveOfADiagram: what 同 means at the first move.
func TestLastMoveOfADiagram(t *testing.T) {
	const board = "|v玉 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・|\n| ・ ・v歩 ・ ・|\n| ・ ・ 金 ・ ・|\n| 玉 ・ ・ ・ ・|"
	for _, first := range []string{"   1 同　金(34)", "▲同金"} {
		require.Equal(t, "3d3c", line(&readOne(t, kif(board, "手数＝22  △３三歩打  まで", "先手番", first)).Root))
		_, _, errs := ReadAll("x", kif(board, "先手番", first))
		require.Len(t, errs, 1)
		require.ErrorContains(t, errs[0], "x:7: move 1, ")
		require.ErrorContains(t, errs[0], "同 without a move before")
	}
}

// TestNamesBelowTheDiagram: neither the numbers over a diagram nor what follows it begins another game.
func TestNamesBelowTheDiagram(t *testing.T) {
	mini := records(t, "mini.kifu")[0]
	require.Equal(t, position.Minishogi, mini.Start.Rules())
	require.Equal(t, [2]string{"Katachi", "Other 1.0"}, mini.Names)
	require.Equal(t, "5d5c 1b1c 反則負け", line(&mini.Root))
}
