package mate

import (
	"slices"

	"katachi/movegen"
	"katachi/position"
)

// liner builds the line of a mate so that its length is a proved one. Every position has a bound: the plies within
// which it is mate whatever the defender does. The bounds in the table need not agree with each other, since proofs are
// found at different times: a position's bound may be longer than what follows from its children's. So the line goes
// down, with the attacker to the child with the least bound and with the defender to the one with the greatest.
// Wherever a position turns out to have a smaller bound than assumed, the position before it is examined again. In the
// end each bound on the line is one more than the next, and no other move of the defender has a greater one: he cannot
// leave the line for a longer one that is proved.
type liner struct {
	*searcher
	exact  bool                     // the bound of the first position is the shortest length, and the defender's moves must really last as long
	bounds map[knownPosition]uint16 // for the attacker's and the defender's positions, what was worked out here
	really map[knownPosition]bool   // no mate is shorter than the bound
	line   []position.Move
	values []uint16 // the bounds of the positions on the line, the first position included
}

// knownPosition is a board with the side to move, and the attacker's hand.
type knownPosition struct {
	key  uint64
	hand position.Hand
}

// line returns the line of a mate within length plies, as liner describes. What the table has dropped meanwhile is
// proved again. ok is false if the search was stopped.
func (s *searcher) line(length uint16, exact bool) (line []position.Move, ok bool) {
	l := &liner{searcher: s, exact: exact, bounds: map[knownPosition]uint16{}, really: map[knownPosition]bool{}, values: []uint16{length}}
	defer func() {
		for range l.line {
			s.undo()
		}
	}()
	for !s.halted() {
		last := len(l.values) - 1
		value, best, ok := l.look(l.values[last])
		switch {
		case !ok:
			return l.line, false
		case value < l.values[last]:
			l.lower(last, value)
		case value == 0:
			return l.line, true
		default:
			l.advance(best, value-1)
		}
	}
	return l.line, false
}

// lower gives a position on the line a smaller bound and goes back to the position before it, whose bound may change
// too.
func (l *liner) lower(at int, value uint16) {
	l.values[at] = value
	l.bounds[knownPosition{l.path.keys[at], l.path.hands[at]}] = value
	for len(l.values) > max(at, 1) {
		l.undo()
		l.line, l.values = l.line[:len(l.line)-1], l.values[:len(l.values)-1]
	}
}

// advance plays a move. If it leads to a position that is on the line already, or to one with less in hand for the attacker, that
// one has the smaller bound as well.
func (l *liner) advance(c child, value uint16) {
	if at := l.path.repeats(c.key, c.have); at != noLoop {
		l.lower(int(at), value)
		return
	}
	l.do(&c)
	l.line, l.values = append(l.line, c.move), append(l.values, value)
}

// look returns the bound of the present position that follows from its children's bounds, at most value, and the move
// to play. ok is false if the search was stopped.
func (l *liner) look(value uint16) (bound uint16, best child, ok bool) {
	if l.pos.Side() == l.attacker {
		return l.lookAttacker(value)
	}
	return l.lookDefender(value)
}

func (l *liner) lookAttacker(value uint16) (bound uint16, best child, ok bool) {
	if m, _ := l.mateInOne(); m != position.MoveNone {
		return 1, l.childOf(m), true
	}
	children := l.childrenOf(movegen.Checks(l.pos, nil))
	least := uint16(unbounded)
	for _, c := range children {
		if b := l.bound(&c); b < least {
			least, best = b, c
		}
	}
	if least < value {
		return least + 1, best, true
	}
	for _, c := range children { // the table has lost it
		l.do(&c)
		b, proved := l.prove(value - 1)
		l.undo()
		if proved {
			return b + 1, c, true
		}
		if l.halted() {
			break
		}
	}
	return 0, best, false
}

func (l *liner) lookDefender(value uint16) (bound uint16, best child, ok bool) {
	if l.isMated() {
		return 0, best, true
	}
	if value == 0 {
		return 0, best, false
	}
	children := l.childrenOf(movegen.Legal(l.pos, nil))
	// Of two defences that last as long, the one that interposes nothing.
	slices.SortStableFunc(children, func(a, b child) int { return drops(a.move) - drops(b.move) })
	bounds := make([]uint16, len(children))
	for i := range children {
		c := &children[i]
		l.do(c)
		b := l.bound(c)
		if _, known := l.bounds[knownPosition{c.key, c.have}]; !known && b > 1 {
			if m, _ := l.mateInOne(); m != position.MoveNone {
				b = 1
			}
		}
		proved := b < value
		if !proved {
			b, proved = l.prove(value - 1)
		}
		l.undo()
		if !proved {
			return 0, best, false
		}
		l.bounds[knownPosition{c.key, c.have}] = b
		bounds[i] = b
	}
	for {
		at := slices.Index(bounds, slices.Max(bounds))
		bound, best = bounds[at]+1, children[at]
		if !l.exact || bound < value || bounds[at] == 1 || l.really[knownPosition{best.key, best.have}] {
			return bound, best, true
		}
		l.do(&best)
		b, proved := l.prove(bounds[at] - 2)
		l.undo()
		switch {
		case proved:
			bounds[at] = b
			l.bounds[knownPosition{best.key, best.have}] = b
		case l.halted():
			return 0, best, false
		default:
			l.really[knownPosition{best.key, best.have}] = true
		}
	}
}

func drops(m position.Move) int {
	if m.IsDrop() {
		return 1
	}
	return 0
}

// bound returns what is known of a child.
func (l *liner) bound(c *child) uint16 {
	b, known := l.bounds[knownPosition{c.key, c.have}]
	if !known {
		return l.table.shortest(c.key, c.have)
	}
	return b
}

// prove looks for a mate within length plies in the present position, regardless of the path to it.
func (l *liner) prove(length uint16) (bound uint16, proved bool) {
	way := l.path
	n := len(way.keys) - 1
	l.path = newPath()
	l.path.push(way.keys[n], way.hands[n], position.MoveNone)
	r := l.solveRoot(length)
	l.path = way
	return r.length, r.proved()
}

func (l *liner) childrenOf(moves []position.Move) []child {
	children := make([]child, len(moves))
	for i, m := range moves {
		children[i] = l.childOf(m)
	}
	return children
}

func (s *searcher) childOf(m position.Move) child {
	c := child{move: m, key: s.pos.BoardKeyAfter(m) ^ s.salt, have: s.path.hands[len(s.path.hands)-1]}
	if s.pos.Side() == s.attacker {
		c.have = handAfter(s.pos, c.have, m)
	}
	return c
}
