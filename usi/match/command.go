package match

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
)

const usage = `katachi match plays engines against each other.

  katachi match -engine1 'cmd="./katachi" name=new Threads=1' -engine2 'cmd="fairy-stockfish"' \
      -games 200 -tc 10+0.1 -concurrency 2 -openings testdata/openings.sfen -sprt elo0=0,elo1=5 -out match.jsonl
  katachi match -config match.toml          the same from a TOML or JSON file
  katachi match report match.jsonl -h       tables, HTML page, KIF and CSA files
  katachi match merge -h                    joins the files of shards
  katachi match tune -h                     measures the effect of many options at once
  katachi match openings -h                 makes balanced openings

Flags:
`

// Command runs katachi match with the arguments after the word match and returns the exit status: 0 when all is played
// or the test decided, 1 for an error or an interruption, 2 for wrong use.
func Command(args []string, stdout, stderr io.Writer) int {
	commands := map[string]func([]string, io.Writer, io.Writer) error{"report": report, "merge": merge, "openings": makeOpenings, "tune": tune}
	name, run, rest := "katachi match", play, args
	if len(args) > 0 && commands[args[0]] != nil {
		name, run, rest = name+" "+args[0], commands[args[0]], args[1:]
	}
	err := run(rest, stdout, stderr)
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, new(errUsage)):
		fmt.Fprintf(stderr, "%s: %v (see %s -h)\n", name, err, name)
		return 2
	}
	fmt.Fprintf(stderr, "%s: %v\n", name, err)
	return 1
}

// parse parses flags; it prints the usage for -h only, and mistakes become an errUsage.
func parse(fs *flag.FlagSet, usage string, args []string, stdout io.Writer) error {
	fs.SetOutput(io.Discard)
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		return err
	}
	if err != nil {
		return errUsage{err}
	}
	return nil
}

// play is katachi match without a further word.
func play(args []string, stdout, _ io.Writer) error {
	c := defaultConfig()
	config := ""
	read := func() error {
		flags := c.flags()
		flags.StringVar(&config, "config", config, "TOML or JSON `file` with all of this; flags given besides come first")
		if err := parse(flags, usage, args, stdout); err != nil {
			return err
		}
		if flags.NArg() > 0 {
			return errUsage{fmt.Errorf("unexpected argument %q", flags.Arg(0))}
		}
		return nil
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
			return errUsage{err}
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
	return m.session(header, c.Out, stdout, func() error {
		return writeSummary(stdout, m.engines, m.store.Games, m.sprt)
	})
}

// session plays what the file does not hold yet, until all is played or the user interrupts it, and then shows the
// summary.
func (m *match) session(header *Header, out string, stdout io.Writer, summary func() error) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if m.store, err = openStore(out, header); err != nil {
		return err
	}
	defer m.store.close()
	m.progress = &progress{out: stdout, live: isTerminal(stdout), engines: m.engines, sprt: m.sprt, concurrency: m.concurrency}
	err = m.run(ctx)
	m.progress.end()
	if err := summary(); err != nil {
		return err
	}
	if ctx.Err() != nil && out == "" {
		return errors.New("interrupted")
	}
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted; the same command goes on from %s", out)
	}
	return err
}
