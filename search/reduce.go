package search

import (
	"math"

	"katachi/eval"
	"katachi/position"
)

// logarithms[n] is lmrLogarithm * ln(n): reductions grow with the logarithms of depth and move number, and their
// product is in 1024ths of a ply.
var logarithms = func() (t [1024]int32) {
	for n := 1; n < len(t); n++ {
		t[n] = int32(lmrLogarithm * math.Log(float64(n)))
	}
	return t
}()

const lmrLogarithm = 21.586

// reduction returns the general reduction of the node's moveNumber-th move, before adjust, in 1024ths of a ply.
func (n *node) reduction(moveNumber int, rootDelta Score) int {
	most := uint(len(logarithms) - 1)
	product := int(logarithms[min(uint(n.depth), most)]) * int(logarithms[min(uint(moveNumber), most)])
	r := product + lmrBase - lmrWindow*int(n.beta-n.alpha)/max(int(rootDelta), 1)
	if !n.improving {
		r += product * lmrNotImproving / 512
	}
	if n.ttPV {
		r += lmrBaseTTPV
	}
	return r
}

// adjust changes the general reduction r by what is known of the node and the move. cutoffs is how many nodes of the
// next ply have failed high under this node and its earlier siblings.
func (n *node) adjust(r int, m position.Move, moveNumber, stat, cutoffs int) int {
	allNode := !n.pv && !n.cut
	if n.ttPV {
		r -= lmrTTPV
		if n.pv {
			r -= lmrPV
		}
		if n.tt.score > n.alpha { // true for eval.None
			r -= lmrTTAbove
		}
		if n.tt.depth >= n.depth {
			r -= lmrTTDeep
			if n.cut {
				r -= lmrTTDeepCut
			}
		}
	}
	r += lmrMove - lmrMoveNumber*moveNumber - n.doubt/lmrDoubt
	if n.cut {
		r += lmrCut
		if n.tt.move == position.MoveNone {
			r += lmrCutBlind
		}
	}
	if n.tt.capture {
		r += lmrTTCapture
	}
	if cutoffs > 1 {
		r += lmrCutoffs
		if cutoffs > 2 {
			r += lmrManyCutoffs
		}
		if allNode {
			r += lmrAllCutoffs
		}
	}
	if m == n.tt.move {
		r -= lmrTTMove
	}
	r -= lmrStat * stat / 4096
	if allNode {
		r += r * lmrAll / (256*n.depth + 260)
	}
	return r
}

// searchMove searches the move that was just played. A late move is searched first with reduced depth and a null
// window; if it beats alpha, with the full depth, and then with the open window. best is the node's best score so far.
func (w *worker) searchMove(n *node, m position.Move, number, newDepth, r int, best Score) Score {
	f := w.frame(n.ply)
	r = n.adjust(r, m, number, f.stat, w.frame(n.ply+1).cutoffs)
	score := eval.None
	switch {
	case useLMR != 0 && n.depth >= 2 && number > 1:
		d := max(1, min(newDepth-r/1024, newDepth+2))
		if n.pv {
			d++
		}
		f.reduction = newDepth - d
		score = -w.alphaBeta(-n.alpha-1, -n.alpha, d, n.ply+1, true)
		f.reduction = 0
		if score > n.alpha && !w.aborted {
			if d < newDepth && score > best+Score(deeperMargin) {
				newDepth++
			}
			if score < best+Score(shallowerMargin) {
				newDepth--
			}
			if newDepth > d {
				score = -w.alphaBeta(-n.alpha-1, -n.alpha, newDepth, n.ply+1, !n.cut)
			}
			w.learnContinuations(n.ply, m, lmrBonus)
		}
	case !n.pv || number > 1:
		if n.tt.move == position.MoveNone {
			r += lmrBlind
		}
		d := newDepth
		if r > lmrFirst {
			d--
		}
		if r > lmrFirstTwo && newDepth > 2 {
			d--
		}
		score = -w.alphaBeta(-n.alpha-1, -n.alpha, d, n.ply+1, !n.cut)
	}
	if n.pv && (number == 1 || score > n.alpha) && !w.aborted {
		if m == n.tt.move && (n.tt.depth > 1 || n.tt.depth > 0 && n.tt.score != eval.None && n.tt.score.IsDecided()) {
			newDepth = max(newDepth, 1) // do not drop the ttMove's line into quiescence
		}
		w.pv[n.ply+1] = w.pv[n.ply+1][:0]
		score = -w.alphaBeta(-n.beta, -n.alpha, newDepth, n.ply+1, false)
	}
	return score
}
