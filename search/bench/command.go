package bench

import (
	"context"
	"flag"
	"fmt"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/position/command"
	"katachi/search"
)

const usage = `katachi bench searches fixed positions and prints the nodes and the nodes per second. With one thread and
a depth, the number of nodes is the signature of the search: it is the same on every machine.

  katachi bench
  katachi bench -movetime 5s -table=false

Flags:
`

// Command is katachi bench.
func Command(load eval.Loader) command.Command {
	return command.Command{
		Name: "bench", About: "search fixed positions: speed, and the signature of the search",
		Run: func(ctx context.Context, args []string, io *command.IO) error { return benchmark(ctx, load, args, io) },
	}
}

func benchmark(ctx context.Context, load eval.Loader, args []string, io *command.IO) error {
	options := search.DefaultOptions()
	flags := io.Flags()
	depth := flags.Int("depth", signatureDepth, "search each position to this depth, plies")
	nodes := flags.Uint64("nodes", 0, "instead, search each position for this number of nodes; 0 = use the depth")
	movetime := flags.Duration("movetime", 0, "instead, search each position for this time, such as 5s; 0 = use the depth")
	flags.IntVar(&options.Threads, "threads", 1, "search threads")
	flags.IntVar(&options.HashMB, "hash", 64, "transposition table, MB")
	flags.BoolVar(&options.UseTable, "table", true, "use the transposition table")
	sfen := flags.String("sfen", "", "search only this `position`: an SFEN or startpos, optionally with moves")
	selective := flags.Bool("selective", false, "deepen selectively at the root (as with the option Deepening)")
	evaluation := flags.String("eval", "nnue", "evaluation: a network `file`, nnue (the built-in network) or classical")
	scale := flags.Int("fvscale", eval.DefaultFVScale, fmt.Sprintf("FV_SCALE of the network file, 1 to %d", eval.MaxFVScale))
	if err := io.ParseFlags(flags, usage, args); err != nil {
		return err
	}
	limited := 0 // by how many of the flags
	flags.Visit(func(f *flag.Flag) {
		if f.Name == "depth" || f.Name == "nodes" && *nodes > 0 || f.Name == "movetime" && *movetime > 0 {
			limited++
		}
	})
	switch {
	case limited > 1:
		return command.Wrong("want one of -depth, -nodes and -movetime")
	case *depth < 1 || *depth >= eval.MaxPly:
		return command.Wrong("-depth %d: want 1 to %d", *depth, eval.MaxPly-1)
	case *movetime < 0 || *movetime > 0 && *movetime < time.Millisecond:
		return command.Wrong("-movetime %v: want a time such as 5s", *movetime)
	case options.Threads < 1:
		return command.Wrong("-threads %d: want at least 1", options.Threads)
	case options.HashMB < 1:
		return command.Wrong("-hash %d: want at least 1", options.HashMB)
	case *scale < 1 || *scale > eval.MaxFVScale:
		return command.Wrong("-fvscale %d: want 1 to %d", *scale, eval.MaxFVScale)
	}
	var sfens []string
	if *sfen != "" {
		p, err := parsePosition(position.Shogi, *sfen)
		if err != nil {
			return command.WrongUse(err)
		}
		sfens = []string{p.SFEN()}
	}
	var limits search.Limits
	switch {
	case *nodes > 0:
		limits.Nodes = *nodes
	case *movetime > 0:
		limits.MoveTime = *movetime
	default:
		limits.Depth = *depth
	}
	if *selective {
		options.Deepening = search.Selective
	}
	e, err := newEngine(load, *evaluation, *scale, options)
	if err != nil {
		return err
	}
	e.Await()
	return Run(ctx, e, position.Shogi, sfens, limits, io.Stdout)
}

func newEngine(load eval.Loader, evaluation string, scale int, options search.Options) (*search.Engine, error) {
	loaded, err := load(evaluation, scale)
	if err != nil {
		return nil, err
	}
	e, err := search.NewEngine(loaded.New)
	if err != nil {
		return nil, err
	}
	e.Alone = true
	return e, e.SetOptions(options)
}
