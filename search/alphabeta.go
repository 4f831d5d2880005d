package search

import (
	"katachi/eval"
	"katachi/position"
)

// alphaBeta searches the current position depth plies deep and returns its score: exact between alpha and beta, a bound
// outside. cut says that a fail high is expected. At ply 0 it searches the worker's root moves from w.first on, and
// keeps their scores and lines.
func (w *worker) alphaBeta(alpha, beta Score, depth, ply int, cut bool) Score {
	if depth <= 0 {
		return w.quiescence(alpha, beta, ply)
	}
	p, f := w.pos, w.frame(ply)
	parent := w.frame(ply - 1)
	var n node
	n.alpha, n.beta, n.depth, n.ply = alpha, beta, min(depth, eval.MaxPly-1), ply
	n.pv, n.cut, n.root, n.inCheck, n.excluded = beta-alpha > 1, cut, ply == 0, p.InCheck(), f.excluded
	w.pv[ply] = w.pv[ply][:0]

	// 1. Told to stop; end of the game; too deep; mate distance: no line through here beats a mate already found.
	if w.stop() {
		return 0
	}
	if !n.root {
		if score, ended := w.ended(ply, n.inCheck); ended {
			return score
		}
		n.alpha, n.beta = max(n.alpha, eval.MatedIn(ply)), min(n.beta, eval.MateIn(ply+1))
		if n.alpha >= n.beta {
			return n.alpha
		}
	}
	w.selDepth = max(w.selDepth, ply)
	n.followPV = n.root || parent.followPV && ply <= len(w.lastPV) && parent.move == w.lastPV[ply-1]
	reduced := parent.reduction
	parent.reduction = 0
	f.inCheck, f.followPV, f.moveCount, f.stat = n.inCheck, n.followPV, 0, 0
	f.shapeRow = shapeRowOf(p)
	w.frame(ply + 2).cutoffs = 0

	// 2. Transposition table.
	if !n.inCheck { // while the table's memory is on its way
		n.keys = keysOf(p)
		n.correction = w.correction(ply, n.keys)
	}
	n.key = p.Key()
	w.probe(&n.tt, n.key, ply)
	if n.root {
		n.tt.move = w.root[w.first].move
		n.tt.capture = !w.isQuiet(n.tt.move)
	}
	f.ttHit = n.tt.hit
	if n.excluded == position.MoveNone {
		f.ttPV = n.pv || n.tt.hit && n.tt.pv
	}
	n.ttPV = f.ttPV
	if n.canCutByTable() {
		if n.tt.score >= n.beta {
			w.learnTableCut(&n)
		}
		return n.tt.score
	}

	if n.tt.move != position.MoveNone { // it will be searched
		w.engine.table.Prefetch(p.KeyAfter(n.tt.move))
	}

	// 3. Mate in one.
	if !n.root && !n.inCheck && (!n.tt.hit || n.tt.depth == depthUnsearched) && n.excluded == position.MoveNone {
		if m := w.mateOne(); m != position.MoveNone {
			return w.mates(m, ply, n.key, min(n.depth+6, eval.MaxPly-1), n.ttPV)
		}
	}

	// 4. Static evaluation, and what may be pruned by it alone.
	w.judge(&n)
	if !n.inCheck {
		if score, done := w.beforeMoves(&n, reduced, parent.static); done {
			return score
		}
	}
	if !n.root && n.canTableProbCut() {
		return n.beta + Score(tableProbCutMargin)
	}

	// 5. The moves.
	f.tried.nq, f.tried.nc = 0, 0
	best, bestMove, number := -eval.Infinity, position.MoveNone, 0
	var pk picker
	w.pick(&pk, &n)
	for m := pk.move(); m != position.MoveNone; m = pk.move() {
		if m == n.excluded {
			continue
		}
		number++
		f.moveCount = number
		captured := p.At(m.To()).Kind()
		check := p.GivesCheck(m)
		newDepth := n.depth - 1
		r := n.reduction(number, w.rootDelta)

		// 6. Leave out what will not matter.
		if !n.root && !best.IsLoss() {
			if number >= n.lateMoves() {
				pk.skipQuiets = true
			}
			lmrDepth := newDepth - r/1024
			switch {
			case captured != position.NoKind || check:
				if n.canSkipCapture(p, m, captured, check, w.history.capture.of(m, captured), lmrDepth) {
					continue
				}
			case n.pv && n.followPV:
			default:
				history := w.quietHistory(ply, m)
				if useHistoryPrune != 0 && history < historyPrune*n.depth {
					continue
				}
				history += pruneMain * int(w.history.main[butterflyIndex(m)]) / 32
				lmrDepth += history / lmrDepthHistory
				if most, futile := n.isFutile(lmrDepth, bestMove != position.MoveNone); futile {
					if best <= most && !best.IsDecided() && !most.IsWin() {
						best = most
					}
					continue
				}
				if losesQuietly(p, m, max(lmrDepth, 0)) {
					continue
				}
			}
		}

		// 7. Singular extension: is the ttMove the only good one?
		extension := 0
		if m == n.tt.move && n.canTestSingular() && !w.isShuffling(m, ply) {
			limit := n.tt.score - n.singularMargin()
			f.excluded = m
			score := w.alphaBeta(limit-1, limit, newDepth/2, ply, cut)
			f.excluded = position.MoveNone
			if w.aborted {
				return 0
			}
			f.moveCount, f.tried.nq, f.tried.nc = number, 0, 0
			switch {
			case score < limit:
				extension = n.extension(limit-score, int(w.history.ttMove), ply > w.rootDepth)
				n.depth++
			case score >= n.beta && !score.IsDecided(): // several moves beat beta
				w.learnTTMove(-min(multiCutOffset+multiCutFactor*n.depth, multiCutMax))
				pk.release()
				return score
			case n.tt.score >= n.beta:
				extension = -negativeBeta
			case cut:
				extension = -negativeCut
			}
		}

		// 8. Play it.
		var score Score
		trial := w.trial(&n, m, number, check)
		if n.root {
			f.stat = w.statOf(ply, m, captured)
			score = w.searchRootMove(&n, m, number, newDepth, r, best)
		} else {
			w.do(m, ply)
			f.stat = w.statOf(ply, m, captured) // while the table's memory is on its way
			score = w.searchMove(&n, m, number, newDepth+extension, r, best)
			w.undo()
		}
		if w.aborted {
			return 0
		}
		w.ends(trial, score > n.alpha)

		// 9. A new best move? Near the horizon an equal score sometimes counts as one.
		tie := Score(0)
		if score == best && ply+2 >= w.rootDepth && w.nodes&14 == 0 && !score.IsDecided() {
			tie = 1
		}
		if score+tie > best {
			best = score
			if score+tie > n.alpha {
				bestMove = m
				if n.pv && !n.root {
					w.setPV(ply, m)
				}
				if score >= n.beta {
					if extension < 2 || n.pv {
						f.cutoffs++
					}
					break
				}
				if n.depth > 2 && n.depth < raiseDepth && !score.IsDecided() {
					n.depth -= raiseReduction // the others must beat this move; they get a little less
				}
				n.alpha = score
			}
		}
		if m != bestMove && number <= maxTried {
			f.tried.add(m, captured)
		}
	}

	pk.release()

	// 10. No move: lost. In the singular extension's search: no other move.
	if number == 0 {
		if n.excluded != position.MoveNone {
			return n.alpha
		}
		return eval.MatedIn(ply)
	}
	if best >= n.beta && !best.IsDecided() && !n.alpha.IsDecided() {
		best = (best*Score(n.depth) + n.beta) / Score(n.depth+1)
	}

	// 11. Learn and store.
	if bestMove != position.MoveNone {
		w.learnBest(&n, bestMove)
		if !n.pv {
			if bestMove == n.tt.move {
				w.learnTTMove(ttMoveGood)
			} else {
				w.learnTTMove(-ttMoveBad)
			}
		}
	} else {
		w.learnFailLow(&n, best)
	}
	if best <= n.alpha {
		f.ttPV = f.ttPV || parent.ttPV
	}
	if n.excluded == position.MoveNone && !(n.root && w.first > 0) {
		bound := BoundUpper
		switch {
		case best >= n.beta:
			bound = BoundLower
		case n.pv && bestMove != position.MoveNone:
			bound = BoundExact
		}
		w.store(n.key, ply, bestMove, best, n.raw, n.depth, bound, f.ttPV)
	}
	if useCorrection != 0 && !n.inCheck && (bestMove == position.MoveNone || w.isQuiet(bestMove)) &&
		correctable(best, n.static, bestMove != position.MoveNone) {
		w.learnCorrection(&n, best, bestMove != position.MoveNone)
	}
	return best
}

// beforeMoves tries the rules that prune a whole node, at a node that is not in check. done says that one of them ended
// the node, with that score.
func (w *worker) beforeMoves(n *node, reduced int, parentStatic Score) (score Score, done bool) {
	w.learnDifference(n)
	n.hindsight(reduced, parentStatic)
	if n.canRazor() {
		return w.quiescence(n.alpha, n.beta, n.ply), true
	}
	if n.canReverseFutility() {
		return (2*n.beta + n.eval) / 3, true
	}
	if n.canNullMove(w.nullFrom) {
		depth := n.depth - nullBase - n.depth/nullDivisor
		score := w.nullMove(n, depth)
		if w.aborted {
			return 0, true
		}
		if score >= n.beta && !score.IsWin() {
			if n.depth < nullVerifyDepth || w.nullFrom > 0 {
				return score, true
			}
			w.nullFrom = n.ply + 3*depth/4
			verified := w.alphaBeta(n.beta-1, n.beta, depth, n.ply, false)
			w.nullFrom = 0
			if verified >= n.beta || w.aborted {
				return score, true
			}
		}
	}
	n.improving = n.improving || n.static >= n.beta
	if n.canReduceInternally(reduced, w.hasTable()) {
		n.depth--
	}
	if !n.root && n.canProbCut() {
		if score := w.probCut(n); score != eval.None || w.aborted {
			return score, true
		}
	}
	return 0, false
}

// quietHistory is the sum of continuation and shape history of a quiet move, by which it may be pruned.
func (w *worker) quietHistory(ply int, m position.Move) int {
	f, i := w.frame(ply), pieceToIndex(m)
	rows := &w.history.rows
	return int(rows[*w.frame(ply - 1).after][i]) + int(rows[*w.frame(ply - 2).after][i]) + 2*continuationStart +
		int(w.history.shapes[f.shapeRow][i]) + shapeStart
}

// statOf is the sum of a move's histories, by which its reduction is adjusted.
func (w *worker) statOf(ply int, m position.Move, captured position.Kind) int {
	if captured != position.NoKind {
		return lmrVictim*int(exchangeValue[captured])/128 + w.history.capture.of(m, captured)
	}
	i := pieceToIndex(m)
	rows := &w.history.rows
	return 2*int(w.history.main[butterflyIndex(m)]) + int(rows[*w.frame(ply - 1).after][i]) +
		int(rows[*w.frame(ply - 2).after][i]) + 2*continuationStart
}

// learnTableCut learns from a fail high that the transposition table gave without a search. It and the other functions
// that learn are not inlined, so that their code is not in the way of code that is needed more often.
//
//go:noinline
func (w *worker) learnTableCut(n *node) {
	if n.tt.move != position.MoveNone && !n.tt.capture {
		w.learnQuiet(n.ply, n.tt.move, min(tableCutFactor*n.depth-tableCutOffset, tableCutMax))
	}
	if m, ok := w.lastQuiet(n.ply); ok && n.tt.move != position.MoveNone && w.frame(n.ply-1).moveCount <= 4 {
		w.learnContinuations(n.ply-1, m, -tableCutMalus)
	}
}

// isShuffling reports whether a move far from the root is the third in a row with the same piece; such moves hardly
// lead anywhere.
func (w *worker) isShuffling(m position.Move, ply int) bool {
	if ply < shufflePly || m.IsDrop() {
		return false
	}
	two, four := w.frame(ply-2).move, w.frame(ply-4).move
	for back := range 6 {
		if w.frame(ply-1-back).move == position.MoveNull {
			return false
		}
	}
	return !two.IsDrop() && m.From() == two.To() && two.From() == four.To()
}
