package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"katachi/eval/train/kernel"
	"katachi/position/files"
)

// Files of a run in its folder.
const (
	networkFile    = "nn.bin"
	standardFile   = "nn-standard.bin"
	checkpointFile = "checkpoint"
	plotFile       = "loss.svg"
	lockFile       = "lock" // empty; held by the training that writes the others
)

// run is a training under way.
type run struct {
	plan       plan
	data       *positions
	lock       *os.File
	validation []example
	trainer    *trainer
	state      *state
	progress   *progress
	saved      time.Time // of the last checkpoint
	batch      []example // of the step under way
}

// open opens the data and reads the validation examples.
func (r *run) open() (err error) {
	p := &r.plan
	if r.data, err = openPositions(p.data); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			r.data.close()
		}
	}()
	h := &r.data.head
	for _, s := range h.Sources {
		r.progress.line.Printf("%s: %d games, %.0f centipawns are odds of e to 1, ahead %g", s.File, s.Games, s.Filter.Scale, s.Filter.Ahead)
	}
	r.progress.line.Printf("%d positions to learn from in %d passes, %d for validation", h.Training, h.Passes, h.Validation)
	if h.Training < int64(p.Batch) || h.Validation == 0 {
		return fmt.Errorf("%s: too few positions for batches of %d and a validation set", p.data, p.Batch)
	}
	r.validation = make([]example, h.Validation)
	if err := r.data.read(r.validation, 0, p.threads); err != nil {
		return err
	}
	r.batch = make([]example, p.Batch)
	return nil
}

// close closes the files.
func (r *run) close() {
	r.data.close()
	r.lock.Close() // or nil, which does nothing
}

// start makes the network, or resumes a checkpoint.
func (r *run) start() (err error) {
	p := &r.plan
	if err := os.MkdirAll(p.out, 0o755); err != nil {
		return err
	}
	if r.lock, err = os.OpenFile(filepath.Join(p.out, lockFile), os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			r.lock.Close()
		}
	}()
	if err := files.Lock(r.lock); err != nil && !errors.Is(err, errors.ErrUnsupported) { // some network file systems have no locks
		return fmt.Errorf("another training is writing to %s: %w", p.out, err)
	}
	if !p.resume {
		if err := p.vacant(); err != nil {
			return err
		}
	}
	k, err := kernel.Best()
	if err != nil {
		return err
	}
	net := newNetwork(p.shape)
	net.low = newLowRank(net, p.Rank)
	r.state = &state{Plan: *p, Data: r.data.head}
	switch {
	case p.resume:
		r.state, err = resumeCheckpoint(filepath.Join(p.out, checkpointFile), r.state, net)
	case p.From != "":
		err = r.begin(net)
	default:
		net.initialise(p.Seed)
	}
	if err != nil {
		return err
	}
	r.trainer = newTrainer(net, k, target{scale: p.Scale}, p.threads, p.Batch, p.Rounding)
	r.trainer.step, r.trainer.weightDecay, r.trainer.pull = r.state.Steps, p.WeightDecay, p.Pull
	r.trainer.freeze = p.Freeze
	r.saved = time.Now()
	r.progress.line.Printf("%s, kernel %s, %d threads", p.shape, k.Name, p.threads)
	if o := net.origin; o != nil && o.Name() != p.shape.Name() {
		r.progress.line.Printf("%s is %s: its rows are averaged or repeated, and what it lacks begins at zero", p.From, o.Name())
	}
	if p.resume {
		return nil
	}
	return r.save() // a network in the folder is never without a checkpoint, see vacant
}

// vacant returns an error if a new training would replace something in its folder.
func (p *plan) vacant() error {
	for _, name := range []string{checkpointFile, networkFile, standardFile} {
		path := filepath.Join(p.out, name)
		_, there := os.Lstat(path)
		switch {
		case errors.Is(there, fs.ErrNotExist) || name == standardFile && !p.standard:
		case name == checkpointFile:
			return fmt.Errorf("%s is there already: -resume goes on with it, another -o begins anew", path)
		default:
			return fmt.Errorf("%s is there already, and no checkpoint to go on from; choose another -o", path)
		}
	}
	return nil
}

// begin takes the first weights from another run or from a network file.
func (r *run) begin(net *network) error {
	p := &r.plan
	info, err := os.Stat(p.From)
	if err != nil {
		return err
	}
	if info.IsDir() {
		err = loadWeights(filepath.Join(p.From, checkpointFile), net)
	} else {
		err = net.load(p.From)
	}
	if err != nil {
		return err
	}
	if p.FromScale > 0 {
		net.rescale(p.Scale / p.FromScale)
	}
	net.stretch(p.Reach)
	return net.fits(p.From)
}

// train makes the steps that are left. When ctx ends it saves a checkpoint and returns the error of ctx.
func (r *run) train(ctx context.Context) error {
	s, t, p := r.state, r.trainer, &r.plan
	all, _ := p.steps()
	if s.Steps == all { // a run that is done: its network may be elsewhere by now, or -standard be new
		return r.export()
	}
	for s.Steps < all {
		if ctx.Err() != nil {
			if err := r.save(); err != nil {
				return fmt.Errorf("interrupted, and what was learned since the last checkpoint is lost: %w", err)
			}
			return ctx.Err()
		}
		if time.Since(r.saved) > p.save {
			if err := r.save(); err != nil {
				return err
			}
		}
		if err := r.fill(); err != nil {
			return err
		}
		rate := p.rate(s.Steps)
		t.target.result = p.result(s.Steps)
		l := t.learn(rate)
		s.Steps++
		s.Loss.add(l)
		r.progress.step(s.Steps, all, p.Batch, s.Loss.excess(), rate, t.target.result)
		if s.Steps*p.Reports/all > (s.Steps-1)*p.Reports/all {
			if err := r.report(rate); err != nil {
				return err
			}
		}
	}
	return nil
}

// fill makes the next examples of the file the next batch. At the end of the file it begins again, without the last few
// examples that are no whole batch.
func (r *run) fill() error {
	p, b := &r.plan, r.trainer.batch
	inPass := r.data.head.Training / int64(p.Batch)
	round, index := int64(r.state.Steps)/inPass, int64(r.state.Steps)%inPass
	first := index * int64(p.Batch)
	if err := r.data.read(r.batch, r.data.head.Validation+first, p.threads); err != nil {
		return err
	}
	b.examples = r.batch
	for i := range r.batch {
		b.mirrored[i] = p.Mirror && mix(p.Seed^uint64(round)<<48^uint64(first+int64(i)))&1 != 0
	}
	return nil
}

// validate returns the loss on the validation set.
func (r *run) validate() (total loss) {
	b := r.trainer.batch
	clear(b.mirrored)
	for b.examples = range slices.Chunk(r.validation, r.plan.Batch) {
		total.add(r.trainer.evaluate())
	}
	return total
}

// report measures the loss since the last report, and writes the network. The run's result is the last network, since
// which of them has the least loss is mostly the noise of the targets.
func (r *run) report(rate float64) error {
	s, p := r.state, &r.plan
	v := r.validate()
	seen := float64(s.Steps) * float64(p.Batch)
	e := report{Examples: seen, Training: s.Loss.excess(), Validation: v.excess(), Outcome: v.outcome(), Score: v.score()}
	s.Loss = loss{}
	s.History = append(s.History, e)
	if err := r.export(); err != nil {
		return err
	}
	mark := ""
	if !p.Rounding {
		integers := r.validateIntegers()
		mark = fmt.Sprintf(" (%.5f as integers)", integers.excess())
	}
	results := "no results" // all of variations, or games that came to no end
	if v.Finished > 0 {
		results = fmt.Sprintf("results %.5f", e.Outcome)
	}
	r.progress.line.Printf("%.4g M examples: training loss %.5f, validation loss %.5f%s (scores %.5f, %s), rate %.2g",
		seen/1e6, e.Training, e.Validation, mark, e.Score, results, rate)
	if err := r.plot(); err != nil {
		return err
	}
	return r.save()
}

// export writes the network.
func (r *run) export() error {
	standard := ""
	if r.plan.standard {
		standard = filepath.Join(r.plan.out, standardFile)
	}
	return r.trainer.net.export(filepath.Join(r.plan.out, networkFile), standard)
}

func (r *run) save() error {
	r.saved = time.Now()
	return saveCheckpoint(filepath.Join(r.plan.out, checkpointFile), r.state, r.trainer.net)
}
