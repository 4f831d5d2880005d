package tt

import (
	"fmt"
	"math/bits"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"katachi/tt/huge"
	"katachi/tt/prefetch"
)

const (
	shardBits  = 6
	shardCount = 1 << shardBits
	slotCount  = 4

	bucketBytes  = 64
	shardBuckets = 1 << 20 / bucketBytes / shardCount // buckets in a shard for each megabyte of the table
	pageBuckets  = 4096 / bucketBytes

	// agePenalty is how many plies of depth an entry is worth less for each search that has begun since.
	agePenalty = 8
	// depthMargin is how much shallower a bound may be than the entry of the same position and search that it replaces:
	// a newer result had better knowledge, unless it is much shallower (Stockfish's rule).
	depthMargin = 4
	// pvWorth is how many plies deeper an entry on a principal variation counts in that comparison.
	pvWorth = 2

	// roomForSearches: the part of the table in use has room for so many searches as long as the next one, since the
	// searches before it looked at the same lines.
	roomForSearches = 4

	// shelterMegabytes is the size of the shelter that a search in a hurry uses in place of shards not cleared yet.
	shelterMegabytes = 4
)

// slot holds an entry: its packed word and the key xor that word.
type slot struct{ check, data atomic.Uint64 }

// bucket is a cache line. The slices of buckets are whole pages, which Go's allocator aligns.
type bucket [slotCount]slot

// Table is a transposition table. Probe, Find, Prefetch, Store, Keep and HashFull may be called by any number of
// goroutines at once; the other methods only while no search runs.
type Table struct {
	shards     [shardCount][]bucket
	inUse      uint64 // shards in use, a power of two; the others are empty
	generation uint64 // below generations
	megabytes  int
	used       atomic.Bool // something was stored since the table was last empty

	touching sync.WaitGroup                       // the goroutines of touch
	enough   atomic.Bool                          // tells them to end
	touched  [shardCount]atomic.Bool              // the shards that they are done with
	homes    [shardCount]atomic.Pointer[[]bucket] // where a shard's entries are: there, or in the shelter
	shelter  []bucket                             // see NewSearch
}

// New returns an empty table of that size. The error wraps ErrSize if the size is impossible and ErrMemory if there is
// not enough memory.
func New(megabytes int) (*Table, error) {
	t := new(Table)
	if err := t.Resize(megabytes); err != nil {
		return nil, err
	}
	return t, nil
}

// Resize empties the table and gives it that size, at least 1 MB and at most three quarters of the memory that the
// process may use. On an error, which wraps ErrSize or ErrMemory, the table stays as it is.
func (t *Table) Resize(megabytes int) error {
	if megabytes == t.megabytes && megabytes > 0 {
		t.Clear()
		return nil
	}
	// The old table makes room for the new one. Go ends the program when memory runs out, so the question whether
	// there is enough comes first.
	if err := checkSize(megabytes, t.megabytes); err != nil {
		return fmt.Errorf("hash table: %w", err)
	}
	t.endTouch()
	t.open()
	if t.megabytes > 0 {
		t.shards = [shardCount][]bucket{}
		debug.FreeOSMemory()
	}
	t.megabytes, t.generation, t.inUse = megabytes, 0, shardCount
	t.used.Store(false)
	// All shards are advised before any is touched: small ones share a huge page with their neighbours.
	for i := range t.shards {
		t.shards[i] = make([]bucket, megabytes*shardBuckets)
		huge.Advise(t.shards[i])
	}
	t.touch()
	return nil
}

// touch makes the system back the table with memory, in the background: the system hands out pages, cleared, when they
// are first written to, which takes far longer than all else here. Only a quarter of the processors do it, so that a
// search that comes at once has the others; where there are many it is more than one, since a page lies near the
// processor that touched it.
func (t *Table) touch() {
	t.enough.Store(false)
	for i := range t.touched {
		t.touched[i].Store(false)
	}
	hands := (runtime.GOMAXPROCS(0) + 3) / 4
	for hand := range hands {
		t.touching.Go(func() {
			for i := hand; i < shardCount; i += hands {
				shard := t.shards[i]
				for b := 0; b < len(shard); b += pageBuckets {
					if t.enough.Load() {
						return
					}
					shard[b][0].data.CompareAndSwap(0, 0) // a write that leaves alone what a search has stored
				}
				t.touched[i].Store(true)
				t.homes[i].Store(&t.shards[i])
			}
		})
	}
}

// Await waits until the system has backed the table with memory, so that a measurement of the search does not include
// that time.
func (t *Table) Await() { t.touching.Wait() }

// endTouch stops what touch began.
func (t *Table) endTouch() {
	t.enough.Store(true)
	t.touching.Wait()
}

// open makes every shard the home of its own entries and drops the shelter.
func (t *Table) open() {
	for i := range t.homes {
		t.homes[i].Store(&t.shards[i])
	}
	t.shelter = nil
}

// Clear empties the table.
func (t *Table) Clear() {
	t.generation = 0
	if !t.used.Load() {
		return
	}
	t.endTouch()
	t.open()
	t.used.Store(false)
	var wait sync.WaitGroup
	for _, shard := range t.shards {
		wait.Go(func() { clear(shard) })
	}
	wait.Wait()
	for i := range t.touched {
		t.touched[i].Store(true)
	}
}

// NewSearch begins a new generation: entries of earlier searches stay, but are replaced first. nodes is how many nodes
// the search will have at most, 0 if unknown. Of a much larger table only a part is used until a longer search comes,
// since what lies close together stays in the processor's caches.
//
// Before a search can write to a page that the system has not cleared yet, the page must be cleared. That takes
// milliseconds on a virtual machine, which has to get it from its host, and a new table has hundreds of them. So a
// search in a hurry keeps the entries of such a shard in a shelter until the shard is there; entries in the shelter are
// then lost. Other searches use all of the table from the beginning, so their results do not depend on when the memory
// comes.
func (t *Table) NewSearch(hurry bool, nodes uint64) {
	t.generation = (t.generation + 1) % generations
	t.makeRoom(hurry, nodes)
	t.open()
	if !hurry || t.megabytes <= 4*shelterMegabytes {
		return
	}
	for i := range t.homes {
		if t.touched[i].Load() {
			continue
		}
		if t.shelter == nil {
			t.shelter = make([]bucket, shelterMegabytes*shardBuckets*shardCount)
		}
		t.homes[i].Store(&t.shelter)
		if t.touched[i].Load() { // just now
			t.homes[i].Store(&t.shards[i])
		}
	}
}

// makeRoom takes as many shards into use as a search of that many nodes needs.
func (t *Table) makeRoom(hurry bool, nodes uint64) {
	want := uint64(shardCount)
	if slots := uint64(t.megabytes) * shardBuckets * slotCount; nodes > 0 && nodes < slots*shardCount {
		want = 1
		for want < shardCount && want*slots < roomForSearches*nodes {
			want *= 2
		}
	}
	if !t.used.Load() {
		t.inUse = want
	}
	if t.inUse < want {
		t.spread(hurry, want)
	}
}

// spread takes more shards, which are empty, into use and moves the entries that belong there. Its time depends on the
// size of the old part in use, not on that of the new one, as long as it need not wait for memory. In a hurry it does
// not wait: entries that belong to shards whose memory is still to come are lost.
func (t *Table) spread(hurry bool, want uint64) {
	var there [shardCount]bool
	for i := range there {
		there[i] = !hurry || t.touched[i].Load()
	}
	var wait sync.WaitGroup
	for i := range t.inUse {
		wait.Go(func() {
			for b := range t.shards[i] {
				t.spreadBucket(i, b, want-1, &there)
			}
		})
	}
	wait.Wait()
	t.inUse = want
}

// spreadBucket moves the entries of a shard's bucket to the buckets of the same number in the shards that the low bits
// of their keys name, where they fill the slots in order. A slot torn by two writers may name any shard; if it names a
// foreign one it is dropped.
func (t *Table) spreadBucket(shard uint64, number int, mask uint64, there *[shardCount]bool) {
	from := &t.shards[shard][number]
	var words, checks [slotCount]uint64
	for i := range from {
		words[i], checks[i] = from[i].data.Load(), from[i].check.Load()
		if words[i] == 0 {
			break
		}
		from[i].data.Store(0)
		from[i].check.Store(0)
	}
	for i, word := range words {
		if word == 0 {
			break
		}
		key := checks[i] ^ word
		target := key & mask % shardCount
		if key&(t.inUse-1) != shard || !there[target] {
			continue
		}
		to, free := &t.shards[target][number], 0
		for to[free].data.Load() != 0 {
			free++
		}
		to[free].data.Store(word)
		to[free].check.Store(checks[i])
	}
}

// Megabytes returns the size.
func (t *Table) Megabytes() int { return t.megabytes }

// HashFull returns how full the table is with entries of the current generation, in permille, from a sample.
func (t *Table) HashFull() int {
	const sample = 16 // buckets of each shard
	full := 0
	for i, shard := range t.shards[:t.inUse] {
		if t.homes[i].Load() != &t.shards[i] {
			continue
		}
		for b := range shard[:sample] {
			for s := range shard[b] {
				if word := Word(shard[b][s].data.Load()); word != 0 && word.age(t.generation) == 0 {
					full++
				}
			}
		}
	}
	return full * 1000 / (shardCount * sample * slotCount)
}

func (t *Table) bucket(key uint64) *bucket {
	shard := *t.homes[key&(t.inUse-1)%shardCount].Load()
	i, _ := bits.Mul64(key, uint64(len(shard)))
	return &shard[i]
}

// Prefetch starts loading what Probe will read, for a key that is known some time before the probe.
func (t *Table) Prefetch(key uint64) { prefetch.One(t.bucket(key)) }

// Probe returns the entry of the position with that key, if there is one.
func (t *Table) Probe(key uint64) (Entry, bool) {
	word := t.Find(key)
	if word == 0 {
		return Entry{}, false
	}
	return word.unpack(), true
}

// Find is Probe without unpacking; it returns 0 if there is no entry.
func (t *Table) Find(key uint64) Word {
	b := t.bucket(key)
	for i := range b {
		if word := b[i].data.Load(); b[i].check.Load()^word == key {
			return Word(word)
		}
	}
	return 0
}

// Store keeps the entry for the position with that key. If e.Move is 0, a known move of the position stays. Of a bound
// that is much shallower than what this search has already stored of the position, only the move is kept. Otherwise the
// entry replaces, in its bucket, the older one of the position, an empty slot, or the one that is worth least by depth
// and age.
func (t *Table) Store(key uint64, e Entry) { t.Keep(key, e.pack()) }

// Keep is Store of a packed entry.
func (t *Table) Keep(key uint64, word Word) {
	if !t.used.Load() {
		t.used.Store(true)
	}
	b := t.bucket(key)
	victim, worst := &b[0], MaxDepth+1
	for i := range b {
		s := &b[i]
		old := Word(s.data.Load())
		if old == 0 {
			victim = s
			break // slots fill in order and never empty singly
		}
		if s.check.Load()^uint64(old) == key {
			word, victim = merge(word, old, t.generation), s
			break
		}
		if worth := old.Depth() - agePenalty*old.age(t.generation); worth < worst {
			victim, worst = s, worth
		}
	}
	stored := uint64(word) | t.generation<<generationShift
	victim.data.Store(stored)
	victim.check.Store(stored ^ key)
}

// merge returns what to keep of a new entry and an old one of the same position, as a word of generation 0.
func merge(word, old Word, generation uint64) Word {
	if word.Move() == 0 {
		word |= old & moveMask
	}
	worth := word.Depth()
	if word.PV() {
		worth += pvWorth
	}
	if word.Bound() == BoundExact || worth+depthMargin > old.Depth() || old.age(generation) != 0 {
		return word
	}
	return old&^(moveMask|generationMask) | word&moveMask
}
