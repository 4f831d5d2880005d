package match

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"

	"katachi/position/command"
)

const tuneUsage = `katachi match tune measures the effect of many options of an engine, all of them in the same games.

  katachi match tune -engine './katachi Threads=1 USI_Hash=32' -params params.txt -pairs 500 \
      -tc nodes=8000 -concurrency 2 -openings testdata/openings.sfen -seed 1 -o tune.jsonl
  katachi match tune report tune.jsonl      the table of a tune, finished or not

Two copies of the engine, A and B, play each opening with both colours. In every such pair a coin decides for each
parameter whether A has its high value and B the low one, or the reverse. So each parameter is measured as well as if all
games had been about it alone. One in twenty of the parameters without any effect shows |z| > 2: if there are many, expect
some.

The file has a line for each parameter. Options joined by + change together; values are sent as they stand:

  # NAME                       LOW      HIGH
  lmrBase                      20       90
  futilityBase+futilityFactor  110+100  190+170
  Deepening                    full     selective

Flags:
`

const tuneReportUsage = `katachi match tune report prints the table of a tune, finished or not.

  katachi match tune report tune.jsonl

Flags:
`

// tune is katachi match tune.
func tune(ctx context.Context, args []string, io *command.IO) error {
	c := defaultConfig()
	fs := io.Flags()
	fs.Func("engine", engineHelp, c.addEngine)
	name := fs.String("params", "", "`file` of parameters, one a line: NAME LOW HIGH")
	fs.IntVar(&c.Games, "pairs", 500, "pairs of games")
	c.commonFlags(fs)
	if err := io.ParseFlags(fs, tuneUsage, args); err != nil {
		return err
	}
	switch {
	case len(c.Engines) != 1:
		return command.Wrong("a tune is about one engine, not %d: give -engine once", len(c.Engines))
	case *name == "":
		return command.Wrong("no parameters: give -params")
	case c.Games < 1:
		return command.Wrong("-pairs %d: want at least 1", c.Games)
	}
	params, err := readParamFile(*name)
	if err != nil {
		return err
	}
	a, b := c.Engines[0], c.Engines[0]
	a.Name, b.Name, b.Options = "A", "B", maps.Clone(b.Options)
	c.Engines, c.Games = []engineSpec{a, b}, 2*c.Games
	m, header, err := c.build()
	if err != nil {
		return err
	}
	header.Type, header.Params, header.Seed = "tune", params, c.Seed
	m.schedule.design = &design{c.Seed, params}
	return m.session(ctx, header, c.Out, io, func() error { return writeEffects(io.Stdout, header, m.store.Games) })
}

func readParamFile(name string) ([]parameter, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	params, err := readParams(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return params, nil
}

// tuneReport is katachi match tune report.
func tuneReport(_ context.Context, args []string, io *command.IO) error {
	files, err := io.Parse(io.Flags(), tuneReportUsage, args)
	if err != nil {
		return err
	}
	if len(files) != 1 {
		return command.Wrong("want one file, not %d", len(files))
	}
	header, games, leftOut, err := readMatchFile(files[0])
	if err != nil {
		return err
	}
	if header.Type != "tune" {
		return fmt.Errorf("%s: a match, not a tune; see katachi match report -h", files[0])
	}
	incomplete := tellLeftOut(io, leftOut)
	return cmp.Or(writeEffects(io.Stdout, header, games), incomplete)
}
