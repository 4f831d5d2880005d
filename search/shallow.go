package search

import (
	"katachi/eval"
	"katachi/position"
	"katachi/tt"
)

// The pruning rules that look before they prune: a shallow search of its own says whether a node is worth the full one.

// nullMove passes and returns the score of a shallower search, as a bound on beta.
func (w *worker) nullMove(n *node) Score {
	f := &w.stack[n.ply+stackOffset]
	f.move = position.MoveNull
	f.after = &w.history.continued[0]
	w.engine.table.Prefetch(w.pos.KeyAfterNull())
	w.pos.DoNull()
	w.nodes++
	score := -w.alphaBeta(-n.beta, -n.beta+1, n.depth-n.nullReduction(), n.ply+1, !n.cut)
	w.pos.UndoNull()
	if score.IsWin() {
		return n.beta
	}
	return score
}

// probCut returns a score above beta if a good capture beats beta by the margin in a shallow search, else eval.None.
func (w *worker) probCut(n *node, key uint64, raw Score, table position.Move) Score {
	beta := n.beta + Score(probCutMargin)
	if table != position.MoveNone && w.isQuiet(table) {
		table = position.MoveNone
	}
	var pk picker
	w.pickCaptures(&pk, table, n.ply, beta-n.static)
	result := eval.None
	for m := pk.move(); m != position.MoveNone; m = pk.move() {
		w.do(m, n.ply)
		score := -w.quiescence(-beta, -beta+1, 0, n.ply+1)
		if score >= beta && !w.aborted {
			score = -w.alphaBeta(-beta, -beta+1, n.depth-4, n.ply+1, !n.cut)
		}
		w.undo()
		if w.aborted {
			break
		}
		if score >= beta {
			w.store(key, tt.Entry{Move: m.To16(), Score: toTable(score, n.ply), Eval: raw, Depth: n.depth - 3, Bound: uint8(BoundLower), PV: w.stack[n.ply+stackOffset].onPV})
			if result = score; !score.IsWin() {
				result -= beta - n.beta
			}
			break
		}
	}
	pk.release()
	return result
}
