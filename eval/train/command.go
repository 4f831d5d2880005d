package train

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// errUsage marks an error as wrong use of the command.
type errUsage struct{ error }

// SelfplayCommand is katachi selfplay with the arguments after that word. It returns the exit status: 0, 1 for a failure or
// an interruption, 2 for wrong use.
func SelfplayCommand(args []string, stdout, stderr io.Writer) int {
	commands := map[string]func([]string, io.Writer) error{"stats": stats, "export-psv": exportPSV, "import-psv": importPSV}
	run, rest := selfplayRun, args
	if len(args) > 0 && commands[args[0]] != nil {
		run, rest = commands[args[0]], args[1:]
	}
	err := run(rest, stdout)
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, new(errUsage)):
		fmt.Fprintf(stderr, "katachi selfplay: %v (see katachi selfplay -h)\n", err)
		return 2
	}
	fmt.Fprintf(stderr, "katachi selfplay: %v\n", err)
	return 1
}

// parse parses flags, before, between and behind other arguments, which it returns. It prints the usage for -h only, and
// mistakes become an errUsage.
func parse(flags *flag.FlagSet, usage string, args []string, stdout io.Writer) (others []string, err error) {
	flags.SetOutput(io.Discard)
	for {
		err := flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(stdout, usage)
			flags.SetOutput(stdout)
			flags.PrintDefaults()
			return nil, err
		}
		if err != nil {
			return nil, errUsage{err}
		}
		if flags.NArg() == 0 {
			return others, nil
		}
		others, args = append(others, flags.Arg(0)), flags.Args()[1:]
	}
}

// eachGame calls visit for every game of the files. done is called after each file.
func eachGame(names []string, visit func(r *Reader, g *Game) error, done func(r *Reader)) error {
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		r := NewReader(file)
		for err == nil {
			var g Game
			if err = r.Next(&g); err == nil {
				err = visit(r, &g)
			}
		}
		file.Close()
		if !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s: %w", name, err)
		}
		done(r)
	}
	return nil
}

// writeNew makes a file, which must not exist yet, of what write writes. A failure leaves no file.
func writeNew(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	if err = write(out); err == nil {
		err = out.Flush()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(name)
	}
	return err
}
