package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/position"
)

// A search that is stopped before it has begun still answers with a legal move, and with a score that no GUI takes for
// a mate.
func TestStoppedAtOnce(t *testing.T) {
	for _, deepening := range []Deepening{Full, Selective} {
		e, err := NewEngine(func() eval.Evaluator { return classical.New() })
		require.NoError(t, err)
		o := e.Options()
		o.HashMB, o.Deepening = 1, deepening
		require.NoError(t, e.SetOptions(o))
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		p := position.New(position.Shogi)
		r := e.Search(ctx, p, Limits{Infinite: true}, func(Info) {})
		require.True(t, p.IsLegal(r.Move))
		require.InDelta(t, 0, int(r.Score), 500)
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
	r := e.choose(nil)
	require.True(t, p.IsLegal(r.Move))
	require.Len(t, infos, 1)
	require.Equal(t, []position.Move{r.Move}, infos[0].PV)
	require.Equal(t, r.Score, infos[0].Score)
	require.InDelta(t, 0, int(r.Score), 500)
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
