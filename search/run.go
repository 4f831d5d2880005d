package search

import (
	"math"
	"sync/atomic"
	"time"

	"katachi/position"
)

// run is the state that the workers of one search share. Each search has a new one.
type run struct {
	root        *position.Position
	limits      Limits
	threads     int
	stop        atomic.Bool
	fault       atomic.Pointer[string] // what to report of the first worker that panicked
	ready       atomic.Bool            // worker 0 of full deepening has come to its end, though the answer may be held
	nodeLimit   uint64                 // of all workers together, 0 = none
	ungranted   atomic.Int64           // what of nodeLimit no worker was granted yet
	leastNodes  uint64                 // worker 0 may spend these, if nodeLimit allows: there is a searched answer however short the time is
	clock       *Clock
	declaration position.Declaration
	drawScore   [2]Score
	moveLimit   int     // of moves in the game, after which it is drawn; 0 = none
	alone       bool    // see processors
	solving     *worker // looks for mates now and then, see rootSolver; nil: none
	reporter    reporter
	began       time.Duration // on the clock: after a ponderhit it may be long after the command
}

// newRun prepares a search of the position, to follow the engine's last one.
func (e *Engine) newRun(p *position.Position, limits Limits, report func(Info)) *run {
	o := &e.options
	us := p.Side()
	r := &run{
		root: p.Clone(), limits: limits, threads: o.Threads, reporter: newReporter(report),
		declaration: position.NewDeclaration(o.EnteringKing, p), moveLimit: o.moveLimit(p.Ply()), leastNodes: 2000,
	}
	if nodesTime > 0 {
		r.clock = e.nodesClock(limits, us, p.Ply())
	} else {
		r.clock = newClock(limits, o, us, p.Ply(), e.clock)
	}
	r.began = r.clock.Elapsed()
	r.limitNodes(limits.Nodes)
	r.drawScore[us], r.drawScore[us.Other()] = o.DrawValue[us], -o.DrawValue[us]
	return r
}

// limitNodes sets how many nodes all workers together may search, 0 for no limit. A limit is exact.
func (r *run) limitNodes(n uint64) {
	r.nodeLimit = n
	r.ungranted.Store(int64(min(n, math.MaxInt64)))
}

// exact reports whether depth or nodes end the search, so that it has the same result at any time.
func (e *Engine) exact() bool {
	return e.limits.Depth > 0 || e.nodeLimit > 0
}

// mostNodes returns roughly how many nodes the search will have at most, 0 if unknown.
func (r *run) mostNodes() uint64 {
	const pace = 1 << 20 // nodes a second of a worker
	plan := r.clock.plan.Load()
	switch {
	case r.nodeLimit > 0:
		return r.nodeLimit
	case !plan.timed || r.limits.Ponder != nil:
		return 0
	}
	return uint64(plan.maximum.Seconds()*pace+1) * uint64(r.threads)
}

// grantNodes grants a worker some of the remaining nodes: fewer as fewer remain, 0 when the limit is reached.
func (r *run) grantNodes() uint64 {
	for {
		left := r.ungranted.Load()
		n := min(pollEvery, left)
		if r.threads > 1 {
			n = min(n, left/int64(2*r.threads)+1)
		}
		if n <= 0 {
			return 0
		}
		if r.ungranted.CompareAndSwap(left, left-n) {
			return uint64(n)
		}
	}
}
