package mate

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"unsafe"

	"katachi/position"
	"katachi/tt"
	"katachi/tt/huge"
)

// kind says what an entry of the table knows.
type kind uint8

const (
	free     kind = iota
	unknown       // proof and disproof numbers of an open position
	proof         // mate in length plies with this hand or a greater one
	disproof      // no mate within length plies with this hand or a smaller one
	loop          // no mate on one path only, because of a repetition; the key is mixed with the path
)

// entry is what the table knows of one board and attacker's hand. Entries of one board lie in one run of neighbours.
type entry struct {
	key    uint64
	parent uint64 // of an open position: the one from which it was first reached

	hand, parentHand position.Hand

	pn, dn uint32
	length uint16
	depth  uint16 // the least depth at which the position was met; of a loop, the depth that it depends on
	kind   kind
	effort uint8 // logarithm of the nodes spent, for garbage collection
	looped bool  // there is a loop entry for some path
}

const entrySize = int(unsafe.Sizeof(entry{}))

// table stores results in shards. Each shard is an open-addressing hash table with its own lock, so that searchers
// rarely contend. When it is full it collects its own garbage, in a fraction of a millisecond.
type table struct {
	shards []shard
	shift  int
}

type shard struct {
	mu      sync.Mutex
	used    int
	entries []entry
}

// shardEntries bounds the time of one garbage collection.
const shardEntries = 1 << 13

func newTable(megabytes int) (*table, error) {
	if err := tt.Fits(megabytes); err != nil {
		return nil, fmt.Errorf("mate table: %w", err)
	}
	n := shardsFor(megabytes)
	t := &table{shards: make([]shard, n), shift: 64 - bits.TrailingZeros(uint(n))}
	size := megabytes << 20 / entrySize / n
	for i := range t.shards {
		t.shards[i].entries = make([]entry, size)
		huge.Advise(t.shards[i].entries)
	}
	return t, nil
}

// shardsFor returns in how many shards a table of that size is divided, a power of two.
func shardsFor(megabytes int) int {
	n := 1
	for 2*n*shardEntries <= megabytes<<20/entrySize { // in bytes the left side may be more than an int of 32 bits
		n *= 2
	}
	return n
}

func (t *table) clear() {
	for i := range t.shards {
		if s := &t.shards[i]; s.used > 0 {
			clear(s.entries)
			s.used = 0
		}
	}
}

// hashfull returns how full the table is, in thousandths.
func (t *table) hashfull() int {
	used := 0
	for i := range t.shards {
		t.shards[i].mu.Lock()
		used += t.shards[i].used
		t.shards[i].mu.Unlock()
	}
	return int(int64(used) * 1000 / int64(len(t.shards)*len(t.shards[0].entries)))
}

func (t *table) shard(key uint64) *shard {
	return &t.shards[key>>(t.shift&63)&uint64(len(t.shards)-1)]
}

// start returns where the run of the key begins.
func (s *shard) start(key uint64) int {
	hi, _ := bits.Mul64(key*0x9E3779B97F4A7C15, uint64(len(s.entries)))
	return int(hi)
}

// found is the answer of a look-up.
type found struct {
	result
	known  bool // there is an entry for exactly this hand
	looped bool // a look-up of the loop may tell more
	depth  uint16

	parent     uint64
	parentHand position.Hand
}

// lookup returns what is known of a position with the hand when the mate may take at most length plies.
func (t *table) lookup(key uint64, hand position.Hand, length uint16) found {
	f := found{result: result{pn: 1, dn: 1, loop: noLoop}, depth: maxDepth}
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := s.entries
	for i := s.start(key); ; {
		e := &entries[i]
		if e.kind == free {
			return f
		}
		if e.key == key {
			switch e.kind {
			case proof:
				if e.length <= length && hand.Covers(e.hand) {
					f.result = result{dn: infinite, hand: e.hand, length: e.length, loop: noLoop}
					return f
				}
			case disproof:
				if e.length >= length && e.hand.Covers(hand) {
					f.result = result{pn: infinite, hand: e.hand, length: e.length, loop: noLoop}
					return f
				}
			case unknown:
				if e.hand == hand {
					f.pn, f.dn, f.depth, f.known, f.looped = e.pn, e.dn, e.depth, true, e.looped
					f.parent, f.parentHand = e.parent, e.parentHand
				}
			}
		}
		if i++; i == len(entries) {
			i = 0
		}
	}
}

// shortest returns the length of the shortest known mate of a position with the hand, unbounded if none is known.
func (t *table) shortest(key uint64, hand position.Hand) uint16 {
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	length := uint16(unbounded)
	for i := s.start(key); s.entries[i].kind != free; {
		if e := &s.entries[i]; e.key == key && e.kind == proof && hand.Covers(e.hand) {
			length = min(length, e.length)
		}
		if i++; i == len(s.entries) {
			i = 0
		}
	}
	return length
}

// lookupLoop asks whether the position is known to be no mate on one path. The key is mixed with the path.
func (t *table) lookupLoop(key uint64, hand position.Hand, length uint16) (result, bool) {
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := s.start(key); s.entries[i].kind != free; {
		if e := &s.entries[i]; e.key == key && e.kind == loop && e.hand == hand && e.length >= length {
			return result{pn: infinite, hand: hand, length: e.length, loop: int32(e.depth)}, true
		}
		if i++; i == len(s.entries) {
			i = 0
		}
	}
	return result{}, false
}

// store keeps an entry. A proof or disproof replaces the entries of the same kind that it makes superfluous; an entry
// of an open position replaces the one with the same hand.
func (t *table) store(n entry) {
	s := t.shard(n.key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used > len(s.entries)*3/4 {
		s.collect()
	}
	i := s.start(n.key)
	for ; s.entries[i].kind != free; i++ {
		e := &s.entries[i]
		if e.key == n.key && e.kind == n.kind && n.replaces(e) {
			if n.kind == unknown {
				n.depth = min(n.depth, e.depth)
				n.looped = n.looped || e.looped
				n.effort = max(n.effort, e.effort)
				n.parent, n.parentHand = e.parent, e.parentHand
			}
			*e = n
			return
		}
		if i+1 == len(s.entries) {
			i = -1
		}
	}
	s.entries[i] = n
	s.used++
}

func (n *entry) replaces(e *entry) bool {
	switch n.kind {
	case proof:
		return e.hand.Covers(n.hand) && e.length >= n.length
	case disproof:
		return n.hand.Covers(e.hand) && e.length <= n.length
	}
	return e.hand == n.hand
}

// collect drops the entries that took the least effort, at least a third of all.
func (s *shard) collect() {
	count := [256]int{}
	for i := range s.entries {
		if s.entries[i].kind != free {
			count[s.entries[i].worth()]++
		}
	}
	limit, gone := 0, 0
	for gone < s.used/3 {
		gone += count[limit]
		limit++
	}
	kept := make([]entry, 0, s.used-gone)
	for i := range s.entries {
		if e := &s.entries[i]; e.kind != free && e.worth() >= limit {
			kept = append(kept, *e)
		}
	}
	clear(s.entries)
	s.used = len(kept)
	for _, e := range slices.Backward(kept) {
		i := s.start(e.key)
		for s.entries[i].kind != free {
			if i++; i == len(s.entries) {
				i = 0
			}
		}
		s.entries[i] = e
	}
}

// worth keeps an entry from being collected: proofs and disproofs last longer than open positions.
func (e *entry) worth() int {
	if e.kind == unknown {
		return int(e.effort)
	}
	return int(e.effort) + 3
}
