package search

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"katachi/position"
)

// Speedtest measures the engine with the settings in force as it is used in games: it searches all positions of some
// games in turn, each for the same time, so that all of them take about as long as it is told, and keeps the table from
// move to move. It prints a line for each game and the totals; if the context ends the test early, those of what was
// searched.
func (e *Engine) Speedtest(ctx context.Context, duration time.Duration, out io.Writer) error {
	return e.speedtest(ctx, speedtestGames, duration, out)
}

func (e *Engine) speedtest(ctx context.Context, texts []string, duration time.Duration, out io.Writer) error {
	games := make([][]string, len(texts))
	positions := 0
	for i, game := range texts {
		games[i] = strings.Fields(game)
		positions += len(games[i]) + 1
	}
	limits := Limits{MoveTime: max(duration/time.Duration(positions), time.Millisecond)}
	var sum tally
	fullest, full := 0, 0
	for i, moves := range games {
		e.Clear()
		before := sum
		p := position.New(position.Shogi)
		for ply := 0; ; ply++ {
			sum.search(ctx, e, p, limits)
			fullest = max(fullest, e.table.HashFull())
			full += e.table.HashFull()
			if ply == len(moves) || ctx.Err() != nil {
				break
			}
			m, err := p.ParseLegal(moves[ply])
			if err != nil {
				return fmt.Errorf("speedtest game %d: %w", i+1, err)
			}
			p.Do(m)
		}
		nodes, elapsed := sum.nodes-before.nodes, sum.elapsed-before.elapsed
		fmt.Fprintf(out, "game %d of %d: %d positions, %d nodes, %d nodes/second\n", i+1, len(games), sum.searches-before.searches, nodes,
			perSecond(nodes, elapsed))
		if ctx.Err() != nil {
			break
		}
	}
	binding := e.Placement()
	if binding == "" {
		binding = "none"
	}
	fmt.Fprintf(out, "Threads               : %d\nThread binding        : %s\nHash (MB)             : %d\nHash full (permille)  : at most %d, mean %d\n"+
		"Positions searched    : %d of %d\nDepth (mean)          : %.1f\nTime (ms)             : %d\nNodes searched        : %d\nNodes/second          : %d\n",
		len(e.workers), binding, e.table.Megabytes(), fullest, full/sum.searches,
		sum.searches, positions, sum.depth(), sum.elapsed.Milliseconds(), sum.nodes, perSecond(sum.nodes, sum.elapsed))
	return ctx.Err()
}
