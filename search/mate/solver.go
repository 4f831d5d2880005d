package mate

import (
	"context"
	"math/bits"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

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
	Threads  int           // searchers that share the table, 0 = one
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
	Mate     []position.Move // the mate that was found, while a shorter one is looked for
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

// NPS returns the nodes per second.
func (r *Result) NPS() uint64 { return uint64(float64(r.Nodes) / max(r.Time.Seconds(), 1e-3)) }

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
	sig := &signals{}
	defer context.AfterFunc(ctx, func() { sig.stop.Store(true) })()
	if o.Interval == 0 {
		o.Interval = time.Second
	}
	if o.Nodes == 0 {
		o.Nodes = 1<<64 - 1
	}
	team := make([]*searcher, max(o.Threads, 1))
	var nodes atomic.Uint64 // of all searchers
	for i := range team {
		team[i] = newSearcher(p, v.table, sig, i)
		team[i].tick = func() {
			if nodes.Add(tickNodes) >= o.Nodes {
				sig.stop.Store(true)
			}
		}
	}
	s := team[0]
	out := Result{}
	last := start
	s.tick = func() {
		total := nodes.Add(tickNodes)
		if total >= o.Nodes {
			sig.stop.Store(true)
		}
		if now := time.Now(); report != nil && now.Sub(last) >= o.Interval {
			last = now
			i := s.info(total, now.Sub(start))
			i.Mate = out.Line
			report(i)
		}
	}
	limit := uint16(unbounded - 1)
	for !sig.stop.Load() {
		root := solveTogether(team, limit)
		if root.proved() {
			if line, ok := s.line(root.length, false); ok {
				out.Status, out.Line = Mate, line
			}
			if o.Mode == Shortest && root.length > 1 && !sig.stop.Load() {
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
	for _, searcher := range team {
		out.Nodes += searcher.nodes
	}
	out.Time, out.HashFull = time.Since(start), v.table.hashfull()
	return out
}

func newSearcher(p *position.Position, t *table, sig *signals, rank int) *searcher {
	s := &searcher{
		pos: p.Clone(), table: t, path: newPath(), attacker: p.Side(), salt: problemSalt(p), signals: sig, rank: rank, tick: func() {},
	}
	s.path.push(s.key(), p.Hand(s.attacker), position.MoveNone)
	return s
}

// solveTogether decides the root by all searchers side by side: they share what they find by the table, and the first
// that is done ends the work of all.
func solveTogether(team []*searcher, length uint16) result {
	s := team[0]
	var group errgroup.Group
	for _, helper := range team[1:] {
		group.Go(func() error {
			helper.solveRoot(length)
			s.signals.done.Store(true)
			return nil
		})
	}
	r := s.solveRoot(length)
	s.signals.done.Store(true)
	_ = group.Wait() // no searcher returns an error
	s.signals.done.Store(false)
	if !r.proved() && !r.disproved() {
		r = s.table.lookup(s.key(), s.path.hands[0], length).result
	}
	return r
}

// solveRoot decides the present position, unless it is stopped.
func (s *searcher) solveRoot(length uint16) result {
	r := s.table.lookup(s.key(), s.path.hands[len(s.path.hands)-1], length).result
	for !s.halted() && r.pn != 0 && r.dn != 0 {
		extend := 0
		r = s.search(length, infinite, infinite, &extend, false)
	}
	return r
}

// info describes the state of the search.
func (s *searcher) info(nodes uint64, elapsed time.Duration) Info {
	i := Info{
		Time: elapsed, Nodes: nodes, HashFull: s.table.hashfull(), PN: s.root.pn, DN: s.root.dn, Depth: len(s.path.keys) - 1,
	}
	i.NPS = uint64(float64(nodes) / max(elapsed.Seconds(), 1e-3))
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
