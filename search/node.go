package search

import (
	"katachi/eval"
	"katachi/position"
	"katachi/tt"
)

// node is what the rules ask about a position.
type node struct {
	alpha, beta Score
	depth, ply  int
	pv          bool // the window is open
	cut         bool // a fail high is expected
	inCheck     bool
	onPV        bool  // the position is or was on a principal variation
	improving   bool  // the static evaluation is better than two plies ago
	static      Score // corrected static evaluation
	eval        Score // the same, or the table's better guess
}

// judge fills in the static evaluation of a node, what the table makes of it, and whether it improves. It returns the keys of
// the corrections and the evaluation without them, as the table keeps it; both mean nothing in check and in the singular
// extension's search, which has them from the node itself.
func (w *worker) judge(n *node, excluded position.Move, key uint64, entry *tt.Entry, hit bool, tableScore Score) (keys correctionKeys, raw Score) {
	p, i := w.pos, n.ply+stackOffset
	f := &w.stack[i]
	raw = eval.None
	switch {
	case n.inCheck:
		f.static, n.eval = eval.None, eval.None
	case excluded != position.MoveNone:
		n.eval = f.static
	default:
		keys = keysOf(p)
		correction := w.history.correction.of(p.Side(), keys) // read before the evaluation, which hides the wait for it
		raw = entry.Eval
		if !hit || raw == eval.None {
			raw = w.eval.Evaluate(p)
			if !hit {
				w.store(key, tt.Entry{Score: eval.None, Eval: raw, Depth: depthEvalOnly, PV: f.onPV})
			}
		}
		f.static = raw
		if useCorrection != 0 {
			f.static = (raw + correction).Clamp()
		}
		n.eval = f.static
		if bound := Bound(entry.Bound); tableScore != eval.None && !tableScore.IsWin() && !tableScore.IsLoss() &&
			(tableScore > n.eval && bound&BoundLower != 0 || tableScore < n.eval && bound&BoundUpper != 0) {
			n.eval = tableScore
		}
	}
	n.static = f.static
	if !n.inCheck {
		if before := w.stack[i-2].static; before != eval.None {
			n.improving = n.static > before
		} else if before := w.stack[i-4].static; before != eval.None {
			n.improving = n.static > before
		}
	}
	return keys, raw
}
