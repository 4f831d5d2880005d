package usi

import (
	"context"
	"fmt"
	"sync/atomic"

	"katachi/search"
)

// taskKind says what a task does, and with it how commands treat it.
type taskKind uint8

const (
	loading taskKind = iota // nothing stops it
	thinking
	console // work for a person at the keyboard: perft, bench
	keeping // the same, but its results are saved when it is stopped: quit stops it at once
)

// task is work beside the reading loop.
type task struct {
	kind     taskKind
	cancel   context.CancelFunc
	stopping bool           // it has been told to end
	answered atomic.Bool    // its answer is on the way out: for the GUI it is over
	done     chan struct{}  // closed when it has ended and answered
	ponder   *search.Ponder // of a go ponder, else nil
}

func (t *task) stop() {
	t.stopping = true
	t.cancel()
}

// begin runs work as the current task. A panic in it becomes an info string; work that owes an answer must recover by itself
// (see thought.run).
func (c *conversation) begin(kind taskKind, work func(ctx context.Context, t *task)) *task {
	ctx, cancel := context.WithCancel(context.Background())
	t := &task{kind: kind, cancel: cancel, done: make(chan struct{})}
	c.task = t
	if c.leaving && kind == thinking {
		t.stop()
	}
	go func() {
		defer close(t.done)
		defer cancel()
		if err := guarded(func() { work(ctx, t) }); err != nil {
			c.out.fail(err)
		}
	}()
	return t
}

// guarded calls f and turns a panic into an error that names the place.
func guarded(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v at %s", r, search.PanicPlace())
		}
	}()
	f()
	return nil
}
