package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseTimeControl(t *testing.T) {
	for text, want := range map[string]timeControl{
		"10+0.1":                  {Main: 10 * time.Second, Inc: 100 * time.Millisecond},
		"60":                      {Main: time.Minute},
		"byoyomi=1":               {Byoyomi: time.Second},
		"300,byoyomi=10":          {Main: 5 * time.Minute, Byoyomi: 10 * time.Second},
		"movetime=0.25":           {MoveTime: 250 * time.Millisecond},
		"nodes=100000":            {Nodes: 100000},
		"depth=8":                 {Depth: 8},
		"0+0.5":                   {Inc: 500 * time.Millisecond},
		"10+0.1,nodes=5,depth=12": {Main: 10 * time.Second, Inc: 100 * time.Millisecond, Nodes: 5, Depth: 12},
	} {
		got, err := parseTimeControl(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got)
		again, err := parseTimeControl(got.String())
		require.NoError(t, err)
		require.Equal(t, want, again)
	}
	unit, err := parseTimeControl("main=5m,byoyomi=500ms")
	require.NoError(t, err)
	require.Equal(t, timeControl{Main: 5 * time.Minute, Byoyomi: 500 * time.Millisecond}, unit)
	for _, text := range []string{"", "0", "x", "-1", "10+", "10+0.1,byoyomi=1", "10,movetime=1", "moves=40", "nodes=-1", "depth=-2", "1e99", "4000000", "10,20,byoyomi=3", "10+0.1,inc=1", "depth=1,depth=2"} {
		_, err := parseTimeControl(text)
		require.Error(t, err, text)
	}
}

// TestClock: what the engines are told and what they may use, move by move.
func TestClock(t *testing.T) {
	second := time.Second
	inc := timeControl{Main: 10 * second, Inc: second}
	c := newClock([2]timeControl{inc, inc})
	limit := func(side int) time.Duration { d, _ := c.allowed(side); return d }
	require.Equal(t, "go btime 10000 wtime 10000 binc 1000 winc 1000", c.goCommand(0))
	require.Equal(t, 11*second, limit(0), "the increment of the first move is there at once")
	c.spend(0, 3*second)
	require.Equal(t, "go btime 8000 wtime 10000 binc 1000 winc 1000", c.goCommand(1))
	c.spend(1, 11*second)
	require.Equal(t, "go btime 8000 wtime 0 binc 1000 winc 1000", c.goCommand(0))
	require.Equal(t, second, limit(1))
	c.spend(1, 1200*time.Millisecond) // within a margin
	require.Equal(t, second, limit(1))

	sudden := timeControl{Main: second}
	c = newClock([2]timeControl{sudden, sudden})
	c.spend(0, 1100*time.Millisecond) // within a margin, and nothing fills it again
	require.Equal(t, -100*time.Millisecond, limit(0))
	require.Equal(t, "go btime 0 wtime 1000 byoyomi 0", c.goCommand(0))

	byoyomi := timeControl{Main: 10 * second, Byoyomi: 2 * second}
	c = newClock([2]timeControl{byoyomi, {Main: 5 * second}})
	require.Equal(t, "go btime 10000 wtime 5000 byoyomi 2000", c.goCommand(0))
	require.Equal(t, "go btime 10000 wtime 5000 byoyomi 0", c.goCommand(1))
	c.spend(0, 11*second)
	require.Equal(t, 2*second, limit(0))
	c.spend(0, second)
	require.Equal(t, 2*second, limit(0), "byoyomi is not saved up")
	require.Equal(t, 5*second, limit(1))

	c = newClock([2]timeControl{{MoveTime: second, Depth: 3}, {Nodes: 500}})
	require.Equal(t, "go movetime 1000 depth 3", c.goCommand(0))
	require.Equal(t, "go nodes 500", c.goCommand(1))
	_, limited := c.allowed(1)
	require.False(t, limited)
	c.spend(1, time.Hour)
	require.Equal(t, second, limit(0))

	c = newClock([2]timeControl{inc, byoyomi})
	require.Equal(t, "go btime 10000 wtime 10000 binc 1000 winc 0", c.goCommand(0))
	require.Equal(t, "go btime 10000 wtime 10000 byoyomi 2000", c.goCommand(1))
}
