package mate

import (
	"katachi/movegen"
	"katachi/position"
)

// line plays the mate out: the attacker's shortest way that is known, the defender's longest. What the table has
// thrown away meanwhile is proved again. With exact set, length is the length of the shortest mate, and the defender
// plays what really lasts so long. ok is false if the search was stopped.
func (s *searcher) line(length uint16, exact bool) (line []position.Move, ok bool) {
	base := len(s.children)
	defer func() {
		s.children = s.children[:base]
		for range line {
			s.undo()
		}
	}()
	for {
		or := s.pos.Side() == s.attacker
		if !or && s.isMated() {
			return line, true
		}
		best := child{}
		found := false
		if or {
			if m, _ := s.mateInOne(); m != position.MoveNone {
				best, found = s.childOf(m), true
			}
		}
		if !found {
			best, found = s.nextOfLine(length, or, exact)
		}
		if !found {
			return line, false
		}
		s.do(&best)
		line = append(line, best.move)
		length = best.length
	}
}

func (s *searcher) childOf(m position.Move) child {
	c := child{move: m, key: s.pos.BoardKeyAfter(m) ^ s.salt, have: s.path.hands[len(s.path.hands)-1]}
	if s.pos.Side() == s.attacker {
		c.have = handAfter(s.pos, c.have, m)
	}
	return c
}

// nextOfLine returns the next move of a mate within length plies.
func (s *searcher) nextOfLine(length uint16, or, exact bool) (best child, found bool) {
	var moves []position.Move
	if or {
		moves = movegen.Checks(s.pos, nil)
	} else {
		moves = movegen.Legal(s.pos, nil)
	}
	for pass := range 2 {
		for _, m := range moves {
			c := s.childOf(m)
			if s.path.repeats(c.key, c.have) != noLoop {
				continue
			}
			s.do(&c)
			r := s.table.lookup(c.key, c.have, length-1).result
			if or && s.isMated() {
				r = result{dn: infinite}
			} else if !or && r.pn != 0 {
				if m, _ := s.mateInOne(); m != position.MoveNone {
					r = result{dn: infinite, length: 1}
				}
			}
			if r.pn != 0 && (!or || pass == 1 && r.dn != 0) {
				r = s.solveRoot(length - 1)
			}
			if exact && !or && r.pn == 0 && length > 3 && r.length == length-1 {
				if shorter := s.solveRoot(length - 3); shorter.pn == 0 {
					r = shorter
				}
			}
			s.undo()
			if r.pn != 0 {
				if !or {
					return child{}, false
				}
				continue
			}
			c.result = r
			if !found || or && c.length < best.length || !or && (c.length > best.length || c.length == best.length && best.move.IsDrop()) {
				best, found = c, true // of two defences that last as long, the one that interposes nothing
			}
		}
		if found {
			return best, true
		}
	}
	return best, false
}
