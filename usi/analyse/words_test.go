package analyse

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
	"katachi/search"
	"katachi/search/mate"
)

// hut is the castle of a king on 4h.
func hut(p *position.Position, c position.Color) (english, japanese string) {
	if p.King(c).String() == "4h" {
		return "Hut", "小屋"
	}
	return "", ""
}

// judged judges the one move of a game, by what is known of the positions before and after it.
func judged(t *testing.T, rule position.EnteringKing, sfen, move string, before, after thought) (*game, *Report) {
	t.Helper()
	start := positionOf(t, sfen)
	m, err := start.ParseLegal(move)
	require.NoError(t, err)
	g := &record.Game{Start: start}
	g.Root.Append(m)
	a := newGame(g, hut, rule)
	a.thoughts = []thought{before, after}
	return a, a.report()
}

// TestMarksAndWords: what a move is called and what is said of it, by the scores of the positions before and after it.
func TestMarksAndWords(t *testing.T) {
	const kings = "4k4/9/9/9/9/9/9/9/4K4 b G 1"
	const white = "4k4/9/9/9/9/9/9/9/4K4 w g 1"
	const rook = "4k4/9/9/4r4/9/4PG3/9/9/4K4 b - 1"
	line := func(score eval.Score, moves string) found { return found{Score: score, Moves: strings.Fields(moves)} }
	of := func(lines ...found) thought { return thought{Lines: lines} }
	// Before Black's moves, the better one is K-5h; and after them.
	before := func(score eval.Score) thought { return of(line(score, "5i5h 5a5b")) }
	after := func(score eval.Score) thought { return of(line(score, "5a4b")) }
	for _, c := range []struct {
		name          string
		sfen, move    string
		before, after thought
		mark          Mark
		ja, en        string
		kif           string // is in the KIF
	}{
		{"the best", kings, "5i5h", before(100), after(-90), Best, "最善手。", "The best move found.", ""},
		{"better than the best", kings, "5i4i", before(100), after(-120), Best, "最善手。", "The best move found.", ""},
		{"the only legal one", kings, "5i5h", thought{Forced: true, Lines: before(100).Lines}, after(-100), Forced, "合法手はこの一手だけ。", "The only legal move.", ""},
		{"the only good one", kings, "5i5h", of(line(300, "5i5h"), line(-200, "5i4i")), after(-300), Only, "これしかない一手。次善の▲４九玉では勝率が21%低い。", "The only move: the next best, K-4i, is worth 21% less.", ""},
		{"one of two good ones", kings, "5i5h", of(line(300, "5i5h"), line(200, "5i4i")), after(-300), Best, "最善手。", "The best move found.", ""},
		{"good", kings, "5i4i", before(100), after(-60), Good, "最善の▲５八玉と大差ない手。", "About as good as K-5h.", ""},
		{"slightly worse", kings, "5i4i", before(100), after(-30), Fair, "やや損。▲５八玉△５二玉が優った。", "A little worse than K-5h K-5b.", "*#解説=やや損。"},
		{"an inaccuracy", kings, "5i4i", before(100), after(50), Inaccuracy, "勝率が54%から48%に下がった。▲５八玉△５二玉が優った。", "The winning chance falls from 54% to 48%. Better was K-5h K-5b.", "*#解説=【緩手】"},
		{"a mistake", kings, "5i4i", before(100), after(150), Mistake, "勝率が54%から44%に下がった。▲５八玉△５二玉が優った。", "The winning chance falls from 54% to 44%. Better was K-5h K-5b.", "*#解説=【疑問手】"},
		{"a blunder", kings, "5i4i", before(100), after(500), Blunder, "勝率が54%から30%に下がった。▲５八玉△５二玉が優った。", "The winning chance falls from 54% to 30%. Better was K-5h K-5b.", "*#解説=【悪手】"},
		{"a great blunder", kings, "5i4i", before(600), after(800), Blunder, "勝率が73%から21%に下がった。▲５八玉△５二玉が優った。", "The winning chance falls from 73% to 21%. Better was K-5h K-5b.", "*#解説=【大悪手】"},
		{"a sacrifice", kings, "G*5b", of(line(100, "G*5b")), of(line(-100, "5a4a")), Brilliant, "金を取られる所へ打つ手だが、これより良い手は見つからない。王手。", "A sacrifice: a gold can be taken, and yet no better move was found. Check.", ""},
		{"a sacrifice that loses all the same", kings, "G*5b", of(line(-300, "G*5b")), of(line(300, "5a4a")), Best, "最善手。王手。", "The best move found. Check.", ""},
		{"a sacrifice where all is won", kings, "G*5b", of(line(3000, "G*5b")), of(line(-3000, "5a4a")), Best, "最善手。王手。", "The best move found. Check.", ""},
		{"a threat", kings, "5i5h", before(100), thought{Lines: after(-100).Lines, Threat: []string{"a", "b", "c"}}, Best, "最善手。放置すれば3手で詰む（詰めろ）。", "The best move found. It threatens mate in 3 moves.", ""},
		{"a piece is won", rook, "5f5e", of(line(800, "5f5e")), of(line(-800, "5a6a 5e5d")), Best, "最善手。飛取り。△６一玉▲５四歩と進めば飛を得る。", "The best move found. It attacks a rook. After K-6a Px5d a rook is won.", ""},
		{"two pieces are won", "4k4/9/9/4r4/3n5/4P4/9/9/4K4 b - 1", "5f5e", of(line(800, "5f5e")), of(line(-800, "5a6a 5e5d 6a5a 5i5h 6e5g+ 5h5g")), Best,
			"最善手。飛取り。△６一玉▲５四歩△５一玉▲５八玉△５七桂成▲同　玉と進めば飛と桂を得る。",
			"The best move found. It attacks a rook. After K-6a Px5d K-5a K-5h N-5g+ Kx5g a rook and a knight are won.", ""},
		{"a castle", kings, "5i4h", of(line(100, "5i4h")), after(-100), Best, "最善手。小屋が完成。", "The best move found. Hut is complete.", ""},
		{"a castle that was there", "4k4/9/9/9/9/9/9/5K3/9 b G 1", "G*5i", of(line(100, "G*5i")), after(-100), Best, "最善手。", "The best move found.", ""},

		{"a mate found", kings, "5i5h", before(eval.MateIn(5)), after(eval.MatedIn(4)), Best, "最善手。以下4手で詰む。", "The best move found. Mate follows in 4 moves.", "*#評価値=30000\r\n*#詰み=先手勝ち:4手\r\n"},
		{"another mate", kings, "5i4i", before(eval.MateIn(5)), after(eval.MatedIn(8)), Best, "最善手。以下8手で詰む。", "The best move found. Mate follows in 8 moves.", ""},
		{"a mate found, which the search behind it has not seen", kings, "5i5h", before(eval.MateIn(5)), after(-100), Best, "最善手。以下4手で詰む。", "The best move found. Mate follows in 4 moves.", ""},
		{"such a mate, with a piece on the way", rook, "5f5e", of(line(eval.MateIn(5), "5f5e")), of(line(-800, "5a6a 5e5d")), Best, "最善手。以下4手で詰む。", "The best move found. Mate follows in 4 moves.", ""},
		{"a mate missed", kings, "5i4i", before(eval.MateIn(5)), after(-100), Blunder, "勝率が100%から54%に下がった。▲５八玉△５二玉が優った。▲５八玉から5手の詰みがあった。",
			"The winning chance falls from 100% to 54%. Better was K-5h K-5b. There was a mate in 5 moves, beginning with K-5h.", "   1 ５八玉(59)\r\n*#評価値=30000\r\n*#詰み=先手勝ち:4手\r\n"},
		{"a mate missed where all is won", kings, "5i4i", before(eval.MateIn(5)), after(-9000), Good, "最善の▲５八玉と大差ない手。▲５八玉から5手の詰みがあった。", "About as good as K-5h. There was a mate in 5 moves, beginning with K-5h.", ""},
		{"White's mate missed", white, "5a4a", of(line(eval.MateIn(5), "5a5b 5i5h")), of(line(-100, "5i5h")), Blunder, "勝率が100%から54%に下がった。△５二玉▲５八玉が優った。△５二玉から5手の詰みがあった。",
			"The winning chance falls from 100% to 54%. Better was K-5b K-5h. There was a mate in 5 moves, beginning with K-5b.", "   1 ５二玉(51)\r\n*#評価値=-30000\r\n*#詰み=後手勝ち:4手\r\n"},
		{"a mate allowed", kings, "5i4i", before(0), after(eval.MateIn(3)), Blunder, "勝率が50%から0%に下がった。▲５八玉△５二玉が優った。△４二玉から3手で詰まされる。",
			"The winning chance falls from 50% to 0%. Better was K-5h K-5b. It lets the opponent mate in 3 moves, beginning with K-4b.", "*#詰み=後手勝ち:3手\r\n"},
		{"mated in any case", kings, "5i4i", before(eval.MatedIn(8)), after(eval.MateIn(3)), Best, "最善手。", "The best move found.", ""},
	} {
		a, r := judged(t, position.CSARule27, c.sfen, c.move, c.before, c.after)
		m := r.Moves[0]
		require.Equal(t, c.mark, m.Mark, c.name)
		require.Equal(t, Remark{c.ja, c.en}, m.Remark, c.name)
		mover := r.Players[a.positions[0].Side()]
		require.Equal(t, map[Mark]int{c.mark: 1}, mover.Marks, c.name)
		require.Equal(t, strings.Contains(c.ja, "詰みがあった"), mover.Missed == 1, c.name)
		require.Equal(t, strings.Contains(c.en, "complete"), len(mover.Castles) == 1, c.name)
		kif, err := a.annotated(r).KIF()
		require.NoError(t, err)
		require.Contains(t, kif, c.kif, c.name)
		require.Equal(t, m.Loss >= goodLoss, strings.Contains(kif, "変化："), c.name)
	}
}

func TestPieces(t *testing.T) {
	for letters, want := range map[string][2]string{
		"R": {"飛", "a rook"}, "R +B": {"飛と馬", "a rook and a horse"}, "R G N": {"飛と金と桂", "a rook, a gold and a knight"},
		"S S": {"銀2枚", "2 silvers"}, "L N L L": {"香3枚と桂", "3 lances and a knight"}, "+P": {"と金", "a promoted pawn"}, "G +P": {"金とと金", "a gold and a promoted pawn"},
	} {
		ja, en := pieces(strings.Fields(letters))
		require.Equal(t, want, [2]string{ja, en})
	}
}

// TestPositionInWords: what -sfen prints below the board.
func TestPositionInWords(t *testing.T) {
	lines := func(score eval.Score, moves string) thought {
		return thought{Lines: []found{{Score: score, Depth: 9, Moves: strings.Fields(moves)}}}
	}
	threat := lines(-221, "5a4b G*5b")
	threat.Threat = []string{"G*5b"}
	for _, c := range []struct {
		sfen    string
		thought thought
		want    string
	}{
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", lines(eval.MateIn(1), "G*5b"), "Black to move (先手番).\n1. Black mates in 1 move (depth 9)\n   ▲５二金\n   G*5b\n"},
		{"4k4/9/9/9/9/9/4p4/9/4K4 w g 1", lines(eval.MateIn(3), "G*5h"), "White to move (後手番).\n1. White mates in 3 moves (depth 9)\n   △５八金\n   G*5h\n"},
		{"4k4/9/9/9/9/9/4p4/9/4K4 w g 1", lines(eval.MatedIn(2), "G*5h"), "White to move (後手番).\n1. Black mates in 2 moves (depth 9)\n   △５八金\n   G*5h\n"},
		{"4k4/9/4P4/9/9/9/9/9/4K4 w G 1", threat, "White to move (後手番).\nBlack threatens mate in 1 move: G*5b (詰めろ▲５二金).\n1. +221 for Black, 59% (depth 9)\n   △４二玉▲５二金\n   K-4b G*5b\n"},
		{"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", thought{Over: overMate}, "White to move (後手番).\nThe king is in check (王手).\nIt is mate: Black has won (詰み).\n"},
		{"4k4/9/9/9/9/9/9/5K3/9 b - 1", lines(-60, "4h5g"), "Black to move (先手番).\nBlack's castle: Hut (先手は小屋).\n1. -60 for Black, 48% (depth 9)\n   ▲５七玉\n   K-5g\n"},
	} {
		a := newGame(&record.Game{Start: positionOf(t, c.sfen)}, hut, position.CSARule27)
		a.thoughts[0] = c.thought
		var b strings.Builder
		a.writePosition(&b)
		require.Equal(t, a.positions[0].String()+c.want, b.String())
	}
}

// answering is a search that gives its answer to every position.
type answering struct {
	Searcher
	infos []search.Info
}

func (a answering) Search(_ context.Context, _ *position.Position, _ search.Limits, report func(search.Info)) search.Result {
	for _, info := range a.infos {
		report(info)
	}
	return search.Result{Move: a.infos[0].PV[0]}
}

// TestSolverHelps: a mate that the search has not found comes before its lines; a threat is told of a position that can be left alone.
func TestSolverHelps(t *testing.T) {
	const mateInOne = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
	solver, err := mate.NewSolver(1)
	require.NoError(t, err)
	for _, c := range []struct{ sfen, first, second, mate, threat string }{
		{mateInOne, "5i5h", "5i4h", "G*5b", ""},
		{mateInOne, "G*5b", "5i4h", "G*5b", ""}, // the search's own first move, of which it has not seen that it mates
		{mateInOne + " moves 5i5h", "5a6a", "5a4a", "", "G*5b"},
		{"4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 moves G*6a", "5a6a", "5a4a", "", ""}, // in check
	} {
		p := positionOf(t, c.sfen)
		answer := answering{}
		for i, text := range []string{c.first, c.second} {
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			answer.infos = append(answer.infos, search.Info{MultiPV: i + 1, Nodes: 100_000, Bound: search.BoundExact, Depth: 7, PV: []position.Move{m}})
		}
		th := &thinker{searcher: answer, scale: config.Scale, solver: solver, limits: search.Limits{Nodes: 1}, multiPV: 2, declaration: position.NewDeclaration(position.CSARule27, p)}
		got, err := th.think(t.Context(), p)
		require.NoError(t, err)
		first, second := found{Depth: 7, Moves: []string{c.first}}, found{Depth: 7, Moves: []string{c.second}}
		want := []found{first, second}
		if c.mate != "" {
			second = first
			if c.first == c.mate { // one line a move
				second = found{Depth: 7, Moves: []string{c.second}}
			}
			want = []found{{Score: eval.MateIn(1), Depth: 1, Moves: []string{c.mate}, Proved: true}, second}
		}
		require.Equal(t, want, got.Lines, c.sfen)
		require.Equal(t, c.threat, strings.Join(got.Threat, " "), c.sfen)
	}
}
