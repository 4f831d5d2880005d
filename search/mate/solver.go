package mate

import (
	"context"
	"math/bits"
	"sync/atomic"
	"time"

	"katachi/movegen"
	"katachi/position"
)

// Status says what a solver found out.
type Status uint8

// The outcomes of a search for a mate.
const (
	Unknown Status = iota // stopped before it was decided
	Mate
	NoMate // proved: no sequence of checks mates
)

// String returns the status in words.
func (s Status) String() string { return [...]string{"unknown", "mate", "no mate"}[s] }

// Mode says which mate is looked for.
type Mode uint8

// The modes.
const (
	First    Mode = iota // any mate
	Shortest             // go on until no shorter mate is left
)

// Options are the settings of one search. The zero value looks for any mate without a limit.
type Options struct {
	Mode     Mode
	Nodes    uint64        // limit, 0 = none
	Interval time.Duration // between reports, 0 = one second
	Keep     bool          // go on with what the table knows from the last Solve of the same problem
}

// Info is a report of a running search.
type Info struct {
	Time     time.Duration
	Nodes    uint64
	NPS      uint64
	HashFull int // thousandths
	PN, DN   uint32
	Depth    int             // plies from the root
	Line     []position.Move // that is being looked at
}

// Result is the outcome of a search.
type Result struct {
	Status Status
	// Line is a mate: each attacker's move checks, each answer is the one that lasts longest, and the last position is
	// mate. Empty unless the status is Mate.
	Line     []position.Move
	Shortest bool // no shorter mate exists
	Nodes    uint64
	Time     time.Duration
	HashFull int // thousandths
}

// Solver finds mates. It is for one Solve at a time.
type Solver struct {
	table *table
}

// NewSolver returns a solver with a table of the size in megabytes.
func NewSolver(megabytes int) (*Solver, error) {
	t, err := newTable(megabytes)
	if err != nil {
		return nil, err
	}
	return &Solver{table: t}, nil
}

// Solve looks whether the side to move mates by continuous checks. It works on a copy of the position and returns soon
// after the context ends. report may be nil.
func (v *Solver) Solve(ctx context.Context, p *position.Position, o Options, report func(Info)) Result {
	start := time.Now()
	attacker := p.Side()
	if p.King(attacker.Other()) == position.NoSquare {
		return Result{Status: NoMate}
	}
	if !o.Keep {
		v.table.clear()
	}
	stop := &atomic.Bool{}
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	if o.Interval == 0 {
		o.Interval = time.Second
	}
	if o.Nodes == 0 {
		o.Nodes = 1<<64 - 1
	}
	s := &searcher{
		pos: p.Clone(), table: v.table, path: newPath(), attacker: attacker, salt: problemSalt(p), limit: o.Nodes, stop: stop,
	}
	root := result{pn: 1, dn: 1}
	last := start
	s.tick = func() {
		if s.nodes >= s.limit {
			stop.Store(true)
		}
		if now := time.Now(); report != nil && now.Sub(last) >= o.Interval {
			last = now
			report(s.info(root, now.Sub(start)))
		}
	}
	s.path.push(s.key(), p.Hand(attacker), position.MoveNone)
	out := Result{}
	limit := uint16(unbounded - 1)
	for !stop.Load() {
		root = s.solveRoot(limit, &root)
		if root.proved() {
			if line, ok := s.line(root.length, false); ok {
				out.Status, out.Line = Mate, line
			}
			if o.Mode == Shortest && root.length > 1 && !stop.Load() {
				limit = root.length - 2
				continue
			}
			out.Shortest = root.length == 1
			break
		}
		if root.disproved() {
			if out.Status == Mate {
				out.Shortest = true
				if line, ok := s.line(limit+2, true); ok {
					out.Line = line
				}
			} else {
				out.Status = NoMate
			}
			break
		}
	}
	out.Nodes, out.Time, out.HashFull = s.nodes, time.Since(start), v.table.hashfull()
	return out
}

// solveRoot decides the present position, unless it is stopped.
func (s *searcher) solveRoot(length uint16, shown *result) result {
	r := s.table.lookup(s.key(), s.path.hands[len(s.path.hands)-1], length).result
	for !s.stop.Load() && r.pn != 0 && r.dn != 0 {
		extend := 0
		r = s.search(length, infinite, infinite, &extend, false)
		if shown != nil {
			*shown = r
		}
	}
	return r
}

// info describes the state of the search.
func (s *searcher) info(root result, elapsed time.Duration) Info {
	i := Info{
		Time: elapsed, Nodes: s.nodes, HashFull: s.table.hashfull(), PN: root.pn, DN: root.dn, Depth: len(s.path.keys) - 1,
	}
	i.NPS = uint64(float64(s.nodes) / max(elapsed.Seconds(), 1e-3))
	i.Line = append(i.Line, s.path.moves[1:]...)
	return i
}

// problemSalt returns a number that differs for problems in which the same board and attacker's hand would mean
// different things: another attacker, or other pieces in the game.
func problemSalt(p *position.Position) uint64 {
	h := uint64(p.Side()) + 1
	for k := position.Pawn; k <= position.Rook; k++ {
		n := p.Kind(k).Or(p.Kind(k.Promoted())).Count()
		h = h*31 + uint64(n+p.Hand(position.Black).Count(k)+p.Hand(position.White).Count(k))
	}
	h = h*31 + uint64(p.Kind(position.Gold).Count()+p.Hand(position.Black).Count(position.Gold)+p.Hand(position.White).Count(position.Gold))
	return bits.RotateLeft64(h*0x9E3779B97F4A7C15, 23) * 0xD6E8FEB86659FD93
}

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
		if !or && !movegen.HasLegal(s.pos) {
			return line, true
		}
		best := child{}
		found := false
		if or {
			best, found = s.mateInOne()
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

func (s *searcher) mateInOne() (child, bool) {
	m := One(s.pos)
	return s.childOf(m), m != position.MoveNone
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
			if or && !movegen.HasLegal(s.pos) {
				r = result{dn: infinite}
			} else if !or && r.pn != 0 && One(s.pos) != position.MoveNone {
				r = result{dn: infinite, length: 1}
			}
			if r.pn != 0 && (!or || pass == 1 && r.dn != 0) {
				r = s.solveRoot(length-1, nil)
			}
			if exact && !or && r.pn == 0 && length > 3 && r.length == length-1 {
				if shorter := s.solveRoot(length-3, nil); shorter.pn == 0 {
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
			if !found || or && c.length < best.length || !or && c.length > best.length {
				best, found = c, true
			}
		}
		if found {
			return best, true
		}
	}
	return best, false
}
