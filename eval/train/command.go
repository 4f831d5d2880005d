package train

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/position/command"
)

const trainUsage = `katachi train trains a network from the positions of games of katachi selfplay.

  katachi train shuffle -o positions.ktp games.ktg          once: the positions of all games in random order
  katachi train -o net -arch halfka-k9-384 -examples 4G positions.ktp
  katachi train -o net -arch halfka-k9-384 -examples 4G -resume positions.ktp
  katachi train -o next -arch halfka-k16-256-contacts -from nn.bin -examples 1G positions.ktp
  katachi train scale games.ktg                             what the scores of a network mean in games
  katachi train compare -eval nnue,net/nn.bin games.ktg     which of them foretells the results of games best
  katachi train average -o mean.bin a/nn.bin b/nn.bin       one network of several that go on from the same one

The folder gets nn.bin, the network, which the engine loads as EvalDir; a checkpoint, from which -resume goes on with the
same flags and file as if nothing had happened; loss.svg; and lock, which keeps a second training out. Memory does not grow with the data.

Flags:
`

// Quiescence returns a function that says what captures an evaluation expects in a position: the line to a quiet one, no moves
// if the position is. It depends on the position alone, is valid until the next call, and the function is for one goroutine.
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
			{Name: "scale", About: "tell what a network's scores mean in games", Run: func(ctx context.Context, args []string, io *command.IO) error {
				return scale(ctx, load, args, io)
			}},
			{Name: "compare", About: "tell which network foretells results best", Run: func(ctx context.Context, args []string, io *command.IO) error {
				return compare(ctx, load, quiescence, args, io)
			}},
			{Name: "average", About: "make one network of several", Run: average},
		},
	}
}

func train(ctx context.Context, args []string, io *command.IO) error {
	var p plan
	flags := io.Flags()
	examples := flags.String("examples", "4G", "length: `examples` to see, such as 500000, 400M or 4G; the file is read again and again")
	flags.StringVar(&p.out, "o", "", "write to this `folder`")
	flags.StringVar(&p.out, "out", "", "the same as -o")
	flags.StringVar(&p.Architecture, "arch", "halfka-k16-256-contacts", "features and widths of the network; list names those that there are")
	flags.StringVar(&p.From, "from", "", "begin with the weights of this network `file`, or the last ones of the run in this folder, of the same -arch (a file may lack its contacts), instead of random ones")
	flags.Float64Var(&p.FromScale, "from-scale", 0, "centipawns that are odds of e to 1 with that network (katachi train scale), if not -scale")
	flags.Float64Var(&p.Reach, "reach", 1, "let the output go that many `times` as far as that network's, whose last neurons are at the ends of their range in decided positions")
	flags.IntVar(&p.Batch, "batch", 16384, "positions of a step")
	flags.Float64Var(&p.Rate, "rate", 1e-3, "learning rate at its highest")
	flags.Float64Var(&p.LastRate, "last-rate", 2.4e-6, "learning rate at the end of the main stage, to which it falls with a cosine, and in the last stage")
	flags.IntVar(&p.WarmUp, "warm-up", 200, "steps in which the rate rises")
	flags.BoolVar(&p.Rounding, "rounding", true, "train with weights and activations rounded as in the file")
	flags.Float64Var(&p.WeightDecay, "weight-decay", 0.01, "decay of the weights, times the rate a step")
	flags.Float64Var(&p.Pull, "pull", 20, "how strongly the rows for one place of the king are drawn to those for all; less with more data")
	flags.BoolVar(&p.Freeze, "freeze", false, "leave the first layer as it is and learn only those after it: a few thousand games are enough for that")
	flags.IntVar(&p.Rank, "rank", 0, "move the first layer's rows along so many `directions` alone, alike in all buckets: few games teach it something, and it learns less by heart than when it moves freely, which 0 lets it")
	flags.Float64Var(&p.Result[0], "result", 0.15, "the result's share in the target for the first quarter")
	flags.Float64Var(&p.Result[1], "result-end", 0.4, "to where it rises in the rest of the main stage")
	flags.Float64Var(&p.Last, "last", 0.06, "share of the examples that the last stage has, of a low rate and a high share of the result")
	flags.Float64Var(&p.LastResult, "last-result", 0.7, "the result's share in the last stage")
	flags.Float64Var(&p.Scale, "scale", 600, "score of the network in centipawns that shall be odds of e to 1")
	flags.BoolVar(&p.Mirror, "mirror", true, "mirror every other position left to right")
	flags.IntVar(&p.Reports, "reports", 20, "how often to measure and to write the network")
	flags.Uint64Var(&p.Seed, "seed", 1, "seed of everything that is random; the same seed gives the same network")
	flags.IntVar(&p.threads, "threads", runtime.GOMAXPROCS(0), "goroutines")
	flags.BoolVar(&p.resume, "resume", false, "go on from the checkpoint in the folder")
	flags.BoolVar(&p.standard, "standard", false, "also write nn-standard.bin, with a block of rows for each square of the king, as other engines read it")
	flags.DurationVar(&p.save, "save", 10*time.Minute, "how often to write a checkpoint, besides after each report")
	files, err := io.Parse(flags, trainUsage, args)
	if err != nil {
		return err
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
