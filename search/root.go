package search

import (
	"cmp"
	"slices"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

// rootMove is a legal move of the root with what is known of it.
type rootMove struct {
	move     position.Move
	score    Score // of the current iteration; -eval.Infinity if not searched in it, or not better
	previous Score // of the last completed iteration
	bound    Bound
	depth    int // to which it was searched
	selDepth int
	nodes    uint64
	pv       []position.Move // begins with the move
}

// rootMoves lists the moves to search, in the width that the options ask for. Moves that the user named are searched in
// any width; if none of them is legal, all moves are.
func (e *Engine) rootMoves(p *position.Position, only []position.Move) []rootMove {
	moves := movegen.Search(p, nil)
	if e.options.AllMoves || len(only) > 0 {
		moves = movegen.Legal(p, nil)
	}
	if len(only) > 0 {
		named := slices.DeleteFunc(slices.Clone(moves), func(m position.Move) bool {
			return !slices.ContainsFunc(only, func(o position.Move) bool { return o.To16() == m.To16() })
		})
		if len(named) > 0 {
			moves = named
		}
	}
	root := make([]rootMove, len(moves))
	for i, m := range moves {
		root[i] = rootMove{move: m, score: -eval.Infinity, previous: -eval.Infinity, pv: []position.Move{m}}
	}
	return root
}

// cloneRoot copies the list for another worker.
func cloneRoot(root []rootMove) []rootMove {
	list := slices.Clone(root)
	for i := range list {
		list[i].pv = slices.Clone(list[i].pv)
	}
	return list
}

// sortRoot orders the moves, the best first; those that this iteration did not better by their scores of before, and then
// by the nodes that it took to refute them.
func sortRoot(list []rootMove) {
	slices.SortStableFunc(list, func(a, b rootMove) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.previous, a.previous), cmp.Compare(b.nodes, a.nodes))
	})
}

// known returns the newest score of the move.
func (r *rootMove) known() Score {
	if r.score != -eval.Infinity {
		return r.score
	}
	return r.previous
}

// holds reports whether the move is about as good as the iteration before said. If it is not, the others must be looked at.
func (r *rootMove) holds() bool {
	return r.bound == BoundExact && !r.score.IsLoss() && r.score >= r.previous-Score(aspirationWindow)
}

// settleDepth is the depth from which on the clock may end a search in the middle of an iteration.
const settleDepth = 6

// searchRoot searches the root moves from index first on, with alpha-beta among them.
func (w *worker) searchRoot(alpha, beta Score, depth, first int) Score {
	best := -eval.Infinity
	inCheck := w.pos.InCheck()
	for i := first; i < len(w.root); i++ {
		r := &w.root[i]
		if w.id == 0 {
			w.engine.reportMove(r.move, i+1)
		}
		before := w.nodes
		reduce := 0
		if useLMR != 0 && depth > 2 && i > first+1 && !inCheck {
			reduce = max(0, reduction(depth, i-first+1, true)/1024-1)
			if !w.isQuiet(r.move) || w.pos.GivesCheck(r.move) {
				reduce = max(0, reduce-1)
			}
		}
		score := w.searchMove(r.move, alpha, beta, depth, reduce, i == first)
		r.nodes += w.nodes - before
		if w.aborted {
			return best
		}
		if i == first || score > alpha {
			r.score, r.depth, r.selDepth = score, w.rootDepth, w.selDepth
			switch {
			case score >= beta:
				r.bound = BoundLower
			case score <= alpha:
				r.bound = BoundUpper
			default:
				r.bound = BoundExact
			}
			r.pv = append(append(r.pv[:0], r.move), w.pv[1]...)
		} else {
			r.score = -eval.Infinity
		}
		if i == 0 && w.id == 0 && depth > settleDepth && r.holds() && !w.engine.solver.isLost(r.move) {
			w.engine.clock.Settle(w.need) // the others may take long
		}
		if score > best {
			best = score
			if score >= beta {
				break
			}
			alpha = max(alpha, score)
		}
	}
	return best
}

// searchMove searches one root move to the depth: with the open window if full, else with a null window and, if the
// move turns out better than alpha, again with the open one.
func (w *worker) searchMove(m position.Move, alpha, beta Score, depth, reduce int, full bool) Score {
	if line, ok := w.engine.solver.refutation(m); ok {
		w.pv[1] = append(w.pv[1][:0], line...)
		return -lineScore(line) + 1
	}
	w.do(m, 0)
	w.pv[1] = w.pv[1][:0]
	score := alpha + 1
	if !full {
		score = -w.alphaBeta(-alpha-1, -alpha, depth-1-reduce, 1, true)
		if score > alpha && reduce > 0 && !w.aborted {
			score = -w.alphaBeta(-alpha-1, -alpha, depth-1, 1, true)
		}
	}
	if score > alpha && !w.aborted {
		score = -w.alphaBeta(-beta, -alpha, depth-1, 1, false)
	}
	w.undo()
	return score
}
