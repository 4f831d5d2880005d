package search

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

// A search that is stopped before it has begun still answers with a legal move, and with a score that no GUI takes for
// a mate; and it has looked at all moves.
func TestStoppedAtOnce(t *testing.T) {
	for _, deepening := range []Deepening{Full, Selective} {
		e := newTestEngine(t, func(o *Options) { o.Deepening = deepening })
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		p := position.New(position.Shogi)
		r := e.Search(ctx, p, Limits{Infinite: true}, func(Info) {})
		require.True(t, p.IsLegal(r.Move))
		require.InDelta(t, 0, int(r.Score), 500)
		require.GreaterOrEqual(t, e.Nodes(), uint64(len(movegen.Legal(p, nil))))
	}
}

// A limit of nodes does not make a search that has no time answer before it has looked at the moves, as a level would on
// a machine too busy; and the limit still holds.
func TestStoppedAtOnceWithNodesLeft(t *testing.T) {
	for name, change := range drivers {
		e := newTestEngine(t, change)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		p := parse(t, "4k4/9/4P4/9/9/9/9/9/4K4 b GRBSNL5P 1")
		r := e.Search(ctx, p, Limits{Nodes: 1500}, nil)
		require.Equal(t, eval.MateIn(1), r.Score, "%s: %v", name, r.Move)
		for _, limit := range []uint64{1, 50} {
			e.Search(ctx, p, Limits{Nodes: limit}, nil)
			require.LessOrEqual(t, e.Nodes(), limit+uint64(e.options.Threads), "%s: selective plays a move before it asks", name)
		}
	}
}

// A search whose threads got to search nothing, on a machine too busy, reports the move that it plays all the same.
func TestNothingSearched(t *testing.T) {
	e := newTestEngine(t, nil)
	p := position.New(position.Shogi)
	e.Search(t.Context(), p, Limits{Depth: 1}, nil)
	var infos []Info
	e.reporter = newReporter(func(i Info) { infos = append(infos, i) })
	e.workers[0].root = e.rootMoves(p, nil)
	r := e.choose(nil, e.workers)
	require.True(t, p.IsLegal(r.Move))
	require.Len(t, infos, 1)
	require.Equal(t, []position.Move{r.Move}, infos[0].PV)
	require.Equal(t, r.Score, infos[0].Score)
	require.InDelta(t, 0, int(r.Score), 500)
}

// TestFault: where a thread fails the search ends with a legal move and says why, and the next one is as if nothing had happened.
func TestFault(t *testing.T) {
	for name, change := range drivers {
		for failing := range 2 {
			e := newTestEngine(t, change)
			if failing >= len(e.workers) {
				continue
			}
			p := position.New(position.Shogi)
			sound := e.workers[failing].eval
			left := 100 // evaluations
			e.workers[failing].eval = evalThat{0, func(*position.Position) {
				if left--; left == 0 {
					panic("out of order")
				}
			}}
			var told []string
			report := func(i Info) {
				if strings.HasPrefix(i.Text, "Error") {
					told = append(told, i.Text)
				}
			}
			r := e.Search(t.Context(), p, Limits{MoveTime: time.Hour}, report)
			require.True(t, p.IsLegal(r.Move), name)
			require.Len(t, told, 1, name)
			require.Regexp(t, fmt.Sprintf(`^Error: internal error in search thread %d: out of order at stopped_test.go:\d+$`, failing), told[0], name)
			e.Clear() // waits for all
			require.Len(t, e.turns.free, cap(e.turns.free), name)

			e.workers[failing].eval = sound
			told = nil
			r = e.Search(t.Context(), p, Limits{Depth: 3}, report)
			require.True(t, p.IsLegal(r.Move), name)
			require.Empty(t, told, name)
			if len(e.workers) == 1 {
				want, _ := lines(newTestEngine(t, change), p, Limits{Depth: 3})
				require.Equal(t, want, r, name)
			}
		}
	}
}

// TestHelperStops: in the selective driver a helper that is told to stop leaves its move to worker 0, which goes on until it
// has an answer.
func TestHelperStops(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Threads = 2 })
	s := newSelection(e.rootMoves(position.New(position.Shogi), nil), &e.options, 10)
	index, _ := s.next()
	helper := e.workers[1]
	helper.aborted = true
	s.finish(index, 0, BoundNone, helper, 0)
	again, _ := s.next()
	require.Equal(t, index, again)
	first := e.workers[0]
	first.aborted = true
	s.finish(again, 0, BoundNone, first, 0)
	end, _ := s.next()
	require.Equal(t, -1, end)
}

// TestSelectiveLeavesMates: in the selective driver a move of which a mate is known is deepened no further than twice its length.
func TestSelectiveLeavesMates(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.MinDepth = 8 })
	for _, c := range []struct {
		score Score
		depth int
		left  bool
	}{
		{eval.MateIn(5), 10, false}, {eval.MateIn(5), 11, true}, {eval.MatedIn(6), 12, false}, {eval.MatedIn(6), 13, true},
		{eval.MateIn(3), 7, false}, // not yet the least depth
		{eval.MateIn(3), 8, true}, {repetitionWin, 50, false}, {3000, 50, false},
	} {
		s := newSelection(e.rootMoves(position.New(position.Shogi), nil)[:2], &e.options, 0)
		s.root[0].score, s.root[0].depth = c.score, c.depth
		s.root[1].depth = s.greatest
		index, _ := s.choose()
		require.Equal(t, c.left, index < 0, "%v at depth %d", c.score, c.depth)
	}
}

// TestRanking: which of two moves the selective driver would play.
func TestRanking(t *testing.T) {
	exact := func(score Score, depth int) rootMove { return rootMove{score: score, depth: depth, bound: BoundExact} }
	atMost := func(score Score, depth int) rootMove { return rootMove{score: score, depth: depth, bound: BoundUpper} }
	for _, c := range []struct {
		name          string
		lines         int
		better, worse rootMove
	}{
		{"the greater score", 1, exact(60, 3), exact(50, 9)},
		{"of equal scores the deeper one", 1, exact(50, 9), exact(50, 3)},
		{"one that was searched", 1, exact(-900, 1), rootMove{score: -eval.Infinity}},
		{"a score, not what is only a bound", 1, exact(-50, 3), atMost(60, 5)},
		{"a bound, where the other one loses", 1, atMost(-200, 5), exact(eval.MatedIn(4), 9)},
		{"with several lines there are no bounds", 2, atMost(60, 5), exact(50, 3)},
	} {
		for _, root := range [][]rootMove{{c.better, c.worse}, {c.worse, c.better}} {
			require.Equal(t, c.better, newSelection(root, &Options{MultiPV: c.lines}, 0).ranking()[0], c.name)
		}
	}
}

// TestSelectiveOrder: which of two moves the selective driver deepens first; every move has to come to depth 3.
func TestSelectiveOrder(t *testing.T) {
	s := newSelection(nil, &Options{MinDepth: 3, MaxDepth: 20}, 0)
	for name, c := range map[string][2]rootMove{
		"one not yet deep enough":   {{depth: 2, score: -500}, {depth: 3, score: 500}},
		"of those the less deep":    {{depth: 1, score: -500}, {depth: 2, score: 500}},
		"of equal depth the better": {{depth: 2, score: 1}, {depth: 2, score: 0}},
		"the better":                {{depth: 5, score: 1}, {depth: 5, score: 0}},
		"one that lags behind":      {{depth: 4, score: 0}, {depth: 5, score: Score(selectiveLag - 1)}},
	} {
		require.True(t, s.before(&c[0], &c[1]), name)
		require.False(t, s.before(&c[1], &c[0]), name)
	}
}

// TestStep: the evaluation is 500 everywhere; what a step of the selective driver finds of a move that it took for worth 0 before.
func TestStep(t *testing.T) {
	for name, c := range map[string]struct {
		rival, want Score
		bound       Bound
	}{
		"the only move":      {-eval.Infinity, 500, BoundExact}, // above its window, again and again
		"it has become best": {499, 500, BoundExact},
		"another is better":  {600, 600, BoundUpper},
		"the others lose":    {eval.MatedIn(8), 500, BoundExact},
	} {
		e := newTestEngine(t, func(o *Options) { o.DrawValue = [2]Score{500, 500} })
		p := position.New(position.Shogi)
		e.run = e.newRun(p, Limits{Infinite: true}, nil)
		w := e.workers[0]
		w.eval = blackEval(500)
		w.prepare(p, e.rootMoves(p, nil))
		score, bound := w.step(&rootMove{move: w.root[0].move, depth: 1}, c.rival)
		require.Equal(t, c.bound, bound, name)
		if bound == BoundExact {
			require.Equal(t, c.want, score, name)
		} else {
			require.LessOrEqual(t, score, c.want, name)
		}
	}
}

// TestStopEndsOneSearchOnly: the stop of a search that had ended by itself comes too late to end the next one.
func TestStopEndsOneSearchOnly(t *testing.T) {
	e := newTestEngine(t, nil)
	mated := parse(t, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
	p := position.New(position.Shogi)
	for range 300 {
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		e.Search(ctx, mated, Limits{Infinite: true}, nil)
		e.Search(t.Context(), p, Limits{Nodes: 300}, nil)
		require.GreaterOrEqual(t, e.Nodes(), uint64(300))
	}
}

// TestHolds: only a leading move that is as good as before may end the search in the middle of an iteration.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		score Score
		bound Bound
		want  bool
	}{
		{50, BoundExact, true}, {50 - holdsMargin, BoundExact, true}, {300, BoundExact, true},
		{50 - holdsMargin - 1, BoundExact, false}, {eval.MatedIn(2), BoundExact, false}, {50, BoundUpper, false},
	} {
		r := rootMove{score: c.score, previous: 50, bound: c.bound}
		require.Equal(t, c.want, r.holds(), "%v %v", c.score, c.bound)
	}
}

// TestNoBounds: where no scores are wanted that are only bounds, the last line has none either, however it was cut short.
func TestNoBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for name, quiet := range map[string]func(*Options){
		"consideration": func(o *Options) { o.ConsiderationMode = true },
		"no fail lines": func(o *Options) { o.OutputFailLHPV = false },
	} {
		e := newTestEngine(t, quiet)
		p := parse(t, benchPositions[1])
		for nodes := uint64(500); nodes < 4000; nodes += 100 {
			e.Clear()
			_, infos := lines(e, p, Limits{Nodes: nodes})
			for _, i := range infos {
				require.Equal(t, BoundExact, i.Bound, "%s, %d nodes", name, nodes)
			}
		}
	}
}
