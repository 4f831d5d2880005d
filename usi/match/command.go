package match

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"katachi/position/command"
)

const usage = `katachi match plays engines against each other.

  katachi match openings -engine './katachi Threads=1' -n 20 -o openings.sfen
  katachi match -engine1 ./katachi -engine2 fairy-stockfish -games 20 -tc 10+0.1 -openings openings.sfen
  katachi match -engine1 './katachi name=new Threads=1' -engine2 './old name=old Threads=1' \
      -games 200 -tc 10+0.1 -concurrency 2 -openings testdata/openings.sfen -sprt elo0=0,elo1=5 -o match.jsonl
  katachi match -config match.toml          the same from a TOML or JSON file, see below
  katachi match report match.jsonl -h       tables, HTML page, KIF and CSA files
  katachi match merge -h                    joins the files of shards
  katachi match tune -h                     measures the effect of many options at once
  katachi match openings -h                 makes balanced openings

Without -openings every game begins at the start position, and engines that do not vary (fixed nodes or depth, one thread)
play the same two games again and again; so they do once the openings are used up and begin again. A game that repeats an
earlier one counts in the score, with a warning; -sprt counts only the pairs in which no game repeats another.

The keys of a -config file are the names of the flags below. An engine is written there as on the command line, or as a
table with the same keys:
` + configExample + `
In JSON: {"games": 200, "tc": "10+0.1", "engine": ["./katachi name=new", {"cmd": "./old", "Threads": 1}]}

Flags:
`

// Command is katachi match.
var Command = command.Command{
	Name: "match", About: "play matches between engines", Run: play,
	Sub: []command.Command{
		{Name: "report", Run: report},
		{Name: "merge", Run: merge},
		{Name: "openings", Run: makeOpenings},
		{Name: "tune", Run: tune, Sub: []command.Command{{Name: "report", Run: tuneReport}}},
	},
}

// play is katachi match without a further word.
func play(ctx context.Context, args []string, io *command.IO) error {
	c := defaultConfig()
	config := ""
	read := func() error {
		flags := io.Flags()
		c.flags(flags)
		flags.StringVar(&config, "config", config, "TOML or JSON `file` with any of these flags; flags on the command line override it")
		return io.ParseFlags(flags, usage, args)
	}
	if err := read(); err != nil {
		return err
	}
	if config != "" {
		given := c.Engines
		c = defaultConfig()
		if err := c.load(config); errors.As(err, new(*fs.PathError)) {
			return err
		} else if err != nil {
			return command.WrongUse(err)
		}
		if len(given) > 0 {
			c.Engines = nil
		}
		if err := read(); err != nil {
			return err
		}
	}
	m, header, err := c.build()
	if err != nil {
		return err
	}
	if c.Shard != "" && len(m.leftOut) > 0 {
		return tellLeftOut(io, m.leftOut) // a shard that has played all of its games would not count as done
	}
	return m.session(ctx, header, c.Out, io, func() error {
		return writeSummary(io.Stdout, header, m.store.Games, m.sprt)
	})
}

// errLeftOut makes the exit status say that the rest was used, but not all that is in the records.
var errLeftOut = errors.New("not every record could be read")

// tellLeftOut names the records and variations that could not be read, and returns the error for the end.
func tellLeftOut(io *command.IO, leftOut []error) error {
	if len(leftOut) == 0 {
		return nil
	}
	for _, err := range leftOut {
		fmt.Fprintln(io.Stderr, err)
	}
	return errLeftOut
}

// session plays the games that the file does not hold yet, until all are played or the user interrupts it, and then shows the
// summary.
func (m *match) session(ctx context.Context, header *matchHeader, out string, io *command.IO, summary func() error) (err error) {
	if m.store, err = openStore(out, header); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.store.close()) }() // some network file systems tell only now what they could not keep
	incomplete := tellLeftOut(io, m.leftOut)
	if incomplete != nil {
		fmt.Fprintf(io.Stderr, "the match is played without what could not be read, from %d openings\n", len(m.schedule.openings))
	}
	m.progress = &progress{line: command.NewLine(io.Stdout), engines: m.engines, sprt: m.sprt, concurrency: m.concurrency}
	err = m.run(ctx)
	m.progress.end()
	if len(m.store.Games) > 0 {
		if err := summary(); err != nil {
			return err
		}
	}
	if ctx.Err() != nil && out == "" {
		return errors.New("interrupted")
	}
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted; the same command goes on from %s", out)
	}
	if err == nil {
		err = incomplete
	}
	return err
}
