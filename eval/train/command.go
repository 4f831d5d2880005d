package train

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"time"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/position/command"
)

const trainUsage = `katachi train trains a network from the game records of katachi selfplay.

  katachi train -out net games.bin
  katachi train -out net -resume games.bin
  katachi train -out small -arch kp-256 -epochs 8 -lambda 0.8 first.bin second.bin
  katachi train -out pupil -variations 16 -epochs 3 games.bin      learn first what the classical evaluation knows
  katachi train -out net -from pupil -epochs 3 games.bin           then from the games what it does not

The folder gets nn.bin, the network with the least validation loss, which the engine loads as EvalDir; a checkpoint,
from which -resume goes on with the same flags and files as if nothing had happened; and loss.svg.

Flags:
`

// Command is katachi train.
func Command(load eval.Loader) command.Command {
	return command.Command{
		Name: "train", About: "train a network from the records of selfplay",
		Run: func(ctx context.Context, args []string, io *command.IO) error {
			err := train(ctx, load, args, io)
			if errors.Is(err, context.Canceled) {
				err = errors.New("interrupted; -resume goes on")
			}
			return err
		},
	}
}

func train(ctx context.Context, load eval.Loader, args []string, io *command.IO) error {
	var p plan
	flags := io.Flags()
	flags.StringVar(&p.out, "out", "", "write to this `folder`")
	flags.StringVar(&p.Architecture, "arch", "halfkp-k9-256", "features and widths of the network")
	flags.StringVar(&p.From, "from", "", "begin with the last weights of the run in this `folder`, of the same -arch, instead of random ones")
	flags.IntVar(&p.Epochs, "epochs", 12, "times to go through the data")
	flags.IntVar(&p.Batch, "batch", 16384, "positions of a step")
	flags.Float64Var(&p.Rate, "rate", 1e-3, "learning rate of Adam at its highest")
	flags.Float64Var(&p.LastRate, "last-rate", 1e-5, "learning rate at the end")
	flags.IntVar(&p.WarmUp, "warm-up", 100, "steps in which the rate rises")
	flags.BoolVar(&p.Rounding, "rounding", true, "train with weights and activations rounded as in the file")
	flags.Float64Var(&p.Decay, "decay", 20, "how strongly the rows for one place of the king are drawn to those for all; less with more data")
	flags.Float64Var(&p.Lambda, "lambda", 0.7, "share of the score in the target; the game's result has the rest")
	flags.Float64Var(&p.Scale, "scale", 0, "score in centipawns that is odds of e to 1; 0 finds out from the data")
	flags.Float64Var(&p.Ahead, "ahead", 0, "share of the next position's score in a position's, that of the one after it in that, and so on to the result")
	flags.BoolVar(&p.Mirror, "mirror", true, "mirror every other position left to right")
	flags.IntVar(&p.FirstPly, "first-ply", 8, "leave out the moves of a game before this one")
	flags.IntVar(&p.MaxScore, "max-score", 3000, "leave out scores beyond so many centipawns")
	flags.BoolVar(&p.Captures, "captures", false, "keep positions in which the played move captures or promotes")
	flags.Float64Var(&p.Keep, "keep", 1, "share of the positions to keep, taken at random")
	flags.IntVar(&p.Validation, "validation", 50, "keep one of so many games for validation")
	flags.IntVar(&p.Variations, "variations", 0, "learn instead from so many positions around each of the games', and from what -teacher says of them alone")
	flags.StringVar(&p.Teacher, "teacher", "classical", "evaluation that -variations asks: classical, or a network `file`")
	flags.Uint64Var(&p.Seed, "seed", 1, "seed of everything that is random; the same seed gives the same network")
	flags.IntVar(&p.threads, "threads", runtime.NumCPU(), "goroutines")
	flags.BoolVar(&p.resume, "resume", false, "go on from the checkpoint in the folder")
	flags.BoolVar(&p.standard, "standard", false, "also write nn-standard.bin, with a block of rows for each square of the king, as other engines read it")
	flags.DurationVar(&p.save, "save", 10*time.Minute, "write a checkpoint so often, and after each epoch")
	var err error
	if p.files, err = io.Parse(flags, trainUsage, args); err != nil {
		return err
	}
	if err := p.check(); err != nil {
		return command.WrongUse(err)
	}
	if p.Variations > 0 {
		teacher, err := load(p.Teacher, nnue.DefaultScale)
		if err != nil {
			return err
		}
		p.teacher = teacher.New
	}
	r := &run{plan: p, progress: newTrainProgress(io.Stdout)}
	if err := r.load(); err != nil {
		return err
	}
	if err := r.start(); err != nil {
		return err
	}
	if err := r.train(ctx); err != nil {
		return err
	}
	r.progress.line.Printf("the best network is %s", filepath.Join(p.out, networkFile))
	return nil
}
