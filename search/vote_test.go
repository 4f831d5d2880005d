package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// TestVote: worker 0 thinks 100 of its move at depth 6; what a second worker must have found to be played instead.
func TestVote(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Threads = 2 })
	moves := e.rootMoves(position.New(position.Shogi), nil)
	mine, other := moves[0].move, moves[1].move
	result := func(m position.Move, score Score, depth int, bound Bound) []rootMove {
		return []rootMove{{move: m, score: score, previous: -eval.Infinity, depth: depth, bound: bound}}
	}
	for name, c := range map[string]struct {
		helper []rootMove
		played int
	}{
		"better, as deep":               {result(other, 245, 6, BoundExact), 1},
		"better, but it has just begun": {result(other, 245, 1, BoundExact), 0},
		"better, as a bound only":       {result(other, 245, 6, BoundLower), 0},
		"worse, a little deeper":        {result(other, 50, 7, BoundExact), 0},
		"a mate, at any depth":          {result(other, eval.MateIn(3), 3, BoundExact), 1},
		"mated":                         {result(other, eval.MatedIn(4), 8, BoundExact), 0},
		"nothing yet":                   {result(other, -eval.Infinity, 0, BoundNone), 0},
	} {
		e.workers[0].root = result(mine, 100, 6, BoundExact)
		e.workers[1].root = c.helper
		require.Equal(t, c.played, e.vote().id, name)
	}
}
