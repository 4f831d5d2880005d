package search

import (
	"cmp"
	"slices"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

// rootMove is a legal move of the root with its results so far.
type rootMove struct {
	move     position.Move
	score    Score // of the current iteration; -eval.Infinity if not searched in it, or below alpha
	previous Score // of the last completed iteration
	bound    Bound
	depth    int // to which it was searched
	selDepth int
	nodes    uint64
	pv       []position.Move // begins with the move
	average  Score           // running average of all scores, scouts' too; -eval.Infinity before the first
	square   int             // running average of score * |score|
	exact    exactLine
}

// exactLine is the last exact score of a root move (not a bound), with its line.
type exactLine struct {
	score Score
	depth int // 0: never known
	pv    []position.Move
}

// rootMoves lists the moves to search, in the width that the options ask for. Moves that the user named are searched
// whatever the width; if none of them is legal, all moves are searched.
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
		root[i] = rootMove{move: m, score: -eval.Infinity, previous: -eval.Infinity, average: -eval.Infinity, pv: []position.Move{m}}
	}
	return root
}

// cloneRoot copies the list for another worker.
func cloneRoot(root []rootMove) []rootMove {
	list := slices.Clone(root)
	for i := range list {
		list[i].pv = slices.Clone(list[i].pv)
		list[i].exact.pv = slices.Clone(list[i].exact.pv)
	}
	return list
}

// sortRoot orders the moves, the best first; moves without a score in this iteration by their score in the last one.
func sortRoot(list []rootMove) {
	slices.SortStableFunc(list, func(a, b rootMove) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.previous, a.previous))
	})
}

// known returns the newest score of the move.
func (r *rootMove) known() Score {
	if r.score != -eval.Infinity {
		return r.score
	}
	return r.previous
}

// isLoss reports whether the newest score of the move is known and a loss.
func (r *rootMove) isLoss() bool { return r.known() != -eval.Infinity && r.known().IsLoss() }

// refute makes the opponent's mate the line of the move.
func (r *rootMove) refute(line []position.Move) {
	r.score, r.bound, r.depth = lostScore(line), BoundExact, max(r.depth, 1)
	r.pv = append([]position.Move{r.move}, line...)
	r.exact = exactLine{r.score, r.depth, slices.Clone(r.pv)}
}

// told is what a report says of the move: its score in the running iteration, or else its last exact one. With bounds
// that score may be a bound, without them only if no exact score was ever known.
func (r *rootMove) told(bounds bool) (exactLine, Bound) {
	if r.score != -eval.Infinity && (bounds || r.bound == BoundExact) || r.exact.depth == 0 {
		return exactLine{r.known(), max(r.depth, 1), r.pv}, max(r.bound, BoundUpper)
	}
	return r.exact, BoundExact
}

// sortTold orders the moves by the scores that the last report gives them, moves without a score last.
func sortTold(list []rootMove) {
	slices.SortStableFunc(list, func(a, b rootMove) int {
		lineA, _ := a.told(false)
		lineB, _ := b.told(false)
		return cmp.Compare(lineB.score, lineA.score)
	})
}

// holds reports whether the move is about as good as in the last iteration. If it is not, the others must be searched
// too.
func (r *rootMove) holds() bool {
	return r.bound == BoundExact && !r.score.IsLoss() && r.score >= r.previous-holdsMargin
}

// holdsMargin is how much worse a move may have become and still hold.
const holdsMargin = 30

// settleDepth is the depth from which on the clock may end a search in the middle of an iteration.
const settleDepth = 6

// searchRootMove searches the number-th move of the root and keeps its score, line and nodes.
func (w *worker) searchRootMove(n *node, m position.Move, number, newDepth, r int, best Score) Score {
	i := w.first
	for w.root[i].move != m {
		i++
	}
	rm := &w.root[i]
	if w.id == 0 {
		w.engine.reportMove(m, w.first+number)
	}
	before := w.nodes
	var score Score
	if line, ok := w.engine.solver.refutation(m); ok {
		w.pv[1] = append(w.pv[1][:0], line...)
		score = lostScore(line)
	} else {
		w.do(m, 0)
		score = w.searchMove(n, m, number, newDepth, r, best)
		w.undo()
	}
	rm.nodes += w.nodes - before
	if w.aborted {
		return 0
	}
	rm.learn(score)
	if number == 1 || score > n.alpha {
		rm.score, rm.depth, rm.selDepth = score, w.rootDepth, w.selDepth
		rm.pv = append(append(rm.pv[:0], m), w.pv[1]...)
		switch {
		case score >= n.beta:
			rm.bound = BoundLower
		case score <= n.alpha:
			rm.bound = BoundUpper
		default:
			rm.bound = BoundExact
			rm.exact.score, rm.exact.depth = score, w.rootDepth
			rm.exact.pv = append(rm.exact.pv[:0], rm.pv...)
		}
	} else {
		rm.score = -eval.Infinity
	}
	if number == 1 && w.first == 0 && w.id == 0 && n.depth > settleDepth && rm.holds() && !w.engine.solver.isLost(m) {
		w.run.clock.Settle(w.need) // the other moves may take long
	}
	return score
}

// learn adds a score, which may be one of a null window, to the averages of the move.
func (r *rootMove) learn(score Score) {
	square := int(score) * int(max(score, -score))
	if r.average == -eval.Infinity {
		r.average, r.square = score, square
		return
	}
	r.average = (r.average + score) / 2
	r.square = (r.square + square) / 2
}

// searchOne searches one root move to the depth, with an open window.
func (w *worker) searchOne(m position.Move, alpha, beta Score, depth int) Score {
	if line, ok := w.engine.solver.refutation(m); ok {
		w.pv[1] = append(w.pv[1][:0], line...)
		return lostScore(line)
	}
	w.rootDelta = beta - alpha
	w.frame(2).cutoffs = 0
	w.do(m, 0)
	w.pv[1] = w.pv[1][:0]
	score := -w.alphaBeta(-beta, -alpha, depth-1, 1, false)
	w.undo()
	return score
}
