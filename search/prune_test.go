package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// ruleCase is a node at which a rule applies or not, told by what differs from a node at which it does.
type ruleCase struct {
	name   string
	change func(*node)
	want   bool
}

func checkRule(t *testing.T, base node, rule func(*node) bool, cases []ruleCase) {
	t.Helper()
	require.True(t, rule(&base), "the node itself")
	for _, c := range cases {
		n := base
		c.change(&n)
		require.Equal(t, c.want, rule(&n), c.name)
	}
}

// someMove is a quiet move, for rules that only ask whether there is one.
var someMove = position.NewMove(60, 59, position.NewPiece(position.Black, position.Gold))

func TestCanCutByTable(t *testing.T) {
	above := node{alpha: 99, beta: 100, depth: 8, cut: true, tt: ttEntry{hit: true, score: 150, depth: 9, bound: BoundLower}}
	checkRule(t, above, (*node).canCutByTable, []ruleCase{
		{"exact", func(n *node) { n.tt.bound = BoundExact }, true},
		{"an upper bound above beta", func(n *node) { n.tt.bound = BoundUpper }, false},
		{"above beta, as deep", func(n *node) { n.tt.depth = 8 }, false},
		{"at beta, as deep", func(n *node) { n.tt.score, n.tt.depth = 100, 8 }, true},
		{"at beta, less deep", func(n *node) { n.tt.score, n.tt.depth = 100, 7 }, false},
		{"open window", func(n *node) { n.pv = true }, false},
		{"singular test", func(n *node) { n.excluded = someMove }, false},
		{"no score", func(n *node) { n.tt.score = eval.None }, false},
		{"unexpected", func(n *node) { n.cut = false }, true},
		{"unexpected near the leaves", func(n *node) { n.cut, n.depth = false, unexpectedDepth }, false},
		{"expected near the leaves", func(n *node) { n.depth = unexpectedDepth }, true},
		{"a mate at any depth", func(n *node) { n.cut, n.tt.score, n.tt.depth = false, eval.MateIn(9), 0 }, true},
		{"another win", func(n *node) { n.tt.score, n.tt.depth = eval.Superior, 0 }, false},
	})
	below := node{alpha: 99, beta: 100, depth: 8, tt: ttEntry{hit: true, score: 50, depth: 8, bound: BoundUpper}}
	checkRule(t, below, (*node).canCutByTable, []ruleCase{
		{"a lower bound below beta", func(n *node) { n.tt.bound = BoundLower }, false},
		{"less deep", func(n *node) { n.tt.depth = 7 }, false},
		{"unexpected", func(n *node) { n.cut = true }, true},
		{"unexpected near the leaves", func(n *node) { n.cut, n.depth = true, unexpectedDepth }, false},
	})
}

func TestHindsight(t *testing.T) {
	margin := Score(hindsightMargin)
	for _, c := range []struct {
		name           string
		reduced, depth int
		static, parent Score
		want           int
	}{
		{"not bad for the mover", 3, 6, -50, 50, 7},
		{"not bad, but hardly reduced", 2, 6, -50, 50, 6},
		{"somewhat bad", 3, 6, margin, 0, 6},
		{"much given away", 3, 6, margin + 1, 0, 5},
		{"much given away by both evaluations", 2, 6, margin, 1, 5},
		{"much given away, but hardly reduced", 1, 6, margin + 1, 0, 6},
		{"nothing left to take", 2, 1, margin + 1, 0, 1},
	} {
		n := node{depth: c.depth, static: c.static, worsening: c.static > -c.parent}
		n.hindsight(c.reduced, c.parent)
		require.Equal(t, c.want, n.depth, c.name)
	}
}

func TestCanRazor(t *testing.T) {
	margin := Score(razorBase + 9*razorFactor)
	checkRule(t, node{alpha: 20, beta: 21, depth: 3, eval: 20 - margin - 1}, (*node).canRazor, []ruleCase{
		{"at the margin", func(n *node) { n.eval = 20 - margin }, false},
		{"deeper", func(n *node) { n.depth = 4 }, false},
		{"open window", func(n *node) { n.pv = true }, false},
	})
}

func TestCanReverseFutility(t *testing.T) {
	const beta = 100
	at := Score(beta + 5*rfpMargin)
	miss := Score(beta + 5*(rfpMargin-rfpMiss))
	improving, worsening := Score(rfpImproving*rfpMargin/1024), Score(rfpWorsening*rfpMargin/1024)
	checkRule(t, node{alpha: beta - 1, beta: beta, depth: 5, eval: at, tt: ttEntry{hit: true}}, (*node).canReverseFutility, []ruleCase{
		{"below the margin", func(n *node) { n.eval-- }, false},
		{"deeper", func(n *node) { n.depth++ }, false},
		{"nothing known", func(n *node) { n.tt.hit, n.eval = false, miss }, true},
		{"nothing known, below", func(n *node) { n.tt.hit, n.eval = false, miss-1 }, false},
		{"improving", func(n *node) { n.improving, n.eval = true, at-improving }, true},
		{"improving, below", func(n *node) { n.improving, n.eval = true, at-improving-1 }, false},
		{"worsening", func(n *node) { n.worsening, n.eval = true, at-worsening }, true},
		{"worsening, below", func(n *node) { n.worsening, n.eval = true, at-worsening-1 }, false},
		{"doubtful", func(n *node) { n.doubt, n.eval = 7*rfpDoubt, at+7 }, true},
		{"doubtful, below", func(n *node) { n.doubt, n.eval = 7*rfpDoubt, at+6 }, false},
		{"was a principal variation", func(n *node) { n.ttPV = true }, false},
		{"too deep", func(n *node) { n.depth, n.eval = rfpDepth, eval.MaxEval }, false},
		{"just not too deep", func(n *node) { n.depth, n.eval = rfpDepth-1, eval.MaxEval }, true},
		{"a quiet move of the table", func(n *node) { n.tt.move = someMove }, false},
		{"a capture of the table", func(n *node) { n.tt.move, n.tt.capture = someMove, true }, true},
		{"beta is a loss", func(n *node) { n.beta = eval.MatedIn(9) }, false},
		{"a win already", func(n *node) { n.eval = eval.MateIn(9) }, false},
		{"below beta with a margin below zero", func(n *node) { n.depth, n.improving, n.eval = 1, true, beta-1 }, false},
	})
}

func TestCanNullMove(t *testing.T) {
	const beta = 100
	at := Score(beta + nullOffset - 4*nullMargin)
	checkRule(t, node{alpha: beta - 1, beta: beta, depth: 4, ply: 6, cut: true, static: at},
		func(n *node) bool { return n.canNullMove(6) }, []ruleCase{
			{"below the margin", func(n *node) { n.static-- }, false},
			{"a ply deeper", func(n *node) { n.depth, n.static = 5, at-Score(nullMargin) }, true},
			{"improving", func(n *node) { n.improving, n.static = true, at-Score(nullImproving) }, true},
			{"improving, below", func(n *node) { n.improving, n.static = true, at-Score(nullImproving)-1 }, false},
			{"the table's score does not count", func(n *node) { n.static, n.eval = at-1, at+500 }, false},
			{"no cut node", func(n *node) { n.cut = false }, false},
			{"singular test", func(n *node) { n.excluded = someMove }, false},
			{"a null move is being verified", func(n *node) { n.ply = 5 }, false},
			{"beta is a loss", func(n *node) { n.beta = eval.MatedIn(9) }, false},
		})
}

func TestCanReduceInternally(t *testing.T) {
	rule := func(n *node) bool { return n.canReduceInternally(3, true) }
	base := node{depth: iirDepth, cut: true}
	checkRule(t, base, rule, []ruleCase{
		{"open window", func(n *node) { n.pv, n.cut = true, false }, true},
		{"a fail low is expected", func(n *node) { n.cut = false }, false},
		{"not deep enough", func(n *node) { n.depth-- }, false},
		{"a move of the table", func(n *node) { n.tt.move = someMove }, false},
		{"the last principal variation", func(n *node) { n.pv, n.followPV = true, true }, false},
	})
	require.False(t, base.canReduceInternally(4, true), "much reduced already")
	require.False(t, base.canReduceInternally(3, false), "no table")
}

func TestCanProbCut(t *testing.T) {
	n := node{beta: 100}
	require.Equal(t, Score(100+probCutMargin), n.probCutBeta())
	n.improving = true
	require.Equal(t, Score(100+probCutMargin-probCutImproving), n.probCutBeta())
	checkRule(t, node{beta: 100, depth: probCutDepth, tt: ttEntry{score: eval.None}}, (*node).canProbCut, []ruleCase{
		{"not deep enough", func(n *node) { n.depth-- }, false},
		{"the table says yes", func(n *node) { n.tt.score = Score(100 + probCutMargin) }, true},
		{"the table says no", func(n *node) { n.tt.score = Score(100 + probCutMargin - 1) }, false},
		{"beta is a win", func(n *node) { n.beta = eval.MateIn(9) }, false},
		{"beta is a loss", func(n *node) { n.beta = eval.MatedIn(9) }, false},
	})
}

func TestCanTableProbCut(t *testing.T) {
	enough := Score(100 + tableProbCutMargin)
	checkRule(t, node{beta: 100, depth: 9, tt: ttEntry{score: enough, depth: 5, bound: BoundLower}}, (*node).canTableProbCut, []ruleCase{
		{"exact", func(n *node) { n.tt.bound = BoundExact }, true},
		{"an upper bound", func(n *node) { n.tt.bound = BoundUpper }, false},
		{"less deep", func(n *node) { n.tt.depth = 4 }, false},
		{"below the margin", func(n *node) { n.tt.score-- }, false},
		{"no score", func(n *node) { n.tt.score = eval.None }, false},
		{"a win", func(n *node) { n.tt.score = eval.MateIn(9) }, false},
		{"beta is a loss", func(n *node) { n.beta = eval.MatedIn(9) }, false},
	})
}

func TestLateMoves(t *testing.T) {
	n := node{depth: 4, improving: true}
	require.Equal(t, lmpBase+16, n.lateMoves())
	n.improving = false
	require.Equal(t, (lmpBase+16)/2, n.lateMoves())
}

// TestCanSkipCapture: a rook that takes a protected pawn loses 1000 in the exchange.
func TestCanSkipCapture(t *testing.T) {
	p := parse(t, "4k4/9/9/4g4/4p4/9/9/4R4/4K4 b - 1")
	m := legal(t, p, "5h5e")
	const alpha, lmrDepth = 100, 2
	most := Score(captureFutilityBase + 2*captureFutilityFactor + 100) // what the capture adds at the most
	for _, c := range []struct {
		name     string
		static   Score
		alpha    Score
		check    bool
		history  int
		lmrDepth int
		depth    int
		want     bool
	}{
		{"cannot reach alpha", alpha - most, alpha, false, 0, lmrDepth, 20, true},
		{"may reach more than alpha", alpha - most + 1, alpha, false, 0, lmrDepth, 20, false},
		{"a check", alpha - most, alpha, true, 0, lmrDepth, 20, false},
		{"a good history", alpha - most, alpha, false, 1024, lmrDepth, 20, false},
		{"a bad history", alpha - most + Score(captureFutilityHistory), alpha, false, -1024, lmrDepth, 20, true},
		{"deeper", alpha - most, alpha, false, 0, lmrDepth + 1, 20, false},
		{"too deep", -5000, alpha, false, 0, captureFutilityDepth, 20, false},
		{"loses too much", 1000, alpha, false, 0, lmrDepth, 999 / seeCaptureFactor, true},
		{"a check that loses too much", 1000, alpha, true, 0, lmrDepth, 999 / seeCaptureFactor, true},
		{"may lose that at such a depth", 1000, alpha, false, 0, lmrDepth, 999/seeCaptureFactor + 1, false},
		{"a good history may lose more", 1000, alpha, false, 40_000, lmrDepth, 1, false},
		{"a bad history may lose nothing", 1000, alpha, false, -100_000, lmrDepth, 999/seeCaptureFactor + 1, true},
		{"behind all may be lost", -1, -1, true, 0, lmrDepth, 1, false},
	} {
		n := node{alpha: c.alpha, beta: c.alpha + 1, depth: c.depth, static: c.static}
		require.Equal(t, c.want, n.canSkipCapture(p, m, position.Pawn, c.check, c.history, c.lmrDepth), c.name)
	}
}

func TestIsFutile(t *testing.T) {
	const static = -300
	base := Score(static + futilityBase + 2*futilityFactor)
	for _, c := range []struct {
		name     string
		static   Score
		lmrDepth int
		found    bool
		most     Score
	}{
		{"a move is best", static, 2, true, base},
		{"none is", static, 2, false, base + Score(futilityFirst)},
		{"a ply less", static, 1, true, base - Score(futilityFactor)},
	} {
		n := node{static: c.static, alpha: c.most}
		most, futile := n.isFutile(c.lmrDepth, c.found)
		require.Equal(t, c.most, most, c.name)
		require.True(t, futile, c.name)
		n.alpha--
		_, futile = n.isFutile(c.lmrDepth, c.found)
		require.False(t, futile, "%s: may be better than alpha", c.name)
	}
	n := node{static: 50, alpha: 49}
	most, futile := n.isFutile(-10, true)
	require.Equal(t, Score(50+futilityBase-10*futilityFactor+futilityAbove), most, "above alpha already")
	require.True(t, futile)
	n = node{static: -20_000}
	_, futile = n.isFutile(futilityDepth-1, true)
	require.True(t, futile)
	_, futile = n.isFutile(futilityDepth, true)
	require.False(t, futile, "too deep")
	n.inCheck = true
	_, futile = n.isFutile(1, true)
	require.False(t, futile, "in check")
}

// TestLosesQuietly: a gold that is dropped where a pawn takes it, 600, may be lost only if there is depth enough to find out why.
func TestLosesQuietly(t *testing.T) {
	p := parse(t, "4k4/9/9/4p4/9/9/9/9/4K4 b G 1")
	hangs, safe := legal(t, p, "G*5e"), legal(t, p, "G*5f")
	require.True(t, losesQuietly(p, hangs, 0))
	require.False(t, losesQuietly(p, hangs, 20))
	for d := range 12 {
		require.Equal(t, -600 < seeQuietFactor*d*d, losesQuietly(p, hangs, d), "depth %d", d)
		require.False(t, losesQuietly(p, safe, d))
	}
}

func TestCanTestSingular(t *testing.T) {
	checkRule(t, node{depth: singularDepth, beta: 100, tt: ttEntry{score: 150, depth: singularDepth - 3, bound: BoundLower}},
		(*node).canTestSingular, []ruleCase{
			{"exact", func(n *node) { n.tt.bound = BoundExact }, true},
			{"an upper bound", func(n *node) { n.tt.bound = BoundUpper }, false},
			{"not deep enough", func(n *node) { n.depth-- }, false},
			{"was a principal variation", func(n *node) { n.ttPV = true }, false},
			{"that, a ply deeper", func(n *node) { n.ttPV, n.depth, n.tt.depth = true, n.depth+1, n.tt.depth+1 }, true},
			{"the table knows too little", func(n *node) { n.tt.depth-- }, false},
			{"no score", func(n *node) { n.tt.score = eval.None }, false},
			{"a win", func(n *node) { n.tt.score = eval.MateIn(9) }, false},
			{"a loss", func(n *node) { n.tt.score = eval.MatedIn(9) }, false},
			{"root", func(n *node) { n.root = true }, false},
			{"a test already", func(n *node) { n.excluded = someMove }, false},
		})
}

func TestSingularMargin(t *testing.T) {
	for _, c := range []struct {
		ttPV, pv bool
		want     int
	}{
		{false, false, singularMargin},
		{true, false, singularMargin + singularTTPV},
		{true, true, singularMargin},
	} {
		n := node{depth: 200, ttPV: c.ttPV, pv: c.pv}
		require.Equal(t, Score(2*c.want), n.singularMargin(), "%+v", c)
	}
}

// TestExtension: one ply, and one more for each of two limits that the others stay below by more.
func TestExtension(t *testing.T) {
	for _, c := range []struct {
		name           string
		n              node
		history        int
		deep           bool
		double, triple int
	}{
		{"capture", node{}, 0, false, doubleBase, tripleBase},
		{"open window", node{pv: true}, 0, false, doubleBase + doublePV, tripleBase + triplePV},
		{"was a principal variation", node{ttPV: true}, 0, false, doubleBase, tripleBase + tripleTTPV},
		{"doubtful", node{doubt: 30 * doubleDoubt}, 0, false, doubleBase - 30, tripleBase - 30},
		{"deeper than the iteration", node{}, 0, true, doubleBase - doubleDeep, tripleBase - doubleDeep},
		{"trusted table moves", node{}, 4096, false, doubleBase - doubleTTMove*4096/116517, tripleBase},
	} {
		for _, quiet := range []bool{false, true} {
			n, double, triple := c.n, c.double, c.triple
			n.tt.capture = !quiet
			if quiet {
				double, triple = double-doubleQuiet, triple-tripleQuiet
			}
			for _, short := range []int{double, double + 1, triple, triple + 1} {
				want := 1
				if short > double {
					want++
				}
				if short > triple {
					want++
				}
				require.Equal(t, want, n.extension(Score(short), c.history, c.deep), "%s, quiet %t, %d short", c.name, quiet, short)
			}
		}
	}
	n := node{}
	require.Equal(t, 3, n.extension(1, 0, false), "a singular quiet move off the principal variation gets three plies")
}
