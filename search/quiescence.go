package search

import (
	"katachi/eval"
	"katachi/position"
	"katachi/tt"
)

// quiescence searches until the position is quiet: captures and promotions that do not lose material, checks at its first
// ply (depth 0), all evasions in check.
func (w *worker) quiescence(alpha, beta Score, depth, ply int) Score {
	p, f := w.pos, &w.stack[ply+stackOffset]
	pv := beta-alpha > 1
	w.pv[ply] = w.pv[ply][:0]
	if w.stop() {
		return 0
	}
	if score, over := w.over(ply); over {
		return score
	}
	inCheck := p.InCheck()
	if ply >= eval.MaxPly-2 {
		if inCheck {
			return w.draw()
		}
		return w.eval.Evaluate(p)
	}
	w.selDepth = max(w.selDepth, ply)

	key := p.Key()
	entry, hit := w.probe(key)
	tableDepth := depthQuiet
	if inCheck || depth == 0 {
		tableDepth = depthQuietChecks
	}
	table, tableScore := position.MoveNone, eval.None
	if hit {
		tableScore = fromTable(entry.Score, ply)
		if !pv && entry.Depth >= tableDepth && tableScore != eval.None {
			if bound := Bound(entry.Bound); tableScore >= beta && bound&BoundLower != 0 || tableScore < beta && bound&BoundUpper != 0 {
				return tableScore
			}
		}
		if m := p.Complete(entry.Move); m != position.MoveNone && p.IsLegal(m) && (inCheck || !w.isQuiet(m) || depth == 0 && p.GivesCheck(m)) {
			table = m
		}
	}
	onPV := pv || hit && entry.PV

	best, futility, raw := -eval.Infinity, -eval.Infinity, eval.None
	start := alpha
	if inCheck {
		f.static = eval.None
	} else {
		correction := w.history.correction.of(p.Side(), keysOf(p)) // read before the evaluation, which hides the wait for it
		raw = entry.Eval
		if !hit || raw == eval.None {
			raw = w.eval.Evaluate(p)
		}
		best = raw
		if useCorrection != 0 {
			best = (raw + correction).Clamp()
		}
		f.static = best
		if tableScore != eval.None && !tableScore.IsWin() && !tableScore.IsLoss() {
			if bound := Bound(entry.Bound); tableScore > best && bound&BoundLower != 0 || tableScore < best && bound&BoundUpper != 0 {
				best = tableScore
			}
		}
		if best >= beta {
			if !hit {
				w.store(key, tt.Entry{Score: toTable(best, ply), Eval: raw, Depth: depthStandPat, Bound: uint8(BoundLower), PV: onPV})
			}
			return best
		}
		if useMateOne != 0 && (!hit || entry.Depth == depthStandPat) {
			if m := w.mateOne(); m != position.MoveNone {
				return w.mates(m, 1, ply, key, tt.Entry{Eval: raw, Depth: depthQuietChecks, PV: onPV})
			}
		}
		if useQSMateThree != 0 && depth == 0 && !hit {
			if m := w.mateThree(); m != position.MoveNone {
				return w.mates(m, 3, ply, key, tt.Entry{Eval: raw, Depth: depthQuietChecks, PV: onPV})
			}
		}
		alpha = max(alpha, best)
		futility = best + Score(qsFutility)
	}

	bestMove := position.MoveNone
	var pk picker
	w.pickNoisy(&pk, table, ply, useQSChecks != 0 && depth == 0)
	number := 0
	for m := pk.move(); m != position.MoveNone; m = pk.move() {
		number++
		if !best.IsLoss() {
			quiet := w.isQuiet(m)
			if !inCheck && !p.GivesCheck(m) {
				// Futility: neither the gain nor the margin lifts the score to alpha.
				if v := futility + swing(p, m); v <= alpha {
					best = max(best, v)
					continue
				}
				if futility <= alpha && !seeAtLeast(p, m, 1) {
					best = max(best, futility)
					continue
				}
			}
			if inCheck && quiet && number > qsEvasions {
				continue
			}
			if !pk.isSound() && !seeAtLeast(p, m, Score(qsSEE)) {
				continue
			}
		}
		w.do(m, ply)
		score := -w.quiescence(-beta, -alpha, depth-1, ply+1)
		w.undo()
		if w.aborted {
			pk.release()
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if pv {
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
	if inCheck && number == 0 {
		return eval.MatedIn(ply)
	}
	bound := BoundUpper
	switch {
	case best >= beta:
		bound = BoundLower
	case pv && best > start:
		bound = BoundExact
	}
	w.store(key, tt.Entry{Move: bestMove.To16(), Score: toTable(best, ply), Eval: raw, Depth: tableDepth, Bound: uint8(bound), PV: onPV})
	return best
}
