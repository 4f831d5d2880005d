package tt

import (
	"math"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestImpossibleResizeKeepsTheTable(t *testing.T) {
	table := newTable(t, 2)
	table.Store(42, Entry{Depth: 1})
	for _, megabytes := range []int{-1, 0, 1 << 30, math.MaxInt} {
		require.ErrorIs(t, table.Resize(megabytes), ErrSize)
	}
	old := debug.SetMemoryLimit(64 * megabyte)
	err := table.Resize(49)
	debug.SetMemoryLimit(old)
	require.EqualError(t, err, "hash table: impossible size: 49 MB, the most is 48 MB (75% of the memory)")
	require.Equal(t, 2, table.Megabytes())
	_, hit := table.Probe(42)
	require.True(t, hit)
	_, err = New(0)
	require.EqualError(t, err, "hash table: impossible size: 0 MB, the least is 1 MB")
}

func TestMemoryCheck(t *testing.T) {
	m := memory{total: 1000 * megabyte, free: 300 * megabyte}
	require.NoError(t, m.check(300, 0))
	require.EqualError(t, m.check(301, 0), "not enough memory: 301 MB wanted, 300 MB free")
	require.NoError(t, m.check(350, 50), "the old table makes room")
	require.ErrorIs(t, m.check(351, 50), ErrMemory)
	require.NoError(t, m.check(750, 700))
	require.ErrorIs(t, m.check(751, 700), ErrSize)
	require.NoError(t, memory{unknown, unknown}.check(1_000_000, 0))
}
