package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential probability ratio test of H1 (the first engine is Elo1 stronger) against H0 (it is Elo0
// stronger). Elo is logistic.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // error probabilities: accepting H1 though H0 holds, and the contrary
}

// maxElo bounds what can be tested: beyond it the scores are too near 0 and 1 to be told apart.
const maxElo = 1000

// Decision is what a test says.
type Decision int

// The decisions.
const (
	Undecided Decision = iota
	AcceptH0
	AcceptH1
)

// String names the decision.
func (d Decision) String() string { return [...]string{"undecided", "H0", "H1"}[d] }

// ParseSPRT reads "elo0=0,elo1=5", optionally with alpha and beta (0.05 otherwise).
func ParseSPRT(text string) (*SPRT, error) {
	t := &SPRT{Alpha: 0.05, Beta: 0.05}
	fields := map[string]*float64{"elo0": &t.Elo0, "elo1": &t.Elo1, "alpha": &t.Alpha, "beta": &t.Beta}
	given := map[string]bool{}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		key, value, _ := strings.Cut(part, "=")
		number, err := strconv.ParseFloat(value, 64)
		if fields[key] == nil || err != nil || math.IsNaN(number) {
			return nil, fmt.Errorf("sprt: %q; want elo0=0,elo1=5 and optionally alpha=0.05,beta=0.05", part)
		}
		*fields[key], given[key] = number, true
	}
	if !given["elo0"] || !given["elo1"] || t.Elo0 >= t.Elo1 {
		return nil, fmt.Errorf("sprt: %q must give elo0 and a greater elo1", text)
	}
	if t.Elo0 < -maxElo || t.Elo1 > maxElo {
		return nil, fmt.Errorf("sprt: %q: elo0 and elo1 lie between -%d and %d", text, maxElo, maxElo)
	}
	if t.Alpha <= 0 || t.Beta <= 0 || t.Alpha+t.Beta >= 1 {
		return nil, fmt.Errorf("sprt: alpha and beta must be positive and less than 1 together")
	}
	return t, nil
}

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted (Wald).
func (t *SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the log-likelihood ratio of the generalised test on the five results of a pair: the most likely
// distribution with the mean score of Elo1 against the most likely one with that of Elo0 (M. Van den Bergh, "The
// generalized SPRT", as Fishtest uses it). A result that has not occurred counts as a thousandth of a pair.
func (t *SPRT) LLR(n Penta) float64 {
	if n.Pairs() == 0 {
		return 0
	}
	var counts, p [5]float64
	total := 0.0
	for i, c := range n {
		counts[i] = max(float64(c), 1e-3)
		total += counts[i]
	}
	for i := range p {
		p[i] = counts[i] / total
	}
	p0, p1 := withMean(p, ScoreOf(t.Elo0)), withMean(p, ScoreOf(t.Elo1))
	llr := 0.0
	for i, c := range counts {
		llr += c * math.Log(p1[i]/p0[i])
	}
	return llr
}

// withMean returns the distribution of the scores 0, 1/4 ... 1 that has the mean and under which observing p is most
// likely: p[i]/(1+x*(score-mean)), with x such that the sum is 1.
func withMean(p [5]float64, mean float64) [5]float64 {
	// The sum of p[i]*(a-mean)/(1+x*(a-mean)) falls with x; its root lies where all denominators are positive.
	low, high := -1/(1-mean), 1/mean
	for range 200 {
		x := (low + high) / 2
		sum := 0.0
		for i, q := range p {
			d := float64(i)/4 - mean
			sum += q * d / (1 + x*d)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	var q [5]float64
	for i := range q {
		q[i] = p[i] / (1 + x*(float64(i)/4-mean))
	}
	return q
}

// Decide returns the verdict of the test on the pairs.
func (t *SPRT) Decide(n Penta) Decision {
	lower, upper := t.Bounds()
	switch llr := t.LLR(n); {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	}
	return Undecided
}
