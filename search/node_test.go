package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/tt"
)

// blackEval is an evaluation that says the same of every position, from Black's view.
type blackEval Score

func (blackEval) Reset(*position.Position)                {}
func (blackEval) Push(*position.Position, position.Delta) {}
func (blackEval) Pop()                                    {}
func (e blackEval) Evaluate(p *position.Position) Score {
	if p.Side() == position.White {
		return -Score(e)
	}
	return Score(e)
}

// TestTableScores: a mate 9 plies from the root is one 4 plies from a node at ply 5, for either side; others stay as they are.
func TestTableScores(t *testing.T) {
	const ply = 5
	for _, c := range []struct{ root, node Score }{
		{eval.MateIn(9), eval.MateIn(4)},
		{eval.MatedIn(9), eval.MatedIn(4)},
		{eval.Superior - 9, eval.Superior - 4},
		{9 - eval.Superior, 4 - eval.Superior},
		{eval.MaxEval, eval.MaxEval},
		{-eval.MaxEval, -eval.MaxEval},
		{0, 0},
		{eval.None, eval.None},
	} {
		require.Equal(t, c.node, toTable(c.root, ply), "%d to the table", c.root)
		require.Equal(t, c.root, fromTable(c.node, ply), "%d from the table", c.node)
	}
}

// TestStoreAndProbe: what a node stores, another at the same position finds, with mates counted from the root of its own line.
func TestStoreAndProbe(t *testing.T) {
	w := learner(t, position.Shogi.Start)
	key, m := w.pos.Key(), legal(t, w.pos, "7g7f")
	probe := func(ply int) (e ttEntry) {
		w.probe(&e, key, ply)
		return e
	}
	require.Equal(t, ttEntry{score: eval.None, eval: eval.None, depth: depthNone}, probe(3))
	w.store(key, 3, m, eval.MateIn(8), 40, 7, BoundLower, true)
	require.Equal(t, ttEntry{hit: true, pv: true, move: m, score: eval.MateIn(10), eval: 40, depth: 7, bound: BoundLower}, probe(5))
	w.engine.options.UseTable = false
	require.Equal(t, ttEntry{score: eval.None, eval: eval.None, depth: depthNone}, probe(5))
}

// TestJudge: the evaluation is 50 and the correction 10, where a case does not say otherwise.
func TestJudge(t *testing.T) {
	w := learner(t, position.Shogi.Start)
	w.eval = blackEval(50)
	none := ttEntry{score: eval.None, eval: eval.None, depth: depthNone}
	known := func(score Score, bound Bound) ttEntry {
		return ttEntry{hit: true, score: score, eval: 50, bound: bound}
	}
	for _, c := range []struct {
		name                     string
		n                        node
		before, parent           Score // static evaluations
		raw, static, eval, doubt Score // doubt in centipawns
		improving, worsening     bool
	}{
		{"better than two plies ago, and than the parent thought", node{tt: none}, 59, -59, 50, 60, 60, 10, true, true},
		{"as good as two plies ago and as the parent thought", node{tt: none}, 60, -60, 50, 60, 60, 10, false, false},
		{"worse", node{tt: none}, 61, -61, 50, 60, 60, 10, false, false},
		{"nothing before", node{tt: none}, eval.None, -59, 50, 60, 60, 10, false, true},
		{"corrected downwards", node{tt: none, correction: -30 * correctionGrain}, 59, -59, 50, 20, 20, 30, false, false},
		{"never a win", node{tt: ttEntry{hit: true, score: eval.None, eval: eval.MaxEval}}, 0, 0, eval.MaxEval, eval.MaxEval, eval.MaxEval, 10, true, true},
		{"evaluated before", node{tt: ttEntry{hit: true, score: eval.None, eval: 70}}, 0, 0, 70, 80, 80, 10, true, true},
		{"the table says more", node{tt: known(90, BoundLower)}, 70, 0, 50, 60, 90, 10, false, true},
		{"the table says at most more", node{tt: known(90, BoundUpper)}, 0, 0, 50, 60, 60, 10, true, true},
		{"the table says less", node{tt: known(30, BoundUpper)}, 0, 0, 50, 60, 30, 10, true, true},
		{"the table says at least less", node{tt: known(30, BoundLower)}, 0, 0, 50, 60, 60, 10, true, true},
		{"the table knows", node{tt: known(-90, BoundExact)}, 0, 0, 50, 60, -90, 10, true, true},
		{"singular test", node{tt: none, excluded: someMove}, 0, 0, eval.None, 33, 33, 10, true, true},
		{"singular test of what the table says is more", node{tt: known(90, BoundLower), excluded: someMove}, 0, 0, eval.None, 33, 33, 10, true, true},
	} {
		const ply = 3
		f := w.stack[ply+stackOffset-2:]
		f[0].static, f[1].static, f[2].static = c.before, c.parent, 33
		c.n.ply, c.n.key = ply, w.pos.Key()
		if c.n.correction == 0 {
			c.n.correction = 10 * correctionGrain
		}
		w.engine.table.Clear()
		w.judge(&c.n)
		require.Equal(t, []Score{c.raw, c.static, c.eval}, []Score{c.n.raw, c.n.static, c.n.eval}, c.name)
		require.Equal(t, c.static, f[2].static, c.name)
		require.Equal(t, int(c.doubt)*correctionGrain, c.n.doubt, c.name)
		require.Equal(t, c.improving, c.n.improving, "%s: improving", c.name)
		require.Equal(t, c.worsening, c.n.worsening, "%s: worsening", c.name)

		entry, hit := w.engine.table.Probe(c.n.key)
		if hit { // what was evaluated is kept, uncorrected
			require.Equal(t, tt.Entry{Score: eval.None, Eval: 50, Depth: depthUnsearched}, entry, c.name)
		}
		require.Equal(t, !c.n.tt.hit && c.n.excluded == position.MoveNone, hit, c.name)
	}
}

// TestJudgeInCheck: nothing is evaluated; the evaluation of two plies ago stands, for later plies too.
func TestJudgeInCheck(t *testing.T) {
	w := learner(t, position.Shogi.Start)
	const ply = 3
	f := w.stack[ply+stackOffset-2:]
	f[0].static, f[1].static = 77, -500
	n := node{ply: ply, inCheck: true, tt: ttEntry{hit: true, score: 90, eval: 50, bound: BoundExact}}
	w.judge(&n)
	require.Equal(t, []Score{eval.None, 77, 77, 77}, []Score{n.raw, n.static, n.eval, f[2].static})
	require.False(t, n.improving)
}
