package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sprtTest is a sequential probability ratio test of H1 (the first engine is Elo1 stronger) against H0 (it is Elo0
// stronger). Elo is logistic.
type sprtTest struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // error probabilities: accepting H1 though H0 holds, and the contrary
}

// maxElo bounds what can be tested: beyond it the scores are too near 0 and 1 to be told apart.
const maxElo = 1000

// sprtDecision is what a test says.
type sprtDecision int

// The decisions.
const (
	undecided sprtDecision = iota
	acceptH0
	acceptH1
)

// String names the decision.
func (d sprtDecision) String() string { return [...]string{"undecided", "H0", "H1"}[d] }

// parseSPRT reads "elo0=0,elo1=5", optionally with alpha and beta (0.05 otherwise).
func parseSPRT(text string) (*sprtTest, error) {
	t := &sprtTest{Alpha: 0.05, Beta: 0.05}
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
func (t *sprtTest) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the log-likelihood ratio of the generalised test on the five results of a pair: the most likely
// distribution with the mean score of Elo1 against the most likely one with that of Elo0 (M. Van den Bergh, "The
// generalized SPRT", as Fishtest uses it). A result that has not occurred counts as a thousandth of a pair.
func (t *sprtTest) LLR(n pentanomial) float64 {
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
	p0, p1 := withMean(p, scoreOf(t.Elo0)), withMean(p, scoreOf(t.Elo1))
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
func (t *sprtTest) Decide(n pentanomial) sprtDecision {
	lower, upper := t.Bounds()
	switch llr := t.LLR(n); {
	case llr >= upper:
		return acceptH1
	case llr <= lower:
		return acceptH0
	}
	return undecided
}
