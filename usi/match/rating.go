package match

import (
	"fmt"
	"math"
	"slices"
)

// engineRating is an engine's strength within a tournament, in Elo with the mean of all engines 0.
type engineRating struct {
	Elo   float64
	Error float64 // half the width of the 95 % interval, or unknown
}

// unknown is the error of a rating without a meaning, since no games connect the engine with all others that have played.
const unknown = math.MaxFloat64

// String writes rating and error as two columns.
func (r engineRating) String() string {
	if r.Error == unknown {
		return "?\t?"
	}
	return fmt.Sprintf("%+.0f\t%.0f", r.Elo, r.Error)
}

// Ratings returns the most likely ratings under the logistic model in which a draw is half a win. Each pairing counts
// one drawn game more than was played, so that an engine that won everything has a rating too. The errors come from
// the curvature of the likelihood.
func (t crossTable) Ratings() []engineRating {
	ratings := make([]engineRating, len(t))
	var played []int // engines with games; the others have no part in the mean
	for i := range t {
		ratings[i].Error = unknown
		if slices.ContainsFunc(t[i], func(p pairTally) bool { return p.Games() > 0 }) {
			played = append(played, i)
		}
	}
	n := len(played)
	games, points := make([][]float64, n), make([]float64, n)
	for i := range games {
		games[i] = make([]float64, n)
		for j := range games {
			if p := &t[played[i]][played[j]]; p.Games() > 0 {
				games[i][j] = float64(p.Games()) + 1
				points[i] += p.Points() + 0.5
			}
		}
	}
	// The strengths are found by the classical fixed point of the Bradley-Terry model.
	strength := make([]float64, n)
	for i := range strength {
		strength[i] = 1
	}
	for range 10000 {
		change, logs := 0.0, 0.0
		for i := range strength {
			sum := 0.0
			for j := range strength {
				sum += games[i][j] / (strength[i] + strength[j])
			}
			next := points[i] / sum
			change = max(change, math.Abs(math.Log(next/strength[i])))
			strength[i] = next
			logs += math.Log(next)
		}
		for i := range strength {
			strength[i] /= math.Exp(logs / float64(n))
		}
		if change < 1e-9 {
			break
		}
	}
	for i, engine := range played {
		ratings[engine].Elo = eloOfLog * math.Log(strength[i])
	}
	if n == 0 || !connected(games) {
		return ratings
	}
	// Information matrix of the natural logarithms, made regular by the condition that their sum is 0.
	info := make([][]float64, n)
	for i := range info {
		info[i] = make([]float64, n)
		for j := range info {
			info[i][j]++
			p := strength[i] / (strength[i] + strength[j])
			info[i][j] -= games[i][j] * p * (1 - p)
			info[i][i] += games[i][j] * p * (1 - p)
		}
	}
	for i, variance := range inverseDiagonal(info) {
		ratings[played[i]].Error = z95 * eloOfLog * math.Sqrt(max(0, variance-1/float64(n*n)))
	}
	return ratings
}

// eloOfLog is a natural logarithm of strength in Elo.
const eloOfLog = 400 / math.Ln10

// connected reports whether games, or chains of games, connect all engines.
func connected(games [][]float64) bool {
	seen := make([]bool, len(games))
	seen[0] = true
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for j, played := range games[queue[0]] {
			if played > 0 && !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return !slices.Contains(seen, false)
}

// inverseDiagonal returns the diagonal of the inverse of a positive definite matrix, by Gauss-Jordan elimination.
func inverseDiagonal(m [][]float64) []float64 {
	n := len(m)
	a := make([][]float64, n)
	for i := range a {
		a[i] = slices.Concat(m[i], make([]float64, n))
		a[i][n+i] = 1
	}
	for k := range a {
		pivot := a[k][k]
		for c := range a[k] {
			a[k][c] /= pivot
		}
		for i := range a {
			if f := a[i][k]; i != k && f != 0 {
				for c := range a[i] {
					a[i][c] -= f * a[k][c]
				}
			}
		}
	}
	diagonal := make([]float64, n)
	for i := range diagonal {
		diagonal[i] = a[i][n+i]
	}
	return diagonal
}
