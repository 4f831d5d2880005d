package analyse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
	"katachi/search"
	"katachi/search/mate"
)

// entered is a position in which Black can declare the win, and has no mate.
const entered = "1+P+P+P+P+P+P+P1/1+B1K1+R3/1G1G1S1S1/9/9/9/9/1r5b1/4k4 b 2G2S4N4L11P 201"

// TestDeclarationIsNoMate: where the win can be declared no move is said to be better, or to mate, in any of the files.
func TestDeclarationIsNoMate(t *testing.T) {
	const text = "sfen +P+P+P+P4K/+P+P+P+P2+r2/+P+P+P+P5/9/9/9/9/1B7/4k4 b RB2GS2N2L2Pg 201 moves P*9g G*1b\n"
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(path("g.sfen"), []byte(text), 0o644))
	succeed(t, "-nodes", "5000", "-threads", "1", "-o", path("out"), path("g.sfen"))
	r := reportOf(t, path("out/g.json"))
	m := r.Moves[0]
	require.Equal(t, Line{Centipawns: 30000, Chance: 100, Entering: 1}, r.Start)
	require.Equal(t, r.Start, m.Before)
	require.Zero(t, m.Facts.MateMissed)
	require.True(t, m.Facts.Declaration)
	require.Equal(t, Blunder, m.Mark)
	require.Regexp(t, "^勝率が100%から0%に下がった。△(２一|１二)金から1手で詰まされる。宣言すれば勝ちだった。$", m.Remark.Japanese)
	require.NotEmpty(t, m.Second.Moves, "the best move is told all the same")
	require.Zero(t, r.Players[0].Missed)
	for _, name := range []string{"out/g.kifu", "out/g.csa"} {
		got := read(t, path(name))
		require.Contains(t, got, "#宣言=先手勝ち:0手")
		require.NotContains(t, got, "#詰み=先手")
		require.NotContains(t, got, "優った")
		require.NotRegexp(t, `読み筋=\r?\n`, got, "where the game is over there is no line")
		require.NotContains(t, got, "変化")
	}
	require.Contains(t, read(t, path("out/g.html")), `"entering":1`)

	// An analysis of the analysed record says it once.
	succeed(t, "-nodes", "5000", "-threads", "1", "-o", path("again"), path("out/g.kifu"))
	require.Equal(t, 1, strings.Count(read(t, path("again/g.kifu")), "#宣言="))
}

// TestPositionsOfDeclarations: what the terminal says.
func TestPositionsOfDeclarations(t *testing.T) {
	for _, c := range []struct{ rule, sfen, want string }{
		{"CSARule27", entered, "Black can declare the win (宣言すれば勝ち).\n1. Black wins by declaration after 2 moves (宣言勝ち) (depth "},
		{"CSARule27", entered + " moves P*5h 5i6i", "Black can declare the win (宣言すれば勝ち).\n1. "},
		{"NoEnteringKing", entered, "Black to move (先手番).\n1. +"},
		{"TryRule", "8k/9/3K5/9/9/9/9/9/9 b - 1", "1. Black wins by try after 3 moves (トライ勝ち) (depth "},
		{"TryRule", "8k/9/3K5/9/9/9/9/9/9 b - 1 moves 6c6b 1a1b", "1. Black wins by try after 1 move (トライ勝ち) (depth 1)\n   ▲５一玉\n   K-5a\n"},
		{"TryRule", "8k/9/3K5/9/9/9/9/9/9 b - 1 moves 6c6b 1a1b 6b5a", "Black has won by the try (トライ勝ち).\n"},
		{"CSARule27", "8k/9/3K5/9/9/9/9/9/9 b - 1 moves 6c6b 1a1b 6b5a", "White to move (後手番).\n1. +"},
	} {
		out, _ := succeed(t, "-nodes", "3000", "-threads", "1", "-rule", c.rule, "-sfen", c.sfen)
		require.Contains(t, out, c.want, c.sfen)
		require.NotContains(t, out, "mate", c.sfen)
	}
}

// TestHowALineEnds: searches score mates and wins by the entering-king rule alike.
func TestHowALineEnds(t *testing.T) {
	const mateInOne = "4k4/9/4P4/9/9/9/9/9/8K b G 1"
	for _, c := range []struct {
		name  string
		rule  position.EnteringKing
		sfen  string
		score eval.Score
		moves string
		want  found
	}{
		{"no mate", position.CSARule27, entered, 77, "6b7b 8h8i", found{Score: 77, Moves: []string{"6b7b", "8h8i"}}},
		{"a declaration", position.CSARule27, entered, eval.MateIn(3), "6b7b 8h8i", found{Score: wonIn(3), Entering: 3, Moves: []string{"6b7b", "8h8i"}}},
		{"a line that goes on", position.CSARule27, entered, eval.MateIn(3), "6b7b 8h8i 7b6b", found{Score: wonIn(3), Entering: 3, Moves: []string{"6b7b", "8h8i"}}},
		{"the opponent's", position.CSARule27, entered + " moves 6b7b", eval.MatedIn(2), "8h8i", found{Score: -wonIn(2), Entering: 2, Moves: []string{"8h8i"}}},
		{"too short to tell", position.CSARule27, entered, eval.MateIn(5), "6b7b", found{Score: wonIn(5), Moves: []string{"6b7b"}}},
		{"no rule", position.NoEnteringKing, entered, eval.MateIn(5), "6b7b", found{Score: eval.MateIn(5), Moves: []string{"6b7b"}}},
		{"mate", position.TryRule, mateInOne, eval.MateIn(1), "G*5b", found{Score: eval.MateIn(1), Moves: []string{"G*5b"}}},
		{"too far for a try", position.TryRule, mateInOne, eval.MateIn(3), "1i2i", found{Score: eval.MateIn(3), Moves: []string{"1i2i"}}},
		{"a try", position.TryRule, "8k/9/3K5/9/9/9/9/9/9 b - 1", eval.MateIn(3), "6c6b 1a1b", found{Score: wonIn(3), Entering: 3, Moves: []string{"6c6b", "1a1b", "6b5a"}}},
		{"a try at once", position.TryRule, "8k/3K5/9/9/9/9/9/9/9 b - 1", eval.MateIn(1), "6b5a", found{Score: wonIn(1), Entering: 1, Moves: []string{"6b5a"}}},
	} {
		p := positionOf(t, c.sfen)
		th := &thinker{declaration: position.NewDeclaration(c.rule, p)}
		var moves []position.Move
		q := p.Clone()
		for _, text := range strings.Fields(c.moves) {
			m, err := q.ParseLegal(text)
			require.NoError(t, err)
			moves = append(moves, m)
			q.Do(m)
		}
		require.Equal(t, c.want, th.newFound(p, c.score, 0, moves), c.name)
	}
	require.Less(t, wonIn(1), eval.MateIn(eval.MaxPly))
	require.Greater(t, centipawns(wonIn(eval.MaxPly)), int(eval.MaxEval))
}

// recordOf reads a record.
func recordOf(t *testing.T, text string) *record.Game {
	t.Helper()
	games, _, errs := record.ReadAll("", []byte(text))
	require.Empty(t, errs)
	return games[0]
}

// positionOf returns the position of an SFEN, with moves or without.
func positionOf(t *testing.T, text string) *position.Position {
	t.Helper()
	g := recordOf(t, "sfen "+text)
	p := g.Start.Clone()
	moves, _ := g.Moves()
	for _, m := range moves {
		p.Do(m)
	}
	return p
}

// TestWordsOfDeclarations: what is said of a move, by what is known of the positions before and after it.
func TestWordsOfDeclarations(t *testing.T) {
	line := func(score eval.Score, entering int, moves string) thought {
		return thought{Lines: []found{{Score: score, Entering: entering, Moves: strings.Fields(moves)}}}
	}
	even := line(0, 0, "6b5b")
	for _, c := range []struct {
		name          string
		rule          position.EnteringKing
		before, after thought
		ja, en        string
	}{
		{"found", position.CSARule27, line(wonIn(3), 3, "6b7b 8h8i+"), line(-wonIn(2), 2, "8h8i+"), "最善手。以下1手で宣言勝ち。", "The best move found. A win by declaration follows after 1 move."},
		{"found, and not seen again", position.CSARule27, line(wonIn(3), 3, "6b7b 8h8i+"), line(-300, 0, "8h8i+"), "最善手。以下1手で宣言勝ち。", "The best move found. A win by declaration follows after 1 move."},
		{"found a try", position.TryRule, line(wonIn(3), 3, "6b7b 8h8i+"), line(-wonIn(2), 2, "8h8i+ 7b6b"), "最善手。以下2手でトライ勝ち。", "The best move found. A win by try follows after 2 moves."},
		{"tried", position.TryRule, line(wonIn(1), 1, "6b7b"), thought{Over: overTry}, "最善手。トライ勝ち。", "The best move found. A win by try."},
		{"missed", position.CSARule27, line(wonIn(3), 3, "6b5b 8h8i+"), line(0, 0, "8h8i+"), "勝率が100%から50%に下がった。▲５二玉△８九飛成が優った。▲５二玉から2手で宣言勝ちだった。",
			"The winning chance falls from 100% to 50%. Better was K-5b R-8i+. There was a win by declaration after 2 moves, beginning with K-5b."},
		{"allowed", position.CSARule27, even, line(wonIn(3), 3, "8h8i+ 7b6b"), "勝率が50%から0%に下がった。▲５二玉が優った。△８九飛成から2手で宣言されて負ける。",
			"The winning chance falls from 50% to 0%. Better was K-5b. It lets the opponent win by declaration after 2 moves, beginning with R-8i+."},
		{"allowed at once", position.CSARule27, even, thought{Claim: true, Lines: even.Lines}, "勝率が50%から0%に下がった。▲５二玉が優った。相手は宣言すれば勝ち。",
			"The winning chance falls from 50% to 0%. Better was K-5b. The opponent can declare the win."},
		{"not declared", position.CSARule27, thought{Claim: true, Lines: even.Lines}, line(0, 0, "8h8i+"), "勝率が100%から50%に下がった。宣言すれば勝ちだった。",
			"The winning chance falls from 100% to 50%. The win could have been declared."},
		{"hardly a loss", position.CSARule27, thought{Claim: true, Lines: even.Lines}, line(-4000, 0, "8h8i+"), "宣言すれば勝ちだった。", "The win could have been declared."},
		{"a mate instead", position.CSARule27, thought{Claim: true, Lines: even.Lines}, line(eval.MatedIn(2), 0, "8h8i+"), "最善手。以下2手で詰む。宣言すれば勝ちだった。",
			"The best move found. Mate follows in 2 moves. The win could have been declared."},
		{"lost in any case", position.CSARule27, line(-wonIn(4), 4, "6b7b 8h8i+ 7b6b"), line(wonIn(3), 3, "8h8i+ 7b6b"), "最善手。", "The best move found."},
	} {
		a, r := judged(t, c.rule, entered, "6b7b", c.before, c.after)
		require.Equal(t, Remark{c.ja, c.en}, r.Moves[0].Remark, c.name)
		if c.name == "missed" {
			kif, err := a.annotated(r).KIF()
			require.NoError(t, err)
			main, variation, found := strings.Cut(kif, "\r\n変化：")
			require.True(t, found)
			require.Contains(t, main, "*#宣言=先手勝ち:2手\r\n")
			require.Contains(t, variation, "   1 ５二玉(62)\r\n*#評価値=30000\r\n*#宣言=先手勝ち:1手\r\n")
			require.NotContains(t, kif, "#詰み=")
		}
	}
}

// TestMateThatATryEscapes: under the try rule the king steps to 5i on its way through the mate, so it is none.
func TestMateThatATryEscapes(t *testing.T) {
	p := positionOf(t, "9/5l3/9/K8/9/5g3/1RG4S1/4k4/9 b RBS 1")
	solver, err := mate.NewSolver(16)
	require.NoError(t, err)
	for rule, plies := range map[position.EnteringKing]int{position.CSARule27: 5, position.TryRule: 0} {
		th := &thinker{solver: solver, declaration: position.NewDeclaration(rule, p), limits: search.Limits{Nodes: 1}}
		require.Len(t, th.mate(t.Context(), p, 0, 1_000_000), plies, rule)
	}
}
