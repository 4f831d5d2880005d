package train

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"katachi/eval"
	"katachi/eval/nnue"
)

// plan is what to train and how.
type plan struct {
	Architecture string
	From         string // folder of a run whose last weights are the first of this one
	Seed         uint64
	Epochs       int
	Batch        int
	Rate         float64 // of Adam, at its highest
	LastRate     float64 // at the end
	WarmUp       int     // steps in which the rate rises from nearly nothing
	Rounding     bool
	Decay        float64 // with which a bucket's rows go toward those that all buckets share; times the rate in a step
	Lambda       float64
	Scale        float64 // 0: as the data say
	Ahead        float64 // share of the next position in a score, 0 = the searches' own scores
	Mirror       bool
	FirstPly     int
	MaxScore     int
	Captures     bool
	Keep         float64
	Validation   int
	Variations   int    // examples around each position, 0 = learn from the positions themselves
	Teacher      string // of the variations: classical or a network file

	files    []string
	out      string
	threads  int
	resume   bool
	standard bool
	save     time.Duration
	shape    *nnue.Shape
	teacher  func() eval.Evaluator
}

// check returns an error if the plan makes no sense.
func (p *plan) check() (err error) {
	switch {
	case p.out == "":
		return fmt.Errorf("-out: the folder to write to is missing")
	case len(p.files) == 0:
		return fmt.Errorf("no file of game records; katachi selfplay makes them")
	case p.Epochs < 1:
		return fmt.Errorf("-epochs %d: want at least 1", p.Epochs)
	case p.Batch < 1 || p.Batch > 1<<20:
		return fmt.Errorf("-batch %d: want 1 to %d", p.Batch, 1<<20)
	case !(p.Rate > 0 && p.Rate < 1):
		return fmt.Errorf("-rate %g: want more than 0 and less than 1", p.Rate)
	case !(p.LastRate > 0 && p.LastRate <= p.Rate):
		return fmt.Errorf("-last-rate %g: want more than 0 and at most -rate", p.LastRate)
	case p.WarmUp < 0:
		return fmt.Errorf("-warm-up %d: want at least 0", p.WarmUp)
	case !(p.Decay >= 0 && p.Decay*p.Rate < 0.5):
		return fmt.Errorf("-decay %g: want at least 0 and less than %g, a half over the rate", p.Decay, 0.5/p.Rate)
	case !(p.Lambda >= 0 && p.Lambda <= 1):
		return fmt.Errorf("-lambda %g: want 0 (the result alone) to 1 (the score alone)", p.Lambda)
	case !(p.Ahead >= 0 && p.Ahead < 1):
		return fmt.Errorf("-ahead %g: want at least 0 (the position's own search alone), less than 1 (the result alone)", p.Ahead)
	case !(p.Scale >= 0 && p.Scale < 1e5):
		return fmt.Errorf("-scale %g: want centipawns, or 0 for what fits the data", p.Scale)
	case p.MaxScore < 1 || p.MaxScore > int(eval.MaxEval):
		return fmt.Errorf("-max-score %d: want 1 to %d", p.MaxScore, eval.MaxEval)
	case !(p.Keep > 0 && p.Keep <= 1):
		return fmt.Errorf("-keep %g: want more than 0, at most 1", p.Keep)
	case p.Validation < 2:
		return fmt.Errorf("-validation %d: want at least 2", p.Validation)
	case p.Variations < 0 || p.Variations > 1000:
		return fmt.Errorf("-variations %d: want 0 to 1000", p.Variations)
	case p.Variations > 0 && p.Ahead > 0:
		return fmt.Errorf("-ahead %g: not with -variations, which nobody played on from", p.Ahead)
	case p.threads < 1:
		return fmt.Errorf("-threads %d: want at least 1", p.threads)
	}
	if p.Variations > 0 {
		p.Lambda = 1 // nobody played them to an end
	}
	p.shape, err = nnue.ShapeNamed(p.Architecture)
	return err
}

func (p *plan) filter() *filter {
	f := &filter{firstPly: p.FirstPly, maxScore: eval.Score(p.MaxScore), captures: p.Captures, keep: p.Keep, seed: p.Seed, validated: p.Validation}
	if p.Ahead > 0 {
		f.outlook = &outlook{p.Ahead, cmp.Or(p.Scale, outlookScale)}
	}
	if p.Variations > 0 {
		f.around = &variations{p.Variations, p.teacher}
	}
	return f
}

// rate returns the learning rate of a step of all: it rises in a line and falls with a cosine.
func (p *plan) rate(step, steps int) float64 {
	if step < p.WarmUp {
		return p.Rate * float64(step+1) / float64(p.WarmUp+1)
	}
	done := float64(step-p.WarmUp) / float64(max(1, steps-p.WarmUp))
	return p.LastRate + (p.Rate-p.LastRate)*(1+math.Cos(math.Pi*done))/2
}
