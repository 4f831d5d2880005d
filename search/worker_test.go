package search

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// TestEnded: what ends a line of the search, from the side to move's view.
func TestEnded(t *testing.T) {
	const (
		rook    = "4k4/9/9/9/9/9/9/7R1/4K4 "
		checked = "9/4k4/9/9/9/9/9/9/K2R5 b 2b4g4s4n4l18pr 1"
		cycle   = "6i5i 5b6b 5i6i 6b5b "
		shuffle = "2h3h 8b7b 3h2h 7b8b "
		camp    = "1+N1K+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b RB2G2P 1"
		mated   = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - "
	)
	start := position.Shogi.Start
	for _, c := range []struct {
		name, sfen, moves string
		ply               int
		want              Score // eval.None: the game goes on
	}{
		{"won a pawn on the way", rook + "b p 1", "2h2g P*2f 2g2f 5a5b 2f2h 5b5a", 7, eval.Superior - 7},
		{"lost a pawn on the way", rook + "w p 1", "P*2g 2h2g 5a5b 2g2h 5b4a 5i5h 4a5a 5h5i", 9, 9 - eval.Superior},
		{"won a pawn since the root", rook + "b p 1", "2h2g P*2f 2g2f 5a5b 2f2h 5b5a", 6, eval.None},
		{"checked all the time", checked, "6i5i 5b6b 5i6i 6b5b 6i5i", 5, repetitionWin - 5},
		{"checked since the root", checked, "6i5i 5b6b 5i6i 6b5b 6i5i", 4, eval.None},
		{"checked for the fourth time", checked, strings.Repeat(cycle, 3) + "6i5i", 1, repetitionWin - 1},
		{"gave check all the time", checked, cycle, 6, 6 - repetitionWin},
		{"gave check for the fourth time", checked, strings.Repeat(cycle, 3), 2, 2 - repetitionWin},
		{"repeated", start, shuffle, 5, -30},
		{"repeated by White", start, "7g7f 8b7b 2h3h 7b8b 3h2h", 5, 30},
		{"repeated since the root", start, shuffle, 4, eval.None},
		{"third occurrence", start, shuffle + shuffle, 2, eval.None},
		{"fourth occurrence", start, shuffle + shuffle + shuffle, 2, -30},
		{"last move", rook + "b p 101", "", 3, -30},
		{"last move but one", rook + "b p 100", "", 3, eval.None},
		{"mated by the last move", mated + "101", "", 3, eval.MatedIn(3)},
		{"mated", mated + "100", "", 3, eval.None},
		{"declares", camp, "", 3, eval.MateIn(4)},
		{"too deep", start, "", eval.MaxPly - 2, 55},
		{"just not too deep", start, "", eval.MaxPly - 3, eval.None},
		{"too deep in check", inCheck, "", eval.MaxPly - 2, -30},
	} {
		w := endingWorker(t, c.sfen, strings.Fields(c.moves)...)
		score, ended := w.ended(c.ply, w.pos.InCheck())
		require.Equal(t, c.want != eval.None, ended, c.name)
		if ended {
			require.Equal(t, c.want, score, c.name)
		}
	}
}

// endingWorker returns a worker for which a draw is worth -30 to Black, that has a limit of 100 moves.
func endingWorker(t *testing.T, sfen string, moves ...string) *worker {
	p := parse(t, sfen)
	play(t, p, moves...)
	w := &worker{pos: p, eval: blackEval(55), engine: &Engine{}}
	w.run = &run{drawScore: [2]Score{-30, 30}, declaration: position.NewDeclaration(position.CSARule27, p), moveLimit: 100}
	return w
}

// TestForget: what a worker has learned is cleared, and tables that it has not used are left alone.
func TestForget(t *testing.T) {
	idle := worker{}
	require.NotPanics(t, idle.forget, "it has no tables to look at")

	e := newTestEngine(t, func(o *Options) { o.HashMB = 1 })
	e.Search(t.Context(), position.New(position.Shogi), Limits{Depth: 6}, nil)
	w := e.workers[0]
	require.NotZero(t, w.history.taken)
	e.Clear()
	require.Zero(t, w.history.taken)
	require.False(t, w.learned)
}
