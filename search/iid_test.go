package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// TestDeepenInternally: the less deep search says what an entry of the table would: its score, how that stands to the
// window, and a legal move wherever it had to look at moves.
func TestDeepenInternally(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.UseTable = false })
	e.clock = newClock(Limits{Infinite: true}, &e.options, position.Black, 1, nil)
	tested := 0
	randomPositions(t, 4, 60, func(p *position.Position, rng *rand.Rand) {
		if rng.IntN(20) != 0 {
			return
		}
		search := func(alpha, beta Score) (position.Move, Score, Bound) {
			w := newWorker(0, e, e.newEvaluator())
			w.prepare(p, nil)
			n := node{alpha: alpha, beta: beta, depth: iidDepth, ply: 1, pv: beta-alpha > 1, cut: beta-alpha == 1}
			m, score, depth, bound := w.deepenInternally(&n)
			require.Equal(t, iidDepth-iidLess, depth)
			require.Equal(t, p.SFEN(), w.pos.SFEN())
			require.Zero(t, w.top, "moves left on the stack")
			require.True(t, m == position.MoveNone || p.IsLegal(m), "%v in %s", m, p.SFEN())
			return m, score, bound
		}
		m, exact, bound := search(-eval.Infinity, eval.Infinity)
		require.Equal(t, BoundExact, bound)
		require.NotEqual(t, position.MoveNone, m, p.SFEN())
		if exact.IsWin() || exact.IsLoss() {
			return
		}
		tested++
		_, score, bound := search(exact+2000, exact+2001)
		require.Equal(t, BoundUpper, bound, p.SFEN())
		require.LessOrEqual(t, score, exact+2000)
		_, score, bound = search(exact-2001, exact-2000)
		require.Equal(t, BoundLower, bound, p.SFEN())
		require.GreaterOrEqual(t, score, exact-2000)
	})
	require.Greater(t, tested, 4)
}

// TestDeepensOnlyWithoutTable: with a table its entries are the shallower search.
func TestDeepensOnlyWithoutTable(t *testing.T) {
	n := node{depth: iidDepth, cut: true}
	require.False(t, n.canDeepenInternally(true))
	require.True(t, n.canDeepenInternally(false))
	n.cut = false
	require.False(t, n.canDeepenInternally(false), "where no fail high is expected, no move need come first")
}
