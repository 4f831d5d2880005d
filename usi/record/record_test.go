package record

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// game builds a record from USI moves, three seconds more for each than for the one before.
func game(t *testing.T, rules *position.Rules, sfen string, moves ...string) *Game {
	t.Helper()
	p, err := position.ParseSFEN(rules, sfen)
	require.NoError(t, err)
	g := &Game{Start: p, Names: [2]string{"Katachi", "Other 1.0"}, Date: time.Date(2024, 5, 1, 10, 0, 0, 0, time.UTC), Event: "test", Clock: "10+0.1"}
	q := p.Clone()
	for i, text := range moves {
		m, err := q.ParseLegal(text)
		require.NoError(t, err)
		q.Do(m)
		g.Moves = append(g.Moves, Move{Move: m, Time: time.Duration(3*i)*time.Second + 900*time.Millisecond})
	}
	return g
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("../../testdata/record", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestGolden(t *testing.T) {
	score := -42
	even := game(t, position.Shogi, position.Shogi.Start, "7g7f", "3c3d", "8h2b+", "3a2b", "B*4e")
	even.Moves[1].Comment, even.Moves[1].Score = "depth 12\nsecond line", &score
	even.End, even.Winner, even.Note = Resigned, position.Black, "White resigns"

	handicap := game(t, position.Shogi, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "7a6b", "7g7f", "5a4b", "7f7e")
	handicap.End = Repetition

	// The attacker has no king; promoted pieces of every name; hands with counts above ten.
	problem := game(t, position.Shogi, "7lk/7n1/7p1/5+N+L1+S/9/9/9/9/9 b RGrb2g2s2n2l15p 1", "G*1b")
	problem.Names, problem.Event, problem.Clock, problem.Date, problem.End = [2]string{}, "", "", time.Time{}, Checkmate

	mini := game(t, position.Minishogi, position.Minishogi.Start, "5d5c", "1b1c")
	mini.End, mini.Winner = Foul, position.White

	for name, g := range map[string]*Game{"even": even, "handicap": handicap, "problem": problem, "mini": mini} {
		t.Run(name, func(t *testing.T) {
			kif, err := g.KIF()
			require.NoError(t, err)
			golden(t, name+".kifu", kif)
			csa, err := g.CSA()
			if name == "mini" {
				require.ErrorIs(t, err, ErrVariant)
				return
			}
			require.NoError(t, err)
			golden(t, name+".csa", csa)
		})
	}
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		end      End
		winner   position.Color
		kif, csa string
	}{
		{Unfinished, 0, "   2 ", "%"},
		{Interrupted, 0, "   2 中断\r\nまで1手で中断\r\n", "%CHUDAN\n"},
		{Resigned, position.Black, "   2 投了\r\nまで1手で先手の勝ち\r\n", "%TORYO\n"},
		{TimeUp, position.Black, "   2 切れ負け\r\nまで1手で時間切れにより先手の勝ち\r\n", "%TIME_UP\n"},
		{Foul, position.Black, "   2 反則負け\r\nまで1手で先手の反則勝ち\r\n", "%-ILLEGAL_ACTION\n"},
		{Perpetual, position.White, "   2 反則勝ち\r\nまで1手で後手の反則勝ち\r\n", "%OUTE_SENNICHITE\n"},
		{Declaration, position.White, "   2 入玉勝ち\r\nまで1手で後手の入玉勝ち\r\n", "%KACHI\n"},
		{MoveLimit, 0, "   2 持将棋\r\nまで1手で持将棋\r\n", "%MAX_MOVES\n"},
	} {
		g := game(t, position.Shogi, position.Shogi.Start, "7g7f")
		g.End, g.Winner = c.end, c.winner
		kif, err := g.KIF()
		require.NoError(t, err)
		csa, err := g.CSA()
		require.NoError(t, err)
		if c.end == Unfinished {
			require.NotContains(t, kif, c.kif)
			require.NotContains(t, csa, c.csa)
			continue
		}
		require.Contains(t, kif, c.kif)
		require.Contains(t, csa, c.csa)
	}
}

func TestShiftJIS(t *testing.T) {
	g := game(t, position.Shogi, position.Shogi.Start, "7g7f")
	g.Names[1] = "Šachy"
	kif, err := g.KIF()
	require.NoError(t, err)
	b := ShiftJIS(kif)
	require.False(t, utf8.Valid(b))
	require.Contains(t, string(b), "encoding=Shift_JIS")
	require.Contains(t, string(b), "\x90\xe6\x8e\xe8\x81\x46Katachi\r\n") // 先手：Katachi
	require.Contains(t, string(b), "?achy")
	require.Contains(t, string(b), "\x82\x56\x98\x5a\x95\xe0(77)") // ７六歩(77)
}

func TestIllegal(t *testing.T) {
	g := game(t, position.Shogi, position.Shogi.Start, "7g7f")
	g.Moves = append(g.Moves, g.Moves[0])
	_, err := g.KIF()
	require.ErrorIs(t, err, ErrIllegal)
	_, err = g.CSA()
	require.ErrorIs(t, err, ErrIllegal)
}
