package mate

import (
	"katachi/movegen"
	"katachi/position"
)

// expand appends the moves of the present position to the children, with what is known of each. It reports whether one
// of them was met before at a smaller depth.
func (s *searcher) expand(length uint16, or bool) (old bool) {
	base := len(s.children)
	if or {
		s.moves = movegen.Checks(s.pos, s.moves[:0])
	} else {
		s.moves = movegen.Legal(s.pos, s.moves[:0])
	}
	depth := len(s.path.keys) - 1
	hand := s.path.hands[depth]
	for _, m := range s.moves {
		c := child{move: m, key: s.pos.BoardKeyAfter(m) ^ s.salt, have: hand, next: -1, summed: true}
		if or {
			c.have = handAfter(s.pos, hand, m)
		}
		s.children = append(s.children, c)
	}
	s.delay(base, or)
	for i := base; i < len(s.children); i++ {
		if !s.children[i].waits {
			old = s.open(i, length, or) || old
		}
	}
	for i := base; i < len(s.children); i++ {
		s.awake(i, length, or)
	}
	return old
}

// delay makes moves wait for similar ones: of the interposing drops on one square only one is searched at first, and a
// promotion is searched before the same move without it. Each waits until the one before has failed, so that the
// numbers count only alternatives that really differ.
func (s *searcher) delay(base int, or bool) {
	var lastDrop [position.NumSquares]int32
	for i := base; i < len(s.children); i++ {
		c := &s.children[i]
		switch {
		case c.move.IsDrop():
			if or {
				continue
			}
			to := c.move.To()
			if before := lastDrop[to]; before > 0 {
				s.children[before-1].next = int32(i)
				c.waits = true
			}
			lastDrop[to] = int32(i) + 1
		case c.move.IsPromotion() && c.move.Before().Kind() != position.Silver && c.move.Before().Kind() != position.Knight:
			for j := base; j < len(s.children); j++ {
				if d := &s.children[j]; !d.move.IsDrop() && !d.move.IsPromotion() && d.move.From() == c.move.From() && d.move.To() == c.move.To() {
					d.waits, c.next = true, int32(j)
				}
			}
		}
	}
}

// awake opens the move that waits for the i-th, once the i-th has failed for the side to move.
func (s *searcher) awake(i int, length uint16, or bool) {
	for {
		c := &s.children[i]
		if c.waits || c.next < 0 || or && c.dn != 0 || !or && c.pn != 0 {
			return
		}
		i = int(c.next)
		c.next = -1
		s.children[i].waits = false
		s.open(i, length, or)
	}
}

// open fills in what is known of a child, and reports whether it was met before at a smaller depth.
func (s *searcher) open(i int, length uint16, or bool) (old bool) {
	c := &s.children[i]
	if at := s.path.repeats(c.key, c.have); at != noLoop {
		c.result = result{pn: infinite, hand: c.have, length: unbounded, loop: at}
		return false
	}
	f := s.table.lookup(c.key, c.have, length-1)
	c.result = f.result
	if f.pn == 0 || f.dn == 0 {
		return false
	}
	if length <= 2 { // looking at the position itself decides
		f.known, f.looped = false, false
	}
	c.visited = f.known
	if f.looped {
		if r, ok := s.table.lookupLoop(c.key^s.path.after(c.move), c.have, length-1); ok {
			c.result = r
			return false
		}
	}
	if f.known {
		if max(f.pn, f.dn) >= shareLeast {
			s.share(c.key, f.parent, f.parentHand)
		}
		return int(f.depth) < len(s.path.keys)
	}
	s.pos.Do(c.move)
	if or {
		s.judgeCheck(c, length-1)
	} else {
		s.judgeEvasion(c, length-1)
	}
	s.pos.Undo()
	return false
}

// judgeCheck estimates a check that was never searched: the fewer the answers, the nearer a mate.
func (s *searcher) judgeCheck(c *child, length uint16) {
	s.moves = movegen.Legal(s.pos, s.moves[:0])
	if hand, ok := s.mated(s.moves); ok {
		c.result = result{dn: infinite, hand: hand, loop: noLoop}
		return
	}
	if length == 0 {
		c.result = result{pn: infinite, hand: c.have, loop: noLoop}
		return
	}
	var dropped position.Bitboard
	answers := uint32(0)
	for _, m := range s.moves {
		if m.IsDrop() {
			dropped = dropped.With(m.To())
		} else {
			answers++
		}
	}
	if dropped.Any() {
		answers++
	}
	c.pn, c.dn = answers, 1
}

// judgeEvasion looks for a mate in one after a defender's move.
func (s *searcher) judgeEvasion(c *child, length uint16) {
	m, hand := s.mateInOne()
	if m != position.MoveNone {
		c.result = result{dn: infinite, hand: hand, length: 1, loop: noLoop}
	} else if length <= 1 {
		c.result = result{pn: infinite, hand: c.have, length: 1, loop: noLoop}
	}
}
