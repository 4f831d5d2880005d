package match

import (
	"strconv"
	"time"
)

// clock is the time of both players in one game, by colour.
//
// The arithmetic is USI's as Shogidokoro defines it: left is the main time without the increment of the move to come,
// which is available at once, the first move included. So a player may use left + increment + byoyomi; the increment
// is credited for the move and byoyomi is not saved up.
type clock struct {
	control [2]timeControl
	left    [2]time.Duration // below zero where a clock that nothing fills again was overstepped within its margin
}

func newClock(control [2]timeControl) *clock {
	return &clock{control: control, left: [2]time.Duration{control[0].Main, control[1].Main}}
}

// allowed returns how long the player may think about this move, and false if its time is not limited.
func (c *clock) allowed(side int) (time.Duration, bool) {
	tc := &c.control[side]
	switch {
	case tc.MoveTime > 0:
		return tc.MoveTime, true
	case tc.Clocked():
		return c.left[side] + tc.Inc + tc.Byoyomi, true
	}
	return 0, false
}

// spend takes the time of a move off the player's clock. What a margin allowed beyond the clock is forgiven if the next
// move brings new time; in sudden death it stays owed, so that the margin is for the game and not for every move.
func (c *clock) spend(side int, used time.Duration) {
	tc := &c.control[side]
	if !tc.Clocked() {
		return
	}
	c.left[side] += tc.Inc - used
	if tc.Inc > 0 || tc.Byoyomi > 0 {
		c.left[side] = max(0, c.left[side])
	}
}

// goCommand returns the USI command that starts the player's search.
func (c *clock) goCommand(side int) string {
	b := []byte("go")
	add := func(name string, n int64) {
		b = append(append(append(b, ' '), name...), ' ')
		b = strconv.AppendInt(b, n, 10)
	}
	tc := &c.control[side]
	if tc.Clocked() {
		add("btime", max(0, c.left[0].Milliseconds()))
		add("wtime", max(0, c.left[1].Milliseconds()))
		// Byoyomi is one number for both sides and excludes increments: with unequal clocks each engine is told its own.
		if tc.Byoyomi > 0 || c.control[0].Inc+c.control[1].Inc == 0 {
			add("byoyomi", tc.Byoyomi.Milliseconds())
		} else {
			add("binc", c.control[0].Inc.Milliseconds())
			add("winc", c.control[1].Inc.Milliseconds())
		}
	}
	if tc.MoveTime > 0 {
		add("movetime", tc.MoveTime.Milliseconds())
	}
	if tc.Nodes > 0 {
		add("nodes", int64(tc.Nodes))
	}
	if tc.Depth > 0 {
		add("depth", int64(tc.Depth))
	}
	return string(b)
}
