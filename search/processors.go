package search

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// processors keeps Go's scheduler out of the way of a search. As long as one of Go's processors (GOMAXPROCS) is idle,
// the scheduler wakes threads that look for work, several in every ten milliseconds; where the system has no core to
// spare they take a worker's. So while an engine that has the process to itself searches, there are no more processors
// than workers, and the workers let the other goroutines run now and then. But a thread that waits for input keeps its
// processor for up to twenty milliseconds, so when a line comes the usual number is back for a while.
type processors struct {
	mu    sync.Mutex
	few   atomic.Bool // there are no more than workers
	usual int         // how many there are else
	until time.Time   // there may be few from then on
}

const (
	yieldEvery = 2 * time.Millisecond
	attention  = 5 * time.Millisecond // for the line that came and the answer to it
)

// Attend is to be called when there is something to do beside a running search: a line has come. It matters only with
// Alone.
func (e *Engine) Attend() { e.processors.attend(time.Now()) }

func (p *processors) attend(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until = now.Add(attention)
	if p.few.CompareAndSwap(true, false) {
		runtime.GOMAXPROCS(p.usual)
	}
}

// reduce leaves n processors, unless a line has just come.
func (p *processors) reduce(n int, now time.Time) {
	if p.few.Load() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.After(p.until) {
		p.usual = runtime.GOMAXPROCS(n)
		p.few.Store(true)
	}
}

// yield lets other goroutines run if the worker has not done so lately. Worker 0 also sets the number of processors.
func (w *worker) yield() {
	e := w.engine
	if !w.run.alone || w.looked.Sub(w.yielded) < yieldEvery {
		return
	}
	w.yielded = w.looked
	p := &e.processors
	if w.id == 0 {
		p.reduce(min(len(e.workers), cores), w.looked)
	}
	if p.few.Load() {
		runtime.Gosched()
	}
}
