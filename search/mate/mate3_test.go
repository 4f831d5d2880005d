package mate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func TestThreeAgainstExhaustiveSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	tries := 400
	if testing.Short() {
		tries = 100
	}
	mates := 0
	for done := 0; done < tries; {
		p := wildPosition(rng, position.Shogi)
		if p.King(p.Side().Other()) == position.NoSquare {
			continue
		}
		e := exhaustive{seen: map[seenKey]bool{}, limit: 20_000, over: noAnswer}
		want := e.mates(p, 3)
		if e.nodes > e.limit {
			continue
		}
		done++
		m := Three(p)
		require.Equal(t, want, m != position.MoveNone, p.SFEN())
		if m == position.MoveNone {
			continue
		}
		mates++
		require.True(t, p.IsLegal(m) && p.GivesCheck(m))
		p.Do(m)
		require.True(t, e.mated(p, 2), "%v", m)
		p.Undo()
	}
	require.Greater(t, mates, tries/20)
}

func BenchmarkThree(b *testing.B) {
	list := playedPositions(rand.New(rand.NewPCG(5, 6)), 20)
	b.ResetTimer()
	for i := range b.N {
		sink = Three(list[i%len(list)])
	}
}
