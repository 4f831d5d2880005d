package bench

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"katachi/movegen"
	"katachi/position"
	"katachi/position/command"
	"katachi/search"
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
	sfen := flags.String("sfen", "", "the `position`: an SFEN or startpos, optionally with moves (default the start position)")
	variant := flags.String("variant", position.Shogi.Name, "shogi or minishogi")
	depth := flags.Int("depth", 5, "length of the lines in plies, from 1")
	threads := flags.Int("threads", search.Cores(), "goroutines that share the root moves, from 1")
	if err := io.ParseFlags(flags, perftUsage, args); err != nil {
		return err
	}
	p, err := perftPosition(*variant, *sfen)
	switch {
	case err != nil:
		return command.WrongUse(err)
	case *depth < 1 || *depth > movegen.MaxPerftDepth:
		return command.Wrong("-depth %d: want 1 to %d", *depth, movegen.MaxPerftDepth)
	case *threads < 1:
		return command.Wrong("-threads %d: want at least 1", *threads)
	}
	return countLines(ctx, p, *depth, *threads, io)
}

// countLines prints the count of each root move when it is known, on a terminal the progress meanwhile, and the sum; when
// stopped, what it has counted by then.
func countLines(ctx context.Context, p *position.Position, depth, threads int, io *command.IO) error {
	start, line := time.Now(), command.NewLine(io.Stderr)
	var leaves, done atomic.Uint64
	roots := len(movegen.Legal(p, nil))
	rate := func(n uint64) float64 { return float64(n) / max(time.Since(start).Seconds(), 1e-9) / 1e6 }
	showing := make(chan struct{})
	ended, end := context.WithCancel(ctx)
	go func() {
		defer close(showing)
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ended.Done():
				return
			case <-tick.C:
				line.Show(fmt.Sprintf("%d of %d moves, %d million leaves, %.1f million a second, %v", done.Load(), roots, leaves.Load()/1e6,
					rate(leaves.Load()), time.Since(start).Round(time.Second)))
			}
		}
	}()
	total, err := movegen.Divide(ctx, p, depth, threads, &leaves, func(m position.Move, n uint64) {
		line.Wipe()
		done.Add(1)
		fmt.Fprintf(io.Stdout, "%v: %d\n", m, n)
	})
	end()
	<-showing
	line.Wipe()
	if err != nil {
		fmt.Fprintf(io.Stdout, "\nStopped: %d of %d moves, with %d leaves, are counted, and %d leaves or more in all\n", done.Load(), roots, total,
			max(total, leaves.Load()))
		return err
	}
	fmt.Fprintf(io.Stdout, "\nNodes searched: %d\nTime: %.3f s\nLeaves per second: %.1f million\n", total, time.Since(start).Seconds(), rate(total))
	return nil
}

func perftPosition(variant, sfen string) (*position.Position, error) {
	rules, err := position.VariantNamed(variant)
	if err != nil {
		return nil, err
	}
	return parsePosition(rules, cmp.Or(sfen, rules.Start))
}

// parsePosition reads the value of -sfen: an SFEN, or a game as USI writes it.
func parsePosition(rules *position.Rules, text string) (*position.Position, error) {
	game, err := position.ParseGameText(text)
	if err != nil {
		return nil, fmt.Errorf("-sfen: %w", err)
	}
	p, err := game.Play(rules)
	if err != nil {
		return nil, fmt.Errorf("-sfen: %w", err)
	}
	return p, nil
}
