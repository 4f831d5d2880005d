package usi

import (
	"sync"
	"time"

	"katachi/search"
)

// ponder is what a search on the opponent's time and the ponderhit that ends its waiting share. The ponderhit may come
// before the search has really begun (the engine may still be loading) and then takes the ponder out of its limits.
type ponder struct {
	engine Searcher

	mu     sync.Mutex
	limits search.Limits
	begun  bool          // the engine searches with these limits
	hit    chan struct{} // closed by the ponderhit
}

func newPonder(engine Searcher, limits search.Limits) *ponder {
	return &ponder{engine: engine, limits: limits, hit: make(chan struct{})}
}

// begin returns the limits for the search that starts now.
func (p *ponder) begin() search.Limits {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun = p.limits.Ponder
	return p.limits
}

// end says that the search has returned; a ponderhit that follows only ends the waiting with the answer.
func (p *ponder) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun = false
}

// ponderhit starts the clock; times, if not nil, replaces the times of the go command. It reports whether the search
// now has an end by itself.
func (p *ponder) ponderhit(at time.Time, times *search.Limits) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.limits.Ponder {
		return true
	}
	l := p.limits
	if times != nil {
		l.Time, l.Inc, l.Byoyomi, l.Timed, l.MoveTime = times.Time, times.Inc, times.Byoyomi, times.Timed, times.MoveTime
	}
	l.Ponder, l.Start = false, at
	p.limits = l
	if p.begun {
		p.engine.PonderHit(&l)
	}
	close(p.hit)
	return l.Infinite || l.Timed || l.MoveTime > 0 || l.Depth > 0 || l.Nodes > 0
}
