package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"katachi/eval/nnue"
	"katachi/eval/train/kernel"
)

// Files of a run in its folder.
const (
	networkFile    = "nn.bin"
	standardFile   = "nn-standard.bin"
	checkpointFile = "checkpoint"
	plotFile       = "loss.svg"
)

// run is a training under way.
type run struct {
	plan     plan
	data     dataSet
	trainer  *trainer
	state    *state
	progress *trainProgress
	saved    time.Time // of the last checkpoint
}

// load reads the data.
func (r *run) load() error {
	p, begin := &r.plan, time.Now()
	for _, path := range p.files {
		if err := r.data.load(path, p.filter(), p.threads); err != nil {
			return err
		}
	}
	r.progress.line.Printf("%d games, %d positions; %d to learn from and %d for validation (%.1f s)", r.data.games, r.data.plies,
		r.data.training.n, r.data.validation.n, time.Since(begin).Seconds())
	if r.data.damaged > 0 {
		r.progress.line.Printf("warning: %d damaged stretches of the files were left out", r.data.damaged)
	}
	return nil
}

// start makes the network for the data, or takes up a checkpoint.
func (r *run) start() error {
	p := &r.plan
	training, validation := r.data.training.n, r.data.validation.n
	if training < p.Batch || validation == 0 {
		return fmt.Errorf("too few positions for batches of %d and a validation set (-validation, -batch)", p.Batch)
	}
	if err := os.MkdirAll(p.out, 0o755); err != nil {
		return err
	}
	scale := p.Scale
	if fitted, rest, ok := fitScale(&r.data.training); ok {
		r.progress.line.Printf("the results say: %.0f centipawns are odds of e to 1; the scores predict them with a loss of %.5f", fitted, rest)
		if scale == 0 {
			scale = fitted
		}
	}
	if scale == 0 {
		return fmt.Errorf("the scores do not predict the results: no scale can be found (-scale sets one)")
	}
	k, err := kernel.Best()
	if err != nil {
		return err
	}
	net := newNetwork(p.shape)
	if p.standard { // an error now is better than one after an epoch
		built, err := nnue.Build(p.shape, net.quantise(), "-standard", nnue.DefaultScale)
		if err == nil {
			_, err = built.Expand()
		}
		if err != nil {
			return err
		}
	}
	r.state = &state{Plan: *p, Examples: [2]int{training, validation}, Scale: scale, Best: 1e9}
	checkpoint := filepath.Join(p.out, checkpointFile)
	_, there := os.Stat(checkpoint)
	switch {
	case p.resume:
		r.state, err = resumeCheckpoint(checkpoint, r.state, net)
	case !errors.Is(there, fs.ErrNotExist):
		err = fmt.Errorf("%s is there already: -resume goes on with it, another -out begins anew", checkpoint)
	case p.From != "":
		err = loadWeights(filepath.Join(p.From, checkpointFile), net)
	default:
		net.initialise(p.Seed)
	}
	if err != nil {
		return err
	}
	r.trainer = newTrainer(net, k, target{scale: r.state.Scale, lambda: p.Lambda}, p.threads, p.Batch, p.Rounding)
	r.trainer.step, r.trainer.decay = r.state.Steps, p.Decay
	r.saved = time.Now()
	r.progress.line.Printf("%s, kernel %s, %d threads", p.shape, k.Name, p.threads)
	return nil
}

// batches returns the number of steps of an epoch; what is left over comes in another epoch.
func (r *run) batches() int { return r.data.training.n / r.plan.Batch }

// train runs the epochs that are left. When ctx ends it saves a checkpoint and returns the error of ctx.
func (r *run) train(ctx context.Context) error {
	for r.state.Epoch < r.plan.Epochs {
		if err := r.epoch(ctx); err != nil {
			return err
		}
	}
	return nil
}

// order returns the examples in the order of an epoch.
func (r *run) order() []uint32 {
	order := make([]uint32, r.data.training.n)
	for i := range order {
		order[i] = uint32(i)
	}
	rng := rand.New(rand.NewPCG(r.plan.Seed, uint64(2+r.state.Epoch)))
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// curvePoints is how many points of the training loss an epoch has.
const curvePoints = 10

func (r *run) epoch(ctx context.Context) error {
	s, t, begin := r.state, r.trainer, time.Now()
	order, batches, first := r.order(), r.batches(), r.state.Batches
	var part loss
	rate := 0.0
	for s.Batches < batches {
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), r.save())
		}
		if time.Since(r.saved) > r.plan.save {
			if err := r.save(); err != nil {
				return err
			}
		}
		r.fill(order[s.Batches*r.plan.Batch:][:r.plan.Batch])
		rate = r.plan.rate(s.Steps, r.plan.Epochs*batches)
		l := t.learn(rate)
		s.Batches++
		s.Steps++
		s.Loss.add(l)
		part.add(l)
		if done := s.Batches * curvePoints; done/batches > (done-curvePoints)/batches {
			s.Curve = append(s.Curve, curvePoint{float64(s.Epoch) + float64(s.Batches)/float64(batches), part.excess()})
			part = loss{}
		}
		left := (r.plan.Epochs*batches - s.Steps) * r.plan.Batch
		r.progress.step(l.N, s.Epoch+1, r.plan.Epochs, float64(s.Batches)/float64(batches), s.Loss.excess(), rate, left)
	}
	speed := float64((batches-first)*r.plan.Batch) / time.Since(begin).Seconds()
	return r.finishEpoch(rate, speed)
}

// fill makes the examples the next batch.
func (r *run) fill(order []uint32) {
	b := r.trainer.batch
	b.examples = b.examples[:0]
	for i, index := range order {
		b.examples = append(b.examples, r.data.training.at(int(index)))
		b.mirrored[i] = r.plan.Mirror && mix(r.plan.Seed^uint64(r.state.Epoch)<<40^uint64(index))&1 != 0
	}
}

// validate returns the loss on the validation set.
func (r *run) validate() (total loss) {
	b, l := r.trainer.batch, &r.data.validation
	clear(b.mirrored)
	for first := 0; first < l.n; first += r.plan.Batch {
		b.examples = b.examples[:0]
		for i := first; i < min(first+r.plan.Batch, l.n); i++ {
			b.examples = append(b.examples, l.at(i))
		}
		total.add(r.trainer.evaluate())
	}
	return total
}

// finishEpoch measures what an epoch brought, and saves it: the network if it is the best so far.
func (r *run) finishEpoch(rate, speed float64) error {
	s := r.state
	v := r.validate()
	e := epoch{Training: s.Loss.excess(), Validation: v.excess(), Outcome: v.outcome(), Score: v.score(), Speed: speed, Rate: rate}
	s.Epoch, s.Batches, s.Loss = s.Epoch+1, 0, loss{}
	s.History = append(s.History, e)
	mark := ""
	if e.Validation < s.Best {
		s.Best = e.Validation
		mark = ", the best so far"
		if !r.plan.Rounding {
			integers := r.validateIntegers()
			mark += fmt.Sprintf(" (%.5f as integers)", integers.excess())
		}
		standard := ""
		if r.plan.standard {
			standard = filepath.Join(r.plan.out, standardFile)
		}
		if err := r.trainer.net.export(filepath.Join(r.plan.out, networkFile), standard); err != nil {
			return err
		}
	}
	r.progress.line.Printf("epoch %d/%d: training loss %.5f, validation loss %.5f (scores %.5f, results %.5f), rate %.2g, %.0f positions/s%s",
		s.Epoch, r.plan.Epochs, e.Training, e.Validation, e.Score, e.Outcome, rate, speed, mark)
	if err := r.plot(); err != nil {
		return err
	}
	return r.save()
}

func (r *run) save() error {
	r.saved = time.Now()
	return saveCheckpoint(filepath.Join(r.plan.out, checkpointFile), r.state, r.trainer.net)
}
