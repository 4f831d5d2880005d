package record

import (
	"math"

	"katachi/eval"
)

// ScaleFit finds the scale of scores: the number of centipawns K by which 1/(1+exp(-score/K)) best predicts the points
// that games brought (logistic regression on one number without a constant).
type ScaleFit struct {
	bins [2*fitRange/fitStep + 1]struct{ positions, points float64 }
}

const (
	fitRange = 2000 // scores beyond say little: most of them are decided
	fitStep  = 10
)

// Add adds a position with that score for a side, in centipawns, which made the points of the game.
func (f *ScaleFit) Add(s eval.Score, points float64) {
	if s < -fitRange || s > fitRange {
		return
	}
	bin := &f.bins[int(math.Round(float64(s)/fitStep))+fitRange/fitStep]
	bin.positions++
	bin.points += points
}

// Scale returns K, NaN if the positions do not determine it.
func (f *ScaleFit) Scale() float64 {
	// The likelihood's derivative by 1/K falls throughout, so it has one zero.
	slope := func(inverse float64) float64 {
		sum := 0.0
		for i, bin := range f.bins {
			s := float64((i - len(f.bins)/2) * fitStep)
			sum += s * (bin.points - bin.positions/(1+math.Exp(-s*inverse)))
		}
		return sum
	}
	low, high := 1e-5, 1.0
	if !(slope(low) > 0 && slope(high) < 0) {
		return math.NaN()
	}
	for range 60 {
		if mid := (low + high) / 2; slope(mid) > 0 {
			low = mid
		} else {
			high = mid
		}
	}
	return 1 / low
}
