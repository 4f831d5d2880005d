package search

import (
	"katachi/position"
)

// triedMoves remembers the moves of a node, to be marked down when another is best.
type triedMoves struct {
	quiets   [64]position.Move
	captures [32]position.Move
	kinds    [32]position.Kind
	nq, nc   int
}

func (t *triedMoves) add(m position.Move, quiet bool, captured position.Kind) {
	switch {
	case quiet && t.nq < len(t.quiets):
		t.quiets[t.nq] = m
		t.nq++
	case !quiet && t.nc < len(t.captures):
		t.captures[t.nc], t.kinds[t.nc] = m, captured
		t.nc++
	}
}

// bonus is what a cut-off at the depth is worth in the history tables.
func bonus(depth int) int { return max(0, min(bonusFactor*depth+bonusOffset, bonusMax)) }

// lmrBonus marks a move whose reduced search had to be repeated by what the full one said.
func lmrBonus(score, alpha, beta Score, depth int) int {
	switch {
	case score <= alpha:
		return -bonus(depth)
	case score >= beta:
		return bonus(depth)
	}
	return 0
}

// statOf is the history score of a move, the sum that prunes and reduces it.
func (w *worker) statOf(m position.Move, ply int, quiet bool, captured position.Kind) int {
	if !quiet {
		return int(*w.history.capture.at(m, captured))
	}
	one, two, _ := w.continuations(ply)
	at := pieceToIndex(m)
	return int(*w.history.quiet.at(m)) + int(one[at]) + int(two[at])
}

// learnMoves marks up the best move and marks down the others that were tried.
func (w *worker) learnMoves(n *node, best position.Move, tried *triedMoves) {
	b := bonus(n.depth)
	captured := w.pos.At(best.To()).Kind()
	if w.isQuiet(best) {
		f := &w.stack[n.ply+stackOffset]
		if f.killers[0] != best {
			f.killers[1], f.killers[0] = f.killers[0], best
		}
		w.rewardQuiet(best, n.ply, b)
		for _, m := range tried.quiets[:tried.nq] {
			if m != best {
				w.rewardQuiet(m, n.ply, -b)
			}
		}
	} else {
		update(w.history.capture.at(best, captured), b)
	}
	for i, m := range tried.captures[:tried.nc] {
		if m != best {
			update(w.history.capture.at(m, tried.kinds[i]), -b)
		}
	}
}

// rewardQuiet adds a bonus to all that remembers a quiet move.
func (w *worker) rewardQuiet(m position.Move, ply, b int) {
	update(w.history.quiet.at(m), b)
	if low := w.low.at(ply); low != nil {
		update(low.at(m), b)
	}
	w.rewardContinuations(m, ply, b)
}

func (w *worker) rewardContinuations(m position.Move, ply, b int) {
	one, two, four := w.continuations(ply)
	update(one.at(m), b)
	update(two.at(m), b)
	update(four.at(m), b/2)
}

// rewardLast marks up the opponent's quiet move that led to a node which fails low.
func (w *worker) rewardLast(ply, depth int) {
	m, ok := w.lastQuiet(ply)
	if !ok {
		return
	}
	b := bonus(depth) / 2
	update(w.history.quiet.at(m), b)
	one, two, _ := w.continuations(ply - 1)
	update(one.at(m), b)
	update(two.at(m), b)
}

// blameLast marks down the opponent's quiet move that led to a node which the table says fails high.
func (w *worker) blameLast(ply, depth int) {
	if m, ok := w.lastQuiet(ply); ok {
		w.rewardContinuations(m, ply-1, -bonus(depth)*blameLast/100)
	}
}

// lastQuiet returns the move that led to the node of a ply, if it was searched and is quiet.
func (w *worker) lastQuiet(ply int) (position.Move, bool) {
	if ply == 0 {
		return position.MoveNone, false
	}
	m := w.pos.LastMove()
	return m, m != position.MoveNull && m != position.MoveNone && !m.IsPromotion() && w.pos.Captured() == position.NoPiece
}
