package search

import (
	"katachi/eval"
	"katachi/position"
	"katachi/search/mate"
	"katachi/tt"
)

// The pruning rules, each a predicate of its own. What each one brings is in TRIALS.md.

// canRazor: so far below alpha near the leaves, only captures can help; let quiescence say whether they do.
func (n *node) canRazor() bool {
	return useRazor != 0 && !n.pv && n.depth <= razorDepth && n.eval+Score(razorBase+razorFactor*n.depth*n.depth) <= n.alpha &&
		!n.alpha.IsWin()
}

// canReverseFutility: so far above beta near the leaves, the opponent's best reply will not bring it down.
func (n *node) canReverseFutility() bool {
	margin := Score(rfpMargin * n.depth)
	if n.improving {
		margin -= Score(rfpImproving)
	}
	return useRFP != 0 && n.depth < rfpDepth && n.eval-margin >= n.beta && n.eval >= n.beta && !n.beta.IsLoss() && !n.eval.IsWin()
}

// canNullMove: if even passing keeps the score above beta, a move will. Zugzwang is all but unknown in shogi.
func (n *node) canNullMove(last position.Move) bool {
	return useNull != 0 && !n.pv && last != position.MoveNull && n.depth >= nullDepth && n.eval >= n.beta &&
		n.static >= n.beta-Score(nullMargin*n.depth)+Score(nullOffset) && !n.beta.IsLoss()
}

// nullReduction is how much shallower the null move is searched.
func (n *node) nullReduction() int {
	return nullBase + n.depth/nullDivisor + min(int(n.eval-n.beta)/nullEval, nullEvalMax)
}

// canProbCut: a capture that beats beta by a margin in a shallow search will beat it in the full one.
func (n *node) canProbCut(table Score, tableDepth int) bool {
	beta := n.beta + Score(probCutMargin)
	return useProbCut != 0 && !n.pv && n.depth > probCutDepth && !n.beta.IsWin() && !n.beta.IsLoss() &&
		!(tableDepth >= n.depth-3 && table != eval.None && table < beta)
}

// canTableProbCut: the table says the same without a search.
func (n *node) canTableProbCut(table Score, tableDepth int, bound Bound) bool {
	return useTableProbCut != 0 && !n.pv && table != eval.None && bound&BoundLower != 0 && tableDepth >= n.depth-4 &&
		table >= n.beta+Score(tableProbCutMargin) && !table.IsWin() && !n.beta.IsWin() && !n.beta.IsLoss()
}

// canReduceInternally: without a move from the table the ordering is poor; look less deep now, the table will know a move
// next time. Where there is no table, there is no next time.
func (n *node) canReduceInternally(table position.Move, hasTable bool) bool {
	return useIIR != 0 && hasTable && table == position.MoveNone && n.depth >= iirDepth && (n.pv || n.cut)
}

// canDeepenInternally: where there is no table, a less deep search of the same node can say what the table would: the move
// to begin with, and a score for the rules that ask for one. So a ply is the same with the table and without.
func (n *node) canDeepenInternally(hasTable bool) bool {
	return useIID != 0 && !hasTable && n.depth >= iidDepth && (n.pv || n.cut)
}

// lateMoves is the number of moves after which quiet ones are left out.
func (n *node) lateMoves() int {
	if useLMP == 0 {
		return 1000
	}
	moves := lmpBase + n.depth*n.depth
	if !n.improving {
		moves /= 2
	}
	return moves
}

// isFutile: a quiet move will not lift an evaluation so far below alpha.
func (n *node) isFutile(lmrDepth int) bool {
	return useFutility != 0 && !n.inCheck && lmrDepth < futilityDepth &&
		n.futility(lmrDepth) <= n.alpha
}

// futility is what a quiet move may make of the evaluation at the most.
func (n *node) futility(lmrDepth int) Score {
	return n.static + Score(futilityBase+futilityFactor*lmrDepth)
}

// isFutileCapture: not even what the capture wins lifts the evaluation to alpha.
func (n *node) isFutileCapture(p *position.Position, m position.Move, history, lmrDepth int) bool {
	return useCaptureFutility != 0 && !n.inCheck && lmrDepth < captureFutilityDepth && n.static+swing(p, m)+
		Score(captureFutilityBase+captureFutilityFactor*lmrDepth+history/captureFutilityHistory) <= n.alpha
}

// hasBadHistory: the move has failed too often before.
func (n *node) hasBadHistory(history, lmrDepth int) bool {
	return useHistoryPrune != 0 && lmrDepth < historyPruneD && history < historyPrune*n.depth
}

// losesQuietly: the quiet move hangs the piece.
func (n *node) losesQuietly(p *position.Position, m position.Move, lmrDepth int) bool {
	return useSEEQuiet != 0 && lmrDepth < seeQuietDepth && !seeAtLeast(p, m, Score(seeQuietFactor*lmrDepth*lmrDepth))
}

// losesExchange: the capture or check loses too much material for the depth that is left.
func (n *node) losesExchange(p *position.Position, m position.Move) bool {
	return useSEECapture != 0 && n.depth < seeCaptureDepth && !seeAtLeast(p, m, Score(seeCaptureFactor*n.depth))
}

// canTestSingular: the table's move seems so good that it is worth asking whether it is the only one.
func (n *node) canTestSingular(ply, rootDepth int, excluded position.Move, score Score, depth int, bound Bound) bool {
	return useSingular != 0 && excluded == position.MoveNone && n.depth >= singularDepth && ply < 2*rootDepth && score != eval.None &&
		!score.IsWin() && !score.IsLoss() && bound&BoundLower != 0 && depth >= n.depth-3
}

// singularMargin is by how much every other move must be worse than the table's.
func (n *node) singularMargin() Score {
	margin := singularMargin
	if n.onPV && !n.pv {
		margin += singularOnPV
	}
	return Score(margin * n.depth / 100)
}

// deepenInternally is that search. It returns what an entry of the table would hold.
func (w *worker) deepenInternally(n *node) (best position.Move, score Score, depth int, bound Bound) {
	f := &w.stack[n.ply+stackOffset]
	f.best = position.MoveNone // it may end by a rule that needs no move
	depth = n.depth - iidLess
	score = w.alphaBeta(n.alpha, n.beta, depth, n.ply, n.cut)
	w.pv[n.ply] = w.pv[n.ply][:0]
	w.stack[n.ply+stackOffset+1].cutoffs = 0
	switch {
	case score >= n.beta:
		bound = BoundLower
	case score <= n.alpha:
		bound = BoundUpper
	default:
		bound = BoundExact
	}
	return f.best, score, depth, bound
}

// mateOne returns a move that mates at once, if the one-ply test finds one.
func (w *worker) mateOne() position.Move { return mate.One(w.pos) }

// mateThree returns the first move of a mate in three plies, if there is one.
func (w *worker) mateThree() position.Move { return mate.Three(w.pos) }

// mates ends a node in which a move mates in so many plies: it writes the table's entry, of which the caller says evaluation,
// depth and PV, and returns the score.
func (w *worker) mates(m position.Move, plies, ply int, key uint64, e tt.Entry) Score {
	score := eval.MateIn(ply + plies)
	e.Move, e.Score, e.Bound = m.To16(), toTable(score, ply), uint8(BoundExact)
	w.store(key, e)
	w.pv[ply] = append(w.pv[ply][:0], m)
	return score
}
