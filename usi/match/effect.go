package match

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
)

// optionEffect is how a parameter's high value does against its low one.
type optionEffect struct {
	Param     parameter
	Score     float64 // mean points of a game, 0 to 1
	Deviation float64 // standard error of Score
}

// Z returns the effect in standard errors: without any effect it is beyond ±2 in one case of twenty.
func (e *optionEffect) Z() float64 { return (e.Score - 0.5) / e.Deviation }

// effects returns the effect of each parameter, the surest first, the number of complete pairs and the mean score of A.
// An effect is the mean of sign times what A scored beyond one half. Its variance is taken around zero, for it is the
// same for all parameters then, and effects are small. If every pair ended even, two more are assumed that did not, as
// pentanomial.Estimate does.
func (d *design) effects(games []gameRecord) (list []optionEffect, pairs int, score float64) {
	half := map[int]int{} // points of A, engine 0, in the first game of a pair
	sums := make([]float64, len(d.params))
	squares := 0.0
	for i := range games {
		g := &games[i]
		pair, points := g.PairNumber(), g.Result.For(g.side(0))
		first, complete := half[pair]
		if half[pair] = points; !complete {
			continue
		}
		gain := float64(first+points)/4 - 0.5
		for k, sign := range d.signs(pair) {
			sums[k] += float64(sign) * gain
		}
		pairs, score, squares = pairs+1, score+0.5+gain, squares+gain*gain
	}
	n := float64(pairs)
	deviation := math.Sqrt(squares) / n
	if squares == 0 {
		deviation = math.Sqrt(0.5) / (n + 2)
	}
	for k, p := range d.params {
		list = append(list, optionEffect{Param: p, Score: 0.5 + sums[k]/max(1, n), Deviation: deviation})
	}
	slices.SortStableFunc(list, func(a, b optionEffect) int { return cmp.Compare(math.Abs(b.Z()), math.Abs(a.Z())) })
	return list, pairs, score / max(1, n)
}

// writeEffects writes what a tune knows by now, for a person.
func writeEffects(w io.Writer, h *matchHeader, games []gameRecord) error {
	d := &design{h.Seed, h.Params}
	effects, pairs, score := d.effects(games)
	fmt.Fprintf(w, "%d pairs, %d games", pairs, len(games))
	if pairs > 0 {
		fmt.Fprintf(w, ", A scored %.1f%%", 100*score)
	}
	fmt.Fprintln(w)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "parameter\tlow\thigh\tElo of high over low\t95 %\tz")
	for i := range effects {
		e := &effects[i]
		name, low, high := e.Param.words()
		margin := z95 * e.Deviation
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\t[%s, %s]\t%+.2f\n", name, low, high,
			eloText(eloOf(e.Score)), eloText(eloOf(e.Score-margin)), eloText(eloOf(e.Score+margin)), e.Z()+0)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	newCrossTable(len(h.Engines), games).writeFailures(w, h.Engines)
	return nil
}
