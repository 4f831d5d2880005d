package policy

import (
	"context"
	"fmt"
	"io"

	"katachi/position/command"
	"katachi/position/files"
)

// Command is katachi policy.
var Command = command.Command{Name: "policy", About: "learn which quiet moves are promising", Run: run}

const usage = `katachi policy learns from searches which quiet moves are promising, for the order in which the search tries them.

  go build -tags tune -o tuned .
  mkdir trials
  KATACHI_TRIALS=trials ./tuned match ...            writes what its searches try to files in this folder
  katachi policy -o search/policy/policy.bin trials/*

One trial in five is held back; the log loss on those, with and without the policy, is told at the end.

Flags:
`

func run(ctx context.Context, args []string, io *command.IO) error {
	flags := io.Flags()
	out := flags.String("o", "", "`file` to write")
	paths, err := io.Parse(flags, usage, args)
	if err != nil {
		return err
	}
	switch {
	case *out == "":
		return command.Wrong("want -o FILE for the policy")
	case len(paths) == 0:
		return command.Wrong("want files of trials")
	}
	all, err := loadTrials(paths)
	if err != nil {
		return err
	}
	trials, held := hold(all)
	if len(held) == 0 {
		return fmt.Errorf("only %d trials: too few to hold some back; %d are enough", len(all), 5*block)
	}
	file, err := learnFile(ctx, trials, held, io.Stdout)
	if err != nil {
		return err
	}
	return files.Write(*out, file)
}

// block is how many trials in a row are held back together, so that those of a search are on one side.
const block = 20000

// hold holds every fifth block back.
func hold(all []Trial) (trials, held []Trial) {
	for i := 0; i < len(all); i += block {
		part := all[i:min(i+block, len(all))]
		if i/block%5 == 4 {
			held = append(held, part...)
		} else {
			trials = append(trials, part...)
		}
	}
	return trials, held
}

// learnFile learns a policy, tells how it went, and returns its file. The error is the context's.
func learnFile(ctx context.Context, trials, held []Trial, out io.Writer) ([]byte, error) {
	bare, m := newModel(false), newModel(true)
	err := m.learn(ctx, trials, func(pass int, loss float64) {
		fmt.Fprintf(out, "pass %d of %d over %d trials: log loss %.5f\n", pass+1, passes, len(trials), loss)
	})
	if err == nil {
		err = bare.learn(ctx, trials, func(int, float64) {})
	}
	if err != nil {
		return nil, err
	}
	worth := m.historyWorth(held)
	file := m.file(worth)
	fmt.Fprintf(out, "log loss on %d trials held back: %.5f, without the policy %.5f\n", len(held), m.run(ctx, held, 0), bare.run(ctx, held, 0))
	fmt.Fprintf(out, "a thousand units of history add %.4f to the logarithm of the odds; the mean score of a trial is %.1f\n", 1000*worth, mean(held, file))
	return file, nil
}
