package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// TestReduction: 21.586 ln 8 = 44.9 and 21.586 ln 4 = 29.9, both cut off.
func TestReduction(t *testing.T) {
	const product = 44 * 29
	for _, c := range []struct {
		name  string
		n     node
		delta Score
		want  int
	}{
		{"null window", node{beta: 1, improving: true}, 1000, 0},
		{"open window", node{alpha: -30, beta: 30, improving: true}, 120, -lmrWindow * 60 / 120},
		{"not improving", node{beta: 1}, 1000, product * lmrNotImproving / 512},
		{"was a principal variation", node{beta: 1, improving: true, ttPV: true}, 1000, lmrBaseTTPV},
	} {
		c.n.depth = 8
		require.Equal(t, product+lmrBase+c.want, c.n.reduction(4, c.delta), c.name)
	}
}

func TestAdjust(t *testing.T) {
	ttMove := someMove
	other := position.NewMove(50, 49, position.NewPiece(position.Black, position.Silver))
	tt := ttEntry{hit: true, move: ttMove, score: 10, depth: 7, bound: BoundUpper}
	for _, c := range []struct {
		name          string
		change        func(*node)
		move          position.Move
		number        int
		stat, cutoffs int
		want          int // more than for an ordinary move of a cut node
	}{
		{"ordinary", func(*node) {}, other, 4, 0, 0, 0},
		{"later", func(*node) {}, other, 6, 0, 0, -2 * lmrMoveNumber},
		{"doubtful", func(n *node) { n.doubt = 40 * lmrDoubt }, other, 4, 0, 0, -40},
		{"no move of the table", func(n *node) { n.tt.move = position.MoveNone }, other, 4, 0, 0, lmrCutBlind},
		{"the table's move captures", func(n *node) { n.tt.capture = true }, other, 4, 0, 0, lmrTTCapture},
		{"the table's move", func(*node) {}, ttMove, 4, 0, 0, -lmrTTMove},
		{"one cut-off", func(*node) {}, other, 4, 0, 1, 0},
		{"two cut-offs", func(*node) {}, other, 4, 0, 2, lmrCutoffs},
		{"three cut-offs", func(*node) {}, other, 4, 0, 3, lmrCutoffs + lmrManyCutoffs},
		{"a good history", func(*node) {}, other, 4, 8192, 0, -2 * lmrStat},
		{"a bad history", func(*node) {}, other, 4, -8192, 0, 2 * lmrStat},
		{"was a principal variation", func(n *node) { n.ttPV = true }, other, 4, 0, 0, -lmrTTPV},
		{"that, with a better score", func(n *node) { n.ttPV, n.tt.score = true, 11 }, other, 4, 0, 0, -lmrTTPV - lmrTTAbove},
		{"that, with no score", func(n *node) { n.ttPV, n.tt.score = true, eval.None }, other, 4, 0, 0, -lmrTTPV - lmrTTAbove},
		{"that, as deep", func(n *node) { n.ttPV, n.tt.depth = true, 8 }, other, 4, 0, 0, -lmrTTPV - lmrTTDeep - lmrTTDeepCut},
		{"open window", func(n *node) { n.ttPV, n.pv, n.cut = true, true, false }, other, 4, 0, 0, -lmrTTPV - lmrPV - lmrCut},
		{"that, as deep", func(n *node) { n.ttPV, n.pv, n.cut, n.tt.depth = true, true, false, 8 }, other, 4, 0, 0, -lmrTTPV - lmrPV - lmrCut - lmrTTDeep},
		{"that, three cut-offs", func(n *node) { n.ttPV, n.pv, n.cut = true, true, false }, other, 4, 0, 3, -lmrTTPV - lmrPV - lmrCut + lmrCutoffs + lmrManyCutoffs},
	} {
		n := node{alpha: 10, beta: 11, depth: 8, cut: true, tt: tt}
		c.change(&n)
		require.Equal(t, 2000+lmrMove-4*lmrMoveNumber+lmrCut+c.want, n.adjust(2000, c.move, c.number, c.stat, c.cutoffs), c.name)
	}
	all := node{alpha: 10, beta: 11, depth: 8, tt: tt}
	r := 2000 + lmrMove - 4*lmrMoveNumber
	require.Equal(t, r+r*lmrAll/2308, all.adjust(2000, other, 4, 0, 0), "a fail low is expected")
	r += lmrCutoffs + lmrAllCutoffs
	require.Equal(t, r+r*lmrAll/2308, all.adjust(2000, other, 4, 0, 2), "a fail low is expected, two cut-offs")
}
