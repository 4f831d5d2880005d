// Katachi is a USI engine for shogi. katachi -h lists its subcommands.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/eval/nnue"
	"katachi/eval/train"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/files"
	"katachi/search"
	"katachi/search/bench"
	"katachi/search/policy"
	"katachi/search/selfplay"
	"katachi/usi"
	"katachi/usi/analyse"
	"katachi/usi/match"
	"katachi/usi/tsume"
)

// version is the release; a build of a commit adds the commit.
var version = "0.1" // a variable, for .ci/release

var commands = []command.Command{
	bench.Perft,
	match.Command,
	tsume.Command,
	analyse.New(analyse.Config{Engine: "Katachi " + version, NewSearcher: newSearcher, Scale: nnue.EmbeddedScale, Castle: classical.CastleName}),
	selfplay.Command(loadEvaluation),
	train.Command(loadEvaluation, search.Quiescence),
	bench.Command(loadEvaluation),
	policy.Command,
	{Name: "version", About: "print the version and the build", Run: printVersion},
}

func main() {
	os.Exit(run(os.Args[1:], command.IO{Name: "katachi", Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}))
}

// run runs a subcommand, or without one the engine for a GUI, and returns the exit status.
func run(args []string, io command.IO) int {
	ctx, stop := command.Interruptible()
	defer stop()
	if len(args) == 0 {
		return speakUSI(ctx, io)
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		if len(args) == 1 || strings.HasPrefix(args[1], "-") {
			usage(io.Stdout)
			return command.StatusOK
		}
		args = append(slices.Clone(args[1:]), "-h")
	case "-version", "--version", "-v":
		args = append([]string{"version"}, args[1:]...)
	}
	i := slices.IndexFunc(commands, func(c command.Command) bool { return c.Name == args[0] })
	if i < 0 {
		missing := slices.IndexFunc(args, isMissing)
		if missing < 0 {
			return analyseDropped(args, io)
		}
		fmt.Fprintf(io.Stderr, "katachi: %s\n", notUnderstood(args, missing))
		return command.StatusUsage
	}
	io.Name += " " + args[0]
	return commands[i].Main(ctx, args[1:], io)
}

// notUnderstood says what is wrong with arguments that begin with no command and are not all files: missing is the first
// that is none.
func notUnderstood(args []string, missing int) string {
	switch arg := args[missing]; {
	case missing > 0 && strings.HasPrefix(arg, "-"): // the first argument is a record, so this is no mistyped command
		return fmt.Sprintf("for flags such as %s name the command: katachi analyse ... (see katachi analyse -h)", arg)
	case missing > 0:
		return fmt.Sprintf("no file %q", arg)
	case filepath.Ext(arg) != "" || filepath.Base(arg) != arg:
		return fmt.Sprintf("no file %q, and no such command (see katachi -h)", arg)
	default:
		return fmt.Sprintf("unknown command %q (see katachi -h)", arg)
	}
}

func isMissing(path string) bool {
	_, err := os.Stat(path)
	return err != nil
}

// analyseDropped analyses the records that somebody has dropped onto the program's icon, and opens the page. The results are
// beside the first.
func analyseDropped(records []string, io command.IO) int {
	own := command.OwnConsole()
	args := []string{"analyse", fmt.Sprintf("-open=%v", own), "-o", filepath.Join(filepath.Dir(records[0]), "analysis")}
	status := run(append(args, records...), io)
	if own {
		fmt.Fprint(io.Stdout, "Press Enter to close this window.")
		bufio.NewReader(io.Stdin).ReadString('\n')
	}
	return status
}

func usage(out io.Writer) {
	fmt.Fprint(out, `Katachi is a USI engine for shogi.

  katachi                  speak USI on standard input and output, as a GUI expects
  katachi COMMAND [-h]     one of the commands below, such as: katachi perft -depth 5
  katachi game.kif ...     analyse records; the results are in the folder analysis beside the first one
  katachi --version        show the version and the build

`)
	for _, c := range commands {
		fmt.Fprintf(out, "  %-10s %s\n", c.Name, c.About)
	}
}

// speakUSI runs the engine for a GUI until its input or ctx ends.
func speakUSI(ctx context.Context, io command.IO) int {
	signal.Ignore(syscall.SIGPIPE) // a GUI that is gone ends the conversation like quit, which saves what is to be saved
	engine, err := search.NewEngine(newClassical)
	if err != nil {
		fmt.Fprintln(io.Stderr, "katachi:", err)
		return command.StatusFailure
	}
	engine.Alone = true
	if command.IsTerminal(io.Stdin) && command.IsTerminal(io.Stdout) {
		fmt.Fprintf(io.Stdout, "Katachi %s, a shogi engine that speaks USI: add it to a GUI to play against it.\n"+
			"Type help for a list of commands, or quit to leave; katachi -h lists the other things that the program does.\n", version)
	}
	usi.Run(ctx, io.Stdin, io.Stdout, usi.Config{
		Name: "Katachi " + version, Author: "the Katachi authors", Engine: engine, Attend: engine.Attend,
		Evals: []string{"nnue", "classical"}, LoadEvaluator: loadEvaluator,
		Knowledge: knowledge,
	})
	return command.StatusOK
}

func newClassical() eval.Evaluator { return classical.New() }

// newSearcher makes the engine of katachi analyse, with the program's own network.
func newSearcher(threads, multiPV, hashMB int, rule position.EnteringKing) (analyse.Searcher, error) {
	evaluation, err := loadEvaluation("nnue", eval.DefaultFVScale)
	if err != nil {
		return nil, err
	}
	engine, err := search.NewEngine(evaluation.New)
	if err != nil {
		return nil, err
	}
	o := search.DefaultOptions()
	o.Threads, o.MultiPV, o.HashMB, o.EnteringKing = threads, multiPV, hashMB, rule
	o.ConsiderationMode, o.PVInterval = true, time.Second
	return engine, engine.SetOptions(o)
}

// loadEvaluation is an eval.Loader.
func loadEvaluation(name string, fvScale int) (eval.Evaluation, error) {
	var network *nnue.Network
	var write func(io.Writer) error // what tells the network from others
	var err error
	var scale eval.Scale
	switch name {
	case "classical":
		return eval.Evaluation{
			New: newClassical, Description: "the classical evaluation", Scale: classical.Scale, Identity: func() (string, error) { return name, nil },
		}, nil
	case "nnue":
		network, err = nnue.Embedded()
		fvScale, scale, write = nnue.EmbeddedFVScale, nnue.EmbeddedScale, network.Save
	default:
		network, err = nnue.Load(name, fvScale)
		write = func(w io.Writer) error { return copyFile(w, name) }
	}
	if err != nil {
		return eval.Evaluation{}, err
	}
	return eval.Evaluation{New: network.New, Description: network.Describe(), Scale: scale, Identity: func() (string, error) {
		hash := sha256.New()
		err := write(hash)
		return fmt.Sprintf("%x/%d", hash.Sum(nil)[:8], fvScale), err
	}}, nil
}

func copyFile(w io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(w, file)
	return err
}

// knowledge is what the people of the levels judge positions by: the program's own network, whichever the user plays with, so
// that their levels stay where they were measured.
func knowledge(rules *position.Rules) eval.Evaluator {
	if nnue.Supports(rules) == nil {
		if n, err := nnue.Embedded(); err == nil {
			return n.New()
		}
	}
	return newClassical()
}

// loadEvaluator reads the network that the options name. Where nobody named one and the usual place has none, and for want
// of a better one if the file is bad, it is the program's own; on a board that networks do not know, the classical one.
func loadEvaluator(o usi.EvalOptions) (eval.Evaluation, error) {
	name, path := files.Locate(o.Path()), o.Path()
	if o.Kind == "classical" || nnue.Supports(o.Rules) != nil {
		name = "classical"
	}
	e, err := loadEvaluation(name, o.FVScale)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			if err = files.NotFound(path); path == filepath.Join(usi.DefaultEvalDir, usi.DefaultEvalFile) {
				err = nil
			}
		}
		var broken error
		if e, broken = loadEvaluation("nnue", o.FVScale); broken != nil {
			e, _ = loadEvaluation("classical", o.FVScale)
			err = broken
		}
	}
	return e, err
}

func printVersion(_ context.Context, args []string, io *command.IO) error {
	if err := io.ParseFlags(io.Flags(), "katachi version prints the version and the build.\n\n  katachi version\n\nFlags:\n", args); err != nil {
		return err
	}
	fmt.Fprintf(io.Stdout, "Katachi %s%s, %s %s/%s\n", version, commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
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
