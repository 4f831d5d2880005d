package movegen

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"time"

	"katachi/position"
)

const perftUsage = `katachi perft counts the lines of legal moves, which checks the move generator and times it.

  katachi perft -depth 5 -threads 2
  katachi perft -sfen "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1" -depth 4
  katachi perft -variant minishogi -depth 6

Flags:
`

// PerftCommand runs katachi perft with the arguments after the word perft and returns the exit status: 0, 1 if it was
// interrupted, 2 for wrong use.
func PerftCommand(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("perft", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	sfen := flags.String("sfen", "", "the position `SFEN` (default the start position)")
	variant := flags.String("variant", position.Shogi.Name, "shogi or minishogi")
	depth := flags.Int("depth", 5, "length of the lines in plies, from 1")
	threads := flags.Int("threads", runtime.NumCPU(), "goroutines that share the root moves, from 1")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, perftUsage)
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return 0
	}
	var p *position.Position
	if err == nil {
		p, err = perftPosition(*variant, *sfen)
	}
	switch {
	case err != nil:
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case *depth < 1:
		err = fmt.Errorf("-depth %d: want at least 1", *depth)
	case *threads < 1:
		err = fmt.Errorf("-threads %d: want at least 1", *threads)
	}
	if err != nil {
		fmt.Fprintf(stderr, "katachi perft: %v (see katachi perft -h)\n", err)
		return 2
	}
	return runPerft(p, *depth, *threads, stdout, stderr)
}

func perftPosition(variant, sfen string) (*position.Position, error) {
	for _, rules := range []*position.Rules{position.Shogi, position.Minishogi} {
		if rules.Name != variant {
			continue
		}
		if sfen == "" {
			sfen = rules.Start
		}
		p, err := position.ParseSFEN(rules, sfen)
		if err != nil {
			return nil, fmt.Errorf("-sfen: %w", err)
		}
		return p, nil
	}
	return nil, fmt.Errorf("-variant %q: want shogi or minishogi", variant)
}

func runPerft(p *position.Position, depth, threads int, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	start := time.Now()
	moves, counts, err := Divide(ctx, p, depth, threads)
	elapsed := time.Since(start)
	if err != nil {
		fmt.Fprintf(stderr, "katachi perft: %v\n", err)
		return 1
	}
	total := uint64(0)
	for i, m := range moves {
		fmt.Fprintf(stdout, "%v: %d\n", m, counts[i])
		total += counts[i]
	}
	fmt.Fprintf(stdout, "\nNodes searched: %d\nTime: %.3f s\nLeaves per second: %.1f million\n", total, elapsed.Seconds(),
		float64(total)/max(elapsed.Seconds(), 1e-9)/1e6)
	return 0
}
