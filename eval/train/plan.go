package train

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"katachi/eval/nnue"
)

// plan is what to train and how.
type plan struct {
	Architecture string
	From         string  // what the first weights are from: the folder of a run, or a network file; empty: random
	FromScale    float64 // centipawns that are odds of e to 1 with that network
	Reach        float64 // how many times as far as that network's the output can go
	Seed         uint64
	Examples     int64 // to see
	Batch        int
	Rate         float64 // of the optimizer, at its highest
	LastRate     float64 // at the end of the main stage, and throughout the last one
	WarmUp       int     // steps in which the rate rises from nearly nothing
	Rounding     bool
	WeightDecay  float64    // of all weights but the rows' own parts; times the rate in a step
	Pull         float64    // with which a bucket's rows go toward those that all buckets share, likewise
	Freeze       bool       // leave the first layer as it is: few games bear no more than the dense layers
	Rank         int        // move the first layer along so many directions only; 0: freely
	Result       [2]float64 // the result's share in the first quarter of the main stage, and to where it rises at its end
	Last         float64    // share of the examples that the last stage has
	LastResult   float64    // the result's share in it
	Scale        float64    // score of the network in centipawns that shall be odds of e to 1
	Mirror       bool
	Reports      int // how often to measure and to write the network

	data     string
	out      string
	threads  int
	resume   bool
	standard bool
	save     time.Duration
	shape    *nnue.Shape
}

// check returns an error if the plan makes no sense.
func (p *plan) check() (err error) {
	isShare := func(x float64) bool { return x >= 0 && x <= 1 }
	if p.shape, err = nnue.ShapeNamed(p.Architecture); err != nil {
		return err
	}
	switch {
	case p.out == "":
		return errors.New("-o: the folder to write to is missing")
	case p.data == "":
		return errors.New("want one file of positions; katachi train shuffle makes it of games")
	case p.standard && !p.shape.Expands():
		return fmt.Errorf("-standard: %s has no larger form that other engines know; halfkp-k9-256 has one", p.shape)
	case p.Batch < 1 || p.Batch > 1<<20:
		return fmt.Errorf("-batch %d: want 1 to %d", p.Batch, 1<<20)
	case p.Examples < int64(p.Batch):
		return fmt.Errorf("-examples %d: want at least a -batch, %d", p.Examples, p.Batch)
	case !(p.Rate > 0 && p.Rate < 1):
		return fmt.Errorf("-rate %g: want more than 0 and less than 1", p.Rate)
	case !(p.LastRate > 0 && p.LastRate <= p.Rate):
		return fmt.Errorf("-last-rate %g: want more than 0 and at most -rate", p.LastRate)
	case p.WarmUp < 0:
		return fmt.Errorf("-warm-up %d: want at least 0", p.WarmUp)
	case !(p.WeightDecay >= 0 && p.WeightDecay*p.Rate < 0.5):
		return fmt.Errorf("-weight-decay %g: want at least 0 and less than %g, a half over the rate", p.WeightDecay, 0.5/p.Rate)
	case !(p.Pull >= 0 && p.Pull*p.Rate < 0.5):
		return fmt.Errorf("-pull %g: want at least 0 and less than %g, a half over the rate", p.Pull, 0.5/p.Rate)
	case p.Freeze && p.From == "":
		return errors.New("-freeze: a first layer that stays as it is must come from somewhere; want -from too")
	case p.Rank != 0 && p.From == "":
		return errors.New("-rank: a first layer that moves along few directions must come from somewhere; want -from too")
	case p.Rank != 0 && p.Freeze:
		return errors.New("-rank and -freeze: a first layer that stays as it is does not move; want one of them")
	case p.Rank != 0 && p.Examples/int64(p.Batch) <= lookSteps:
		return fmt.Errorf("-rank: the directions are known after %d steps and %d examples are no more; want more -examples or a smaller -batch", lookSteps, p.Examples)
	case !isShare(p.Result[0]) || !isShare(p.Result[1]):
		return fmt.Errorf("-result %g-%g: want shares, 0 (the score alone) to 1 (the result alone)", p.Result[0], p.Result[1])
	case !isShare(p.LastResult):
		return fmt.Errorf("-last-result %g: want a share, 0 to 1", p.LastResult)
	case !(p.Last >= 0 && p.Last <= 0.5):
		return fmt.Errorf("-last %g: want 0 to 0.5", p.Last)
	case !(p.Scale >= 1 && p.Scale < 1e4):
		return fmt.Errorf("-scale %g: want centipawns, 1 to 9999", p.Scale)
	case !(p.FromScale >= 0 && p.FromScale < 1e4):
		return fmt.Errorf("-from-scale %g: want centipawns below 10000, or 0 for -scale", p.FromScale)
	case !(p.Reach >= 1 && p.Reach <= 8):
		return fmt.Errorf("-reach %g: want 1 to 8", p.Reach)
	case p.FromScale != 0 && p.From == "":
		return errors.New("-from-scale: the network whose scale it is must come from somewhere; want -from too")
	case p.Reach != 1 && p.From == "":
		return errors.New("-reach: the network whose output is to go further must come from somewhere; want -from too")
	case p.Reports < 1:
		return fmt.Errorf("-reports %d: want at least 1", p.Reports)
	case p.threads < 1:
		return fmt.Errorf("-threads %d: want at least 1", p.threads)
	case p.Rank < 0 || p.Rank > p.shape.Width():
		return fmt.Errorf("-rank %d: want 0 (none) to %d, the width of the first layer", p.Rank, p.shape.Width())
	}
	if _, main := p.steps(); p.WarmUp > 0 && p.WarmUp >= main && !p.resume {
		return fmt.Errorf("-warm-up %d: the main stage has %d steps, in which the learning rate would never come to -rate; want a smaller -warm-up or -batch, or more -examples",
			p.WarmUp, main)
	}
	return nil
}

// count reads a number of examples, such as 500000, 400M or 4G.
func count(text string) (int64, error) {
	number, unit := text, 1.0
	for i, suffix := range []string{"k", "M", "G"} {
		if rest, ok := strings.CutSuffix(text, suffix); ok {
			number, unit = rest, math.Pow(1000, float64(i+1))
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if n *= unit; err != nil || !(n >= 1 && n < 1e15) {
		return 0, fmt.Errorf("%q: want a number such as 500000, 400M or 4G", text)
	}
	return int64(n), nil
}

// steps returns the number of steps, and how many of them the main stage has.
func (p *plan) steps() (all, main int) {
	all = int(p.Examples / int64(p.Batch))
	return all, all - int(p.Last*float64(all))
}

// rate returns the learning rate of a step: it rises linearly, falls with a cosine and then stays low.
func (p *plan) rate(step int) float64 {
	_, main := p.steps()
	switch {
	case step >= main:
		return p.LastRate
	case step < p.WarmUp:
		return p.Rate * float64(step+1) / float64(p.WarmUp+1)
	}
	done := float64(step-p.WarmUp) / float64(max(1, main-p.WarmUp))
	return p.LastRate + (p.Rate-p.LastRate)*(1+math.Cos(math.Pi*done))/2
}

// result returns the result's share in the target of a step: constant for a quarter of the main stage, then rising
// linearly.
func (p *plan) result(step int) float64 {
	_, main := p.steps()
	if step >= main {
		return p.LastResult
	}
	rise := max(0, float64(step)/float64(main)-0.25) / 0.75
	return p.Result[0] + (p.Result[1]-p.Result[0])*rise
}
