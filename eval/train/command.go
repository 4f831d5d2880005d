package train

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/position"
	"katachi/position/command"
)

const trainUsage = `katachi train trains a network on the positions of games by katachi selfplay.

  katachi train shuffle -o positions.ktp games.ktg          first: the positions of all games in random order
  katachi train -o net -arch halfka-k9-384 -examples 4G positions.ktp
  katachi train -o net -arch halfka-k9-384 -examples 4G -resume positions.ktp
  katachi train -o next -arch halfka-k1-256-contacts -from nn.bin -examples 1G positions.ktp
  katachi train scale games.ktg                             what the scores of a network mean in games
  katachi train compare -eval nnue,net/nn.bin games.ktg     which network predicts the results of games best
  katachi train average -o mean.bin a/nn.bin b/nn.bin       one network from several that continue the same one

The folder of -o, which the engine can load as EvalDir, gets the network (nn.bin), a checkpoint, a plot of the loss
(loss.svg), and a file (lock) that keeps a second training out. With the same flags and file, -resume goes on from the
checkpoint as if nothing had happened. Memory does not grow with the data.

Flags:
`

// Quiescence returns a function that gives the captures that an evaluation expects in a position: the line to a quiet
// position, no moves if the position is quiet. The line depends on the position alone and is valid until the next call.
// The function is for one goroutine.
type Quiescence func(newEvaluator func() eval.Evaluator) (func(p *position.Position) []position.Move, error)

// Command is katachi train.
func Command(load eval.Loader, quiescence Quiescence) command.Command {
	return command.Command{
		Name: "train", About: "train a network from the records of selfplay",
		Run: func(ctx context.Context, args []string, io *command.IO) error {
			err := train(ctx, args, io)
			if errors.Is(err, context.Canceled) {
				err = errors.New("interrupted; -resume goes on")
			}
			return err
		},
		Sub: []command.Command{
			{Name: "shuffle", About: "make a file of positions of game records", Run: func(ctx context.Context, args []string, io *command.IO) error {
				return shuffle(ctx, load, quiescence, args, io)
			}},
			{Name: "scale", About: "show what a network's scores mean in games", Run: func(ctx context.Context, args []string, io *command.IO) error {
				return scale(ctx, load, args, io)
			}},
			{Name: "compare", About: "show which network predicts results best", Run: func(ctx context.Context, args []string, io *command.IO) error {
				return compare(ctx, load, quiescence, args, io)
			}},
			{Name: "average", About: "average several networks into one", Run: average},
		},
	}
}

func train(ctx context.Context, args []string, io *command.IO) error {
	var p plan
	flags := io.Flags()
	examples := flags.String("examples", "4G", "number of `examples` to train on, such as 500000, 400M or 4G; the file is read again and again")
	flags.StringVar(&p.out, "o", "", "write to this `folder`")
	flags.StringVar(&p.out, "out", "", "the same as -o")
	flags.StringVar(&p.Architecture, "arch", "halfka-k1-256-contacts", "features and widths of the network; list shows all architectures")
	flags.StringVar(&p.From, "from", "", "instead of random weights, begin with those of this network `file`, or the last ones of the run in this folder, of the same -arch (a file may lack its contacts and have other buckets of king squares)")
	flags.Float64Var(&p.FromScale, "from-scale", 0, "centipawns that are odds of e to 1 with the network of -from (katachi train scale), if not -scale")
	flags.Float64Var(&p.Reach, "reach", 1, "let the output reach this many `times` as far as that of the network of -from, whose last neurons are at the ends of their range in decided positions")
	flags.IntVar(&p.Batch, "batch", 16384, "positions of a step")
	flags.Float64Var(&p.Rate, "rate", 1e-3, "highest learning rate")
	flags.Float64Var(&p.LastRate, "last-rate", 2.4e-6, "learning rate at the end of the main stage, to which it falls with a cosine, and in the last stage")
	flags.IntVar(&p.WarmUp, "warm-up", 200, "steps in which the rate rises")
	flags.BoolVar(&p.Rounding, "rounding", true, "train with weights and activations rounded as in the file")
	flags.Float64Var(&p.WeightDecay, "weight-decay", 0.01, "weight decay: a step shrinks the weights by this times the learning rate")
	flags.Float64Var(&p.Pull, "pull", 20, "how strongly the rows for one place of the king are drawn to those for all places; use less with more data")
	flags.BoolVar(&p.Freeze, "freeze", false, "keep the first layer as it is and train only the later ones; a few thousand games are enough for that")
	flags.IntVar(&p.Rank, "rank", 0, "move the rows of the first layer only along this number of `directions`, alike in all buckets, so that it learns from few games without learning them by heart; 0: the rows move freely")
	flags.Float64Var(&p.Result[0], "result", 0.15, "share of the game's result in the target for the first quarter")
	flags.Float64Var(&p.Result[1], "result-end", 0.4, "share of the result to which -result rises in the rest of the main stage")
	flags.Float64Var(&p.Last, "last", 0.06, "share of the examples for the last stage, which has a low rate and a high share of the result")
	flags.Float64Var(&p.LastResult, "last-result", 0.7, "share of the result in the last stage")
	flags.Float64Var(&p.Scale, "scale", 600, "centipawns of the new network that are to be odds of e to 1")
	flags.BoolVar(&p.Mirror, "mirror", true, "mirror every other position left to right")
	flags.IntVar(&p.Reports, "reports", 20, "number of times to measure and write the network")
	flags.Uint64Var(&p.Seed, "seed", 1, "seed of everything that is random; the same seed gives the same network")
	flags.IntVar(&p.threads, "threads", runtime.GOMAXPROCS(0), "goroutines")
	flags.BoolVar(&p.resume, "resume", false, "go on from the checkpoint in the folder")
	flags.BoolVar(&p.standard, "standard", false, "also write nn-standard.bin, with a block of rows for each square of the king, as other engines read it; for an -arch such as halfkp-k9-256")
	flags.DurationVar(&p.save, "save", 10*time.Minute, "time between two checkpoints, besides those after each report")
	files, err := io.Parse(flags, trainUsage, args)
	if err != nil {
		return err
	}
	if p.Architecture == "list" {
		for _, s := range nnue.Shapes() {
			fmt.Fprintln(io.Stdout, s.Name())
		}
		return nil
	}
	if p.Examples, err = count(*examples); err != nil {
		return command.Wrong("-examples %w", err)
	}
	if len(files) == 1 {
		p.data = files[0]
	}
	if err := p.check(); err != nil {
		return command.WrongUse(err)
	}
	r := &run{plan: p, progress: newProgress(io.Stdout)}
	if err := r.open(); err != nil {
		return err
	}
	defer r.close()
	if err := r.start(); err != nil {
		return err
	}
	if err := r.train(ctx); err != nil {
		return err
	}
	r.progress.line.Printf("the network is %s", filepath.Join(p.out, networkFile))
	return nil
}
