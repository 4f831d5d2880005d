package search

import (
	"katachi/eval"
	"katachi/position"
	"katachi/tt"
)

// alphaBeta searches the current position depth plies deep and returns its score, exact within alpha and beta, a bound
// outside. cut says that a fail high is expected.
func (w *worker) alphaBeta(alpha, beta Score, depth, ply int, cut bool) Score {
	if depth <= 0 {
		return w.quiescence(alpha, beta, 0, ply)
	}
	n := node{alpha: alpha, beta: beta, depth: min(depth, eval.MaxPly-1), ply: ply, pv: beta-alpha > 1, cut: cut}
	p, f := w.pos, &w.stack[ply+stackOffset]
	w.pv[ply] = w.pv[ply][:0]

	// 1. Told to stop; the end of the game; too deep.
	if w.stop() {
		return 0
	}
	if score, over := w.over(ply); over {
		return score
	}
	n.inCheck = p.InCheck()
	if ply >= eval.MaxPly-2 {
		if n.inCheck {
			return w.draw()
		}
		return w.eval.Evaluate(p)
	}
	w.selDepth = max(w.selDepth, ply)

	// 2. Mate-distance pruning: no line through here is better than the mate that is already found.
	if useMDP != 0 {
		n.alpha, n.beta = max(n.alpha, eval.MatedIn(ply)), min(n.beta, eval.MateIn(ply+1))
		if n.alpha >= n.beta {
			return n.alpha
		}
	}

	// 3. Transposition table.
	excluded := f.excluded
	child := &w.stack[ply+stackOffset+1]
	child.cutoffs, child.doubles = 0, f.doubles
	w.stack[ply+stackOffset+2].killers = [2]position.Move{}
	key := p.Key()
	entry, hit := w.probe(key)
	table, tableScore, tableDepth := position.MoveNone, eval.None, -8
	if hit {
		tableScore, tableDepth = fromTable(entry.Score, ply), int(entry.Depth)
		if m := p.Complete(entry.Move); m != position.MoveNone && p.IsLegal(m) {
			table = m
		}
	}
	if excluded == position.MoveNone {
		f.onPV = n.pv || hit && entry.PV
	}
	n.onPV = f.onPV
	tableBound := Bound(entry.Bound)
	// A mate is a mate at any depth.
	mates := tableScore >= n.beta && tableScore >= eval.MateBound && tableBound&BoundLower != 0
	if !n.pv && hit && excluded == position.MoveNone && (tableDepth >= n.depth || mates) && tableScore != eval.None {
		if bound := tableBound; tableScore >= n.beta && bound&BoundLower != 0 || tableScore < n.beta && bound&BoundUpper != 0 {
			if tableScore >= n.beta {
				if table != position.MoveNone && w.isQuiet(table) {
					w.rewardQuiet(table, ply, bonus(n.depth))
				}
				w.blameLast(ply, n.depth)
			}
			return tableScore
		}
	}

	// 4. Mate in one.
	if useMateOne != 0 && !n.inCheck && (!hit || tableDepth == depthStandPat) && excluded == position.MoveNone {
		if m := w.mateOne(); m != position.MoveNone {
			return w.mates(m, 1, ply, key, tt.Entry{Eval: eval.None, Depth: min(n.depth+6, eval.MaxPly-1), PV: f.onPV})
		}
	}

	if useMateThree != 0 && n.depth >= mateThreeDepth && !n.inCheck && !hit && excluded == position.MoveNone {
		if m := w.mateThree(); m != position.MoveNone {
			return w.mates(m, 3, ply, key, tt.Entry{Eval: eval.None, Depth: eval.MaxPly - 1, PV: f.onPV})
		}
	}

	// 5. Static evaluation, and what may be pruned by it alone.
	keys, raw := w.judge(&n, excluded, key, &entry, hit, tableScore)
	if !n.inCheck && excluded == position.MoveNone {
		if n.canRazor() {
			if score := w.quiescence(n.alpha, n.alpha+1, 0, ply); score <= n.alpha || w.aborted {
				return score
			}
		}
		if !f.onPV && n.canReverseFutility() {
			return n.beta + (n.eval-n.beta)*Score(rfpReturn)/100
		}
		if n.canNullMove(w.stack[ply+stackOffset-1].move) {
			if score := w.nullMove(&n); w.aborted {
				return 0
			} else if score >= n.beta {
				return score
			}
		}
		if n.canReduceInternally(table, w.hasTable()) {
			n.depth--
		}
		if n.canTableProbCut(tableScore, tableDepth, tableBound) {
			return n.beta + Score(tableProbCutMargin)
		}
		if n.canProbCut(tableScore, tableDepth) {
			if score := w.probCut(&n, key, raw, table); score != eval.None || w.aborted {
				return score
			}
		}
	} else if excluded == position.MoveNone && n.canReduceInternally(table, w.hasTable()) {
		n.depth--
	}

	if excluded == position.MoveNone && n.canDeepenInternally(w.hasTable()) {
		if table, tableScore, tableDepth, tableBound = w.deepenInternally(&n); w.aborted {
			return 0
		}
	}

	stored := n.depth // what the result is worth in the table

	// 6. The moves.
	best, bestMove, improved := -eval.Infinity, position.MoveNone, false
	tableIsNoisy := table != position.MoveNone && !w.isQuiet(table)
	var tried triedMoves
	number := 0
	var pk picker
	w.pick(&pk, table, ply)
	for m := pk.move(); m != position.MoveNone; m = pk.move() {
		if m == excluded {
			continue
		}
		number++
		quiet := w.isQuiet(m)
		check := p.GivesCheck(m)
		captured := p.At(m.To()).Kind()
		stat := w.statOf(m, ply, quiet, captured)
		reduced := reduction(n.depth, number, n.improving)

		// 7. Leave out what will not matter.
		if !best.IsLoss() {
			lmrDepth := max(n.depth-1-reduced/1024+stat/lmrHistory, 0)
			if number >= n.lateMoves() {
				pk.skipQuiets = true
			}
			if quiet && !check {
				if n.isFutile(lmrDepth) {
					best = max(best, min(n.futility(lmrDepth), n.alpha)) // it would have been worth that much at most
					continue
				}
				if n.hasBadHistory(stat, lmrDepth) || n.losesQuietly(p, m, lmrDepth) {
					continue
				}
			} else if !pk.isSound() && n.losesExchange(p, m) || !check && !quiet && n.isFutileCapture(p, m, stat, lmrDepth) {
				continue
			}
		}

		// 8. Extensions.
		extension := 0
		if m == table && ply > 0 && n.canTestSingular(ply, w.rootDepth, excluded, tableScore, tableDepth, tableBound) {
			limit := tableScore - n.singularMargin()
			f.excluded = m
			score := w.alphaBeta(limit-1, limit, (n.depth-1)/2, ply, cut)
			f.excluded = position.MoveNone
			if w.aborted {
				pk.release()
				return 0
			}
			switch {
			case score < limit: // nothing else comes near: the move is worth a longer look
				extension = 1
				if !n.pv && score < limit-Score(doubleMargin) && f.doubles < doubleMost {
					extension = 2
				}
			case limit >= n.beta: // several moves beat beta
				pk.release()
				return limit
			case tableScore >= n.beta:
				extension = -negativeBeta
			case cut:
				extension = -negativeCut
			}
		} else if useCheckExt != 0 && check && n.depth > 4 && (pk.isSound() || seeAtLeast(p, m, 0)) {
			extension = 1
		}

		child.doubles = f.doubles + max(extension, 0)/2

		// 9. Play it, late moves first with reduced depth and a null window.
		w.do(m, ply)
		full := n.depth - 1 + extension
		var score Score
		switch {
		case useLMR != 0 && n.depth >= lmrDepth && number > 1:
			r := n.adjust(reduced, stat, quiet, check)
			if tableIsNoisy {
				r += lmrTableNoisy
			}
			if child.cutoffs > cutoffsMany {
				r += lmrCutoffs
			}
			d := max(1, min(full-r/1024, full+1))
			score = -w.alphaBeta(-n.alpha-1, -n.alpha, d, ply+1, true)
			if score > n.alpha && d < full && !w.aborted {
				if score > best+Score(deeperMargin) {
					full++
				} else if score < best+8 {
					full--
				}
				if d < full {
					score = -w.alphaBeta(-n.alpha-1, -n.alpha, full, ply+1, !cut)
				}
				if quiet {
					w.rewardContinuations(m, ply, lmrBonus(score, n.alpha, n.beta, full))
				}
			}
		case !n.pv || number > 1:
			score = -w.alphaBeta(-n.alpha-1, -n.alpha, full, ply+1, !cut)
		}
		if n.pv && (number == 1 || score > n.alpha) && !w.aborted {
			w.pv[ply+1] = w.pv[ply+1][:0]
			score = -w.alphaBeta(-n.beta, -n.alpha, full, ply+1, false)
		}
		w.undo()
		if w.aborted {
			pk.release()
			return 0
		}

		if score > best {
			best = score
			if score > n.alpha {
				bestMove, improved = m, true
				if n.pv {
					w.setPV(ply, m)
				}
				if score >= n.beta {
					f.cutoffs++
					break
				}
				n.alpha = score
				if n.depth > 2 && n.depth < 13 && !score.IsWin() && !score.IsLoss() {
					n.depth -= raiseReduction // the others must beat this move; they get a little less
				}
			}
		}
		tried.add(m, quiet, captured)
	}
	pk.release()

	// 10. No move: lost. In the singular extension's search: no other move.
	if number == 0 {
		if excluded != position.MoveNone {
			return alpha
		}
		return eval.MatedIn(ply)
	}

	// 11. Learn.
	if bestMove != position.MoveNone {
		w.learnMoves(&n, bestMove, &tried)
	} else if !n.inCheck {
		// A fail low: the opponent's last move was good.
		w.rewardLast(ply, n.depth)
	}
	f.best = bestMove
	if excluded == position.MoveNone {
		bound := BoundUpper
		switch {
		case best >= n.beta:
			bound = BoundLower
		case improved && n.pv:
			bound = BoundExact
		}
		w.store(key, tt.Entry{Move: bestMove.To16(), Score: toTable(best, ply), Eval: raw, Depth: stored, Bound: uint8(bound), PV: f.onPV})
		if useCorrection != 0 && !n.inCheck && (bestMove == position.MoveNone || w.isQuiet(bestMove)) && correctable(best, n.static, bound) {
			w.history.correction.learn(p.Side(), keys, best-n.static, n.depth)
		}
	}
	return best
}
