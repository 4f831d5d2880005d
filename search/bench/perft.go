package bench

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"katachi/movegen"
	"katachi/position"
	"katachi/position/command"
)

const perftUsage = `katachi perft counts the lines of legal moves, which checks the move generator and times it.

  katachi perft -depth 5 -threads 2
  katachi perft -sfen "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1" -depth 4
  katachi perft -variant minishogi -depth 6

Flags:
`

// Perft is katachi perft.
var Perft = command.Command{Name: "perft", About: "count the lines of legal moves", Run: perft}

func perft(ctx context.Context, args []string, io *command.IO) error {
	flags := io.Flags()
	sfen := flags.String("sfen", "", "the position `SFEN` (default the start position)")
	variant := flags.String("variant", position.Shogi.Name, "shogi or minishogi")
	depth := flags.Int("depth", 5, "length of the lines in plies, from 1")
	threads := flags.Int("threads", runtime.NumCPU(), "goroutines that share the root moves, from 1")
	if err := io.ParseFlags(flags, perftUsage, args); err != nil {
		return err
	}
	p, err := perftPosition(*variant, *sfen)
	switch {
	case err != nil:
		return command.WrongUse(err)
	case *depth < 1:
		return command.Wrong("-depth %d: want at least 1", *depth)
	case *threads < 1:
		return command.Wrong("-threads %d: want at least 1", *threads)
	}
	start := time.Now()
	moves, counts, err := movegen.Divide(ctx, p, *depth, *threads)
	elapsed := time.Since(start)
	if err != nil {
		return err
	}
	total := uint64(0)
	for i, m := range moves {
		fmt.Fprintf(io.Stdout, "%v: %d\n", m, counts[i])
		total += counts[i]
	}
	fmt.Fprintf(io.Stdout, "\nNodes searched: %d\nTime: %.3f s\nLeaves per second: %.1f million\n", total, elapsed.Seconds(),
		float64(total)/max(elapsed.Seconds(), 1e-9)/1e6)
	return nil
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
