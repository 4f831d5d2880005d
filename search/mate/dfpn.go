package mate

import (
	"math/bits"
	"sync/atomic"

	"katachi/position"
)

const (
	infinite  = 1 << 30 // proof or disproof number of a decided position
	unbounded = 1<<16 - 1
	maxDepth  = 1<<16 - 1
	noLoop    = 1<<31 - 1
)

// result is the outcome of a position's search.
type result struct {
	pn, dn uint32        // 0 and infinite of a proof, infinite and 0 of a disproof
	hand   position.Hand // decided: the least hand that the proof needs, the greatest for which the disproof holds
	length uint16        // of a proof the plies to mate; of a disproof the plies within which there is no mate
	loop   int32         // of a disproof that depends on a repetition: the least depth on the path that it depends on
}

func (r *result) proved() bool    { return r.pn == 0 }
func (r *result) disproved() bool { return r.dn == 0 }

// child is a move of a position that is being searched.
type child struct {
	result
	key     uint64
	have    position.Hand // the attacker's hand after the move
	move    position.Move
	next    int32 // the move that waits until this one fails, -1 if none
	waits   bool  // not looked at yet: it waits for another one
	visited bool  // its position has been searched
	summed  bool  // its number goes into the sum, not into the maximum
}

// frame is a position on the path that is being searched.
type frame struct {
	base int // its first child
	best int // the child that is being searched
}

// searcher is one df-pn search: a depth-first search that always expands the most proving position, with thresholds for
// proof and disproof number at every step (Nagai 2002).
type searcher struct {
	pos      *position.Position
	table    *table
	path     *path
	attacker position.Color
	skip     bool   // see SkipFutile
	salt     uint64 // tells problems apart that have the same boards
	nodes    uint64
	signals  *signals
	rank     int     // 0 for the first searcher; the others look at equal children in other orders
	children []child // of all positions on the path
	frames   []frame // of the positions on the path that are being searched
	moves    []position.Move
	answers  []position.Move // of the positions whose mate is being judged
	tick     func()
	root     result // the numbers of the root, for reports
}

// signals are what the searchers of one problem share.
type signals struct {
	stop atomic.Bool // the user's: nothing more is wanted
	done atomic.Bool // one of the searchers has decided what they all look for
}

func (s *searcher) halted() bool { return s.signals.stop.Load() || s.signals.done.Load() }

// tickNodes is how often, in nodes, a searcher calls tick.
const tickNodes = 1 << 8

func (s *searcher) key() uint64 { return s.pos.BoardKey() ^ s.salt }

func (s *searcher) do(c *child) {
	move, key, have := c.move, c.key, c.have
	s.path.push(key, have, move)
	s.pos.Do(move)
}

func (s *searcher) undo() {
	s.pos.Undo()
	s.path.pop()
}

// search searches the present position until one of its numbers reaches its threshold. The mate may take at most length
// plies. The search can go round in circles through positions that were met before at a smaller depth. extend counts
// these on the way down and then makes every step go one position further (Kishimoto's threshold controlling).
func (s *searcher) search(length uint16, thpn, thdn uint32, extend *int, first bool) result {
	before := s.nodes
	s.nodes++
	if s.nodes%tickNodes == 0 {
		s.tick()
	}
	depth := len(s.path.keys) - 1
	or := s.pos.Side() == s.attacker
	base := len(s.children)
	s.frames = append(s.frames, frame{base: base, best: base})
	old := s.expand(length, or)
	n := s.combine(base, or)
	known := n.result
	entered := *extend
	if first && entered > 0 {
		*extend--
	}
	if !first || n.pn < thpn && n.dn < thdn {
		if old && depth > 0 {
			*extend++
		}
		for !s.halted() && n.pn != 0 && n.dn != 0 {
			tp, td := thpn, thdn
			if *extend > 0 {
				tp, td = max(tp, n.pn+1), max(td, n.dn+1)
			}
			if n.pn >= tp || n.dn >= td {
				break
			}
			c := &s.children[n.best]
			cp, cd := n.thresholds(tp, td, or)
			visited := c.visited
			s.frames[len(s.frames)-1].best = n.best
			s.do(c)
			r := s.search(length-1, cp, cd, extend, !visited)
			s.undo()
			c = &s.children[n.best]
			c.result, c.visited = r, true
			s.awake(n.best, length, or)
			n = s.combine(base, or)
			if depth == 0 {
				s.root = n.result
			}
		}
		*extend = min(*extend, entered)
	}
	r := n.result
	if n.pn == 0 || n.dn == 0 {
		r = s.conclude(base, or)
	}
	s.children = s.children[:base]
	s.frames = s.frames[:len(s.frames)-1]
	s.keep(r, known, depth, bits.Len64(s.nodes-before))
	return r
}

// keep stores a result in the table.
func (s *searcher) keep(r, known result, depth, effort int) {
	e := entry{key: s.path.keys[depth], hand: r.hand, pn: r.pn, dn: r.dn, length: r.length, depth: uint16(depth), effort: uint8(effort)}
	switch {
	case r.pn == 0:
		e.kind = proof
	case r.dn == 0 && r.loop == noLoop:
		e.kind = disproof
	case r.dn == 0:
		e.kind, e.depth, e.hand = loop, uint16(r.loop), s.path.hands[depth]
		e.key ^= s.path.marks[depth]
		s.table.store(e)
		e = entry{key: s.path.keys[depth], hand: s.path.hands[depth], pn: known.pn, dn: known.dn, depth: uint16(depth), effort: uint8(effort), kind: unknown, looped: true}
		if known.pn == 0 || known.dn == 0 {
			e.pn, e.dn = 1, 1
		}
	default:
		e.kind, e.hand = unknown, s.path.hands[depth]
	}
	if depth > 0 {
		e.parent, e.parentHand = s.path.keys[depth-1], s.path.hands[depth-1]
	}
	s.table.store(e)
}

// conclude finds the hands and lengths for which a decided position's result holds, and the repetition that a disproof
// depends on.
func (s *searcher) conclude(base int, or bool) result {
	depth := int32(len(s.path.keys) - 1)
	list := s.children[base:]
	r := result{loop: noLoop}
	decided := false // by a single child
	for i := range list {
		decided = decided || !list[i].waits && (or && list[i].pn == 0 || !or && list[i].dn == 0)
	}
	switch {
	case or && decided:
		r.dn, r.length = infinite, unbounded
		for i := range list {
			if c := &list[i]; !c.waits && c.pn == 0 && c.length < r.length-1 {
				r.length, r.hand = c.length+1, handBefore(s.pos, c.hand, c.move)
			}
		}
	case or:
		r.pn, r.length, r.hand = infinite, unbounded, allInHand(s.pos)
		for i := range list {
			c := &list[i]
			r.hand = minHand(r.hand, handBefore(s.pos, c.hand, c.move))
			r.length = min(r.length, longer(c.length))
			r.loop = min(r.loop, c.loop)
		}
		r.hand = bearable(s.pos, r.hand)
	case decided:
		r.pn, r.loop = infinite, -1
		for i := range list {
			if c := &list[i]; !c.waits && c.dn == 0 && (c.loop > r.loop || c.loop == r.loop && c.length >= r.length) {
				r.loop, r.length, r.hand = c.loop, longer(c.length), c.hand
			}
		}
		r.hand = minHand(r.hand, allInHand(s.pos))
	default:
		r.dn = infinite
		for i := range list {
			r.hand = maxHand(r.hand, list[i].hand)
			r.length = max(r.length, list[i].length+1)
		}
		r.hand = withheld(s.pos, r.hand)
	}
	if r.loop >= depth {
		r.loop = noLoop // the repetition is of this position or of later ones: it is part of the disproof
	}
	return r
}

// longer adds a ply to the length of a disproof.
func longer(length uint16) uint16 {
	if length == unbounded {
		return unbounded
	}
	return length + 1
}
