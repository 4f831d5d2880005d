package mate

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"katachi/position"
)

// team is the searchers of one problem. They share the table; the first of them also reports and plays out the line.
type team struct {
	signals
	searchers []*searcher
	begin     func(n int)   // see Options.Begin
	nodes     atomic.Uint64 // of all, to within tickNodes each
	start     time.Time
	out       Result
}

func newTeam(p *position.Position, t *table, o Options, report func(Info)) *team {
	if o.Interval == 0 {
		o.Interval = time.Second
	}
	if o.Nodes == 0 {
		o.Nodes = 1<<64 - 1
	}
	m := &team{start: time.Now(), begin: o.Begin}
	last := m.start
	for rank := range max(o.Threads, 1) {
		s := &searcher{
			pos: p.Clone(), table: t, path: newPath(), attacker: p.Side(), skip: o.Futile == SkipFutile, salt: problemSalt(p, o.Futile),
			signals: &m.signals, rank: rank,
		}
		s.path.push(s.key(), p.Hand(s.attacker), position.MoveNone)
		s.tick = func() {
			total := m.nodes.Add(tickNodes)
			if total >= o.Nodes || rank == 0 && o.Stop != nil && o.Stop() {
				m.stop.Store(true)
			}
			if now := time.Now(); rank == 0 && report != nil && now.Sub(last) >= o.Interval {
				last = now
				report(m.info(total, now.Sub(m.start)))
			}
		}
		m.searchers = append(m.searchers, s)
	}
	return m
}

// solve looks for a mate and, in the mode Shortest, for shorter ones until there is none.
func (m *team) solve(mode Mode) {
	s := m.searchers[0]
	proved := false
	for limit := uint16(unbounded - 1); !m.stop.Load(); {
		root := m.decide(limit)
		switch {
		case root.proved():
			proved = true
			length := root.length
			if line, ok := s.line(length, false); ok {
				m.out.Status, m.out.Line = Mate, line
				length = uint16(len(line))
			}
			if length == 1 {
				m.out.Shortest = true
				return
			}
			if mode == First {
				return
			}
			limit = length - 2
		case root.disproved() && proved:
			if line, ok := s.line(limit+2, true); ok {
				m.out.Line, m.out.Shortest = line, true
			}
			return
		case root.disproved():
			m.out.Status = NoMate
			return
		}
	}
}

// decide solves the root with all searchers in parallel. They share their results through the table, and the first to
// finish ends the work of all.
func (m *team) decide(length uint16) result {
	var group sync.WaitGroup
	for _, s := range m.searchers[1:] {
		group.Go(func() {
			if m.begin != nil {
				m.begin(s.rank)
			}
			s.solveRoot(length)
			m.done.Store(true)
		})
	}
	s := m.searchers[0]
	r := s.solveRoot(length)
	m.done.Store(true)
	group.Wait()
	m.done.Store(false)
	if !r.proved() && !r.disproved() {
		r = s.table.lookup(s.key(), s.path.hands[0], length).result
	}
	return r
}

func (m *team) result() Result {
	for _, s := range m.searchers {
		m.out.Nodes += s.nodes
	}
	m.out.Time, m.out.HashFull = time.Since(m.start), m.searchers[0].table.hashfull()
	return m.out
}

// info describes the state of the search.
func (m *team) info(nodes uint64, elapsed time.Duration) Info {
	s := m.searchers[0]
	return Info{
		Time: elapsed, Nodes: nodes, NPS: perSecond(nodes, elapsed), HashFull: s.table.hashfull(),
		PN: s.root.pn, DN: s.root.dn, Depth: len(s.path.keys) - 1, Line: slices.Clone(s.path.moves[1:]), Mate: m.out.Line,
	}
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

// problemSalt returns a number that differs for problems in which the same board and attacker's hand would mean
// different things: another attacker, other pieces in the game, or another notion of mate.
func problemSalt(p *position.Position, f Futile) uint64 {
	h := uint64(p.Side()) + 1 + 2*uint64(f)
	for k := position.Pawn; k <= position.Gold; k++ {
		n := p.ByKind(k).Or(p.ByKind(k.Promoted())).Count() // no piece is a promoted gold
		h = h*31 + uint64(n+p.Hand(position.Black).Count(k)+p.Hand(position.White).Count(k))
	}
	return bits.RotateLeft64(h*0x9E3779B97F4A7C15, 23) * 0xD6E8FEB86659FD93
}
