//go:build tune

package search

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// TestNodesTime plays one side's moves of a game whose time is counted in nodes: the account goes on from search to search,
// whatever the GUI's clock says, and the same game is played again.
func TestNodesTime(t *testing.T) {
	before := nodesTime
	defer func() { nodesTime = before }()
	nodesTime = 1000
	game := func() (moves []position.Move, spent []uint64) {
		e := newTestEngine(t, nil)
		p := parse(t, benchPositions[0])
		gui := Limits{Timed: true, Time: black(60 * sec), Inc: black(sec)}
		rest := 60 * sec
		for range 6 {
			result := e.Search(context.Background(), p, gui, nil)
			require.Equal(t, rest, e.clock.limits.Time[position.Black])
			used := time.Duration(e.Nodes()) * time.Second / time.Duration(nodesTime)
			rest += sec - used
			require.Less(t, used, 10*sec)
			moves, spent = append(moves, result.Move), append(spent, e.Nodes())
			p.Do(result.Move)
			p.Do(movegen.Legal(p, nil)[0])
			gui.Time[position.Black] += sec - ms
		}
		return moves, spent
	}
	moves, spent := game()
	again, spentAgain := game()
	require.Equal(t, moves, again)
	require.Equal(t, spent, spentAgain)

	e := newTestEngine(t, nil)
	p := parse(t, benchPositions[0])
	for range 2 { // a position that does not continue the game begins a new account
		e.Search(context.Background(), p, Limits{Timed: true, Time: black(10 * sec)}, nil)
		require.Equal(t, 10*sec, e.clock.limits.Time[position.Black])
	}
}
