package search

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/pprof"

	"katachi/eval"
	"katachi/position"
)

const benchUsage = `katachi bench searches fixed positions and prints nodes and nodes per second. With one thread and a depth the nodes are
the signature of the search: the same on every machine.

  katachi bench
  katachi bench -movetime 5s -table=false

Flags:
`

// benchRun is what katachi bench has been asked for.
type benchRun struct {
	positions []string
	limits    Limits
	options   Options
	eval      string // as BenchCommand's load takes it
	scale     int
	profile   string
}

// BenchCommand is katachi bench: it searches the fixed positions and prints nodes and nodes per second. It returns the exit
// status: 0, 1 for a failure, 2 for wrong use. load makes ready the network in a file with its scale, or what the words nnue
// and classical stand for.
func BenchCommand(load func(name string, scale int) (newEvaluator func() eval.Evaluator, err error), args []string, stdout, stderr io.Writer) int {
	run, err := parseBench(args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "katachi bench: %v (see katachi bench -h)\n", err)
		return 2
	}
	newEvaluator, err := load(run.eval, run.scale)
	if err == nil {
		err = run.do(newEvaluator, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "katachi bench:", err)
		return 1
	}
	return 0
}

// parseBench reads the arguments after the word bench; with -h it prints the help and returns flag.ErrHelp.
func parseBench(args []string, stdout io.Writer) (*benchRun, error) {
	r := &benchRun{options: DefaultOptions(), positions: benchPositions}
	flags := flag.NewFlagSet("katachi bench", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	depth := flags.Int("depth", benchDepth, "search each position so many plies deep")
	nodes := flags.Uint64("nodes", 0, "search so many nodes of each position instead; 0 = go by depth")
	movetime := flags.Duration("movetime", 0, "search each position so long instead, such as 5s; 0 = go by depth")
	flags.IntVar(&r.options.Threads, "threads", 1, "search threads")
	flags.IntVar(&r.options.HashMB, "hash", 64, "transposition table, MB")
	flags.BoolVar(&r.options.UseTable, "table", true, "use the transposition table")
	sfen := flags.String("sfen", "", "search only this position")
	selective := flags.Bool("selective", false, "use the selective driver")
	flags.StringVar(&r.eval, "eval", "nnue", "evaluate with this network `file`, with nnue, the program's own, or classical")
	flags.IntVar(&r.scale, "fvscale", 16, "FV_SCALE of the network file, 1 to 128")
	flags.StringVar(&r.profile, "cpuprofile", "", "write a CPU profile to this file (for default.pgo)")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(stdout, benchUsage)
			flags.SetOutput(stdout)
			flags.PrintDefaults()
		}
		return nil, err
	}
	switch {
	case flags.NArg() > 0:
		return nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case *depth < 1 || *depth >= eval.MaxPly:
		return nil, fmt.Errorf("-depth %d: want 1 to %d", *depth, eval.MaxPly-1)
	case *movetime < 0:
		return nil, fmt.Errorf("-movetime %v: want a time such as 5s", *movetime)
	case r.options.Threads < 1:
		return nil, fmt.Errorf("-threads %d: want at least 1", r.options.Threads)
	case r.options.HashMB < 1:
		return nil, fmt.Errorf("-hash %d: want at least 1", r.options.HashMB)
	case r.scale < 1 || r.scale > 128:
		return nil, fmt.Errorf("-fvscale %d: want 1 to 128", r.scale)
	}
	if *sfen != "" {
		if _, err := position.ParseSFEN(position.Shogi, *sfen); err != nil {
			return nil, fmt.Errorf("-sfen: %w", err)
		}
		r.positions = []string{*sfen}
	}
	switch {
	case *nodes > 0:
		r.limits.Nodes = *nodes
	case *movetime > 0:
		r.limits.MoveTime = *movetime
	default:
		r.limits.Depth = *depth
	}
	if *selective {
		r.options.Deepening = Selective
	}
	return r, nil
}

func (r *benchRun) do(newEvaluator func() eval.Evaluator, stdout io.Writer) error {
	e, err := NewEngine(newEvaluator)
	if err != nil {
		return err
	}
	if err := e.SetOptions(r.options); err != nil {
		return err
	}
	if r.profile != "" {
		f, err := os.Create(r.profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	return e.Bench(context.Background(), position.Shogi, r.positions, r.limits, stdout)
}
