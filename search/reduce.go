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
		r += 600
	}
	return r
}
