package search

import "math"

// logarithms[n] is 1024 ln(n): late move reductions grow with the logarithms of depth and move number.
var logarithms = func() (t [1024]int32) {
	for n := 1; n < len(t); n++ {
		t[n] = int32(math.Round(1024 * math.Log(float64(n))))
	}
	return t
}()

// reduction returns by how much a late move is searched less deep, before what is known of the move itself, in 1024ths of
// a ply.
func reduction(depth, moveNumber int, improving bool) int {
	product := int(logarithms[min(depth, len(logarithms)-1)]) * int(logarithms[min(moveNumber, len(logarithms)-1)]) >> 10
	r := lmrBase*1024/100 + product*100/lmrDivisor
	if !improving {
		r += lmrImproving
	}
	return r
}

// adjust makes the reduction of a move out of the general one, by what is known of the move.
func (n *node) adjust(r, history int, quiet, check bool) int {
	r -= history * 1024 / lmrHistory
	if n.onPV {
		r -= lmrOnPV
	}
	if n.pv {
		r -= lmrPV
	}
	if n.cut {
		r += lmrCut
	}
	if check {
		r -= lmrCheck
	}
	if !quiet {
		r -= lmrNoisy
	}
	return r
}
