package record

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// random makes a game of random moves with variations and comments.
func random(r *rand.Rand) *Game {
	g := &Game{Start: position.New(position.Shogi), Names: [2]string{"a", "b"}}
	p := g.Start.Clone()
	var grow func(n *Node, plies int)
	grow = func(n *Node, plies int) {
		if plies <= 0 {
			return
		}
		branches := 1
		if r.IntN(40) == 0 {
			branches = 2
		}
		for range branches {
			moves := movegen.Legal(p, nil)
			if len(moves) == 0 {
				return
			}
			m := moves[r.IntN(len(moves))]
			next := n.Append(m)
			if len(next.Next) > 0 { // the same move again
				continue
			}
			next.Time, next.Timed = time.Duration(r.IntN(100))*time.Second, true
			if r.IntN(10) == 0 {
				next.Comments = []string{fmt.Sprintf("comment %d", plies), "*#"}
			}
			p.Do(m)
			grow(next, plies-1-r.IntN(2))
			p.Undo()
		}
	}
	grow(&g.Root, 120)
	g.Root.Comments, g.Root.Next[0].Bookmark = []string{"of the start"}, "first"
	return g
}

func sameTree(t *testing.T, want, got *Node, times bool) {
	t.Helper()
	require.Equal(t, want.Move, got.Move)
	require.Equal(t, want.Comments, got.Comments)
	require.Equal(t, want.Bookmark, got.Bookmark)
	if times {
		require.Equal(t, want.Time, got.Time)
	}
	require.Len(t, got.Next, len(want.Next))
	for i := range want.Next {
		sameTree(t, want.Next[i], got.Next[i], times)
	}
}

// TestRandomGames: what is written is read again as it was, in every format.
func TestRandomGames(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		g := random(r)
		text := textOf(t, g.KIF)
		sameTree(t, &g.Root, &readOne(t, []byte(text)).Root, true)
		sjis := readOne(t, ShiftJIS(text))
		sameTree(t, &g.Root, &sjis.Root, true)
		ki2 := textOf(t, g.KI2)
		sameTree(t, &g.Root, &readOne(t, []byte(ki2)).Root, false)
		csa := textOf(t, g.CSA)
		again := readOne(t, []byte(csa))
		require.Equal(t, g.USI(), again.USI())
		require.Equal(t, g.Root.Comments, again.Root.Comments)
		for i, n := range g.Main() {
			require.Equal(t, n.Comments, again.Main()[i].Comments)
			require.Equal(t, n.Time, again.Main()[i].Time)
		}
		require.Equal(t, g.USI(), readOne(t, []byte(g.USI())).USI())
	}
}
