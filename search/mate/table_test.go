package mate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func handOf(kinds ...position.Kind) (h position.Hand) {
	for _, k := range kinds {
		h = h.Plus(k)
	}
	return h
}

func TestTableKnowsDominance(t *testing.T) {
	tb := newSolver(t, 1).table
	gold, both := handOf(position.Gold), handOf(position.Gold, position.Silver)
	tb.store(entry{key: 1, kind: proof, hand: gold, length: 5, dn: infinite})
	tb.store(entry{key: 1, kind: disproof, hand: handOf(position.Pawn, position.Silver), length: unbounded, pn: infinite})
	tb.store(entry{key: 1, kind: disproof, hand: gold, length: 3, pn: infinite})
	for _, c := range []struct {
		hand   position.Hand
		length uint16
		want   int // 1 proved, -1 disproved
	}{
		{gold, 9, 1},
		{both, 9, 1},
		{gold, 5, 1},
		{gold, 3, -1},
		{gold, 4, 0},
		{both, 3, 0},
		{handOf(position.Silver), 99, -1},
		{0, 99, -1},
		{handOf(position.Silver, position.Silver), 99, 0},
	} {
		f := tb.lookup(1, c.hand, c.length)
		got := 0
		if f.proved() {
			got = 1
		} else if f.disproved() {
			got = -1
		}
		require.Equal(t, c.want, got, "%+v", c)
		require.False(t, f.known)
	}
	require.Equal(t, uint32(1), tb.lookup(2, gold, 9).pn, "another board")

	// What is no mate on one path is so with that hand alone, and within that length.
	tb.store(entry{key: 1, kind: loop, hand: gold, length: 7, depth: 4})
	for _, c := range []struct {
		key    uint64
		hand   position.Hand
		length uint16
		known  bool
	}{{1, gold, 7, true}, {1, gold, 5, true}, {1, gold, 9, false}, {1, both, 5, false}, {2, gold, 5, false}, {1, handOf(position.Pawn, position.Silver), 50, false}} {
		r, known := tb.lookupLoop(c.key, c.hand, c.length)
		require.Equal(t, c.known, known, "%+v", c)
		if known {
			require.Equal(t, result{pn: infinite, hand: gold, length: 7, loop: 4}, r)
		}
	}
}

// A full table throws the cheap entries away and keeps the dear ones, all of which are still found.
func TestTableCollectsGarbage(t *testing.T) {
	tb := newSolver(t, 1).table
	rng := rand.New(rand.NewPCG(1, 1))
	size := len(tb.shards) * len(tb.shards[0].entries)
	dear := map[uint64]uint32{}
	for i := range 4 * size {
		e := entry{key: rng.Uint64(), kind: unknown, pn: uint32(i + 1), dn: 1, effort: uint8(rng.IntN(4))}
		if i%64 == 0 {
			e.effort = 20
			dear[e.key] = e.pn
		}
		tb.store(e)
		if i%1000 == 0 {
			require.LessOrEqual(t, tb.hashfull(), 760)
		}
	}
	for key, pn := range dear {
		f := tb.lookup(key, 0, 9)
		require.True(t, f.known)
		require.Equal(t, pn, f.pn)
	}
	tb.clear()
	require.Zero(t, tb.hashfull())
	for key := range dear {
		require.False(t, tb.lookup(key, 0, 9).known)
	}
}

func TestTableSizes(t *testing.T) {
	require.Equal(t, 40, entrySize)
	for _, megabytes := range []int{0, -1, 1 << 30} {
		_, err := NewSolver(megabytes)
		require.Error(t, err, megabytes)
	}
	for _, megabytes := range []int{1, 3, 64} {
		tb := newSolver(t, megabytes).table
		bytes := len(tb.shards) * len(tb.shards[0].entries) * entrySize
		require.LessOrEqual(t, bytes, megabytes<<20)
		require.Greater(t, bytes, megabytes<<20*9/10)
		require.Less(t, len(tb.shards[0].entries), 2*shardEntries)
	}
	require.Equal(t, 4096, shardsFor(1536), "the most that 32 bits have room for")
}

func TestHands(t *testing.T) {
	a, b := handOf(position.Pawn, position.Pawn, position.Gold), handOf(position.Pawn, position.Rook)
	require.Equal(t, handOf(position.Pawn, position.Pawn, position.Gold, position.Rook), maxHand(a, b))
	require.Equal(t, handOf(position.Pawn), minHand(a, b))
	require.Equal(t, a, maxHand(a, handOf(position.Gold)))
	require.Equal(t, handOf(position.Gold), minHand(handOf(position.Gold), a))
}
