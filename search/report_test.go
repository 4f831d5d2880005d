package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// The solver's mate is the first line, whichever line the search has its first move in, and no move heads two lines.
func TestReportWithTheSolversMate(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.MultiPV = 4 })
	p := position.New(position.Shogi)
	e.Search(t.Context(), p, Limits{Depth: 3}, nil)
	w := e.workers[0]
	for place, m := range w.root[:6] {
		e.solver.won.Store(&[]position.Move{m.move})
		var infos []Info
		e.reporter = newReporter(func(i Info) { infos = append(infos, i) })
		require.True(t, e.report(w, 3, 4, true))
		require.Len(t, infos, 4)
		require.Equal(t, eval.MateIn(1), infos[0].Score)
		require.Equal(t, m.move, infos[0].PV[0], "of line %d", place+1)
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
