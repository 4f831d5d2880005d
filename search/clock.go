package search

import (
	"math"
	"sync/atomic"
	"time"

	"katachi/eval"
	"katachi/position"
)

// Clock decides when a search must end and when it should. It is safe for concurrent use. plan.go divides the time of a
// game; delays.go measures what answering costs beyond the thinking.
type Clock struct {
	limits  Limits
	options *Options
	side    position.Color
	ply     int
	now     func() time.Time // time.Now; tests have a time of their own

	began time.Time // of the search, for reports
	plan  atomic.Pointer[plan]
	need  atomic.Uint64 // bits of the last need that Settle was told, a float64

	lastScore Score // of the search for the move before in this game, eval.None if it is not known
	score     Score // of this search

	delays   delays        // as they were known when the search began
	cold     bool          // it is the first search of the process
	stall    atomic.Int64  // nanoseconds: the longest standstill of this search
	answered time.Time     // when the search had its answer
	late     time.Duration // after it was due
}

// newClock starts a clock. While the limits say ponder the clock does not end the search. before is the clock of the
// last search, or nil.
func newClock(limits Limits, options *Options, side position.Color, ply int, before *Clock) *Clock {
	return newClockAt(time.Now, limits, options, side, ply, before)
}

func newClockAt(now func() time.Time, limits Limits, options *Options, side position.Color, ply int, before *Clock) *Clock {
	c := &Clock{limits: limits, options: options, side: side, ply: ply, now: now, began: limits.Start, lastScore: eval.None, score: eval.None}
	if limits.Start.IsZero() {
		c.began = now()
	}
	if c.delays = c.learn(before); !options.MeasureDelays {
		c.delays = delays{pace: c.delays.pace, off: true}
	}
	switch {
	case before == nil || before.side != side:
	case before.ply+2 == ply:
		c.lastScore = before.score
	case before.ply == ply: // it pondered on another move
		c.lastScore = before.lastScore
	}
	if limits.Ponder != nil || limits.Infinite {
		c.plan.Store(&plan{from: c.began})
	} else {
		c.plan.Store(c.makePlan(limits, c.began))
	}
	return c
}

// ponderHit starts the time, with the limits that hold from now on.
func (c *Clock) ponderHit(limits Limits) {
	c.limits = limits // the workers do not look at them
	from := limits.Start
	if from.IsZero() {
		from = c.now()
	}
	p := c.makePlan(limits, from)
	// Pondering may have settled the move already. The iteration that runs may take long; it is not waited for.
	if need := math.Float64frombits(c.need.Load()); need > 0 && p.timed && !p.fixed && (p.optimum < p.maximum || need <= forced) {
		if ordinary := time.Duration(float64(p.optimum) * need); from.Sub(c.began) >= ordinary {
			p.end = from.Add(min(ordinary/4, p.maximum))
		}
	}
	c.plan.Store(p)
}

// Elapsed returns the time since the search began.
func (c *Clock) Elapsed() time.Duration { return c.now().Sub(c.began) }

// Timed reports whether the search has a time limit.
func (c *Clock) Timed() bool { return c.plan.Load().timed }

// Expired reports whether the search must end now. last is when the same worker asked before; it becomes now. A long
// gap between the two means that the system did not run the thread; such a stall is measured and brings the end
// forward.
func (c *Clock) Expired(last *time.Time) bool {
	now := c.now()
	c.stood(now.Sub(*last))
	*last = now
	p := c.plan.Load()
	return p.timed && !now.Before(c.deadline(p))
}

// deadline is when the search has to end.
func (c *Clock) deadline(p *plan) time.Time {
	d := c.delays
	d.own = max(d.own, time.Duration(c.stall.Load()))
	by := p.from.Add(min(p.maximum, d.hard(p.limit)))
	if !p.end.IsZero() && p.end.Before(by) {
		return p.end
	}
	return by
}

// Settle tells the clock that a move could be played, and how settled the choice is: need is 1 for an ordinary move,
// less if the move is clear, more if best move or score are unstable. If the time has come, the clock then fixes the
// end of the search.
func (c *Clock) Settle(need float64) {
	c.need.Store(math.Float64bits(need))
	p := c.plan.Load()
	if !p.timed || p.fixed || !p.end.IsZero() {
		return
	}
	elapsed := c.now().Sub(p.from)
	if need > forced {
		if p.optimum == p.maximum {
			return // byoyomi cannot be saved up
		}
		target := max(time.Duration(float64(p.optimum)*need), p.floor)
		if elapsed < time.Duration(float64(target)*settleShare) {
			return
		}
	}
	next := *p
	next.end = p.from.Add(min(c.rounded(elapsed, p), p.maximum))
	c.plan.CompareAndSwap(p, &next) // a ponderhit in between makes a plan of its own
}

const (
	// forced is the need below which a move is played at once even if no time is saved by it.
	forced = 0.1
	// settleShare of the time that a move should take is enough to end after an iteration: the next iteration takes
	// about as long as all before it together.
	settleShare = 0.75
)

// rounded is the time to stop at if everything has been done after elapsed: at once or, where the game's clock counts
// whole seconds, at the end of the second, which is charged anyway.
func (c *Clock) rounded(elapsed time.Duration, p *plan) time.Duration {
	o := c.options
	if !o.RoundUpToFullSecond || !p.seconds || p.maximum < time.Second {
		return elapsed
	}
	seconds := (max(elapsed+o.NetworkDelay, p.floor) + time.Second - 1) / time.Second
	rounded := max(elapsed, seconds*time.Second-o.NetworkDelay)
	if rounded > max(elapsed, p.optimum)*3/2 {
		return elapsed // on a short clock a whole second is too dear
	}
	return rounded
}
