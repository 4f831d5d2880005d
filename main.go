// Katachi is a USI engine for shogi. katachi -h lists its subcommands.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/eval/nnue"
	"katachi/eval/train"
	"katachi/movegen"
	"katachi/search"
	"katachi/usi"
	"katachi/usi/match"
	"katachi/usi/tsume"
)

// version is the release; a build of a commit adds the commit.
var version = "0.1" // a variable, for .ci/release

// command is a subcommand. It returns the exit status: 0, 1 for a failure, 2 for wrong use.
type command struct {
	name  string
	about string
	run   func(args []string, stdout, stderr io.Writer) int
}

var commands = []command{
	{"perft", "count the lines of legal moves", movegen.PerftCommand},
	{"match", "play matches between engines", match.Command},
	{"mate", "solve mate problems", func(args []string, stdout, stderr io.Writer) int {
		return tsume.Command(args, os.Stdin, stdout, stderr)
	}},
	{"selfplay", "play games of the engine with itself, as training data", train.SelfplayCommand},
	{"train", "train a network from the records of selfplay", train.Command},
	{"bench", "search fixed positions: speed, and the signature of the search", bench},
	{"version", "print the version and the build", printVersion},
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		return speakUSI(os.Stdin, stdout, stderr)
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(args[1:], stdout, stderr)
		}
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		usage(stdout)
		return 0
	}
	fmt.Fprintf(stderr, "katachi: unknown command %q (see katachi -h)\n", args[0])
	return 2
}

func usage(out io.Writer) {
	fmt.Fprint(out, `Katachi is a USI engine for shogi.

  katachi                  speak USI on standard input and output, as a GUI expects
  katachi COMMAND [-h]     one of the commands below, such as: katachi perft -depth 5

`)
	for _, c := range commands {
		fmt.Fprintf(out, "  %-10s %s\n", c.name, c.about)
	}
}

// speakUSI runs the engine for a GUI until its input ends.
func speakUSI(in io.Reader, stdout, stderr io.Writer) int {
	engine, err := search.NewEngine(newClassical)
	if err != nil {
		fmt.Fprintln(stderr, "katachi:", err)
		return 1
	}
	usi.Run(in, stdout, usi.Config{
		Name: "Katachi " + version, Author: "the Katachi authors", Engine: engine,
		Evals: []string{"nnue", "classical"}, LoadEvaluator: loadEvaluator,
	})
	return 0
}

func newClassical() eval.Evaluator { return classical.New() }

// loadEvaluator reads the network that the options name. Where nobody named one and the usual place has none, and for want
// of a better one if the file is bad, it is the program's own; on a board that networks do not know, the classical one.
func loadEvaluator(o usi.EvalOptions) (newEvaluator func() eval.Evaluator, description string, err error) {
	if o.Kind == "classical" || nnue.Supports(o.Rules) != nil {
		return newClassical, "the classical evaluation", nil
	}
	path := o.Path()
	n, err := nnue.Load(usi.Locate(path), o.FVScale)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && path == filepath.Join(usi.DefaultEvalDir, usi.DefaultEvalFile) {
			err = nil
		}
		var broken error
		if n, broken = nnue.Embedded(); broken != nil {
			return newClassical, "the classical evaluation", broken
		}
	}
	return n.New, n.Describe(), err
}

func bench(args []string, stdout, stderr io.Writer) int {
	return search.BenchCommand(func(name string, scale int) (func() eval.Evaluator, error) {
		newEvaluator, _, err := train.Evaluation(name, scale)
		return newEvaluator, err
	}, args, stdout, stderr)
}

func printVersion(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		if args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
			fmt.Fprintln(stdout, "katachi version prints the version and the build.\n\n  katachi version")
			return 0
		}
		fmt.Fprintf(stderr, "katachi version: unexpected argument %q (see katachi version -h)\n", args[0])
		return 2
	}
	fmt.Fprintf(stdout, "Katachi %s%s, %s %s/%s\n", version, commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return 0
}

// commit returns the commit that was built, if the build knows it.
func commit() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				return " (" + s.Value[:12] + ")"
			}
		}
	}
	return ""
}
