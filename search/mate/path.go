package mate

import "katachi/position"

// path is the way from the root to the present position: the boards and the attacker's hands on it, hashed, so that a
// repetition is found at once whatever the depth.
type path struct {
	keys  []uint64
	hands []position.Hand
	moves []position.Move
	marks []uint64 // hash of the moves so far
	prev  []int32  // the last earlier depth in the same slot, -1 if none
	slots [pathSlots]int32
}

const pathSlots = 1 << 12

func newPath() *path {
	p := &path{}
	for i := range p.slots {
		p.slots[i] = -1
	}
	return p
}

// push adds a position reached by a move.
func (p *path) push(key uint64, hand position.Hand, m position.Move) {
	slot := &p.slots[key%pathSlots]
	p.prev = append(p.prev, *slot)
	*slot = int32(len(p.keys))
	mark := uint64(0)
	if n := len(p.marks); n > 0 {
		mark = p.after(m)
	}
	p.keys = append(p.keys, key)
	p.hands = append(p.hands, hand)
	p.moves = append(p.moves, m)
	p.marks = append(p.marks, mark)
}

// after returns the hash of the path with one more move.
func (p *path) after(m position.Move) uint64 {
	n := len(p.marks)
	h := (p.marks[n-1] ^ uint64(m.To16()) ^ uint64(n)<<16) * 0x9E3779B97F4A7C15
	return (h ^ h>>29) * 0xBF58476D1CE4E5B9
}

func (p *path) pop() {
	n := len(p.keys) - 1
	p.slots[p.keys[n]%pathSlots] = p.prev[n]
	p.keys, p.hands, p.moves, p.marks, p.prev = p.keys[:n], p.hands[:n], p.moves[:n], p.marks[:n], p.prev[:n]
}

// repeats returns the depth of the position on the path that one with this board and hand would repeat: it has the same
// board, and the attacker had no less in hand, so that whatever mates now would have mated then. noLoop if there is
// none.
func (p *path) repeats(key uint64, hand position.Hand) int32 {
	for i := p.slots[key%pathSlots]; i >= 0; i = p.prev[i] {
		if p.keys[i] == key && p.hands[i].Covers(hand) {
			return i
		}
	}
	return noLoop
}

// find returns the depth at which exactly this position is on the path, noLoop if it is not.
func (p *path) find(key uint64, hand position.Hand) int32 {
	for i := p.slots[key%pathSlots]; i >= 0; i = p.prev[i] {
		if p.keys[i] == key && p.hands[i] == hand {
			return i
		}
	}
	return noLoop
}
