package tt

import (
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

func newTable(t testing.TB, megabytes int) *Table {
	t.Helper()
	table, err := New(megabytes)
	require.NoError(t, err)
	return table
}

// entryFor returns an entry that is a function of the key, so that a reader can tell a foreign one.
func entryFor(key uint64) Entry {
	r := rand.New(rand.NewPCG(key, 1))
	return Entry{
		Move: position.Move16(key | 1), Score: eval.Score(r.IntN(65000) - 32500), Eval: eval.Score(r.IntN(56000) - 28000),
		Depth: r.IntN(MaxDepth-MinDepth+1) + MinDepth, Bound: Bound(r.IntN(4)), PV: r.IntN(2) == 0,
	}
}

// sameBucket returns n keys of one bucket.
func sameBucket(n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = 0xABCD_0000_0000_0000 | uint64(i)<<shardBits | 5
	}
	return keys
}

func TestEntryPacks(t *testing.T) {
	for _, e := range []Entry{
		{},
		{Score: eval.None, Eval: eval.None, Depth: MinDepth},
		{Move: math.MaxUint16, Score: eval.Infinity, Eval: eval.MaxEval, Depth: MaxDepth, Bound: 3, PV: true},
		{Move: 1, Score: -eval.Infinity, Eval: -eval.MaxEval, Depth: -1, Bound: 1},
		{Move: 1 << 15, Score: eval.MatedIn(eval.MaxPly), Eval: -1, Depth: 0, Bound: 2, PV: true},
	} {
		for generation := range uint64(generations) {
			word := e.pack() | Word(generation)<<generationShift
			require.Equal(t, e, word.unpack())
			require.Equal(t, 0, word.age(generation))
			require.Equal(t, 3, word.age((generation+3)%generations))
		}
	}
}

func TestStoreAndProbe(t *testing.T) {
	table := newTable(t, 3)
	r := rand.New(rand.NewPCG(2, 3))
	keys := make([]uint64, 3*megabyte/16/8) // an eighth of the table: hardly a bucket overflows
	for i := range keys {
		keys[i] = r.Uint64()
		_, hit := table.Probe(keys[i])
		require.False(t, hit)
		table.Store(keys[i], entryFor(keys[i]))
	}
	found := 0
	for _, key := range keys {
		if e, hit := table.Probe(key); hit {
			require.Equal(t, entryFor(key), e)
			found++
		}
	}
	require.Greater(t, found, len(keys)*999/1000)
	table.Clear()
	for _, key := range keys {
		_, hit := table.Probe(key)
		require.False(t, hit)
	}
}

func TestKeyZeroIsNotInAnEmptyTable(t *testing.T) {
	table := newTable(t, 1)
	_, hit := table.Probe(0)
	require.False(t, hit)
	table.Store(0, Entry{Depth: 1})
	_, hit = table.Probe(0)
	require.True(t, hit)
}

func TestBoundCuts(t *testing.T) {
	for bound, want := range map[Bound][3]bool{ // of scores below, at and above the limit
		BoundNone: {false, false, false}, BoundUpper: {true, false, false}, BoundLower: {false, true, true}, BoundExact: {true, true, true},
	} {
		require.Equal(t, want, [3]bool{bound.Cuts(-8, -7), bound.Cuts(-7, -7), bound.Cuts(-6, -7)})
	}
}

func TestTornAndForeignEntriesAreMisses(t *testing.T) {
	table := newTable(t, 1)
	keys := sameBucket(2)
	table.Store(keys[0], entryFor(keys[0]))
	_, hit := table.Probe(keys[1])
	require.False(t, hit, "another position of the bucket")

	s := &table.bucket(keys[0])[0]
	check, data := s.check.Load(), s.data.Load()
	other := uint64(entryFor(keys[1]).pack())
	s.data.Store(other) // half of another writer's entry
	for _, key := range keys {
		_, hit = table.Probe(key)
		require.False(t, hit, "new data with the old check")
	}
	s.data.Store(data)
	s.check.Store(other ^ keys[1])
	for _, key := range keys {
		_, hit = table.Probe(key)
		require.False(t, hit, "old data with the new check")
	}
	s.check.Store(check)
	_, hit = table.Probe(keys[0])
	require.True(t, hit)
}

func TestStoreOnTheSamePosition(t *testing.T) {
	const key = 77
	deep := Entry{Move: 5, Score: 10, Eval: 20, Depth: 20, Bound: 2}
	for _, c := range []struct {
		name  string
		next  Entry
		later bool // in the next search
		want  Entry
	}{
		{"shallow bound", Entry{Move: 6, Score: 1, Depth: 10, Bound: 1}, false,
			Entry{Move: 6, Score: 10, Eval: 20, Depth: 20, Bound: 2}},
		{"shallow bound without a move", Entry{Score: 1, Depth: 10, Bound: 1}, false, deep},
		{"somewhat shallower", Entry{Move: 6, Score: 1, Depth: 17, Bound: 1}, false,
			Entry{Move: 6, Score: 1, Depth: 17, Bound: 1}},
		{"too shallow by one", Entry{Move: 5, Score: 1, Depth: 16, Bound: 1}, false, deep},
		{"a principal variation counts as two plies deeper", Entry{Move: 6, Score: 1, Depth: 15, Bound: 1, PV: true}, false,
			Entry{Move: 6, Score: 1, Depth: 15, Bound: 1, PV: true}},
		{"and no more", Entry{Move: 5, Score: 1, Depth: 14, Bound: 1, PV: true}, false, deep},
		{"shallow but exact", Entry{Move: 6, Score: 1, Depth: 3, Bound: 3}, false,
			Entry{Move: 6, Score: 1, Depth: 3, Bound: 3}},
		{"deeper keeps the move", Entry{Score: 1, Depth: 21, Bound: 1}, false,
			Entry{Move: 5, Score: 1, Depth: 21, Bound: 1}},
		{"shallow in a later search", Entry{Score: 1, Depth: 2, Bound: 1, PV: true}, true,
			Entry{Move: 5, Score: 1, Depth: 2, Bound: 1, PV: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := newTable(t, 1)
			table.Store(key, deep)
			if c.later {
				table.NewSearch(false, 0)
			}
			table.Store(key, c.next)
			e, hit := table.Probe(key)
			require.True(t, hit)
			require.Equal(t, c.want, e)
		})
	}
}

func TestReplacementByDepthAndAge(t *testing.T) {
	table := newTable(t, 1)
	keys := sameBucket(6)
	for i, depth := range []int{12, 4, 9, 30} {
		table.Store(keys[i], Entry{Depth: depth, Bound: 2})
	}
	has := func(want ...int) {
		t.Helper()
		var found []int
		for i, key := range keys {
			if _, hit := table.Probe(key); hit {
				found = append(found, i)
			}
		}
		require.Equal(t, want, found)
	}
	has(0, 1, 2, 3)
	table.Store(keys[4], Entry{Depth: 1, Bound: 2})
	has(0, 2, 3, 4) // the shallowest went
	table.NewSearch(false, 0)
	table.Store(keys[4], Entry{Depth: 5, Bound: 2}) // of this search: worth more than depth 12 of the last
	table.Store(keys[2], Entry{Depth: 6, Bound: 2})
	table.Store(keys[5], Entry{Depth: 1, Bound: 2})
	has(2, 3, 4, 5)

	for _, c := range []struct{ first, second, want int }{ // depths of two searches; which of the entries goes
		{18, 11, 0}, {20, 11, 1},
	} {
		table.Clear()
		table.Store(keys[0], Entry{Depth: c.first, Bound: 2})
		table.NewSearch(false, 0)
		for _, key := range keys[1:4] {
			table.Store(key, Entry{Depth: c.second, Bound: 2})
		}
		table.NewSearch(false, 0)
		table.Store(keys[4], Entry{Depth: 1, Bound: 2})
		_, hit := table.Probe(keys[c.want])
		require.False(t, hit, "%v", c)
	}
}

// A short search uses a part of a large table; a longer one takes more of it and finds all that is stored. Only Clear makes the
// part small again.
func TestTheTableInUseGrowsWithTheSearches(t *testing.T) {
	table := newTable(t, 16) // a shard has 16384 slots
	table.touching.Wait()
	shards := func(nodes uint64) uint64 {
		table.NewSearch(nodes > 4097, nodes) // in a hurry or not: all memory is there
		return table.inUse
	}
	require.EqualValues(t, 1, shards(1000))
	r := rand.New(rand.NewPCG(6, 7))
	keys := make([]uint64, 4000) // of 16384 slots: hardly a bucket overflows
	for i := range keys {
		keys[i] = r.Uint64()
		table.Store(keys[i], entryFor(keys[i]))
	}
	found := func() (n int) {
		for _, key := range keys {
			if e, hit := table.Probe(key); hit {
				require.Equal(t, entryFor(key), e)
				n++
			}
		}
		return n
	}
	all := found()
	require.Greater(t, all, len(keys)*98/100)
	require.EqualValues(t, 1, shards(4096))
	require.EqualValues(t, 2, shards(4097))
	require.Equal(t, all, found())
	full := &table.shards[0][7] // of entries whose words come from two writers
	for i := range full {
		full[i].data.Store(uint64(entryFor(uint64(i)).pack()) | 1)
		full[i].check.Store(r.Uint64())
	}
	all = found()
	for _, step := range []struct{ nodes, want uint64 }{
		{1000, 2}, {4 * 4096, 4}, {1 << 17, 32}, {1 << 18, 64}, {1 << 19, 64}, {math.MaxUint64, 64}, {0, 64}, {1, 64},
	} {
		require.Equal(t, step.want, shards(step.nodes), step.nodes)
		require.Equal(t, all, found())
	}
	for i := range table.shards {
		for b := range table.shards[i] {
			for s := 1; s < slotCount; s++ {
				if table.shards[i][b][s].data.Load() != 0 {
					require.NotZero(t, table.shards[i][b][s-1].data.Load(), "slots fill in order")
				}
			}
		}
	}
	table.Clear()
	require.EqualValues(t, 1, shards(1))
	require.Zero(t, found())
	require.EqualValues(t, 64, newTable(t, 1).inUse)
}

func TestHashFullCountsThisSearch(t *testing.T) {
	table := newTable(t, 1)
	require.Equal(t, 0, table.HashFull())
	r := rand.New(rand.NewPCG(4, 5))
	slots := megabyte / 16
	for range slots / 2 {
		table.Store(r.Uint64(), Entry{Depth: 9, Bound: 1})
	}
	require.InDelta(t, 470, table.HashFull(), 40) // half, less what overflowed its bucket
	table.NewSearch(false, 0)
	require.Equal(t, 0, table.HashFull())
	for range slots * 8 {
		table.Store(r.Uint64(), Entry{Depth: 9, Bound: 1})
	}
	require.Greater(t, table.HashFull(), 990)
	table.Clear()
	require.Equal(t, 0, table.HashFull())
}

func TestResize(t *testing.T) {
	table := newTable(t, 1)
	for _, megabytes := range []int{7, 64, 64, 2, 1} {
		table.Store(42, Entry{Depth: 1})
		require.NoError(t, table.Resize(megabytes))
		require.Equal(t, megabytes, table.Megabytes())
		buckets := 0
		for _, shard := range table.shards {
			buckets += len(shard)
			require.Zero(t, uintptr(unsafe.Pointer(&shard[0]))%bucketBytes, "a bucket is one cache line")
		}
		require.Equal(t, megabytes*megabyte, buckets*int(unsafe.Sizeof(bucket{})))
		_, hit := table.Probe(42)
		require.False(t, hit)
	}
}

// TestUseOfNewTable stores while the table's memory is still being touched, and resizes and clears it then.
func TestUseOfNewTable(t *testing.T) {
	table := newTable(t, 64)
	keys := make([]uint64, 5000)
	r := rand.New(rand.NewPCG(5, 8))
	for i := range keys {
		keys[i] = r.Uint64()
		table.Store(keys[i], entryFor(keys[i]))
	}
	table.touching.Wait()
	for _, key := range keys {
		e, hit := table.Probe(key)
		require.True(t, hit)
		require.Equal(t, entryFor(key), e)
	}
	for _, megabytes := range []int{32, 33} {
		require.NoError(t, table.Resize(megabytes))
		table.Store(keys[0], entryFor(keys[0]))
		table.Clear()
		_, hit := table.Probe(keys[0])
		require.False(t, hit)
	}
}

// TestSearchInAHurry stores and probes while the memory of the table comes: what is in the shelter is found until the shard is
// there, and nothing that was stored after that is lost.
func TestSearchInAHurry(t *testing.T) {
	keys := make([]uint64, 5000)
	r := rand.New(rand.NewPCG(5, 9))
	for i := range keys {
		keys[i] = r.Uint64()
	}
	for _, megabytes := range []int{4 * shelterMegabytes, 64, 65} {
		table := newTable(t, megabytes)
		table.NewSearch(true, 0)
		for range 3 {
			for _, key := range keys {
				home := table.homes[key%shardCount].Load()
				table.Store(key, entryFor(key))
				e, hit := table.Probe(key)
				if home == table.homes[key%shardCount].Load() {
					require.True(t, hit)
					require.Equal(t, entryFor(key), e)
				}
			}
		}
		table.HashFull()
		table.touching.Wait()
		for _, key := range keys {
			table.Store(key, entryFor(key))
		}
		table.NewSearch(true, 0)
		require.Nil(t, table.shelter, "all memory is there")
		for i := range table.homes {
			require.Same(t, &table.shards[i], table.homes[i].Load())
		}
		for _, key := range keys {
			e, hit := table.Probe(key)
			require.True(t, hit)
			require.Equal(t, entryFor(key), e)
		}
	}

	// The table is cleared and searched before it is all there.
	table := newTable(t, 64)
	table.Store(keys[0], entryFor(keys[0]))
	table.Clear()
	table.NewSearch(true, 0)
	require.Nil(t, table.shelter)
	require.NoError(t, table.Resize(65))
	table.NewSearch(true, 0)
	table.Store(keys[0], entryFor(keys[0]))
	table.NewSearch(false, 0)
	require.Nil(t, table.shelter)
	for i := range table.homes {
		require.Same(t, &table.shards[i], table.homes[i].Load())
	}
}

// TestParallel has writers and readers meet in few buckets: whatever is found must be whole.
func TestParallel(t *testing.T) {
	table := newTable(t, 1)
	keys := make([]uint64, 64)
	for i := range keys {
		keys[i] = uint64(i%8)<<60 | uint64(i)<<shardBits
	}
	const rounds = 20_000
	var hits atomic.Int64
	var wait sync.WaitGroup
	for worker := range uint64(4) {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(worker, 6))
			for range rounds {
				key := keys[r.IntN(len(keys))]
				if e, hit := table.Probe(key); hit {
					hits.Add(1)
					if e != entryFor(key) {
						t.Errorf("key %x: got %+v, want %+v", key, e, entryFor(key))
						return
					}
				}
				key = keys[r.IntN(len(keys))]
				table.Store(key, entryFor(key))
				if r.IntN(1000) == 0 {
					table.HashFull()
				}
			}
		})
	}
	wait.Wait()
	require.Greater(t, hits.Load(), int64(rounds))
}

func TestNothingIsAllocated(t *testing.T) {
	table := newTable(t, 1)
	key := uint64(1)
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		key *= 0x9E3779B97F4A7C15
		table.Store(key, Entry{Depth: 3})
		table.Probe(key)
		table.HashFull()
	}))
}

// The benchmarks run on a table that no cache holds.

const benchMegabytes = 512

func BenchmarkProbeMiss(b *testing.B) {
	table := newTable(b, benchMegabytes)
	key, hits := uint64(1), 0
	for b.Loop() {
		key = key*6364136223846793005 + 1442695040888963407
		if _, hit := table.Probe(key ^ key>>32); hit {
			hits++
		}
	}
	require.Zero(b, hits)
}

func BenchmarkProbeHit(b *testing.B) {
	table := newTable(b, benchMegabytes)
	const n = 1 << 21
	for i := range uint64(n) {
		table.Store(i*0x9E3779B97F4A7C15, Entry{Depth: 5, Bound: 2})
	}
	i, hits := uint64(1), 0
	for b.Loop() {
		i = (i*1664525 + 1013904223) % n
		if _, hit := table.Probe(i * 0x9E3779B97F4A7C15); hit {
			hits++
		}
	}
	require.Positive(b, hits)
}

func BenchmarkStore(b *testing.B) {
	table := newTable(b, benchMegabytes)
	key := uint64(1)
	for b.Loop() {
		key = key*6364136223846793005 + 1442695040888963407
		table.Store(key^key>>32, Entry{Depth: 5, Bound: 2})
	}
}

func BenchmarkResize(b *testing.B) {
	table := newTable(b, 1)
	for b.Loop() {
		require.NoError(b, table.Resize(1024))
		require.NoError(b, table.Resize(1))
	}
}

func BenchmarkClear(b *testing.B) {
	table := newTable(b, 1024)
	for b.Loop() {
		table.Clear()
	}
}
