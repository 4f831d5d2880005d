package search

import (
	"math"
	"sync/atomic"
	"time"

	"katachi/position"
)

// Clock decides when a search must and when it should end. It is safe for concurrent use.
type Clock struct {
	limits  Limits
	options *Options
	side    position.Color
	ply     int

	began time.Time // of the search, for reports
	plan  atomic.Pointer[plan]
	need  atomic.Uint64 // bits of the last need that Settle was told, a float64
	lag   atomic.Int64  // nanoseconds: the longest time lately for which a worker did not get to look at the clock
}

// plan is what the clock makes of the limits. It changes once, at the ponderhit.
type plan struct {
	from    time.Time     // time counts from here
	timed   bool          // there is a time limit at all
	fixed   bool          // exactly so long (movetime): no judging whether the move is settled
	margin  time.Duration // kept back from the limit
	floor   time.Duration // think at least so long
	optimum time.Duration // what an ordinary move should take
	maximum time.Duration // must answer by then
	end     time.Time     // the search has decided to end at this time; zero: not yet
}

// The margins that hold even if the user sets all delays to 0.
const (
	answerTime = 15 * time.Millisecond // from deciding to the GUI's having read the answer
	leastTime  = 5 * time.Millisecond
)

// newClock starts a clock. While the limits say ponder it runs without end. before is the clock of the last search, or
// nil: how busy the machine was is forgotten only slowly.
func newClock(limits Limits, options *Options, side position.Color, ply int, before *Clock) *Clock {
	c := &Clock{limits: limits, options: options, side: side, ply: ply, began: time.Now()}
	if before != nil {
		c.lag.Store(before.lag.Load() * 7 / 8)
	}
	if !limits.Start.IsZero() {
		c.began = limits.Start
	}
	if limits.Ponder || limits.Infinite {
		c.plan.Store(&plan{from: c.began})
	} else {
		c.plan.Store(c.makePlan(limits, c.began))
	}
	return c
}

// ponderHit starts the time: that of the go command, or the new one.
func (c *Clock) ponderHit(limits *Limits) {
	l, from := c.limits, time.Now()
	if limits != nil {
		l.Time, l.Inc, l.Byoyomi, l.Timed, l.MoveTime = limits.Time, limits.Inc, limits.Byoyomi, limits.Timed, limits.MoveTime
		if !limits.Start.IsZero() {
			from = limits.Start
		}
	}
	p := c.makePlan(l, from)
	// Pondering may have settled the move already. The iteration that runs may take long; it is not waited for.
	if need := math.Float64frombits(c.need.Load()); need > 0 && p.timed && !p.fixed && p.optimum < p.maximum {
		if ordinary := time.Duration(float64(p.optimum) * need); from.Sub(c.began) >= ordinary {
			p.end = from.Add(min(ordinary/4, p.maximum))
		}
	}
	c.plan.Store(p)
}

// Elapsed returns the time since the search began.
func (c *Clock) Elapsed() time.Duration { return time.Since(c.began) }

// Timed reports whether the search has a time limit.
func (c *Clock) Timed() bool { return c.plan.Load().timed }

// Expired reports whether the search must end now. last is when the same worker asked before; it becomes now. On a
// machine so busy that workers stand still longer than the margin lasts, the end comes sooner by as much.
func (c *Clock) Expired(last *time.Time) bool {
	now := time.Now()
	gap := now.Sub(*last)
	*last = now
	for lag := c.lag.Load(); gap > lagNoise && int64(gap) > lag; lag = c.lag.Load() {
		if c.lag.CompareAndSwap(lag, int64(gap)) {
			break
		}
	}
	p := c.plan.Load()
	if !p.timed {
		return false
	}
	early := max(0, min(time.Duration(c.lag.Load())-p.margin, p.maximum/3))
	return now.Sub(p.from) >= p.maximum-early || !p.end.IsZero() && !now.Before(p.end)
}

// lagNoise is a gap between two looks at the clock that says nothing about the machine.
const lagNoise = 5 * time.Millisecond

// Settle tells the clock that a move could be played, and how settled it is: need is 1 for an ordinary move, less if it
// is clear, more if best move or score are unstable. The clock then fixes the end of the search if it is time.
func (c *Clock) Settle(need float64) {
	c.need.Store(math.Float64bits(need))
	p := c.plan.Load()
	if !p.timed || p.fixed || !p.end.IsZero() {
		return
	}
	if p.optimum == p.maximum && need > forced {
		return // byoyomi cannot be saved up
	}
	elapsed := time.Since(p.from)
	if elapsed < time.Duration(float64(p.optimum)*need) {
		return
	}
	next := *p
	next.end = p.from.Add(min(c.rounded(elapsed, p), p.maximum))
	c.plan.CompareAndSwap(p, &next) // a ponderhit in between makes a plan of its own
}

// forced is the need below which a move is played at once even if no time is saved by it.
const forced = 0.1

// rounded is the time to stop at if everything has been done after elapsed: at once, or at the end of the second that
// is paid for anyway.
func (c *Clock) rounded(elapsed time.Duration, p *plan) time.Duration {
	o := c.options
	if !o.RoundUpToFullSecond || p.maximum < time.Second {
		return elapsed
	}
	seconds := (max(elapsed+o.NetworkDelay, p.floor) + time.Second - 1) / time.Second
	rounded := max(elapsed, seconds*time.Second-o.NetworkDelay)
	if rounded > max(elapsed, p.optimum)*3/2 {
		return elapsed // on a short clock a whole second is too dear
	}
	return rounded
}

// makePlan divides the time.
func (c *Clock) makePlan(l Limits, from time.Time) *plan {
	p := &plan{from: from}
	if l.MoveTime > 0 {
		p.timed, p.fixed, p.margin = true, true, answerTime
		p.optimum = max(l.MoveTime-answerTime, l.MoveTime/2)
		p.maximum = p.optimum
		if !l.Timed {
			return p
		}
	}
	if !l.Timed {
		return p
	}
	o := c.options
	rest, inc, byoyomi := max(l.Time[c.side], 0), max(l.Inc[c.side], 0), max(l.Byoyomi, 0)
	// GUIs differ in whether the increment of this move is already in the rest; where it exceeds the rest, it is not.
	total := rest + byoyomi
	if l.Time[c.side] < inc {
		total = max(l.Time[c.side]+inc, 0) + byoyomi
	}
	// On short times a margin of a quarter is enough: a delay that is longer than that would lose every game anyway.
	margin := max(min(o.NetworkDelay2, total/4), answerTime)
	hard := max(total-margin, leastTime)
	p.margin = margin

	optimum, maximum := hard, hard
	if rest >= byoyomi*6/5 && rest > 0 {
		moves := max(timeHorizon-c.ply, timeLeast) / 2
		if o.MaxMovesToDraw > 0 {
			moves = max(min(moves, (o.MaxMovesToDraw-c.ply)/2+1), 1)
		}
		optimum = rest/time.Duration(moves) + inc*9/10 + byoyomi
		if c.ply < openingPlies {
			optimum = optimum * time.Duration(o.SlowMover) / 100
		}
		if o.Ponder {
			optimum = optimum * 5 / 4
		}
		floor := o.MinimumThinkingTime
		if byoyomi == 0 {
			floor = min(floor, inc+rest/20) // the minimum must not eat up a short clock
		}
		p.floor = floor
		optimum = min(max(optimum, floor), hard)
		maximum = min(max(optimum*time.Duration(timeMost), byoyomi), rest*7/10+inc+byoyomi, hard)
		optimum = min(optimum, maximum)
	}
	if p.timed {
		p.maximum = min(p.maximum, maximum)
		p.optimum = p.maximum
		return p
	}
	p.timed, p.optimum, p.maximum = true, optimum, maximum
	return p
}

// openingPlies is for how long SlowMover counts.
const openingPlies = 40
