package mate

import (
	"context"
	"time"

	"katachi/position"
)

// Status is the outcome of a search for a mate.
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
	Futile   Futile
	Nodes    uint64        // limit, 0 = none
	Threads  int           // searchers that share the table, 0 = one
	Begin    func(n int)   // called by the n-th further searcher (from 1) on its own goroutine, before it works; may be nil
	Interval time.Duration // between reports, 0 = one second
	Stop     func() bool   // asked by the first searcher every tickNodes nodes: true ends the search; may be nil
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
	// mate, in the sense of Options.Futile. Empty unless the status is Mate.
	Line     []position.Move
	Shortest bool // no shorter mate exists
	Nodes    uint64
	Time     time.Duration
	HashFull int // thousandths
}

// NPS returns the nodes per second.
func (r *Result) NPS() uint64 { return perSecond(r.Nodes, r.Time) }

func perSecond(nodes uint64, d time.Duration) uint64 {
	return uint64(float64(nodes) / max(d.Seconds(), 1e-3))
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

// Clear forgets what was found.
func (v *Solver) Clear() { v.table.clear() }

// Solve searches whether the side to move mates by continuous checks. It works on a copy of the position and returns
// soon after the context ends. report may be nil.
func (v *Solver) Solve(ctx context.Context, p *position.Position, o Options, report func(Info)) Result {
	if p.King(p.Side().Other()) == position.NoSquare {
		return Result{Status: NoMate}
	}
	if !o.Keep {
		v.Clear()
	}
	t := newTeam(p, v.table, o, report)
	defer context.AfterFunc(ctx, func() { t.stop.Store(true) })()
	t.solve(o.Mode)
	return t.result()
}
