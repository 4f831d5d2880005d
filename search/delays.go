package search

import (
	"runtime"
	"time"

	"katachi/position"
)

// delays is what answering costs beyond the thinking. Every search measures them and hands them on to the next one.
// Long delays are forgotten slowly, so that a machine that was busy a minute ago is not trusted at once.
type delays struct {
	own  time.Duration // the longest for which a worker stood still, or by which an answer came after it was due
	way  time.Duration // the longest that a move took by the GUI's clock and not by ours: the way of command and answer
	each time.Duration // what a move costs on the average besides the thinking that was planned: the way, and being late
	pace float64       // how long moves took on the average, against the time that the plan gave them
	off  bool          // nothing is kept back for all this, see Options.MeasureDelays
}

const (
	answerTime  = 6 * time.Millisecond // from the search's end to the GUI's having read the answer, on a quiet machine
	leastTime   = 2 * time.Millisecond // of a search
	firstDelay  = 6 * time.Millisecond // what is expected of a machine before anything was measured
	firstCost   = 3 * time.Millisecond // and of a move
	crowdCost   = time.Millisecond / 4 // for every thread beyond the cores
	stallNoise  = time.Millisecond     // a gap between two looks at the clock that says nothing
	longestOwn  = 500 * time.Millisecond
	longestWay  = 2 * time.Second
	forgetParts = 16 // a sixteenth is forgotten with every search
	meanParts   = 16 // a running mean is that of about this many searches
)

// cores is GOMAXPROCS at the start; later the engine may raise GOMAXPROCS, see SetOptions.
var cores = runtime.GOMAXPROCS(0)

// Cores returns on how many CPUs the process may run at once, which is a good number of threads: the number of CPUs
// that it is bound to, and no more than the quota of its container.
func Cores() int { return cores }

// stood notes a standstill.
func (c *Clock) stood(gap time.Duration) {
	for stall := c.stall.Load(); gap > stallNoise && int64(gap) > stall; stall = c.stall.Load() {
		if c.stall.CompareAndSwap(stall, int64(gap)) {
			return
		}
	}
}

// Answered tells the clock that the search has its answer, before the GUI is told.
func (c *Clock) Answered() {
	p := c.plan.Load()
	if !p.timed {
		return
	}
	c.answered = c.now()
	c.late = max(c.answered.Sub(c.deadline(p)), 0)
	c.stood(c.late)
}

// learn returns what the clock of the last search has measured, together with what was known before.
func (c *Clock) learn(before *Clock) delays {
	crowd := max(0, time.Duration(c.options.Threads-cores)) * crowdCost
	unknown := delays{own: firstDelay + crowd, each: firstCost + crowd, pace: 1}
	if before == nil {
		c.cold = true
		return unknown
	}
	d := before.delays
	if d.off { // of all this it knows the pace alone
		unknown.pace = d.pace
		d = unknown
	}
	d.own -= d.own / forgetParts
	if !before.cold { // the first search waits for its memory, which says nothing about the next ones
		d.own = min(max(d.own, time.Duration(before.stall.Load())), longestOwn)
	}
	p := before.plan.Load()
	if l := &before.limits; before.answered.IsZero() || l.Nodes > 0 || l.Depth > 0 {
		return d // a search that nodes or depth may end says nothing of the plan, and a level's answer waits as long as a person's
	}
	thought := before.answered.Sub(p.from)
	if p.optimum < p.maximum {
		planned := float64(p.optimum) * d.paced()
		d.pace += (max(0.2, min(float64(thought)/planned, 4)) - d.pace) / meanParts
	}
	if way, ok := c.charged(before); ok && way-thought < longestWay {
		way = max(way-thought, 0)
		d.way = max(d.way-d.way/forgetParts, way)
		d.each += (way + before.late - d.each) / meanParts
	}
	return d
}

// charged returns what the GUI has taken off the clock for the move that the last search answered. It returns false if
// the GUI's times do not tell: if they are of another game, no main time was left, or they count whole seconds only.
func (c *Clock) charged(before *Clock) (time.Duration, bool) {
	was, is, side := &before.limits, &c.limits, c.side
	if c.ply != before.ply+2 || side != before.side || !was.Timed || !is.Timed || is.Time[side] <= 0 || was.wholeSeconds(side) && is.wholeSeconds(side) {
		return 0, false
	}
	used := was.Time[side] + was.Inc[side] - is.Time[side]
	return used, used > 0
}

// wholeSeconds reports whether all times of a side are whole seconds.
func (l *Limits) wholeSeconds(side position.Color) bool {
	return l.Time[side]%time.Second == 0 && l.Inc[side]%time.Second == 0 && l.Byoyomi%time.Second == 0
}

// paced is the pace within limits: the moves of one phase of a game must not overturn the plan.
func (d *delays) paced() float64 { return max(0.6, min(d.pace, 1.6)) }

// margin is the time kept back for answering: enough for a delay a little longer than the longest one lately.
func (d *delays) margin() time.Duration {
	if d.off {
		return 0
	}
	return answerTime + d.own + d.own/4
}

// hard is how long a search may take at most if the answer has to be there after limit. Of short times a third is kept
// back at most, or two thirds where stalls as long as that were measured.
func (d *delays) hard(limit time.Duration) time.Duration {
	if d.off {
		return max(limit, leastTime)
	}
	back := max(min(d.margin(), limit/3), min(d.own+d.own/4, limit*2/3))
	return max(limit-back, leastTime)
}
