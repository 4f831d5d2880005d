package search

import (
	"cmp"
	"slices"

	"katachi/eval"
	"katachi/position"
)

// choose picks, among the workers that have ended (worker 0 comes first), the one whose result is played. It reports
// its lines a last time and returns its result.
func (e *Engine) choose(selected *selection, ended []*worker) Result {
	best := ended[0]
	if selected != nil {
		best.root = selected.ranking()
	}
	if e.options.MultiPV == 1 {
		for _, w := range ended {
			e.solver.avoidLost(w.root)
		}
	}
	switch {
	case selected != nil: // its moves are those of all workers
	case e.options.MultiPV == 1:
		best = e.vote(ended)
	case best.aborted && len(best.finished) > 0:
		best.root = best.finished // scores of different depths do not compare
	case best.aborted: // in its first iteration, in which a move may not have been searched for a later line yet
		sortTold(best.root)
	}
	r := &best.root[0]
	if r.known() == -eval.Infinity { // stopped before anything was searched: the position's own worth is all that is known
		best.eval.Reset(e.root)
		r.score, r.bound, r.pv = best.eval.Evaluate(e.root).Clamp(), BoundExact, []position.Move{r.move}
	}
	e.report(best, e.options.MultiPV, true)
	if line, ok := e.solved(r.known()); ok {
		return resultOf(line, lineScore(line))
	}
	line, _ := r.told(false)
	pv, _ := e.finishPV(line.pv, line.depth)
	result := resultOf(pv, line.score)
	if result.Ponder == position.MoveNone {
		result.Ponder = e.ponderFromTable(r.move)
	}
	return result
}

// vote picks a worker. Each one votes for its best move, with a weight that grows with its depth and with how far its
// score is above the lowest one of all. A mate needs no votes: the quickest is played, or the one that is put off
// longest. A helper that has not come as deep as worker 0 can support a move, but its own result is not played: it may
// have only just begun. Of two workers with the same move the deeper one is picked. A move that the solver has refuted
// is not played if any worker has one that loses later or not at all.
func (e *Engine) vote(workers []*worker) *worker {
	best := workers[0]
	if len(workers) == 1 || best.root[0].known().IsWin() {
		return best
	}
	var voters []*worker
	lowest := eval.Infinity
	for _, w := range workers {
		if r := &w.root[0]; r.known() != -eval.Infinity {
			voters = append(voters, w)
			lowest = min(lowest, r.known())
		}
	}
	if len(voters) == 0 {
		return best
	}
	if r := &best.root[0]; r.known() == -eval.Infinity || e.solver.isLost(r.move) {
		loss := func(w *worker) Score { return min(w.root[0].known(), -eval.MaxEval) }
		best = slices.MaxFunc(voters, func(a, b *worker) int {
			return cmp.Or(cmp.Compare(loss(a), loss(b)), cmp.Compare(a.root[0].depth, b.root[0].depth))
		})
	}
	least := best.root[0].depth
	votes := map[position.Move]int{}
	for _, w := range voters {
		r := &w.root[0]
		votes[r.move] += int(r.known()-lowest+14) * r.depth
	}
	for _, w := range voters {
		a, b := &w.root[0], &best.root[0]
		switch {
		case w == workers[0] || a.bound != BoundExact:
		case a.known().IsWin() || b.known().IsWin() || b.known().IsLoss() && a.depth >= least:
			if a.known() > b.known() {
				best = w
			}
		case a.move == b.move:
			if a.depth > b.depth {
				best = w
			}
		case a.depth >= least && !a.known().IsLoss() && votes[a.move] > votes[b.move]:
			best = w
		}
	}
	return best
}

// ponderFromTable returns the table's reply to a move, for a line that ends with that move.
func (e *Engine) ponderFromTable(m position.Move) position.Move {
	p := e.root.Clone()
	p.Do(m)
	if p.Sennichite() != position.RepNone {
		return position.MoveNone // the game is over
	}
	return e.tableMove(p)
}

// tableMove returns the table's move in a position, MoveNone if it knows none.
func (e *Engine) tableMove(p *position.Position) position.Move {
	entry, _ := e.table.Probe(p.Key())
	if m := p.Complete(entry.Move); p.IsLegal(m) {
		return m
	}
	return position.MoveNone
}
