package search

import (
	"time"

	"katachi/position"
)

// nodesClock returns a clock on which nodesTime nodes are a second. So games under a time control are the same on every
// machine, whatever the load, and short: 300+10F at 1000 nodes a second takes some seconds. There is no mate solver
// then, since it works in real time.
//
// The GUI's clock hardly moves meanwhile, so the engine keeps the account itself, with one thread and without
// pondering. The account begins with the time that the first go of a game names. After that the clock of the
// last search says what was left then and what was used; a search two plies on is taken for the same game. An account
// may fall below zero; that loses no game.
func (e *Engine) nodesClock(limits Limits, side position.Color, ply int) *Clock {
	limits.Start = time.Unix(0, 0)
	before := e.clock
	if before != nil && before.side == side && before.ply+2 == ply && before.limits.Timed {
		rest := before.limits.Time[side] + before.limits.Inc[side] - before.answered.Sub(before.began)
		if limits.Inc[side] > 0 || limits.Byoyomi > 0 {
			rest = max(rest, 0)
		}
		limits.Time[side] = rest
	}
	now := func() time.Time {
		return limits.Start.Add(time.Duration(e.Nodes()) * time.Second / time.Duration(max(nodesTime, 1)))
	}
	return newClockAt(now, limits, &e.options, side, ply, before)
}
