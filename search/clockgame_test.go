package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// virtual is a machine in virtual time: thousands of games are played on it in seconds. It stands still now and then, more
// often if it is busy, while searching as well as on the way of commands and answers.
type virtual struct {
	rng     *rand.Rand
	time    time.Time
	stalls  float64       // a second
	longest time.Duration // of a stall
	way     time.Duration // of a command or an answer, at most, besides stalls
	used    time.Duration // for the last move, as the GUI sees it
}

func (v *virtual) now() time.Time { return v.time }

func (v *virtual) upTo(d time.Duration) time.Duration {
	return time.Duration(v.rng.Float64() * float64(d))
}

// untilStall is how long the machine runs before it stands still the next time.
func (v *virtual) untilStall() time.Duration {
	return time.Duration(min(v.rng.ExpFloat64()/v.stalls, 1e6) * float64(time.Second))
}

// hop is a step of a command's way in or of an answer's out: each may find the machine standing still.
func (v *virtual) hop(d time.Duration) {
	v.time = v.time.Add(v.upTo(d))
	if v.untilStall() < 5*ms {
		v.time = v.time.Add(v.upTo(v.longest))
	}
}

// search thinks as an engine does: iterations that take longer and longer, after each of which the clock is told how settled
// the move is.
func (v *virtual) search(c *Clock) {
	last := v.time
	length := 50 * time.Microsecond
	end := v.time.Add(length)
	stall := v.time.Add(v.untilStall())
	for {
		poll := c.deadline(c.plan.Load()).Add(v.upTo(ms + ms/2))
		next := end
		if poll.Before(next) {
			next = poll
		}
		if stall.Before(next) {
			last = stall
			v.time = stall.Add(v.upTo(v.longest))
			end = end.Add(v.time.Sub(stall))
			stall = v.time.Add(v.untilStall())
		} else if v.time = next; next == end {
			c.Settle(0.3 + 0.4*v.rng.ExpFloat64())
			length = time.Duration(float64(length) * (1.2 + 1.2*v.rng.Float64()))
			end = v.time.Add(length)
			last = v.time
		} else {
			last = v.time.Add(-ms)
		}
		if c.Expired(&last) {
			break
		}
	}
	v.hop(ms)
	c.Answered()
}

// control is a time control of a virtual game.
type control struct {
	main, inc, byoyomi time.Duration
	incFirst           bool // the clock that the engine is told has the increment of the coming move in it
}

func (c control) String() string {
	return fmt.Sprintf("%v+%v, byoyomi %v, increment first %v", c.main, c.inc, c.byoyomi, c.incFirst)
}

// play plays one side's moves of a game and returns what its clock showed after each; the last is negative if the game was
// lost on time.
func (v *virtual) play(t control, o *Options, plies int) (left []time.Duration) {
	rest := t.main
	if t.incFirst {
		rest += t.inc
	}
	var c *Clock
	for ply := 1; ply <= plies; ply += 2 {
		asked := v.time
		v.hop(v.way)
		told := rest.Truncate(ms)
		limits := Limits{Time: black(told), Inc: black(t.inc), Byoyomi: t.byoyomi, Timed: true, Start: v.time}
		v.time = v.time.Add(v.upTo(300 * time.Microsecond))
		c = newClockAt(v.now, limits, o, position.Black, ply, c)
		v.search(c)
		v.hop(v.way)
		used := v.time.Sub(asked)
		v.used = used
		allowed := rest + t.byoyomi
		if !t.incFirst {
			allowed += t.inc
		}
		if used > allowed {
			return append(left, allowed-used)
		}
		if rest += t.inc - used; t.byoyomi > 0 {
			rest = max(rest, 0)
		}
		left = append(left, rest)
		v.time = v.time.Add(v.upTo(time.Second))
	}
	return left
}

// TestGamesOf400Plies plays whole games in virtual time: no clock ever runs out, on quiet machines and on busy ones, whatever
// the options say about the network.
func TestGamesOf400Plies(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	controls := []control{
		{main: 2 * sec}, {main: 5 * sec}, {main: 20 * sec}, {main: 60 * sec}, {main: 600 * sec},
		{main: sec, inc: 100 * ms}, {main: 2 * sec, inc: 50 * ms}, {main: 10 * sec, inc: 100 * ms}, {main: 180 * sec, inc: 2 * sec},
		{main: 300 * sec, inc: 10 * sec}, {inc: sec}, {main: 5 * sec, inc: 10 * ms},
		{byoyomi: 200 * ms}, {byoyomi: sec}, {main: 10 * sec, byoyomi: sec}, {main: 600 * sec, byoyomi: 10 * sec}, {main: 2 * sec, byoyomi: 100 * ms},
	}
	for i, c := range controls {
		for round := range 120 {
			v := &virtual{rng: rand.New(rand.NewPCG(uint64(i), uint64(round))), time: time.Unix(1e9, 0), stalls: 0.5, longest: 4 * ms, way: ms}
			o := DefaultOptions()
			o.NetworkDelay2 = []time.Duration{0, 100 * ms, 250 * ms, 1120 * ms}[round%4]
			o.MinimumThinkingTime = time.Duration(v.rng.IntN(3000)) * ms
			o.RoundUpToFullSecond = v.rng.IntN(2) == 0
			o.SlowMover = 20 + v.rng.IntN(300)
			if round%3 == 2 {
				o.MaxMovesToDraw = 400
			}
			busy := round%8 >= 4 && (o.NetworkDelay2 > 0 && c.byoyomi > 300*ms || c.byoyomi == 0)
			if busy {
				v.stalls, v.longest = 10, 25*ms
				if c.byoyomi == 0 && c.main+200*c.inc < 5*sec {
					v.longest = 10 * ms // 200 answers have to fit in
				}
			}
			c.incFirst = c.inc > 0 && round/8%2 == 1
			left := v.play(c, &o, 400)
			require.GreaterOrEqual(t, left[len(left)-1], time.Duration(0), "%v, delay %v, busy %v: lost on time at move %d: %v", c, o.NetworkDelay2, busy, len(left), left)
			require.Len(t, left, 200)
			if c.byoyomi == 0 && c.main >= 5*sec && o.MaxMovesToDraw == 0 {
				require.Greater(t, slices.Min(left)+c.inc, 3*v.longest, "%v, delay %v, busy %v: no reserve: %v", c, o.NetworkDelay2, busy, left)
			}
		}
	}
}

// TestTimeIsUsed says what of the time is used on a quiet machine, and that it is most of it.
func TestTimeIsUsed(t *testing.T) {
	for _, c := range []struct {
		control
		least, most time.Duration // left after the move ...
		move        int
	}{
		{control{main: 20 * sec}, 4 * sec, 14 * sec, 30},
		{control{main: 60 * sec}, 0, 9 * sec, 100},
		{control{main: 300 * sec, inc: 10 * sec}, 30 * sec, 150 * sec, 60},
		{control{main: 10 * sec, inc: 100 * ms}, 50 * ms, 3 * sec, 100},
		{control{main: 600 * sec, byoyomi: 10 * sec}, 50 * sec, 300 * sec, 30},
	} {
		v := &virtual{rng: rand.New(rand.NewPCG(1, 2)), time: time.Unix(1e9, 0), stalls: 0.2, longest: 4 * ms, way: ms}
		o := DefaultOptions()
		left := v.play(c.control, &o, 400)
		line := ""
		for i := 9; i < len(left); i += 10 {
			line += fmt.Sprintf(" %d: %.2f", 2*i+2, left[i].Seconds())
		}
		t.Logf("%v, seconds left by ply:%s", c.control, line)
		require.Greater(t, left[c.move-1], c.least, "%v", c.control)
		require.Less(t, left[c.move-1], c.most, "%v", c.control)
	}
	for _, byoyomi := range []time.Duration{200 * ms, sec, 10 * sec} {
		for _, delay := range []time.Duration{0, 100 * ms} {
			v := &virtual{rng: rand.New(rand.NewPCG(1, 2)), time: time.Unix(1e9, 0), stalls: 0.2, longest: 4 * ms, way: ms}
			o := DefaultOptions()
			o.NetworkDelay2 = delay
			v.play(control{byoyomi: byoyomi}, &o, 100)
			t.Logf("byoyomi %v, NetworkDelay2 %v: %v used", byoyomi, delay, v.used.Round(ms))
			require.Greater(t, v.used, byoyomi-min(delay, byoyomi/4)-12*ms)
		}
	}
}
