package search

import (
	"math"

	"katachi/eval"
)

// logarithms[n] is ln(n): late move reductions grow with the logarithms of depth and move number.
var logarithms = func() (t [1024]float64) {
	for n := 1; n < len(t); n++ {
		t[n] = math.Log(float64(n))
	}
	return t
}()

// reduction returns the plies by which a late move is searched less deep, before what is known of the move itself.
func reduction(depth, moveNumber int, improving bool) int {
	r := float64(lmrBase)/100 + logarithms[min(depth, eval.MaxPly)]*logarithms[min(moveNumber, len(logarithms)-1)]*100/float64(lmrDivisor)
	if !improving {
		r += 0.6
	}
	return int(r)
}
