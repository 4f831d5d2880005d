package position

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGameText(t *testing.T) {
	start := Shogi.Start
	for _, c := range []struct {
		text string
		want GameText
		end  string // SFEN after the moves
	}{
		{"startpos", GameText{}, start},
		{" position  startpos\tmoves 7g7f 3c3d\r", GameText{Moves: []string{"7g7f", "3c3d"}}, "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"},
		{"startpos moves", GameText{Moves: []string{}}, start},
		{"sfen " + start, GameText{SFEN: start}, start},
		{"position sfen 4k4/9/9/9/9/9/9/9/4K4 w G 7 moves 5a5b", GameText{SFEN: "4k4/9/9/9/9/9/9/9/4K4 w G 7", Moves: []string{"5a5b"}}, "9/4k4/9/9/9/9/9/9/4K4 b G 8"},
		{start, GameText{SFEN: start}, start},
		{"position " + start + " moves 2g2f", GameText{SFEN: start, Moves: []string{"2g2f"}}, "lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2"},
		{"startpos moves 2g2f resign", GameText{Moves: []string{"2g2f"}, End: "resign"}, "lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2"},
		{"startpos moves win", GameText{Moves: []string{}, End: "win"}, start},
		{"startpos moves 2g2f rep_draw", GameText{Moves: []string{"2g2f"}, End: "rep_draw"}, "lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2"},
	} {
		g, err := ParseGameText(c.text)
		require.NoError(t, err, c.text)
		require.Equal(t, c.want, g)
		p, err := g.Play(Shogi)
		require.NoError(t, err)
		require.Equal(t, c.end, p.SFEN())
		again, err := ParseGameText(g.String())
		require.NoError(t, err)
		require.Equal(t, g.SFEN, again.SFEN)
		require.Equal(t, fmt.Sprint(g.Moves), fmt.Sprint(again.Moves))
	}
	for text, why := range map[string]string{
		"": "want startpos or an SFEN", "position": "want startpos or an SFEN", "moves 7g7f": "want startpos or an SFEN", "start": `not "start"`,
		"startpos resign": `want moves, not "resign"`, "startpos 7g7f": `want moves, not "7g7f"`, "sfen": "want an SFEN after sfen", "sfen moves 7g7f": "want an SFEN after sfen",
	} {
		_, err := ParseGameText(text)
		require.ErrorIs(t, err, ErrSyntax, text)
		require.ErrorContains(t, err, why)
	}
}

// Only the last word can be an end.
func TestGameTextEndInside(t *testing.T) {
	for _, text := range []string{"startpos moves 2g2f resign 8c8d", "startpos moves 2g2f resign win"} {
		g, err := ParseGameText(text)
		require.NoError(t, err)
		_, err = g.Play(Shogi)
		require.ErrorIs(t, err, ErrSyntax)
		require.ErrorContains(t, err, `move 2 of `)
	}
}

// An illegal move ends the game before it; what came before has been visited, the position there as the last one.
func TestReplay(t *testing.T) {
	g, err := ParseGameText("startpos moves 7g7f 7g7f 3c3d")
	require.NoError(t, err)
	var visited []string
	p, err := g.Replay(Shogi, func(p *Position, next Move) error {
		visited = append(visited, next.String())
		return nil
	})
	require.ErrorIs(t, err, ErrIllegal)
	require.ErrorContains(t, err, "move 2 of 3: ")
	require.Equal(t, 2, p.Ply())
	require.Equal(t, []string{"7g7f", MoveNone.String()}, visited)

	stop := errors.New("enough")
	p, err = g.Replay(Shogi, func(*Position, Move) error { return stop })
	require.ErrorIs(t, err, stop)
	require.Equal(t, 1, p.Ply())
	_, err = GameText{SFEN: "9/9 b - 1"}.Play(Shogi)
	require.ErrorIs(t, err, ErrSyntax)
}

// Empty lines, comments and byte order marks count as lines, but are not read.
func TestGameLines(t *testing.T) {
	lines := NewGameLines(strings.NewReader("\ufeff# comment\n\n \t// another\r\n  startpos moves 2g2f\r\n#\n\ufeffstartpos"))
	require.True(t, lines.Next())
	require.Equal(t, "4 startpos moves 2g2f", fmt.Sprint(lines.Number, " ", lines.Text))
	require.True(t, lines.Next())
	require.Equal(t, "6 startpos", fmt.Sprint(lines.Number, " ", lines.Text))
	require.False(t, lines.Next())
	require.NoError(t, lines.Err())

	long := "startpos moves" + strings.Repeat(" 2g2f", 1<<17)
	lines = NewGameLines(strings.NewReader(long + "\n" + long + long))
	require.True(t, lines.Next())
	require.False(t, lines.Next())
	require.EqualError(t, lines.Err(), "line 2: longer than a megabyte")
}
