package search

import (
	"katachi/eval"
)

// deepen is the driver "full": iterative deepening of all root moves, with aspiration windows. Every worker runs it on
// the same root; they help each other through the table. Worker 0 reports and watches the time.
func (w *worker) deepen(maxDepth int) {
	lines := min(w.engine.options.MultiPV, len(w.root))
	stability := stability{clock: w.engine.clock}
	for depth := 1; depth <= maxDepth; depth++ {
		w.rootDepth = depth
		w.engine.solver.avoidLost(w.root)
		for i := range w.root {
			// A move that was not best has no previous score either: an old one must not bring it to the top.
			w.root[i].previous = w.root[i].score
			w.root[i].score = -eval.Infinity
			if i > 0 && w.engine.solver.isLost(w.root[i].move) {
				w.root[i].previous = -eval.Infinity
			}
		}
		for line := 0; line < lines && !w.aborted; line++ {
			w.selDepth = 0
			w.aspire(depth, line)
			sortRoot(w.root[:line+1])
			if line == 0 && !w.aborted {
				w.lastPV = append(w.lastPV[:0], w.root[0].pv...)
			}
			w.answered = true
			if w.id == 0 && !w.aborted && (line+1 == lines) {
				w.engine.report(w, lines, false)
			}
		}
		if w.aborted {
			return
		}
		if lines > 1 {
			w.finished = cloneRoot(w.root)
		}
		if w.id == 0 {
			best := &w.root[0]
			stability.add(best.move, best.score)
			w.engine.solver.lead(best.move)
			w.need = stability.need(best, w.nodes, len(w.root))
			if !w.engine.solver.isLost(best.move) {
				w.run.clock.Settle(w.need)
			}
			if w.engine.mateIsSettled(best.score, depth) {
				return
			}
		}
	}
}

// aspire searches the moves from index line on with a window around the average score, and widens it until the score is
// inside. The larger the scores have been, the wider the window begins. The helpers' windows are a little wider, so
// that the workers do not all do the same.
func (w *worker) aspire(depth, line int) {
	w.first = line
	alpha, beta := -eval.Infinity, eval.Infinity
	r := &w.root[line]
	delta := Score(aspirationWindow + w.id%8)
	if useAspiration != 0 && r.average != -eval.Infinity {
		delta += Score(min(max(r.square, -r.square)/aspirationSquare, int(eval.Infinity)))
		alpha, beta = max(r.average-delta, -eval.Infinity), min(r.average+delta, eval.Infinity)
	}
	failedHigh := 0
	for {
		w.rootDelta = beta - alpha
		score := w.alphaBeta(alpha, beta, max(1, depth-failedHigh), 0, false)
		sortRoot(w.root[line:])
		if w.aborted {
			return
		}
		switch {
		case score <= alpha && alpha > -eval.Infinity:
			beta = alpha
			alpha = max(score-delta, -eval.Infinity)
			failedHigh = 0
		case score >= beta && beta < eval.Infinity:
			alpha = max(beta-delta, alpha)
			beta = min(score+delta, eval.Infinity)
			failedHigh++
		default:
			return
		}
		if w.id == 0 && w.engine.options.OutputFailLHPV && !w.engine.options.ConsiderationMode && line == 0 && w.engine.options.MultiPV == 1 {
			w.engine.report(w, 1, false)
		}
		delta += delta / 3
	}
}

// mateIsSettled reports whether a timed search may end because it has found a mate: the solver's, or one that a deeper
// search can hardly shorten.
func (e *Engine) mateIsSettled(score Score, depth int) bool {
	if !e.clock.Timed() {
		return false
	}
	plies := abs(score.MatePlies())
	return e.solver.won.Load() != nil || score.IsMate() && depth > plies+plies/2+2
}
