package search

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

func TestPonderHit(t *testing.T) {
	e := newTestEngine(t, nil)
	p := position.New(position.Shogi)
	const after = 100 * time.Millisecond
	times := Limits{Timed: true, Byoyomi: 200 * time.Millisecond}
	for _, c := range []struct {
		name   string
		limits Limits
		times  Limits
		early  bool // the hit overtakes the start of the search
	}{
		{"the hit brings the time", Limits{}, times, false},
		{"the hit brings the time, early", Limits{}, times, true},
		{"a search that is complete answers at the hit", Limits{Depth: 2}, Limits{}, false},
		{"nothing says how long: the answer is due", Limits{}, Limits{}, false},
		{"nothing says how long, early", Limits{}, Limits{}, true},
		{"the go command's time counts from the hit", times, Limits{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.limits.Ponder = NewPonder()
			begin := time.Now()
			if c.early {
				c.limits.Ponder.Hit(c.times)
			} else {
				time.AfterFunc(after, func() { c.limits.Ponder.Hit(c.times) })
			}
			r := e.Search(t.Context(), p, c.limits, nil)
			require.True(t, p.IsLegal(r.Move))
			if !c.early {
				require.GreaterOrEqual(t, time.Since(begin), after)
			}
			if c.times.Timed || c.limits.Timed {
				require.True(t, e.clock.Timed())
			}
		})
	}
}

// TestPonderHitWithMate: a mate that the solver found while pondering is played at the hit, whatever time there is.
func TestPonderHitWithMate(t *testing.T) {
	for _, found := range []bool{false, true} {
		e := newTestEngine(t, nil)
		p := position.New(position.Shogi)
		mate := []position.Move{movegen.Legal(p, nil)[0]}
		ctx, cancel := context.WithCancel(t.Context())
		ponder := NewPonder()
		e.Search(ctx, p, Limits{Ponder: ponder, Timed: true, Byoyomi: time.Hour}, func(Info) {
			if ctx.Err() != nil {
				return
			}
			if found {
				e.solver.won.Store(&mate)
			}
			ponder.Hit(Limits{})
			require.Equal(t, found, e.stop.Load())
			cancel()
		})
	}
}

// stuck is an evaluator of a helper that gets nowhere before the search is stopped.
type stuck struct {
	eval.Evaluator
	stopped func() bool
}

func (e stuck) Evaluate(p *position.Position) eval.Score {
	for !e.stopped() {
		time.Sleep(time.Millisecond)
	}
	return e.Evaluator.Evaluate(p)
}

// TestPonderHitAtTheEnd: once worker 0 has reached its depth the hit ends the search, whatever the helpers are at.
func TestPonderHitAtTheEnd(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Threads = 2 })
	e.workers[1].eval = stuck{e.workers[1].eval, func() bool { return e.stop.Load() }}
	ponder := NewPonder()
	stopped := make(chan bool, 1)
	var once sync.Once
	e.Search(t.Context(), position.New(position.Shogi), Limits{Depth: 3, Ponder: ponder}, func(Info) {
		run := e.run
		once.Do(func() {
			go func() {
				assert.Eventually(t, run.ready.Load, time.Minute, time.Millisecond)
				ponder.Hit(Limits{})
				stopped <- run.stop.Load()
				run.stop.Store(true)
			}()
		})
	})
	require.True(t, <-stopped)
}

// TestPonderHitTooLate: a hit that comes when the search has been stopped does nothing to the next one.
func TestPonderHitTooLate(t *testing.T) {
	e := newTestEngine(t, nil)
	p := position.New(position.Shogi)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	ponder := NewPonder()
	e.Search(stopped, p, Limits{Ponder: ponder, Depth: 1}, nil)
	depth := 0
	e.Search(t.Context(), p, Limits{Depth: 3}, func(i Info) {
		depth = i.Depth
		ponder.Hit(Limits{})
	})
	require.Equal(t, 3, depth)
}

func TestAfterHit(t *testing.T) {
	begin := time.Now()
	l := Limits{Start: begin, Ponder: NewPonder(), Timed: true, Byoyomi: time.Second, Nodes: 7}
	l.Ponder.Hit(Limits{Start: begin.Add(1), Depth: 3})
	l.Ponder.Hit(Limits{Start: begin.Add(2), MoveTime: 5}) // nobody plays a move twice
	require.Equal(t, Limits{Start: begin.Add(1), Timed: true, Byoyomi: time.Second, Nodes: 7}, l.AfterHit(), "of the rest only times can come late")

	l.Ponder = NewPonder()
	l.Ponder.Hit(Limits{Start: begin, Timed: true, Time: [2]time.Duration{1, 2}, Inc: [2]time.Duration{3, 4}, Depth: 3})
	require.Equal(t, Limits{Start: begin, Timed: true, Time: [2]time.Duration{1, 2}, Inc: [2]time.Duration{3, 4}, Nodes: 7}, l.AfterHit())

	l.Ponder = NewPonder()
	l.Ponder.Hit(Limits{Start: begin, MoveTime: 5})
	require.Equal(t, Limits{Start: begin, MoveTime: 5, Nodes: 7}, l.AfterHit())
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limits  Limits
		endless bool
	}{
		{Limits{}, true},
		{Limits{Moves: []position.Move{1}}, true},
		{Limits{Infinite: true, Depth: 3}, true},
		{Limits{Timed: true}, false},
		{Limits{MoveTime: 1}, false},
		{Limits{Depth: 1}, false},
		{Limits{Nodes: 1}, false},
		{Limits{Ponder: NewPonder()}, false},
	} {
		require.Equal(t, c.endless, c.limits.Endless(), "%+v", c.limits)
	}

	l := Limits{Depth: 5}
	l.AtMost(0, 100)
	require.Equal(t, Limits{Depth: 5, Nodes: 100}, l)
	l.AtMost(7, 200)
	require.Equal(t, Limits{Depth: 5, Nodes: 100}, l)
	l.AtMost(3, 50)
	require.Equal(t, Limits{Depth: 3, Nodes: 50}, l)

	over, end := context.WithCancel(t.Context())
	end()
	for _, l := range []Limits{{}, {Infinite: true}, {Ponder: NewPonder()}} {
		require.True(t, l.held())
		l.Wait(over)
	}
	l = Limits{Ponder: NewPonder()}
	l.Ponder.Hit(Limits{})
	require.False(t, l.held())
	l.Wait(t.Context())
}
