package book

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"katachi/position"
)

// memory is a book in memory. It is filled with add and can be asked after finish.
type memory struct {
	entries chunks[entry]
	records chunks[record]
	index   []uint32 // open addressing: number of the first entry of a position plus one, 0 = free
}

// entry is a position of the book: 44 bytes.
type entry struct {
	key   position.Packed
	first uint32 // number of its first record
	moves uint16
	ply   uint16 // 0 = not told
	next  uint32 // number of the next entry of the same position plus one, 0 = none
}

// maxMoves is how many moves a position can have.
const maxMoves = math.MaxUint16

// add appends a position and its moves.
func (b *memory) add(key position.Packed, ply uint16, moves []record) error {
	if int64(b.records.n) > math.MaxUint32-maxMoves || int64(b.entries.n) >= math.MaxUint32 {
		return fmt.Errorf("%w: too large for memory: set BookOnTheFly", ErrBook)
	}
	b.entries.push(entry{key: key, first: uint32(b.records.n), moves: uint16(len(moves)), ply: ply})
	for _, r := range moves {
		b.records.push(r)
	}
	return nil
}

// append adds a part of a text.
func (b *memory) append(p *part) error {
	for _, e := range p.entries {
		if err := b.add(e.key, e.ply, p.records[e.first:e.first+uint32(e.moves)]); err != nil {
			return err
		}
	}
	return nil
}

// finish builds the index: at most three quarters full, so that a chain of collisions stays short.
func (b *memory) finish() {
	size := 1 << bits.Len(uint(b.entries.n*4/3))
	b.index = make([]uint32, size)
	for i := b.entries.n - 1; i >= 0; i-- { // from behind, so that the first entry of a position ends in front
		e := b.entries.at(i)
		slot := b.slot(&e.key)
		e.next, b.index[slot] = b.index[slot], uint32(i+1)
	}
}

// slot returns where the index has the entries of a key, or would have them.
func (b *memory) slot(key *position.Packed) uint64 {
	mask := uint64(len(b.index) - 1)
	slot := hash(key) & mask
	for b.index[slot] != 0 && b.entries.at(int(b.index[slot]-1)).key != *key {
		slot = (slot + 1) & mask
	}
	return slot
}

func (b *memory) find(p *position.Position, ignorePly bool) ([]record, error) {
	key, err := p.Pack()
	if err != nil {
		return nil, nil // a mate problem without a king is in no book
	}
	pick := newNearest(p, ignorePly)
	var best *entry
	for next := b.index[b.slot(&key)]; next != 0; {
		e := b.entries.at(int(next - 1))
		if pick.offer(e.ply) {
			best = e
		}
		next = e.next
	}
	if best == nil {
		return nil, nil
	}
	found := make([]record, best.moves)
	for i := range found {
		found[i] = *b.records.at(int(best.first) + i)
	}
	return found, nil
}

func (b *memory) close() error { return nil }

func (b *memory) String() string {
	return fmt.Sprintf("%d positions with %d moves", b.entries.n, b.records.n)
}

// hash mixes the four words of a key; the multiplier is the odd number next to 2^64 divided by the golden ratio.
func hash(key *position.Packed) uint64 {
	const golden = 0x9E3779B97F4A7C15
	var h uint64
	for i := 0; i < 32; i += 8 {
		h = (h ^ binary.LittleEndian.Uint64(key[i:])) * golden
		h ^= h >> 32
	}
	return h
}
