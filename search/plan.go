package search

import "time"

// plan is what the clock makes of the limits. A plan never changes: the ponderhit makes a new one, and so does the
// decision when to end.
//
// The main time is spread in equal shares over the moves that the game will probably still have: if every doubling of
// the time is worth the same, no other division is better. An increment is spent on the move that it comes with. The
// plan keeps a reserve of several answers. Without increment or byoyomi it also keeps one answer for every move of a
// game that lasts far longer than most. So the shares become smaller and smaller, but the clock does not run out.
type plan struct {
	from    time.Time     // time counts from here
	timed   bool          // there is a time limit at all
	fixed   bool          // movetime: all of it is used, however settled the move is
	seconds bool          // the game's clock seems to count whole seconds
	limit   time.Duration // the answer must be on its way by then
	floor   time.Duration // think at least for this time
	optimum time.Duration // what an ordinary move should take
	maximum time.Duration // what the most doubtful move may take
	end     time.Time     // the search has decided to end at this time; zero: not yet
}

const (
	openingPlies   = 40  // the plies in which SlowMover counts
	longGame       = 400 // plies for which sudden death keeps an answer each ...
	longGameLeast  = 60  // ... and the least number of moves for which it always does
	reserveAnswers = 4   // the reserve is enough for this many answers with the longest delay
)

// makePlan divides the time.
func (c *Clock) makePlan(l Limits, from time.Time) *plan {
	p := &plan{from: from}
	o, d := c.options, &c.delays
	if l.MoveTime > 0 {
		p.timed, p.fixed, p.limit = true, true, l.MoveTime
		p.maximum = d.hard(p.limit)
		p.optimum = p.maximum
	}
	if !l.Timed {
		return p
	}
	rest, inc, byoyomi := l.Time[c.side], max(l.Inc[c.side], 0), max(l.Byoyomi, 0)
	p.seconds = l.wholeSeconds(c.side)
	// GUIs differ in whether the increment of this move is already in the rest; where it exceeds the rest, it is not.
	total := max(rest, 0) + byoyomi
	if rest < inc {
		total = max(rest+inc, 0) + byoyomi
	}
	limit := total - min(max(o.NetworkDelay2, d.way+d.way/4), total/4)
	optimum := d.hard(limit)
	maximum := optimum
	if byoyomi == 0 || rest >= byoyomi*6/5 { // else all that is left is for this move, and the next has its byoyomi
		optimum, maximum = c.share(rest, inc, byoyomi)
		p.floor = min(o.MinimumThinkingTime, optimum/2)
		maximum = min(maximum, d.hard(limit))
		optimum = min(optimum, maximum)
	}
	if p.timed {
		p.limit, p.maximum = min(p.limit, limit), min(p.maximum, maximum)
		p.optimum = p.maximum
		return p
	}
	p.timed, p.limit, p.optimum, p.maximum = true, limit, optimum, maximum
	return p
}

// share returns how long an ordinary move should take and how long the most doubtful one may, while main time or
// increments are spread over the moves to come.
func (c *Clock) share(rest, inc, byoyomi time.Duration) (optimum, maximum time.Duration) {
	o, d := c.options, &c.delays
	if rest >= inc {
		rest -= inc // it may be in already
	}
	spare := rest - c.reserve(rest, inc, byoyomi)
	income := byoyomi + max(inc-d.each, 0)
	if spare < 0 { // the reserve is filled up again soon
		optimum = max(spare/4+income, leastTime)
		return optimum, optimum
	}
	optimum = spare/time.Duration(c.movesToCome(inc+byoyomi > 0)) + income
	if c.ply < openingPlies {
		optimum = optimum * time.Duration(o.SlowMover) / 100
	}
	if o.Ponder {
		optimum = optimum * 5 / 4
	}
	optimum = time.Duration(float64(optimum) / d.paced())
	maximum = max(min(optimum*time.Duration(timeMost), spare*time.Duration(timeShare)/100+income), leastTime)
	return max(min(optimum, maximum), leastTime), maximum
}

// reserve is the part of the main time that is kept back.
func (c *Clock) reserve(rest, inc, byoyomi time.Duration) time.Duration {
	if byoyomi > 0 {
		return 0 // every move has its own
	}
	d := &c.delays
	reserve := reserveAnswers*(d.margin()+d.way) + min(c.options.NetworkDelay2, max(rest, 0)/20)
	moves := max(longGame-c.ply, 2*longGameLeast) / 2
	if limit := c.options.moveLimit(c.ply); limit > 0 {
		moves = min(moves, (limit-c.ply)/2+1)
	}
	reserve += time.Duration(moves) * max(d.each+leastTime-inc, 0)
	return min(reserve, max(rest+inc, 0)*9/10)
}

// movesToCome is the number of own moves for which main time is kept: as many as an average game still has. A game that
// has already lasted long is expected to last longer.
func (c *Clock) movesToCome(income bool) int {
	plies := max(timeHorizon-c.ply, timeLeast)
	if !income {
		plies += max(c.ply-timeHorizon+timeLeast, 0) / 4
	}
	if limit := c.options.moveLimit(c.ply); limit > 0 {
		return min(plies/2, (limit-c.ply)/2+1)
	}
	return plies / 2
}
