package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/tt"
)

// Positions in which nothing can be captured.
const (
	bareKings = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
	inCheck   = "4k4/9/9/9/4r4/9/9/9/4K4 b - 1"
)

// TestNodeValues: what single rules make of a node, with an evaluation that is the same everywhere.
func TestNodeValues(t *testing.T) {
	w := learner(t, bareKings)
	const ply = 3
	quiet := "5i5h"
	for _, c := range []struct {
		name, sfen         string
		eval               Score // for Black
		table              tt.Entry
		move               string // the table's
		alpha, beta, depth Score
		cut                bool
		want               Score
	}{
		{"quiescence stands pat half way", bareKings, 501, tt.Entry{}, "", 99, 101, 0, false, (501 + 101) / 2},
		{"quiescence fails low", bareKings, -700, tt.Entry{}, "", 99, 100, 0, false, -700},
		{"quiescence: a pawn is not enough", "4k4/9/9/9/4p4/4P4/9/9/4K4 b - 1", 0, tt.Entry{}, "", 2000, 2001, 0, false, Score(qsFutility) + 100},
		{"quiescence: the table is better than the evaluation", bareKings, -700, tt.Entry{Score: 301, Eval: -700, Bound: BoundLower, Depth: depthUnsearched}, "", 99, 101, 0, false, (301 + 101) / 2},
		{"quiescence: so it is when it says less", bareKings, 700, tt.Entry{Score: -50, Eval: 700, Bound: BoundUpper, Depth: depthUnsearched}, "", 99, 100, 0, false, -50},
		{"a cut-off by the table", bareKings, 0, tt.Entry{Score: 500, Eval: 0, Bound: BoundLower, Depth: 10}, "", 99, 100, 9, true, 500},
		{"by a mate, three plies from the root after 5", bareKings, 0, tt.Entry{Score: eval.MateIn(5), Eval: 0, Bound: BoundLower, Depth: 1}, "", 99, 100, 9, true, eval.MateIn(8)},
		{"mate distance, winning", bareKings, 0, tt.Entry{}, "", eval.MateIn(4), eval.MateIn(2), 9, false, eval.MateIn(4)},
		{"mate distance, losing", bareKings, 0, tt.Entry{}, "", eval.MatedIn(1), eval.MatedIn(3), 9, false, eval.MatedIn(3)},
		{"mate in one", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 0, tt.Entry{}, "", 99, 100, 9, false, eval.MateIn(4)},
		{"mated", "9/9/9/9/9/9/4p4/4g4/4K4 b - 1", 0, tt.Entry{}, "", 99, 100, 9, false, eval.MatedIn(3)},
		{"razoring", bareKings, -5000, tt.Entry{}, "", 99, 100, 1, false, -5000},
		{"reverse futility", bareKings, 1000, tt.Entry{}, "", 99, 100, 1, false, (2*100 + 1000) / 3},
		{"null move", bareKings, 1000, tt.Entry{Score: eval.None, Eval: 1000, Depth: depthUnsearched}, quiet, 99, 100, 1, true, 1000},
		{"no null move where a fail low is expected", bareKings, 1000, tt.Entry{Score: eval.None, Eval: 1000, Depth: depthUnsearched}, quiet, 99, 100, 1, false, (1000 + 100) / 2},
		{"ProbCut by the table", inCheck, 0, tt.Entry{Score: 800, Eval: eval.None, Bound: BoundLower, Depth: 5}, "", 99, 100, 9, true, Score(100 + tableProbCutMargin)},
		{"a fail high is softened", inCheck, 1000, tt.Entry{}, "", 99, 100, 1, false, (1000 + 100) / 2},
		{"an exact score is not", inCheck, 1000, tt.Entry{}, "", -2000, 2000, 1, false, 1000},
		{"nor a fail low, but the reply stands pat half way", inCheck, 1000, tt.Entry{}, "", 2000, 2001, 1, false, (1000 + 2000) / 2},
	} {
		w.anew(t, c.sfen)
		w.eval = blackEval(c.eval)
		if c.move != "" {
			c.table.Move = legal(t, w.pos, c.move).To16()
		}
		if c.table != (tt.Entry{}) {
			w.engine.table.Store(w.pos.Key(), c.table)
		}
		require.Equal(t, c.want, w.alphaBeta(c.alpha, c.beta, int(c.depth), ply, c.cut), c.name)
		require.Equal(t, c.sfen, w.pos.SFEN(), c.name)
		require.Zero(t, w.top, "%s: the pickers' stack", c.name)
	}
}

// TestStoredByNodes: what a node of depth 1 leaves in the table, mates counted from the node.
func TestStoredByNodes(t *testing.T) {
	w := learner(t, bareKings)
	for _, c := range []struct {
		name, sfen  string
		alpha, beta Score
		depth       int
		want        tt.Entry // without the move
		move        bool
	}{
		{"exact", inCheck, -2000, 2000, 1, tt.Entry{Score: 1000, Eval: eval.None, Depth: 1, Bound: BoundExact, PV: true}, true},
		{"fail high", inCheck, 99, 100, 1, tt.Entry{Score: 550, Eval: eval.None, Depth: 1, Bound: BoundLower}, true},
		{"fail low", inCheck, 2000, 2001, 1, tt.Entry{Score: 1500, Eval: eval.None, Depth: 1, Bound: BoundUpper}, false},
		{"mate in one", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 99, 100, 2, tt.Entry{Score: eval.MateIn(1), Eval: eval.None, Depth: 8, Bound: BoundExact}, true},
		{"stand pat", bareKings, 99, 100, 0, tt.Entry{Score: 550, Eval: 1000, Depth: depthUnsearched, Bound: BoundLower}, false},
		{"quiescence", bareKings, 1999, 2000, 0, tt.Entry{Score: 1000, Eval: 1000, Depth: depthQuiescence, Bound: BoundUpper}, false},
	} {
		w.anew(t, c.sfen)
		w.eval = blackEval(1000)
		w.alphaBeta(c.alpha, c.beta, c.depth, 3, false)
		got, _ := w.engine.table.Probe(w.pos.Key())
		require.Equal(t, c.move, got.Move != 0, c.name)
		got.Move = 0
		require.Equal(t, c.want, got, c.name)
	}
}

// TestRootInTable: with MultiPV the table has of the root what was found for the first line, not for one from which better moves
// were left out.
func TestRootInTable(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.MultiPV = 3 })
	p := parse(t, benchPositions[1])
	r, _ := lines(e, p, Limits{Depth: 4})
	entry, _ := e.table.Probe(p.Key())
	require.Equal(t, []any{r.Move.To16(), r.Score, BoundExact}, []any{entry.Move, entry.Score, entry.Bound})
}

// TestOldPrincipalVariation: a fail low takes over that its parent was on one, a fail high does not; and a node's own test
// of a singular move does not make it forget.
func TestOldPrincipalVariation(t *testing.T) {
	w := learner(t, bareKings)
	const ply = 3
	for _, c := range []struct {
		name          string
		parent, table bool
		alpha         Score
		want          bool
	}{
		{"fail low beside one", true, false, 1999, true},
		{"fail low elsewhere", false, false, 1999, false},
		{"fail high beside one", true, false, 99, false},
		{"fail high where the table remembers", false, true, 99, true},
	} {
		w.anew(t, inCheck)
		w.eval = blackEval(1000)
		if c.table {
			w.engine.table.Store(w.pos.Key(), tt.Entry{Score: eval.None, Eval: eval.None, Depth: depthUnsearched, PV: true})
		}
		w.frame(ply - 1).ttPV = c.parent
		w.frame(ply).ttPV = !c.want // left by another node of this ply
		w.alphaBeta(c.alpha, c.alpha+1, 1, ply, false)
		require.Equal(t, c.want, w.frame(ply).ttPV, c.name)
		entry, hit := w.engine.table.Probe(w.pos.Key())
		require.True(t, hit)
		require.Equal(t, c.want, entry.PV, c.name)
	}
	for _, was := range []bool{false, true} {
		w.anew(t, inCheck)
		w.eval = blackEval(1000)
		f := w.frame(ply)
		f.ttPV, f.excluded = was, legal(t, w.pos, "5i4i")
		w.alphaBeta(99, 100, 1, ply, false)
		require.Equal(t, was, f.ttPV, "in a singular test")
		_, hit := w.engine.table.Probe(w.pos.Key())
		require.False(t, hit, "what a singular test finds is no score of the position")
	}
}

// TestSingularTestWithoutMoves: where the excluded move is the only one, all others fail low; it is no mate.
func TestSingularTestWithoutMoves(t *testing.T) {
	w := learner(t, "4k4/9/9/9/9/9/9/8g/8K b - 1")
	only := legal(t, w.pos, "1i1h")
	w.frame(3).excluded = only
	require.Equal(t, Score(-700), w.alphaBeta(-700, -699, 4, 3, false))
}

// TestIsShuffling: a piece of one's own goes to and fro, far from the root.
func TestIsShuffling(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []string // the last own one is asked about
		null  int      // so many plies back a null move, 0: none
		ply   int
		want  bool
	}{
		{"to and fro", []string{"2h3h", "3h2h", "2h3h"}, 0, shufflePly, true},
		{"near the root", []string{"2h3h", "3h2h", "2h3h"}, 0, shufflePly - 1, false},
		{"another piece", []string{"2h3h", "3h2h", "6i7h"}, 0, shufflePly, false},
		{"another piece before", []string{"6i7h", "3h2h", "2h3h"}, 0, shufflePly, false},
		{"another piece between", []string{"2h3h", "6i7h", "3h2h"}, 0, shufflePly, false},
		{"drop", []string{"2h3h", "3h2h", "R*5e"}, 0, shufflePly, false},
		{"null move 5 plies before", []string{"2h3h", "3h2h", "2h3h"}, 5, shufflePly, false},
		{"null move 6 plies before", []string{"2h3h", "3h2h", "2h3h"}, 6, shufflePly, false},
		{"null move 7 plies before", []string{"2h3h", "3h2h", "2h3h"}, 7, shufflePly, true},
	} {
		var own [3]position.Move
		for i, text := range c.moves {
			m16, err := position.ParseMove(text)
			require.NoError(t, err)
			own[i] = position.Move(m16)
		}
		w := &worker{}
		i := c.ply + stackOffset
		for k := 1; k <= 7; k++ {
			w.stack[i-k].move = someMove
		}
		w.stack[i-4].move, w.stack[i-2].move = own[0], own[1]
		if c.null > 0 {
			w.stack[i-c.null].move = position.MoveNull
		}
		require.Equal(t, c.want, w.isShuffling(own[2], c.ply), c.name)
	}
}

// TestSingularTest: a move that is the only one deepens its node, as the depth that is stored says. Where others beat beta too
// the node ends with their score, which is stored nowhere. Only a lower bound of the table is worth a test.
func TestSingularTest(t *testing.T) {
	w := learner(t, bareKings)
	const onlyMove = "4k4/9/9/9/9/9/9/8g/8K b - 1"
	for _, c := range []struct {
		name, sfen, move string
		score            Score
		bound            Bound
		depth            int // that the table has afterwards
	}{
		{"singular", onlyMove, "1i1h", 50, BoundLower, singularDepth + 1},
		{"not tested", onlyMove, "1i1h", 50, BoundUpper, singularDepth},
		{"several beat beta", inCheck, "5i4i", 150, BoundLower, singularDepth - 1},
		{"so they do though the table knows less", inCheck, "5i4i", 90, BoundLower, singularDepth - 1},
	} {
		w.anew(t, c.sfen)
		w.eval = blackEval(1000)
		before := tt.Entry{Move: legal(t, w.pos, c.move).To16(), Score: c.score, Eval: eval.None, Depth: singularDepth - 1, Bound: c.bound}
		w.engine.table.Store(w.pos.Key(), before)
		require.GreaterOrEqual(t, w.alphaBeta(99, 100, singularDepth, 3, false), Score(100), c.name)
		got, _ := w.engine.table.Probe(w.pos.Key())
		require.Equal(t, c.depth, got.Depth, c.name)
		require.Equal(t, c.depth < singularDepth, got == before, c.name)
		require.Zero(t, w.top, "%s: the pickers' stack", c.name)
	}
}
