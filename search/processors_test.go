package search

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestProcessors: there are few while nothing but the search goes on, and as many as ever for a while after a line has come.
func TestProcessors(t *testing.T) {
	usual := runtime.GOMAXPROCS(3)
	defer runtime.GOMAXPROCS(usual)
	var p processors
	now := time.Now()
	p.attend(now)
	p.reduce(1, now.Add(attention))
	require.Equal(t, 3, runtime.GOMAXPROCS(0))
	p.reduce(1, now.Add(attention+1))
	require.Equal(t, 1, runtime.GOMAXPROCS(0))
	p.reduce(2, now.Add(attention+2))
	require.Equal(t, 1, runtime.GOMAXPROCS(0), "already reduced")
	p.attend(now.Add(attention + 3))
	require.Equal(t, 3, runtime.GOMAXPROCS(0))
	p.attend(now.Add(attention + 4))
	require.Equal(t, 3, runtime.GOMAXPROCS(0))
}

// TestAloneSearch: a search that is alone has few processors, and leaves as many as it found.
func TestAloneSearch(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Threads = 2 })
	e.Alone = true
	before := runtime.GOMAXPROCS(0)
	require.Greater(t, before, 2)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan Result)
	go func() { done <- e.Search(ctx, position.New(position.Shogi), Limits{Infinite: true}, nil) }()
	require.Eventually(t, e.processors.few.Load, 30*time.Second, time.Millisecond)
	require.Equal(t, min(2, cores), runtime.GOMAXPROCS(0))
	cancel()
	require.NotEqual(t, position.MoveResign, (<-done).Move)
	require.Equal(t, before, runtime.GOMAXPROCS(0))
}
