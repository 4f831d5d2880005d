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
	g := &Game{Start: p, Names: [2]string{"Katachi", "Other 1.0"}}
	g.AddField("開始日時", "2024/05/01 10:00:00")
	g.AddField("棋戦", "test")
	g.AddField("持ち時間", "10+0.1")
	q, n := p.Clone(), &g.Root
	for i, text := range moves {
		m, err := q.ParseLegal(text)
		require.NoError(t, err)
		q.Do(m)
		n = n.Append(m)
		n.Time, n.Timed = time.Duration(3*i)*time.Second, true
	}
	return g
}

// end ends the main line.
func (g *Game) end(e *End) *Node {
	n := &Node{End: e}
	last := &g.Root
	if line := g.Main(); len(line) > 0 {
		last = line[len(line)-1]
	}
	last.Next = append(last.Next, n)
	return n
}

// textOf returns what a method such as Game.KIF writes.
func textOf(t *testing.T, write func() (string, error)) string {
	t.Helper()
	text, err := write()
	require.NoError(t, err)
	return text
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("../../testdata/records", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestGolden(t *testing.T) {
	even := game(t, position.Shogi, position.Shogi.Start, "7g7f", "3c3d", "8h2b+", "3a2b", "B*4e")
	even.Main()[1].Comments = []string{"*評価値=-42", "second line"}
	even.Main()[3].Next[0].Bookmark = "here"
	even.end(NewEnd(Resigned, position.White)).Comments = []string{"White resigns"}

	handicap := game(t, position.Shogi, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "7a6b", "7g7f", "5a4b", "7f7e")
	handicap.end(NewEnd(Repetition, position.White))

	// The attacker has no king; promoted pieces of every name; hands with counts above ten.
	problem := game(t, position.Shogi, "7lk/7n1/7p1/5+N+L1+S/9/9/9/9/9 b RGrb2g2s2n2l15p 1", "G*1b")
	problem.Names, problem.Header = [2]string{}, nil
	problem.end(NewEnd(Checkmate, position.White))

	mini := game(t, position.Minishogi, position.Minishogi.Start, "5d5c", "1b1c")
	mini.end(WonBy(Foul, position.White))

	for name, g := range map[string]*Game{"even": even, "handicap": handicap, "problem": problem, "mini": mini} {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".kifu", textOf(t, g.KIF))
			csa, err := g.CSA()
			if name == "mini" {
				require.ErrorIs(t, err, ErrVariant)
				return
			}
			require.NoError(t, err)
			golden(t, name+".csa", csa)
			again := readOne(t, []byte(csa))
			require.Equal(t, g.Start.SFEN(), again.Start.SFEN())
			require.Equal(t, g.Names, again.Names)
			require.Equal(t, line(&g.Root), line(&again.Root))
		})
	}
}

func TestKIFTime(t *testing.T) {
	require.Equal(t, "( 1:15/01:02:05)", kifTime(75*time.Second, 3725*time.Second))
	require.Equal(t, "(61:00/12:59:59)", kifTime(61*time.Minute, 13*time.Hour-time.Millisecond))
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		end      *End
		kif, csa string
	}{
		{nil, "   2 ", "%"},
		{NewEnd(Interrupted, 0), "   2 中断\r\nまで1手で中断\r\n", "%CHUDAN\n"},
		{WonBy(Resigned, position.Black), "   2 投了\r\nまで1手で先手の勝ち\r\n", "%TORYO\n"},
		{WonBy(Resigned, position.White), "   2 中断\r\nまで1手で後手の勝ち\r\n", "%CHUDAN\n"},
		{WonBy(TimeUp, position.Black), "   2 切れ負け\r\nまで1手で時間切れにより先手の勝ち\r\n", "%TIME_UP\n"},
		{WonBy(Foul, position.Black), "   2 反則負け\r\nまで1手で先手の反則勝ち\r\n", "%ILLEGAL_MOVE\n"},
		{WonBy(Foul, position.White), "   2 反則勝ち\r\nまで1手で後手の反則勝ち\r\n", "%+ILLEGAL_ACTION\n"},
		{WonBy(Perpetual, position.White), "   2 反則勝ち\r\nまで1手で後手の反則勝ち\r\n", "%OUTE_SENNICHITE\n"},
		{WonBy(Declaration, position.White), "   2 入玉勝ち\r\nまで1手で後手の入玉勝ち\r\n", "%KACHI\n"},
		{NewEnd(Impasse, 0), "   2 持将棋\r\nまで1手で持将棋\r\n", "%JISHOGI\n"},
		{NewEnd(MoveLimit, 0), "   2 持将棋\r\nまで1手で持将棋\r\n", "%MAX_MOVES\n"},
		{NewEnd(Adjourned, 0), "   2 封じ手\r\nまで1手で封じ手\r\n", "%CHUDAN\n'封じ手\n"},
	} {
		g := game(t, position.Shogi, position.Shogi.Start, "7g7f")
		if c.end != nil {
			g.end(c.end)
		}
		kif := textOf(t, g.KIF)
		csa := textOf(t, g.CSA)
		if c.end == nil {
			require.NotContains(t, kif, c.kif)
			require.NotContains(t, csa, c.csa)
			continue
		}
		require.Contains(t, kif, c.kif)
		require.Contains(t, csa, c.csa)
		main := readOne(t, []byte(kif)).Main()
		if again := main[len(main)-1].End; c.end.Won || again.Won {
			require.Equal(t, c.end.Winner, again.Winner, kif)
			require.Equal(t, c.end.Won, again.Won, kif)
		}
	}
}

func TestShiftJIS(t *testing.T) {
	g := game(t, position.Shogi, position.Shogi.Start, "7g7f")
	g.Names[1] = "Šachy〜−"
	kif := textOf(t, g.KIF)
	b := ShiftJIS(kif)
	require.False(t, utf8.Valid(b))
	require.Contains(t, string(b), "encoding=Shift_JIS")
	require.Contains(t, string(b), "\x90\xe6\x8e\xe8\x81\x46Katachi\r\n") // 先手：Katachi
	require.Contains(t, string(b), "?achy\x81\x60\x81\x7c", "as Windows has wave and minus")
	require.Contains(t, string(b), "\x82\x56\x98\x5a\x95\xe0(77)") // ７六歩(77)
}

func TestIllegal(t *testing.T) {
	g := game(t, position.Shogi, position.Shogi.Start, "7g7f")
	g.Root.Next[0].Append(g.Root.Next[0].Move)
	_, err := g.KIF()
	require.ErrorIs(t, err, ErrIllegal)
	_, err = g.KI2()
	require.ErrorIs(t, err, ErrIllegal)
	_, err = g.CSA()
	require.ErrorIs(t, err, ErrIllegal)
}
