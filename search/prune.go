package search

import (
	"katachi/eval"
	"katachi/position"
	"katachi/search/mate"
)

// The pruning rules, each a predicate of its own. Most margins are published ones; what was measured here is in
// TRIALS.md.

// canCutByTable: the table's score decides the window. A score above beta must come from a deeper search than this one
// would be, since its window was another. Near the leaves an unexpected score is searched, not trusted. A mate counts
// at any depth.
func (n *node) canCutByTable() bool {
	t := &n.tt
	if n.pv || n.excluded != position.MoveNone || t.score == eval.None || !t.bound.Cuts(t.score, n.beta) {
		return false
	}
	high := t.score >= n.beta
	if high && t.score >= eval.MateBound {
		return true
	}
	need := n.depth
	if t.score > n.beta {
		need++
	}
	return t.depth >= need && (n.cut == high || n.depth > unexpectedDepth)
}

// hindsight changes the depth after a reduced move by what the evaluation says now: if the move was not bad the node
// gets a ply back, if it gave something away the node loses another ply.
func (n *node) hindsight(reduced int, parentStatic Score) {
	switch {
	case reduced >= 3 && !n.worsening:
		n.depth++
	case reduced >= 2 && n.depth >= 2 && n.static+parentStatic > Score(hindsightMargin):
		n.depth--
	}
}

// canRazor: so far below alpha only captures can help; quiescence finds out whether they do.
func (n *node) canRazor() bool {
	return useRazor != 0 && !n.pv && n.eval < n.alpha-Score(razorBase+razorFactor*n.depth*n.depth)
}

// canReverseFutility: the evaluation is so far above beta that the opponent's best reply will not bring it down.
func (n *node) canReverseFutility() bool {
	if useRFP == 0 || n.ttPV || n.depth >= rfpDepth || n.eval < n.beta || n.beta.IsLoss() || n.eval.IsWin() ||
		n.tt.move != position.MoveNone && !n.tt.capture {
		return false
	}
	each := rfpMargin
	if !n.tt.hit {
		each -= rfpMiss
	}
	margin := each*n.depth + n.doubt/rfpDoubt
	if n.improving {
		margin -= rfpImproving * each / 1024
	}
	if n.worsening {
		margin -= rfpWorsening * each / 1024
	}
	return n.eval-Score(margin) >= n.beta
}

// canNullMove: if even a pass keeps the score above beta, a move will. Zugzwang is all but unknown in shogi.
func (n *node) canNullMove(from int) bool {
	margin := nullOffset - nullMargin*n.depth
	if n.improving {
		margin -= nullImproving
	}
	return useNull != 0 && n.cut && n.excluded == position.MoveNone && n.ply >= from && n.static >= n.beta+Score(margin) && !n.beta.IsLoss()
}

// canReduceInternally (IIR): without a ttMove the move order is poor. So search less deep now; next time the table will
// have a move. Without a table it will not.
func (n *node) canReduceInternally(reduced int, hasTable bool) bool {
	return useIIR != 0 && hasTable && !n.followPV && (n.pv || n.cut) && n.depth >= iirDepth && n.tt.move == position.MoveNone && reduced <= 3
}

// probCutBeta is what a capture must beat in a shallow search to prove that it beats beta in the full one.
func (n *node) probCutBeta() Score {
	margin := probCutMargin
	if n.improving {
		margin -= probCutImproving
	}
	return n.beta + Score(margin)
}

// canProbCut: a search against probCutBeta is worth trying, unless the table knows better.
func (n *node) canProbCut() bool {
	return useProbCut != 0 && n.depth >= probCutDepth && !n.beta.IsDecided() && (n.tt.score == eval.None || n.tt.score >= n.probCutBeta())
}

// canTableProbCut: the table proves the same without a search.
func (n *node) canTableProbCut() bool {
	return useTableProbCut != 0 && n.tt.score != eval.None && n.tt.bound&BoundLower != 0 && n.tt.depth >= n.depth-4 &&
		n.tt.score >= n.beta+Score(tableProbCutMargin) && !n.tt.score.IsWin() && !n.beta.IsDecided()
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

// canSkipCapture: even the captured piece does not lift the evaluation to alpha, or the move, capture or check, loses
// too much.
func (n *node) canSkipCapture(p *position.Position, m position.Move, captured position.Kind, check bool, history, lmrDepth int) bool {
	if useCaptureFutility != 0 && !check && lmrDepth < captureFutilityDepth &&
		n.static+Score(captureFutilityBase+captureFutilityFactor*lmrDepth+captureFutilityHistory*history/1024)+exchangeValue[captured] <= n.alpha {
		return true
	}
	return useSEECapture != 0 && n.alpha >= 0 && !seeAtLeast(p, m, -Score(max(seeCaptureFactor*n.depth+seeCaptureHistory*history/1024, 0)))
}

// isFutile: a quiet move will not lift the evaluation to alpha. It also returns the highest score that the move may
// reach.
func (n *node) isFutile(lmrDepth int, found bool) (Score, bool) {
	value := futilityBase + futilityFactor*lmrDepth
	if !found {
		value += futilityFirst
	}
	if n.static > n.alpha {
		value += futilityAbove
	}
	most := n.static + Score(value)
	return most, useFutility != 0 && !n.inCheck && lmrDepth < futilityDepth && most <= n.alpha
}

// losesQuietly: the quiet move hangs the piece.
func losesQuietly(p *position.Position, m position.Move, lmrDepth int) bool {
	return useSEEQuiet != 0 && !seeAtLeast(p, m, Score(seeQuietFactor*lmrDepth*lmrDepth))
}

// canTestSingular: the ttMove seems so good that it is worth testing whether it is the only good move.
func (n *node) canTestSingular() bool {
	least := singularDepth
	if n.ttPV {
		least++
	}
	return useSingular != 0 && !n.root && n.excluded == position.MoveNone && n.depth >= least && n.tt.score != eval.None &&
		!n.tt.score.IsDecided() && n.tt.bound&BoundLower != 0 && n.tt.depth >= n.depth-3
}

// singularMargin is how much worse than the ttMove every other move must be.
func (n *node) singularMargin() Score {
	margin := singularMargin
	if n.ttPV && !n.pv {
		margin += singularTTPV
	}
	return Score(margin * n.depth / 100)
}

// extension is by how many plies a singular move is extended; short is how far all other moves stayed below the limit.
func (n *node) extension(short Score, ttMoveHistory int, deep bool) int {
	double := doubleBase - n.doubt/doubleDoubt - doubleTTMove*ttMoveHistory/116517
	triple := tripleBase - n.doubt/doubleDoubt
	if n.pv {
		double += doublePV
		triple += triplePV
	}
	if !n.tt.capture {
		double -= doubleQuiet
		triple -= tripleQuiet
	}
	if n.ttPV {
		triple += tripleTTPV
	}
	if deep {
		double -= doubleDeep
		triple -= doubleDeep
	}
	extension := 1
	if int(short) > double {
		extension++
	}
	if int(short) > triple {
		extension++
	}
	return extension
}

// The pruning rules that verify: a shallow search of their own decides whether a node needs the full one.

// nullMove passes and returns the score of a shallower search.
func (w *worker) nullMove(n *node, depth int) Score {
	f := w.frame(n.ply)
	f.move, f.after, f.correction = position.MoveNull, &w.history.none, &w.history.none
	w.engine.table.Prefetch(w.pos.KeyAfterNull())
	w.pos.DoNull()
	score := -w.alphaBeta(-n.beta, -n.beta+1, depth, n.ply+1, false)
	w.pos.UndoNull()
	return score
}

// probCut returns a score above beta if a good capture beats it by a margin in a shallow search, else eval.None.
// Inlined, it would be in the way of code that is needed more often.
//
//go:noinline
func (w *worker) probCut(n *node) Score {
	beta := n.probCutBeta()
	var pk picker
	w.pickCaptures(&pk, n, beta-n.static)
	result := eval.None
	for m := pk.move(); m != position.MoveNone; m = pk.move() {
		if m == n.excluded {
			continue
		}
		w.do(m, n.ply)
		score := -w.quiescence(-beta, -beta+1, n.ply+1)
		if score >= beta && n.depth > 4 && !w.aborted {
			score = -w.alphaBeta(-beta, -beta+1, n.depth-4, n.ply+1, !n.cut)
		}
		w.undo()
		if w.aborted {
			break
		}
		if score >= beta {
			w.store(n.key, n.ply, m, score, n.raw, n.depth-3, BoundLower, n.ttPV)
			if !score.IsDecided() {
				result = score - (beta - n.beta)
				break
			}
		}
	}
	pk.release()
	return result
}

// mateOne returns a move that mates at once, if the one-ply test finds one.
func (w *worker) mateOne() position.Move {
	if useMateOne == 0 {
		return position.MoveNone
	}
	return mate.One(w.pos)
}

// mates ends a node in which a move mates at once. It stores the mate and returns its score.
func (w *worker) mates(m position.Move, ply int, key uint64, depth int, pv bool) Score {
	score := eval.MateIn(ply + 1)
	w.store(key, ply, m, score, eval.None, depth, BoundExact, pv)
	w.pv[ply] = append(w.pv[ply][:0], m)
	return score
}
