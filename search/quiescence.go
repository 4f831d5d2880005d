package search

import (
	"katachi/eval"
	"katachi/position"
)

// quiescence searches until the position is quiet: captures that do not lose material, all evasions in check.
func (w *worker) quiescence(alpha, beta Score, ply int) Score {
	p, f := w.pos, w.frame(ply)
	w.pv[ply] = w.pv[ply][:0]
	if w.stop() {
		return 0
	}
	var n node
	n.alpha, n.beta, n.ply, n.pv, n.inCheck = alpha, beta, ply, beta-alpha > 1, p.InCheck()
	if score, ended := w.ended(ply, n.inCheck); ended {
		return score
	}
	w.selDepth = max(w.selDepth, ply)
	f.inCheck = n.inCheck

	if !n.inCheck { // while the table's memory is on its way
		n.correction = w.correction(ply, keysOf(p))
	}
	n.key = p.Key()
	w.probe(&n.tt, n.key, ply)
	n.ttPV = n.tt.hit && n.tt.pv
	if !n.pv && n.tt.depth >= depthQuiescence && n.tt.score != eval.None && n.tt.bound.Cuts(n.tt.score, beta) {
		return n.tt.score
	}

	best, base := -eval.Infinity, -eval.Infinity
	n.raw = eval.None
	if n.inCheck {
		f.static = w.frame(ply - 2).static
	} else {
		if n.raw = n.tt.eval; n.raw == eval.None {
			n.raw = w.eval.Evaluate(p)
		}
		f.static = (n.raw + Score(n.correction/correctionGrain)).Clamp()
		best = f.static
		if n.tt.score != eval.None && !n.tt.score.IsDecided() && n.tt.bound.Cuts(n.tt.score, best+1) {
			best = n.tt.score
		}
		if best >= beta {
			if !best.IsDecided() {
				best = (best + beta) / 2
			}
			if !n.tt.hit {
				w.store(n.key, ply, position.MoveNone, best, n.raw, depthUnsearched, BoundLower, false)
			}
			return best
		}
		if !n.tt.hit || n.tt.depth == depthUnsearched {
			if m := w.mateOne(); m != position.MoveNone {
				return w.mates(m, ply, n.key, depthQuiescence, n.ttPV)
			}
		}
		alpha = max(alpha, best)
		base = f.static + Score(qsFutility)
	}

	last := position.NoSquare // the square of the last move: recaptures are always looked at
	if m := w.frame(ply - 1).move; m != position.MoveNone && m != position.MoveNull {
		last = m.To()
	}
	bestMove, number := position.MoveNone, 0
	var pk picker
	w.pickNoisy(&pk, &n)
	for m := pk.move(); m != position.MoveNone; m = pk.move() {
		number++
		if captured := p.At(m.To()).Kind(); !best.IsLoss() {
			if m.To() != last && !base.IsLoss() && !p.GivesCheck(m) {
				if number > qsCaptures {
					continue
				}
				if most := base + exchangeValue[captured]; most <= alpha {
					best = max(best, most)
					continue
				}
				if !seeAtLeast(p, m, alpha-base) {
					best = max(best, min(alpha, base))
					continue
				}
			}
			if captured == position.NoKind || !seeAtLeast(p, m, Score(qsSEE)) {
				continue // in check: one quiet evasion that does not lose has been looked at
			}
		}
		w.do(m, ply)
		score := -w.quiescence(-beta, -alpha, ply+1)
		w.undo()
		if w.aborted {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if n.pv {
					w.setPV(ply, m)
				}
				if score >= beta {
					break
				}
				alpha = score
			}
		}
	}
	pk.release()
	if n.inCheck && number == 0 {
		return eval.MatedIn(ply)
	}
	if best > beta && !best.IsDecided() {
		best = (best + beta) / 2
	}
	bound := BoundUpper
	if best >= beta {
		bound = BoundLower
	}
	w.store(n.key, ply, bestMove, best, n.raw, depthQuiescence, bound, n.ttPV)
	return best
}
