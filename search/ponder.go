package search

import "sync"

// Ponder tells a search on the opponent's time that the expected move was played; the search has it in its Limits. The
// hit may come before the search begins (the engine may still be loading), while it runs, or after it. It is safe for
// concurrent use.
type Ponder struct {
	mu    sync.Mutex
	hit   chan struct{} // closed by Hit
	times Limits        // what came with the hit
	heard func()        // by the search that runs
}

// NewPonder returns a Ponder for one search.
func NewPonder() *Ponder { return &Ponder{hit: make(chan struct{})} }

// Hit says that the expected move was played. The time counts from times.Start, and if times has a time for the game or
// the move, these replace those of the go command. Only the first hit counts.
func (p *Ponder) Hit(times Limits) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isHit() {
		return
	}
	p.times = times
	close(p.hit)
	if p.heard != nil {
		p.heard()
	}
}

// Done returns a channel that is closed by the hit.
func (p *Ponder) Done() <-chan struct{} { return p.hit }

func (p *Ponder) isHit() bool {
	select {
	case <-p.hit:
		return true
	default:
		return false
	}
}

// listen calls heard at the hit, at once if the hit has already come. The returned function ends that.
func (p *Ponder) listen(heard func()) (stop func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isHit() {
		heard()
	}
	p.heard = heard
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.heard = nil
	}
}

// AfterHit returns the limits that hold after the ponderhit: those of a search on the engine's own time.
func (l Limits) AfterHit() Limits {
	times := &l.Ponder.times
	if times.Timed || times.MoveTime > 0 {
		l.Time, l.Inc, l.Byoyomi, l.Timed, l.MoveTime = times.Time, times.Inc, times.Byoyomi, times.Timed, times.MoveTime
	}
	l.Start, l.Ponder = times.Start, nil
	return l
}
