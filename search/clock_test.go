package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
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

// first is what a machine is trusted to answer in of which nothing is known yet.
var first = newClock(Limits{}, &Options{Threads: 1, MeasureDelays: true}, position.Black, 1, nil).delays.margin()

func TestPlan(t *testing.T) {
	o := DefaultOptions()
	delay := o.NetworkDelay2

	p := planOf(Limits{Byoyomi: 10 * sec}, o, 1)
	require.Equal(t, 10*sec-delay-first, p.maximum, "byoyomi is used up")
	require.Equal(t, p.maximum, p.optimum)

	p = planOf(Limits{Time: black(5 * sec), Byoyomi: 10 * sec}, o, 1)
	require.Equal(t, 15*sec-delay-first, p.maximum, "a rest shorter than the byoyomi is used up with it")

	p = planOf(Limits{Time: black(300 * sec), Inc: black(10 * sec)}, o, 1)
	require.InDelta(t, 14, p.optimum.Seconds(), 2, "5 min + 10 s: about the increment and a share of the rest")
	require.Less(t, p.maximum, 80*sec)

	p = planOf(Limits{Time: black(-2 * sec), Inc: black(3 * sec)}, o, 1)
	require.InDelta(t, 0.8, p.maximum.Seconds(), 0.1, "the first move of a Fischer clock: the increment less what the clock lacks")

	p = planOf(Limits{Time: black(60 * sec)}, o, 1)
	require.InDelta(t, 0.9, p.optimum.Seconds(), 0.2, "sudden death")
	require.Less(t, p.maximum, 4*sec)

	o.SlowMover = 1000
	for _, l := range []Limits{{Time: black(4e9 * ms)}, {Time: black(60 * sec), Inc: black(4e9 * ms)}, {Time: black(4e9 * ms), Byoyomi: 4e9 * ms}} {
		require.Greater(t, planOf(l, o, 1).optimum, 10*sec, "the longest times that a GUI can send")
	}
	o.SlowMover = 100

	o.MaxMovesToDraw = 320
	p = planOf(Limits{Time: black(60 * sec)}, o, 319)
	require.Greater(t, p.optimum, 10*sec, "the last moves may use what is left")
	p = planOf(Limits{Time: black(60 * sec)}, o, 321)
	require.Less(t, p.maximum, 10*sec, "a game that goes on after them needs more")

	o.NetworkDelay2 = 0
	p = planOf(Limits{Byoyomi: sec}, o, 1)
	require.Equal(t, sec-first, p.maximum, "answering takes time even without a network")
}

// TestShare: ten moves are to come, on a clock that takes nothing for the way. Where the time left may have the increment of this
// move in it, it counts once: ten moves of 19 s are the 100 s that there are and nine increments.
func TestShare(t *testing.T) {
	o := DefaultOptions()
	o.NetworkDelay2, o.MeasureDelays, o.MaxMovesToDraw = 0, false, 320
	p := planOf(Limits{Time: black(100 * sec), Inc: black(10 * sec)}, o, 302)
	require.Equal(t, 19*sec, p.optimum)
	require.Equal(t, 10*sec+90*sec*time.Duration(timeShare)/100, p.maximum, "nor does a doubtful move get a share of it")
	p = planOf(Limits{Time: black(5 * sec), Inc: black(10 * sec)}, o, 302)
	require.Equal(t, 10500*ms, p.optimum, "it cannot be in")
}

func TestMoveTime(t *testing.T) {
	o := DefaultOptions()
	c := newClock(Limits{MoveTime: sec}, &o, position.Black, 1, nil)
	p := c.plan.Load()
	require.True(t, p.fixed)
	require.Equal(t, sec-first, p.maximum)
	// Together with a clock, the smaller counts.
	p = planOf(Limits{MoveTime: sec, Byoyomi: 500 * ms}, o, 1)
	require.Less(t, p.maximum, 500*ms)
	require.Equal(t, 500*ms-o.NetworkDelay2, p.limit, "standstills are kept back from it")
	p = planOf(Limits{MoveTime: sec, Byoyomi: 10 * sec}, o, 1)
	require.Equal(t, sec-first, p.maximum)
	require.Equal(t, p.maximum, p.optimum)

	c.Settle(0)
	require.True(t, c.plan.Load().end.IsZero(), "not even a forced move ends it sooner")
}

// TestDelaysOff: NetworkDelay2 alone is kept back, whatever stood still before and in this search.
func TestDelaysOff(t *testing.T) {
	o := DefaultOptions()
	o.MeasureDelays = false
	o.NetworkDelay2 = 30 * ms
	now := time.Unix(1e9, 0)
	var c *Clock
	for ply := 1; ply < 20; ply += 2 {
		began := now
		c = newClockAt(func() time.Time { return now }, Limits{Byoyomi: 200 * ms, Timed: true, Start: began}, &o, position.Black, ply, c)
		now = began.Add(170*ms - 1)
		last := began.Add(50 * ms)
		require.False(t, c.Expired(&last))
		now = began.Add(170 * ms)
		require.True(t, c.Expired(&last))
		now = now.Add(20 * ms)
		c.Answered()
	}
	require.Equal(t, sec, newClock(Limits{MoveTime: sec}, &o, position.Black, 1, nil).plan.Load().maximum)
	o.NetworkDelay2 = 0
	require.Equal(t, 200*ms, planOf(Limits{Byoyomi: 200 * ms}, o, 1).maximum)

	// Once they are measured again, from the next search on, what is kept back is as on a machine of which nothing is known.
	c = newClock(Limits{}, &o, position.Black, 21, nil)
	o.MeasureDelays = true
	c = newClock(Limits{Byoyomi: sec, Timed: true}, &o, position.Black, 23, c)
	require.InDelta(t, sec-first, c.plan.Load().maximum, float64(ms))
	require.False(t, c.delays.off)
}

// TestDelaysAreMeasured: what the machine and the way of the answers cost is kept back from then on, and forgotten when it
// does not come again.
func TestDelaysAreMeasured(t *testing.T) {
	o := DefaultOptions()
	o.NetworkDelay2 = 0
	now := time.Unix(1e9, 0)
	search := func(rest, late time.Duration, ply int, before *Clock) *Clock {
		l := Limits{Time: black(rest), Inc: black(3 * sec), Timed: true, Start: now}
		c := newClockAt(func() time.Time { return now }, l, &o, position.Black, ply, before)
		now = c.deadline(c.plan.Load()).Add(late)
		c.Answered()
		return c
	}
	c := search(100001*ms, 0, 1, nil)
	before := c.delays.margin()
	c = search(90001*ms, 50*ms, 3, c)
	c = search(80001*ms, 0, 5, c)
	require.Equal(t, 50*ms, c.delays.own, "an answer was late")
	require.Greater(t, c.delays.margin(), before+40*ms)

	charging := func(way time.Duration) *Clock { // what the last search has used, and that
		l := Limits{Time: black(c.limits.Time[position.Black] + 3*sec - now.Sub(c.began) - way), Inc: black(3 * sec), Timed: true, Start: now}
		return newClockAt(func() time.Time { return now }, l, &o, position.Black, 7, c)
	}
	require.Zero(t, charging(2*sec).delays.way, "no answer is that long on its way: somebody has set the clock")
	c = charging(300 * ms)
	require.Equal(t, 300*ms, c.delays.way, "the GUI has counted more than the search has used")
	require.Equal(t, c.plan.Load().limit, c.limits.Time[position.Black]-375*ms)
	for ply := 9; ply < 200; ply += 2 {
		was := c
		c = search(was.limits.Time[position.Black]+3*sec-now.Sub(was.began), 0, ply, was)
	}
	require.Less(t, c.delays.way, 5*ms)
	require.Less(t, c.delays.margin(), before)
}

// TestCharged: Black had 61.001 s and 5 s more for the move. What the next figures tell of the time that it took.
func TestCharged(t *testing.T) {
	was := Limits{Time: black(61*sec + ms), Inc: black(5 * sec), Timed: true}
	left := func(d time.Duration) Limits { return Limits{Time: black(d), Inc: black(5 * sec), Timed: true} }
	for _, c := range []struct {
		name    string
		was, is Limits
		side    position.Color
		ply     int // the move before was at ply 11
		want    time.Duration
	}{
		{"the next move", was, left(58*sec + ms), position.Black, 13, 8 * sec},
		{"a position two moves later", was, left(58*sec + ms), position.Black, 15, 0},
		{"the same position again", was, left(58*sec + ms), position.Black, 11, 0},
		{"the other side", was, Limits{Time: [2]time.Duration{58*sec + ms, 400 * ms}, Timed: true}, position.White, 13, 0},
		{"the clock is off", was, Limits{Time: black(58*sec + ms)}, position.Black, 13, 0},
		{"the clock was off", Limits{Time: was.Time}, left(58*sec + ms), position.Black, 13, 0},
		{"the main time has run out, nobody knows when", was, Limits{Timed: true, Byoyomi: 10 * sec}, position.Black, 13, 0},
		{"whole seconds hide what a move takes", left(61 * sec), left(58 * sec), position.Black, 13, 0},
		{"whole seconds by chance", left(61 * sec), left(58*sec - ms), position.Black, 13, 8*sec + ms},
		{"more than there can be", was, left(67 * sec), position.Black, 13, 0},
	} {
		before := &Clock{limits: c.was, side: position.Black, ply: 11}
		got, ok := (&Clock{limits: c.is, side: c.side, ply: c.ply}).charged(before)
		require.Equal(t, c.want > 0, ok, c.name)
		if ok {
			require.Equal(t, c.want, got, c.name)
		}
	}
}

// TestLimitedSearchesTeachNoPace: a level's search ends by its nodes, long before the plan's time, and its answer waits as long
// as a person would. Full strength in the next game is as if that had not been.
func TestLimitedSearchesTeachNoPace(t *testing.T) {
	o := DefaultOptions()
	now := time.Unix(1e9, 0)
	at := func() time.Time { return now }
	full := func(before *Clock) *Clock {
		return newClockAt(at, Limits{Time: black(600*sec + ms), Timed: true, Start: now}, &o, position.Black, 1, before)
	}
	for _, limits := range []Limits{{Nodes: 19000}, {Depth: 6}} {
		var c *Clock
		rest := 300*sec + ms
		for ply := 1; ply < 60; ply += 2 {
			limits.Time, limits.Timed, limits.Start = black(rest), true, now
			c = newClockAt(at, limits, &o, position.Black, ply, c)
			now = now.Add(100 * ms)
			c.Answered()
			rest -= 1500 * ms
			now = now.Add(3 * sec)
		}
		fresh, after := full(nil), full(c)
		require.Equal(t, fresh.delays.pace, after.delays.pace)
		require.Zero(t, after.delays.way)
		require.Equal(t, fresh.delays.each, after.delays.each)
		require.InDelta(t, fresh.plan.Load().optimum, after.plan.Load().optimum, float64(10*ms))
	}
}

// clockAfter returns a clock of a search that has run for a time.
func clockAfter(elapsed time.Duration, l Limits, o *Options, before *Clock) *Clock {
	l.Timed, l.Start = true, time.Unix(1e9, 0)
	now := l.Start.Add(elapsed)
	return newClockAt(func() time.Time { return now }, l, o, position.Black, 1, before)
}

// expired asks the clock as a worker does that has just looked.
func expired(c *Clock) bool {
	now := c.now()
	return c.Expired(&now)
}

// TestBusyMachine: where workers stand still for long, the next searches end sooner, by what the margin does not cover; but not
// for the standstill of the very first search, which waits for its memory.
func TestBusyMachine(t *testing.T) {
	o := DefaultOptions()
	o.NetworkDelay2 = 50 * ms
	at := func(elapsed time.Duration, before *Clock) *Clock {
		return clockAfter(elapsed, Limits{Byoyomi: sec}, &o, before)
	}
	gap := func(c *Clock) bool {
		last := c.now().Add(-400 * ms)
		return c.Expired(&last)
	}
	first := at(700*ms, nil)
	require.True(t, gap(first))
	c := at(700*ms, first)
	require.False(t, expired(c))
	require.True(t, gap(c), "a gap of 400 ms may come again")
	require.True(t, expired(at(700*ms, c)))
	require.False(t, expired(at(400*ms, c)), "what was measured is kept back, and no more")
	last := c.now().Add(-20 * sec)
	hung := at(100*ms, c)
	hung.Expired(&last)
	require.Equal(t, 500*ms, at(0, hung).delays.own, "a machine that slept is not expected to sleep again")
	short := Limits{Byoyomi: 200 * ms}
	require.False(t, expired(clockAfter(50*ms-1, short, &o, c)), "a third of the time is left to think")
	require.True(t, expired(clockAfter(50*ms, short, &o, c)))
	for range 80 {
		c = at(0, c)
	}
	require.False(t, expired(at(900*ms, c)), "the machine is quiet again")
	settled := *c.plan.Load()
	settled.end = c.began.Add(800 * ms)
	require.Equal(t, settled.end, c.deadline(&settled))
	gap(c)
	require.Less(t, c.deadline(&settled).Sub(c.began), 600*ms, "an end that was fixed before the standstill does not hold")
}

func TestSettle(t *testing.T) {
	o := DefaultOptions()
	o.RoundUpToFullSecond = false
	suddenDeath, byoyomi := Limits{Time: black(100 * sec)}, Limits{Byoyomi: 10 * sec}
	c := clockAfter(3*sec, suddenDeath, &o, nil)
	require.False(t, expired(c))
	c.Settle(1)
	require.True(t, expired(c), "the ordinary time is over")

	c = clockAfter(3*sec, suddenDeath, &o, nil)
	c.Settle(3)
	require.False(t, expired(c), "an unstable choice gets more time")

	o.RoundUpToFullSecond = true
	c = clockAfter(4500*ms, suddenDeath, &o, nil)
	c.Settle(1)
	require.False(t, expired(c), "the second that has begun is paid for")
	require.Equal(t, c.began.Add(5*sec-o.NetworkDelay), c.plan.Load().end)

	c = clockAfter(5*sec, byoyomi, &o, nil)
	c.Settle(0.5)
	require.True(t, c.plan.Load().end.IsZero(), "byoyomi cannot be saved")
	c.Settle(0.01)
	require.False(t, c.plan.Load().end.IsZero(), "a forced move does not wait")
}

// TestRounded: the end of the second that is paid for anyway, less 120 ms for the network; on a short clock, where an ordinary
// move takes less than that, only if the second has begun long ago.
func TestRounded(t *testing.T) {
	c := Clock{options: &Options{RoundUpToFullSecond: true, NetworkDelay: 120 * ms}}
	for _, k := range []struct{ elapsed, optimum, floor, want time.Duration }{
		{4500 * ms, 4500 * ms, 0, 4880 * ms},
		{4900 * ms, 4500 * ms, 0, 5880 * ms},
		{500 * ms, 4500 * ms, 2 * sec, 1880 * ms},
		{300 * ms, 600 * ms, 0, 880 * ms},
		{300 * ms, 500 * ms, 0, 300 * ms},
		{600 * ms, 400 * ms, 0, 880 * ms},
		{550 * ms, 400 * ms, 0, 550 * ms},
		{950 * ms, 400 * ms, 0, 950 * ms}, // 1880 ms
	} {
		p := &plan{seconds: true, optimum: k.optimum, floor: k.floor, maximum: 10 * sec}
		require.Equal(t, k.want, c.rounded(k.elapsed, p), "%+v", k)
		p.maximum = 999 * ms
		require.Equal(t, k.elapsed, c.rounded(k.elapsed, p), "no move takes a second")
		p.seconds, p.maximum = false, 10*sec
		require.Equal(t, k.elapsed, c.rounded(k.elapsed, p), "the game's clock counts milliseconds")
	}
}

func TestPonderClock(t *testing.T) {
	o := DefaultOptions()
	l := Limits{Timed: true, Byoyomi: sec}
	c := clockAfter(time.Hour, Limits{Ponder: NewPonder(), Byoyomi: sec}, &o, nil)
	require.False(t, expired(c))
	c.ponderHit(l)
	require.False(t, expired(c), "time counts from the ponderhit")
	require.True(t, c.Timed())
	l.Start = c.now().Add(-2 * sec)
	c.ponderHit(l)
	require.True(t, expired(c))
}

// TestPonderHitWhileSettling: an end that is fixed by the plan before the ponderhit does not replace the plan that the hit makes.
func TestPonderHitWhileSettling(t *testing.T) {
	o := DefaultOptions()
	start := time.Unix(1e9, 0)
	hit := func() {}
	now := func() time.Time { hit(); return start.Add(5 * sec) }
	c := newClockAt(now, Limits{Time: black(100 * sec), Timed: true, Start: start}, &o, position.Black, 1, nil)
	hit = func() {
		hit = func() {}
		c.ponderHit(Limits{Time: black(50 * sec), Timed: true, Start: start.Add(5 * sec)})
	}
	c.Settle(1)
	require.Equal(t, start.Add(5*sec), c.plan.Load().from)
}

// TestPonderingSettles: a move that pondering has settled gets little more, one of little pondering the ordinary time; and the
// score that a move is compared with is that of the move before, also if another reply was pondered on.
func TestPonderingSettles(t *testing.T) {
	o := DefaultOptions()
	now := time.Unix(1e9, 0)
	at := func() time.Time { return now }
	l := Limits{Time: black(100 * sec), Timed: true, Start: now}
	played := newClockAt(at, l, &o, position.Black, 1, nil)
	played.score = 77
	ordinary := played.plan.Load().optimum
	for _, c := range []struct {
		pondered time.Duration
		need     float64
		settled  bool
	}{{time.Hour, 1, true}, {time.Hour, 0.5, true}, {ordinary * 3 / 4, 1, false}, {ordinary * 3 / 4, 0.5, true}, {time.Hour, 0, false}} {
		l.Ponder, l.Start = NewPonder(), now
		clock := newClockAt(at, l, &o, position.Black, 3, played)
		require.Equal(t, Score(77), clock.lastScore)
		clock.Settle(c.need)
		now = now.Add(c.pondered)
		clock.ponderHit(Limits{Time: black(100 * sec), Timed: true, Start: now})
		p := clock.plan.Load()
		require.Equal(t, c.settled, !p.end.IsZero(), "%+v", c)
		if c.settled {
			require.Equal(t, now.Add(time.Duration(float64(p.optimum)*c.need)/4), clock.deadline(p), "%+v", c)
		}
		clock.score = 5
		require.Equal(t, Score(77), newClockAt(at, l, &o, position.Black, 3, clock).lastScore, "the reply was another one")
	}
}

// TestPonderingOnAForcedMove: it does not wait for the end of a byoyomi either, which cannot be saved up.
func TestPonderingOnAForcedMove(t *testing.T) {
	o := DefaultOptions()
	for need, want := range map[float64]bool{0.05: true, 0.5: false} {
		c := clockAfter(sec, Limits{Ponder: NewPonder(), Byoyomi: 10 * sec}, &o, nil)
		c.Settle(need)
		c.ponderHit(Limits{Timed: true, Byoyomi: 10 * sec, Start: c.now()})
		require.Equal(t, want, c.deadline(c.plan.Load()).Before(c.now().Add(sec)), "need %v", need)
		c.ponderHit(Limits{MoveTime: 10 * sec, Start: c.now()})
		require.False(t, c.deadline(c.plan.Load()).Before(c.now().Add(sec)), "movetime is used, need %v", need)
	}
}

// TestNeed: what makes a move doubtful gets more time.
func TestNeed(t *testing.T) {
	need := func(last Score, scores ...Score) float64 {
		s := stability{clock: &Clock{lastScore: last, score: eval.None}}
		r := &rootMove{}
		for _, score := range scores {
			s.add(position.Move(1), score)
		}
		require.Equal(t, scores[len(scores)-1], s.clock.score)
		return s.need(r, 0, 30)
	}
	even := need(eval.None, 10, 10, 10, 10, 10, 10)
	require.InDelta(t, 0.8, even, 0.1)
	require.Greater(t, need(eval.None, 10, 10, 10, 10, 10, -40), even*1.3, "the score falls")
	require.Greater(t, need(60, 10, 10, 10, 10, 10, 10), even*1.2, "it has fallen since the last move")
	require.Less(t, need(-50, 10, 10, 10, 10, 10, 10), even, "it has risen")
	require.Less(t, need(eval.None, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10), even, "the move has held for long")
	s := stability{}
	for i := range 6 {
		s.add(position.Move(i%2+1), 10)
	}
	require.Greater(t, s.need(&rootMove{}, 0, 30), even*1.5, "the best move changes")
	require.Less(t, s.need(&rootMove{}, 0, 1), forced, "there is only one move")
}
