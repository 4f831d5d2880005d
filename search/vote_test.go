package search

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/tt"
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
		"the same move, deeper":         {result(mine, 90, 7, BoundExact), 1},
		"the same move, as deep":        {result(mine, 120, 6, BoundExact), 0},
		"the same move, less deep":      {result(mine, 120, 5, BoundExact), 0},
		"mated":                         {result(other, eval.MatedIn(4), 8, BoundExact), 0},
		"nothing yet":                   {result(other, -eval.Infinity, 0, BoundNone), 0},
	} {
		e.workers[0].root = result(mine, 100, 6, BoundExact)
		e.workers[1].root = c.helper
		require.Equal(t, c.played, e.vote(e.workers).id, name)
	}
}

// TestVoteKnowsTheSolver: a move that the solver has refuted is not played if any worker has another that it searched.
func TestVoteKnowsTheSolver(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Threads = 2 })
	e.Search(t.Context(), position.New(position.Shogi), Limits{Depth: 1}, nil)
	moves := e.rootMoves(position.New(position.Shogi), nil)
	refuted, sound, third := moves[0], moves[1], moves[2]
	list := func(first, second rootMove, score Score, depth int) []rootMove {
		first.score, first.depth, first.bound = score, depth, BoundExact
		return []rootMove{first, second, third}
	}
	e.solver.refute(refuted.move, []position.Move{sound.move})
	for name, c := range map[string][2][]rootMove{
		"worker 0 has turned from it":       {list(sound, refuted, 50, 10), list(refuted, third, 300, 10)},
		"a helper has turned from it":       {list(refuted, third, 300, 10), list(sound, refuted, 50, 10)},
		"a helper has, at a lesser depth":   {list(refuted, third, 300, 10), list(sound, refuted, 50, 7)},
		"and even if that is all but mated": {list(refuted, third, 300, 10), list(sound, refuted, eval.MatedIn(40), 7)},
	} {
		e.workers[0].root, e.workers[1].root = c[0], c[1]
		require.Equal(t, sound.move, e.choose(nil, e.workers).Move, name)
	}
}

// TestVoteKeepsAMate: no number of voters outweighs it, and a lost one among them makes none of the others better.
func TestVoteKeepsAMate(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Threads = 5 })
	moves := e.rootMoves(position.New(position.Shogi), nil)
	for i, r := range []rootMove{
		{move: moves[0].move, score: 100}, {move: moves[1].move, score: eval.MateIn(9)}, {move: moves[0].move, score: 110},
		{move: moves[0].move, score: 90}, {move: moves[2].move, score: eval.MatedIn(6)},
	} {
		r.previous, r.depth, r.bound = -eval.Infinity, 10+i, BoundExact
		e.workers[i].root = []rootMove{r}
	}
	require.Equal(t, 1, e.vote(e.workers).id)
}

// TestVoteWhenLost: a helper that has just begun does not see that worker 0 has found the position lost.
func TestVoteWhenLost(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Threads = 2 })
	moves := e.rootMoves(position.New(position.Shogi), nil)
	e.workers[0].root = []rootMove{{move: moves[0].move, score: eval.MatedIn(20), depth: 18, bound: BoundExact}}
	for depth, played := range map[int]int{1: 0, 17: 0, 18: 1, 20: 1} {
		e.workers[1].root = []rootMove{{move: moves[1].move, score: -300, depth: depth, bound: BoundExact}}
		require.Equal(t, played, e.vote(e.workers).id, depth)
	}
}

// TestPonderFromTable: where the line has no reply, the table's is expected; but none where the game is over. A position that has
// come before, but not for the fourth time, is like any other.
func TestPonderFromTable(t *testing.T) {
	e := newTestEngine(t, nil)
	const cycle = "2h3h 8b7b 3h2h 7b8b "
	for times, want := range []string{"8b7b", "8b7b", "8b7b", "none"} { // the position after 2h3h has come
		p := position.New(position.Shogi)
		play(t, p, strings.Fields(strings.Repeat(cycle, times))...)
		m := legal(t, p, "2h3h")
		e.run = e.newRun(p, Limits{Depth: 1}, nil)
		require.Equal(t, position.MoveNone, e.ponderFromTable(legal(t, p, "9g9f")), "the table does not know")
		p.Do(m)
		reply := legal(t, p, "8b7b")
		e.table.Store(p.Key(), tt.Entry{Move: reply.To16(), Score: 10, Eval: 10, Depth: 5, Bound: BoundExact})
		if want == "none" {
			reply = position.MoveNone
		}
		require.Equal(t, reply, e.ponderFromTable(m), "%d times before", times)
	}
}

// TestRootMoves: the search leaves out moves by which a pawn does not promote, and so does the root unless all moves are
// asked for.
func TestRootMoves(t *testing.T) {
	e := newTestEngine(t, nil)
	p := parse(t, "4k4/9/9/4P4/9/9/9/9/4K4 b - 1")
	narrow := len(e.rootMoves(p, nil))
	e.options.AllMoves = true
	require.Len(t, e.rootMoves(p, nil), narrow+1)
}
