package search

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

// planOf returns what the clock makes of limits for Black at a ply.
func planOf(l Limits, o Options, ply int) *plan {
	l.Timed = true
	return newClock(l, &o, position.Black, ply, nil).plan.Load()
}

func black(d time.Duration) [2]time.Duration {
	return [2]time.Duration{position.Black: d, position.White: sec}
}

func TestPlan(t *testing.T) {
	o := DefaultOptions()
	delay := o.NetworkDelay2

	p := planOf(Limits{Byoyomi: 10 * sec}, o, 1)
	require.Equal(t, 10*sec-delay, p.maximum, "byoyomi is used up")
	require.Equal(t, p.maximum, p.optimum)

	p = planOf(Limits{Time: black(5 * sec), Byoyomi: 10 * sec}, o, 1)
	require.Equal(t, 15*sec-delay, p.maximum, "a rest shorter than the byoyomi is used up with it")

	p = planOf(Limits{Time: black(300 * sec), Inc: black(10 * sec)}, o, 1)
	require.InDelta(t, 13, p.optimum.Seconds(), 3, "5 min + 10 s: about the increment and a share of the rest")
	require.Less(t, p.maximum, 100*sec)

	p = planOf(Limits{Time: black(-2 * sec), Inc: black(3 * sec)}, o, 1)
	require.Equal(t, 750*ms, p.maximum, "the first move of a Fischer clock: the increment less what the clock lacks")

	p = planOf(Limits{Time: black(60 * sec)}, o, 1)
	require.InDelta(t, 1.5, p.optimum.Seconds(), 1.5, "sudden death")
	require.Less(t, p.maximum, 15*sec)

	o.MaxMovesToDraw = 320
	p = planOf(Limits{Time: black(60 * sec)}, o, 319)
	require.Greater(t, p.optimum, 30*sec, "the last move may use what is left")

	o.NetworkDelay2 = 0
	p = planOf(Limits{Byoyomi: sec}, o, 1)
	require.Equal(t, sec-answerTime, p.maximum, "answering takes time even without a network")
}

func TestMoveTime(t *testing.T) {
	o := DefaultOptions()
	c := newClock(Limits{MoveTime: sec}, &o, position.Black, 1, nil)
	p := c.plan.Load()
	require.True(t, p.fixed)
	require.Equal(t, sec-answerTime, p.maximum)
	// Together with a clock, the smaller counts.
	p = planOf(Limits{MoveTime: sec, Byoyomi: 500 * ms}, o, 1)
	require.Less(t, p.maximum, 500*ms)
}

// TestNeverForfeits plays the clock of whole games under random time controls, every move as long as the clock allows
// and answered late by up to the delay that the options promise to absorb.
func TestNeverForfeits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	games := 3000
	if testing.Short() {
		games = 300
	}
	for range games {
		o := DefaultOptions()
		o.NetworkDelay2 = time.Duration(rng.IntN(1500)) * ms
		o.MinimumThinkingTime = time.Duration(rng.IntN(3000)) * ms
		o.RoundUpToFullSecond = rng.IntN(2) == 0
		o.SlowMover = 20 + rng.IntN(400)
		rest, inc, byoyomi := time.Duration(rng.IntN(600_000))*ms, time.Duration(0), time.Duration(0)
		switch rng.IntN(3) {
		case 0:
			inc = time.Duration(100+rng.IntN(10_000)) * ms
		case 1:
			byoyomi = time.Duration(100+rng.IntN(30_000)) * ms
		}
		for ply := 1; ply < 400; ply += 2 {
			total := rest + inc + byoyomi
			if total < 40*ms {
				require.Zero(t, inc+byoyomi, "a clock with increment or byoyomi ran out")
				break // sudden death may come to an end, but not before the rest is really small
			}
			p := planOf(Limits{Time: black(rest), Inc: black(inc), Byoyomi: byoyomi}, o, ply)
			require.LessOrEqual(t, p.optimum, p.maximum)
			used := p.maximum
			if rng.IntN(10) > 0 {
				used = min(newClock(Limits{}, &o, position.Black, ply, nil).rounded(p.optimum, p), p.maximum)
			}
			require.LessOrEqual(t, used, total-min(10*ms, total/2), "rest %v inc %v byoyomi %v ply %d", rest, inc, byoyomi, ply)
			rest = max(0, min(rest, total-used-byoyomi)) + 0
			if inc > 0 {
				rest = total - used
			}
		}
	}
}

// expired asks the clock as a worker does that has just looked.
func expired(c *Clock) bool {
	now := time.Now()
	return c.Expired(&now)
}

// TestBusyMachine: where workers stand still for long, the next searches end sooner, by what the margin does not cover.
func TestBusyMachine(t *testing.T) {
	o := DefaultOptions()
	o.NetworkDelay2 = 50 * ms
	at := func(elapsed time.Duration, before *Clock) *Clock {
		return newClock(Limits{Byoyomi: sec, Timed: true, Start: time.Now().Add(-elapsed)}, &o, position.Black, 1, before)
	}
	c := at(700*ms, nil)
	require.False(t, expired(c))
	last := time.Now().Add(-400 * ms)
	require.True(t, c.Expired(&last), "a gap of 400 ms may come again")
	require.True(t, expired(at(700*ms, c)))
	require.False(t, expired(at(500*ms, c)), "at most a third of the time is given up")
	for range 30 {
		c = at(0, c)
	}
	require.False(t, expired(at(900*ms, c)), "the machine is quiet again")
}

func TestSettle(t *testing.T) {
	o := DefaultOptions()
	o.RoundUpToFullSecond = false
	c := newClock(Limits{Time: black(100 * sec), Timed: true, Start: time.Now().Add(-3 * sec)}, &o, position.Black, 1, nil)
	require.False(t, expired(c))
	c.Settle(1)
	require.True(t, expired(c), "the ordinary time is over")

	c = newClock(Limits{Time: black(100 * sec), Timed: true, Start: time.Now().Add(-3 * sec)}, &o, position.Black, 1, nil)
	c.Settle(3)
	require.False(t, expired(c), "an unstable choice gets more time")

	o.RoundUpToFullSecond = true
	c = newClock(Limits{Time: black(100 * sec), Timed: true, Start: time.Now().Add(-4500 * ms)}, &o, position.Black, 1, nil)
	c.Settle(1)
	require.False(t, expired(c), "the second that has begun is paid for")
	require.WithinDuration(t, c.began.Add(5*sec-o.NetworkDelay), c.plan.Load().end, ms)

	c = newClock(Limits{Byoyomi: 10 * sec, Timed: true, Start: time.Now().Add(-5 * sec)}, &o, position.Black, 1, nil)
	c.Settle(0.5)
	require.False(t, expired(c), "byoyomi cannot be saved")
	c.Settle(0.01)
	require.False(t, c.plan.Load().end.IsZero(), "a forced move does not wait")
}

func TestPonderClock(t *testing.T) {
	o := DefaultOptions()
	c := newClock(Limits{Ponder: true, Timed: true, Byoyomi: sec, Start: time.Now().Add(-time.Hour)}, &o, position.Black, 1, nil)
	require.False(t, expired(c))
	c.ponderHit(nil)
	require.False(t, expired(c), "time counts from the ponderhit")
	require.True(t, c.Timed())
	c.ponderHit(&Limits{Timed: true, Byoyomi: sec, Start: time.Now().Add(-2 * sec)})
	require.True(t, expired(c))
}
