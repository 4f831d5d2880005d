package search

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/search/mate"
)

// rootSolver looks for mates while a search thinks: one for the side to move, which ends the search, and one for the
// opponent after the leading move, which spares the search that move. df-pn sees mates of dozens of plies that
// alpha-beta does not reach. The last worker runs it, a slice now and then, so that a search takes no more threads than
// it was given. The tables are kept from move to move.
type rootSolver struct {
	own, other *mate.Solver // for the side to move, for the opponent

	pos     *position.Position
	options *Options
	found   func()                 // called when the side to move mates
	solved  bool                   // the side to move mates, or has no mate
	decided map[position.Move]bool // the opponent's mate after this move is found or refuted
	nodes   uint64                 // of the next slice
	last    time.Duration          // how long the last slice took
	spent   time.Duration          // how long all of them took
	share   float64                // of the worker's time

	finding sync.Mutex    // held while a result becomes known
	over    bool          // nothing more is wanted
	leading atomic.Uint32 // the move that the search would play now
	won     atomic.Pointer[[]position.Move]
	lost    atomic.Pointer[map[position.Move][]position.Move]
}

const (
	solverMegabytes = 16
	solverFirst     = 256     // nodes of the first slice; each is twice as long as the last ...
	solverMost      = 16384   // ... up to this
	solverShare     = 1. / 60 // of all workers' time, but of the one that runs it at most ...
	solverMostShare = 1. / 4  // ... this much
)

// startSolver lets the last of the workers look for mates, unless depth or nodes limit the search. After stop no more
// results are published, though that worker may be at it for a moment longer. found is called when the side to move
// mates.
func (e *Engine) startSolver(p *position.Position, workers []*worker, found func()) (stop func()) {
	s := &e.solver
	if useSolver == 0 || nodesTime > 0 || e.exact() || len(e.limits.Moves) > 0 || s.prepare() != nil {
		return func() {}
	}
	s.begin(p, &e.options, found)
	s.share = min(float64(len(workers))*solverShare, solverMostShare)
	e.solving = workers[len(workers)-1]
	return func() {
		s.finding.Lock()
		defer s.finding.Unlock()
		s.over = true
	}
}

// begin prepares the solver for a position. Of the options only the rules of the game matter, see playable.
func (s *rootSolver) begin(p *position.Position, o *Options, found func()) {
	s.pos, s.options, s.found = p.Clone(), o, found
	s.solved, s.decided, s.over = false, map[position.Move]bool{}, false
	s.nodes, s.last, s.spent = solverFirst, 0, 0
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

// solve looks for mates if it is time for another slice.
func (w *worker) solve() {
	s, r := &w.engine.solver, w.run
	if float64(s.spent+2*s.last) > s.share*float64(w.looked.Sub(r.clock.began)) {
		return
	}
	start := w.looked
	s.slice(func() bool {
		expired := r.clock.Expired(&w.looked)
		w.yield()
		return expired || r.stop.Load()
	})
	w.looked = time.Now()
	s.last = w.looked.Sub(start)
	s.spent += s.last
}

// slice continues for a number of nodes for either side, or until stop says so. The tables remember where it was.
func (s *rootSolver) slice(stop func() bool) {
	o := mate.Options{Nodes: s.nodes, Keep: true, Stop: stop}
	s.nodes = min(2*s.nodes, solverMost)
	if !s.solved {
		r := s.own.Solve(context.Background(), s.pos, o, nil)
		s.solved = r.Status != mate.Unknown
		if r.Status == mate.Mate && playable(s.pos, r.Line, s.options) {
			s.find(func() {
				s.won.Store(&r.Line)
				s.found()
			})
			return
		}
	}
	m := position.Move(s.leading.Load())
	if m == position.MoveNone || s.decided[m] || stop() {
		return
	}
	s.pos.Do(m)
	defer s.pos.Undo()
	if s.pos.Sennichite() != position.RepNone { // the game is over
		s.decided[m] = true
		return
	}
	r := s.other.Solve(context.Background(), s.pos, o, nil)
	s.decided[m] = r.Status != mate.Unknown
	if r.Status == mate.Mate && playable(s.pos, r.Line, s.options) {
		s.find(func() { s.refute(m, r.Line) })
	}
}

// find publishes a result by calling known, unless the search is over.
func (s *rootSolver) find(known func()) {
	s.finding.Lock()
	defer s.finding.Unlock()
	if !s.over {
		known()
	}
}

// playable reports whether the line, which has the longest defence, can be played to its mate in this game: before the
// limit of moves makes a draw, without the fourth occurrence of a position, and under the try rule before the king can
// try. The solver knows nothing of all this.
func playable(p *position.Position, line []position.Move, o *Options) bool {
	if limit := o.moveLimit(p.Ply()); limit > 0 && p.Ply()+len(line)-1 > limit {
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
		maps.Copy(refuted, *old)
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

// avoidLost puts the moves after which the opponent is known to mate behind all others. If the best of the others loses
// too, and sooner, the move that holds out longest comes first.
func (s *rootSolver) avoidLost(root []rootMove) {
	if s.lost.Load() == nil {
		return
	}
	if !root[0].isLoss() { // else no other move is better
		slices.SortStableFunc(root, func(a, b rootMove) int { return behind(s.isLost(a.move), s.isLost(b.move)) })
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

// solved returns the mate that the solver has found for the side to move, if it is quicker than score says.
func (e *Engine) solved(score Score) ([]position.Move, bool) {
	line := e.solver.won.Load()
	if line == nil || score >= lineScore(*line) {
		return nil, false
	}
	return *line, true
}

// lineScore is the score of a line that mates.
func lineScore(line []position.Move) Score { return eval.MateIn(min(len(line), eval.MaxPly)) }

// lostScore is the score of a move to which the opponent answers with a line that mates.
func lostScore(line []position.Move) Score { return -lineScore(line) + 1 }

// loneKing looks up the mate of king and rook against the bare king. The table of distances is computed when the first
// such position comes, if there is time for that.
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
