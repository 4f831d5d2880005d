package search

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// TestLastLineIsExact: however a search is cut short, the line that it ends with is the last exact score of the move that is
// played, with its whole line; a bound only where that move was never known better.
func TestLastLineIsExact(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	e := newTestEngine(t, nil)
	bounds, searches := 0, 0
	for _, sfen := range benchPositions[:6] {
		p := parse(t, sfen)
		for nodes := uint64(2000); nodes < 20_000; nodes += 1500 {
			e.Clear()
			r, infos := lines(e, p, Limits{Nodes: nodes})
			last := infos[len(infos)-1]
			require.Equal(t, r.Move, last.PV[0])
			require.Equal(t, r.Score, last.Score)
			searches++
			if last.Bound != BoundExact {
				bounds++
				require.NotContains(t, exactHeads(infos), r.Move)
				continue
			}
			said := false // the same was said when it was found, or it was found since
			for _, i := range infos[:len(infos)-1] {
				said = said || i.Bound == BoundExact && i.Score == last.Score && slices.Equal(i.PV, last.PV)
			}
			require.True(t, said || last.Depth > infos[len(infos)-2].Depth-2, "%s %d", sfen, nodes)
		}
	}
	require.LessOrEqual(t, bounds, searches/10)
}

func exactHeads(infos []Info) (heads []position.Move) {
	for _, i := range infos {
		if i.Bound == BoundExact {
			heads = append(heads, i.PV[0])
		}
	}
	return heads
}

// TestLinesCountNodes: every line tells the nodes that were searched until then, the first ones too, which come long before a
// worker looks at its clock. The last report does not say again what was just said.
func TestLinesCountNodes(t *testing.T) {
	for _, multiPV := range []int{1, 3} {
		for depth := 1; depth <= 4; depth++ {
			e := newTestEngine(t, func(o *Options) { o.MultiPV = multiPV })
			_, infos := lines(e, parse(t, benchPositions[1]), Limits{Depth: depth})
			nodes := uint64(0)
			for n, i := range infos {
				if i.MultiPV == 1 {
					require.Greater(t, i.Nodes, nodes, "depth %d", i.Depth)
				}
				require.Equal(t, n%multiPV+1, i.MultiPV)
				require.Empty(t, i.PVEnd)
				nodes = i.Nodes
			}
			require.Equal(t, depth, infos[len(infos)-1].Depth)
			require.Equal(t, e.Nodes(), nodes)
		}
	}
}

// TestFinishedLinesStay: what the last iteration has left is not written over by the next one, which may be cut short.
func TestFinishedLinesStay(t *testing.T) {
	line := func(moves ...position.Move) []position.Move { return moves }
	root := []rootMove{{pv: line(1, 2), exact: exactLine{pv: line(1, 3)}}}
	finished := cloneRoot(root)
	root[0].pv, root[0].exact.pv = append(root[0].pv[:0], 7, 8), append(root[0].exact.pv[:0], 7, 9)
	require.Equal(t, line(1, 2), finished[0].pv)
	require.Equal(t, line(1, 3), finished[0].exact.pv)
}

// TestRootBounds: the evaluation is the same everywhere; whether a root move's score is exact depends on the window.
func TestRootBounds(t *testing.T) {
	e := newTestEngine(t, nil)
	p := position.New(position.Shogi)
	e.run = e.newRun(p, Limits{Depth: 1}, nil)
	w := e.workers[0]
	w.eval = blackEval(50)
	w.prepare(p, e.rootMoves(p, nil))
	w.rootDepth = 1
	for _, c := range []struct {
		alpha, beta Score
		want        Bound
		exact       int // depth of the last exact score
	}{{100, 200, BoundUpper, 0}, {-200, -100, BoundLower, 0}, {-100, 200, BoundExact, 1}, {100, 200, BoundUpper, 1}} {
		w.alphaBeta(c.alpha, c.beta, 1, 0, false)
		sortRoot(w.root)
		require.Equal(t, c.want, w.root[0].bound)
		require.Equal(t, c.exact, w.root[0].exact.depth)
	}
}

// TestMultiPVCutShort: the lines of a search that was stopped are those of the last depth that all have finished, in the order
// of their scores.
func TestMultiPVCutShort(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	e := newTestEngine(t, func(o *Options) { o.MultiPV = 4 })
	for nodes := uint64(3000); nodes < 15_000; nodes += 1000 {
		e.Clear()
		_, infos := lines(e, parse(t, benchPositions[1]), Limits{Nodes: nodes})
		last := infos[len(infos)-4:]
		for i := range last {
			require.Equal(t, i+1, last[i].MultiPV)
			require.Equal(t, last[0].Depth, last[i].Depth)
			require.LessOrEqual(t, last[i].Score, last[0].Score)
			require.LessOrEqual(t, last[i].Score, last[max(i-1, 0)].Score)
		}
	}
}

// cutShort returns the engine's first worker as a search of the start position leaves it that was stopped; its root moves are
// still to be given their scores.
func cutShort(e *Engine, report func(Info)) *worker {
	p := position.New(position.Shogi)
	e.run = e.newRun(p, Limits{Infinite: true}, report)
	w := e.workers[0]
	w.prepare(p, e.rootMoves(p, nil))
	w.aborted = true
	return w
}

// TestMultiPVCutShortAtOnce: so are they if even the first depth was not finished. Here the third line was being searched: one of
// its moves was already found to be no better than the second line, another one still has its score from the first line.
func TestMultiPVCutShortAtOnce(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.MultiPV = 4 })
	var infos []Info
	w := cutShort(e, func(i Info) { infos = append(infos, i) })
	told := func(i int, score, exact Score, bound Bound) {
		r := &w.root[i]
		r.score, r.bound, r.depth, r.exact = score, bound, 1, exactLine{exact, 1, r.pv}
	}
	told(0, 982, 982, BoundExact)
	told(1, 933, 933, BoundExact)
	told(2, 155, 155, BoundExact)
	told(3, -eval.Infinity, 801, BoundExact)
	told(4, 90, 964, BoundUpper)
	want := []rootMove{w.root[0], w.root[4], w.root[1], w.root[3]}
	r := e.choose(nil, e.workers)
	require.Equal(t, want[0].move, r.Move)
	require.Len(t, infos, len(want))
	for i, info := range infos {
		require.Equal(t, []any{i + 1, want[i].move, want[i].exact.score}, []any{info.MultiPV, info.PV[0], info.Score})
	}
}

// TestMultiPVWithoutBounds: the lines are numbered without gaps where one of which only a bound is known is left out.
func TestMultiPVWithoutBounds(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.MultiPV, o.OutputFailLHPV = 3, false })
	var numbers []int
	w := cutShort(e, func(i Info) { numbers = append(numbers, i.MultiPV) })
	for i, bound := range []Bound{BoundExact, BoundUpper, BoundExact} {
		r := &w.root[i]
		r.score, r.bound, r.depth = Score(-100*i), bound, 1
		if bound == BoundExact {
			r.exact = exactLine{r.score, 1, r.pv}
		}
	}
	e.choose(nil, e.workers)
	require.Equal(t, []int{1, 2}, numbers)
}

// TestLastLineIsABound: where only a bound is known of the move that is played the last line says so, whether or not bounds are
// shown before.
func TestLastLineIsABound(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"with bounds":       nil,
		"without bounds":    func(o *Options) { o.OutputFailLHPV = false },
		"for consideration": func(o *Options) { o.ConsiderationMode = true },
	} {
		e := newTestEngine(t, change)
		var infos []Info
		w := cutShort(e, func(i Info) { infos = append(infos, i) })
		played, other := &w.root[0], &w.root[1]
		played.score, played.bound, played.depth = -158, BoundUpper, 12
		other.previous, other.bound, other.depth, other.exact = -55, BoundExact, 11, exactLine{-55, 11, other.pv}
		r := e.choose(nil, e.workers)
		require.Equal(t, []any{played.move, Score(-158)}, []any{r.Move, r.Score}, name)
		require.Len(t, infos, 1, name)
		last := infos[0]
		require.Equal(t, []any{12, Score(-158), BoundUpper, played.move}, []any{last.Depth, last.Score, last.Bound, last.PV[0]}, name)
	}
}

// The solver's mate is the first line, whichever line the search has its first move in and whether or not bounds are shown, and no
// move heads two lines.
func TestReportWithTheSolversMate(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"with bounds":       func(*Options) {},
		"without bounds":    func(o *Options) { o.OutputFailLHPV = false },
		"for consideration": func(o *Options) { o.ConsiderationMode = true },
	} {
		e := newTestEngine(t, func(o *Options) { o.MultiPV = 4; change(o) })
		p := position.New(position.Shogi)
		play(t, p, "7g7f", "3c3d")
		e.Search(t.Context(), p, Limits{Depth: 3}, nil)
		w := e.workers[0]
		unlisted := rootMove{move: legal(t, p, "8h2b")} // it declines a promotion
		for place, m := range append(cloneRoot(w.root), unlisted) {
			e.solver.won.Store(&[]position.Move{m.move})
			var infos []Info
			e.reporter = newReporter(func(i Info) { infos = append(infos, i) })
			require.True(t, e.report(w, 4, true))
			require.Len(t, infos, 4, name)
			require.Equal(t, eval.MateIn(1), infos[0].Score)
			require.Equal(t, m.move, infos[0].PV[0], "%s, of line %d", name, place+1)
			heads := map[position.Move]bool{}
			for i, info := range infos {
				require.Equal(t, i+1, info.MultiPV)
				require.False(t, heads[info.PV[0]], "%v heads two lines", info.PV[0])
				heads[info.PV[0]] = true
			}
			for _, other := range w.root[:3] { // the best of the others stay
				require.True(t, heads[other.move])
			}
		}
	}
}

// TestTimeWithoutASearch: an answer that needs no search tells the time since the command too, which with stochastic pondering is
// long gone.
func TestTimeWithoutASearch(t *testing.T) {
	for _, sfen := range []string{"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "8k/9/9/9/9/9/9/9/K8 b R 1"} {
		_, infos := lines(newTestEngine(t, nil), parse(t, sfen), Limits{Start: time.Now().Add(-time.Hour), Depth: 1})
		require.GreaterOrEqual(t, infos[0].Time, time.Hour)
	}
}
