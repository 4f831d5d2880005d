package search

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/search/mate"
)

// rootSolver looks for mates while a search thinks: one for the side to move, which ends the search, and one for the
// opponent after the move that leads, which spares the search that move. df-pn sees mates of dozens of plies that
// alpha-beta does not reach. It takes a small share of one core, a very small one where the workers need all cores. The
// tables are kept from move to move.
type rootSolver struct {
	own, other *mate.Solver // for the side to move, for the opponent

	finding sync.Mutex    // held while a result becomes known
	leading atomic.Uint32 // the move that the search would play now
	won     atomic.Pointer[[]position.Move]
	lost    atomic.Pointer[map[position.Move][]position.Move]
}

const (
	solverMegabytes = 16
	solverFirst     = 1024  // nodes of the first slice; each is twice as long as the last ...
	solverMost      = 65536 // ... up to this
	// After each slice the solver rests for this many times its length.
	solverRest     = 12 // if there is a core that no worker uses
	solverRestBusy = 60
)

// startSolver begins to look for mates, unless depth or nodes limit the search. After stop nothing more is found, though the
// solver may still need a moment to end. found is called when the side to move mates.
func (e *Engine) startSolver(p *position.Position, found func()) (stop func()) {
	s := &e.solver
	if useSolver == 0 || nodesTime > 0 || e.exact() || len(e.limits.Moves) > 0 {
		return func() {}
	}
	rest := time.Duration(solverRest)
	if len(e.workers) >= cores {
		rest = solverRestBusy
	}
	p = p.Clone()
	ctx, cancel := context.WithCancel(context.Background())
	o := e.options
	e.running.Go(func() {
		if s.prepare() == nil {
			s.run(ctx, p, rest, &o, found)
		}
	})
	return func() {
		s.finding.Lock()
		defer s.finding.Unlock()
		cancel()
	}
}

// forget drops what was found for the last position.
func (s *rootSolver) forget() {
	s.won.Store(nil)
	s.lost.Store(nil)
	s.leading.Store(0)
}

// prepare makes the tables at the first search that needs them.
func (s *rootSolver) prepare() (err error) {
	for _, solver := range []**mate.Solver{&s.own, &s.other} {
		if *solver == nil {
			if *solver, err = mate.NewSolver(solverMegabytes); err != nil {
				return err
			}
		}
	}
	return nil
}

// clear empties the tables, for a new game.
func (s *rootSolver) clear() {
	for _, solver := range []*mate.Solver{s.own, s.other} {
		if solver != nil {
			solver.Clear()
		}
	}
}

// run works in slices, for both sides in turn, until ctx ends. After each slice it rests for rest times its length. Of
// the options only the rules of the game matter, see playable.
func (s *rootSolver) run(ctx context.Context, p *position.Position, rest time.Duration, o *Options, found func()) {
	decided := map[position.Move]bool{} // the opponent's mate after this move is found or refuted
	own := false
	for nodes := uint64(solverFirst); ctx.Err() == nil; nodes = min(2*nodes, solverMost) {
		start := time.Now()
		if !own {
			r := s.own.Solve(ctx, p, mate.Options{Nodes: nodes, Keep: true}, nil)
			own = r.Status != mate.Unknown
			if r.Status == mate.Mate && playable(p, r.Line, o) {
				s.find(ctx, func() {
					s.won.Store(&r.Line)
					found()
				})
				return
			}
		}
		if m := position.Move(s.leading.Load()); m != position.MoveNone && !decided[m] {
			p.Do(m)
			if p.Sennichite() != position.RepNone { // the game is over
				decided[m] = true
			} else {
				r := s.other.Solve(ctx, p, mate.Options{Nodes: nodes, Keep: true}, nil)
				decided[m] = r.Status != mate.Unknown
				if r.Status == mate.Mate && playable(p, r.Line, o) {
					s.find(ctx, func() { s.refute(m, r.Line) })
				}
			}
			p.Undo()
		}
		select {
		case <-ctx.Done():
		case <-time.After(rest * max(time.Since(start), time.Millisecond)):
		}
	}
}

// find publishes a result by calling known, unless the search is over.
func (s *rootSolver) find(ctx context.Context, known func()) {
	s.finding.Lock()
	defer s.finding.Unlock()
	if ctx.Err() == nil {
		known()
	}
}

// playable reports whether the line, of the longest defence, can be played to its mate in this game: before the game is drawn by the limit
// of moves, without a position that comes for the fourth time, and under the try rule without time for the king to try. The solver
// knows nothing of all this.
func playable(p *position.Position, line []position.Move, o *Options) bool {
	if limit := o.MaxMovesToDraw; limit > 0 && p.Ply()+len(line)-1 > limit {
		return false
	}
	if position.NewDeclaration(o.EnteringKing, p).MayEscape(p, len(line)) {
		return false
	}
	p = p.Clone()
	for _, m := range line {
		p.Do(m)
		if p.Sennichite() != position.RepNone {
			return false
		}
	}
	return true
}

func (s *rootSolver) refute(m position.Move, line []position.Move) {
	refuted := map[position.Move][]position.Move{m: line}
	if old := s.lost.Load(); old != nil {
		for m, line := range *old {
			refuted[m] = line
		}
	}
	s.lost.Store(&refuted)
}

// lead tells the solver which move the search would play.
func (s *rootSolver) lead(m position.Move) { s.leading.Store(uint32(m)) }

// refutation returns the opponent's mate after a root move, if the solver has found one.
func (s *rootSolver) refutation(m position.Move) ([]position.Move, bool) {
	refuted := s.lost.Load()
	if refuted == nil {
		return nil, false
	}
	line, ok := (*refuted)[m]
	return line, ok
}

// isLost reports whether the opponent is known to mate after a root move.
func (s *rootSolver) isLost(m position.Move) bool {
	_, ok := s.refutation(m)
	return ok
}

// avoidLost puts the moves after which the opponent is known to mate behind all others. If the best of those loses too, and sooner,
// the one that holds out longest comes first.
func (s *rootSolver) avoidLost(root []rootMove) {
	if s.lost.Load() == nil {
		return
	}
	if !root[0].isLoss() { // else no other move is better
		slices.SortStableFunc(root, func(a, b rootMove) int {
			switch lostA, lostB := s.isLost(a.move), s.isLost(b.move); {
			case lostA == lostB:
				return 0
			case lostA:
				return 1
			}
			return -1
		})
	}
	if !root[0].isLoss() {
		return
	}
	longest, at := root[0].known(), 0
	for i := range root {
		if line, ok := s.refutation(root[i].move); ok && !root[i].isLoss() && lostScore(line) > longest {
			longest, at = lostScore(line), i
			root[i].refute(line)
		}
	}
	r := root[at]
	copy(root[1:], root[:at])
	root[0] = r
}

// solved returns the mate that the solver has found for the side to move, if it is quicker than the score says.
func (e *Engine) solved(score Score) ([]position.Move, bool) {
	line := e.solver.won.Load()
	if line == nil || score >= lineScore(*line) {
		return nil, false
	}
	return *line, true
}

// lineScore is the score of a line that mates.
func lineScore(line []position.Move) Score { return eval.MateIn(min(len(line), eval.MaxPly)) }

// lostScore is that of the move to which the opponent answers with a line that mates.
func lostScore(line []position.Move) Score { return -lineScore(line) + 1 }

// loneKing returns the mate of king and rook against the bare king, which is looked up. The table of distances is computed
// when the first such position comes, if there is time for that.
func (e *Engine) loneKing(p *position.Position) ([]position.Move, bool) {
	if len(e.limits.Moves) > 0 || !mate.IsLoneKing(p) {
		return nil, false
	}
	ready := mate.PrepareLoneKing()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ready: // first, however late it is: the answer takes no time
			line, ok := mate.LoneKing(p)
			return line, ok && playable(p, line, &e.options)
		default:
		}
		select {
		case <-ready:
		case <-tick.C:
			if plan := e.clock.plan.Load(); e.stop.Load() || plan.timed && time.Since(plan.from) > plan.optimum*3/4 {
				return nil, false
			}
		}
	}
}
