package match

import (
	"fmt"
	"math"
)

// pentanomial counts pairs of games by the points of one player: 0, half, 1, one and a half, 2.
type pentanomial [5]int

// Pairs returns the number of pairs.
func (n pentanomial) Pairs() int { return n[0] + n[1] + n[2] + n[3] + n[4] }

// moments returns the mean score of a game, 0 to 1, and the variance of a pair's mean score.
func (n pentanomial) moments() (mean, variance float64) {
	pairs := float64(n.Pairs())
	for i, c := range n {
		mean += float64(c) * float64(i) / 4
	}
	mean /= pairs
	for i, c := range n {
		d := float64(i)/4 - mean
		variance += float64(c) * d * d
	}
	return mean, variance / pairs
}

// eloEstimate is what a number of pairs says about the strength of one player against the other.
type eloEstimate struct {
	Elo            float64 // -Inf and +Inf for no and all points
	EloLow, EloTop float64 // 95 % interval
	LOS            float64 // likelihood of superiority, 0 to 1
}

// z95 is the quantile of the normal distribution that leaves 2.5 % on either side.
const z95 = 1.959963984540054

// Estimate computes the estimate from the normal approximation of the mean score of a pair. If all pairs ended alike
// their variance says nothing; for the interval one more pair is then assumed that was drawn (or, if all were drawn,
// two that went either way).
func (n pentanomial) Estimate() eloEstimate {
	if n.Pairs() == 0 {
		return eloEstimate{EloLow: math.Inf(-1), EloTop: math.Inf(1), LOS: 0.5}
	}
	mean, variance := n.moments()
	e := eloEstimate{Elo: eloOf(mean)}
	middle, pairs := mean, n.Pairs()
	if variance == 0 {
		assumed := n
		if assumed[2] == 0 {
			assumed[2]++
		} else {
			assumed[0]++
			assumed[4]++
		}
		pairs = assumed.Pairs()
		middle, variance = assumed.moments()
	}
	deviation := math.Sqrt(variance / float64(pairs))
	e.EloLow, e.EloTop = eloOf(middle-z95*deviation), eloOf(middle+z95*deviation)
	e.EloLow, e.EloTop = min(e.EloLow, e.Elo), max(e.EloTop, e.Elo)
	e.LOS = 0.5 * math.Erfc(-(middle-0.5)/deviation/math.Sqrt2)
	return e
}

// eloOf returns the difference in Elo that a mean score stands for.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// scoreOf returns the mean score that a difference in Elo stands for.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// eloText writes a difference in Elo for a person.
func eloText(elo float64) string {
	if math.IsInf(elo, 0) {
		return fmt.Sprintf("%+.0f", elo)
	}
	return fmt.Sprintf("%+.1f", elo+0) // +0: no "-0.0"
}
