package bench

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"katachi/position"
	"katachi/search"
)

// speedtestGames are the games of the speedtest: of Katachi with another engine, without their last moves, since in a
// position that is decided the search ends early.
var speedtestGames = []string{
	"6g6f 4a5b 2g2f 8c8d 2h7h 8b8c 5i5h 6a7b 6f6e 7a8b 4i5i 8b7a 5i4i 8d8e 7g7f 5a4b 8h7g 3c3d 7g2b+ 3a2b 4i3h " +
		"8e8f 8g8f B*8g 7i8h 8g7h 6i7h 2b3c 8h8g 7c7d B*5f 5c5d 3g3f 5d5e 5f6g 8a7c 3f3e 4b3b 3e3d 3c4d 4g4f 7c6e " +
		"3i4h P*8e 8f8e 6c6d P*6f R*6a 8g8f 8c7c 3h4g 3b2b 5h6h 9c9d 2i3g 1c1d 8e8d 2b3b 6f6e 6d6e N*3f 6e6f 3f4d " +
		"4c4d 6g4i 3b2b 3g2e P*3b 4f4e 5b5c 4g4f 2c2d B*4b 2d2e 4b2d+ 5c5d 4e4d 5d4d P*4e 4d5d 2f2e 6f6g 4i6g P*8h " +
		"7h8h N*2g S*5b 6a6g 6h6g B*4i 6g7h 4i7f+ 8h7g 7f6e R*4a N*6f 7h8h 5d5c 5b6a+ 7a8b 2d4b",
	"6i6h 7c7d 3i3h 3a3b 1g1f 8b4b 4i4h 4b5b 4h4i 4a3a 4i4h 6c6d 5i4i 5c5d 7g7f 5d5e 4i3i 7a6b 9g9f 3c3d 4g4f " +
		"6b5c 3h4g 5a4b 5g5f 5c4d 5f5e 4d5e P*5g 3d3e 3g3f 3e3f 2h3h 3b3c 3h3f 5e4d 5g5f P*3d 3f3h 3d3e 2i3g 3c3d " +
		"4h5g 8a7c 4f4e 4d3c 5g4f 4b3b 7f7e 7d7e P*7d 6a6b 7d7c+ 6b7c N*2f 2c2d 2f3d 3c3d 8h2b+ 3b2b B*6f 2a3c 3g2e " +
		"2d2e S*2d 3a3b 4f3e P*3g 3h3g 3d3e 3g3e P*3d 3e3d G*4b S*2c 3b2c 2d2c 2b2c G*2d 2c3b 2d3c 3b4a 3c4b 4a4b " +
		"G*3c 4b5a 3c4c 5b9b 3d3a+ P*4a 6f1a+ B*7d N*6f 7d6c P*7d 7c7b 7d7c+ 7b7c P*7d 7c7b 1a5e N*7f 5e6d S*6b 6f5d " +
		"5a6a 5d6b+ 7b6b 7d7c+ S*5b 7c6b 9b6b S*7c P*3h 3a3h G*5a 7c6b 5a6b G*7c",
	"4i5h 8b9b 3i3h 6a6b 1g1f 5a5b 8g8f 4a5a 5g5f 7a7b 7i7h 9c9d 7g7f 3c3d 6g6f 3a4b 5i4i 6c6d 4g4f 7b6c 3h4g " +
		"6d6e 5h5g 7c7d 7h8g 8a7c 4i3i 6c5d 9g9f 6e6f 5g6f 6b6a 5f5e 9b6b 7f7e 5d5e 7e7d 6b6f 8h6f 5e6f 7d7c+ 6f5g+ " +
		"6i5h B*9c N*4h 2b9i+ P*6b 6a7a 7c8c 9c6f R*7d 7a6b 8c7c L*7b 7c7b 6b6c 7d7h P*7g 7h7i G*6h L*6i 6h7i 6i6f " +
		"R*6i P*5i 6i6f+ B*8d L*7e 8d5a 4b5a G*3b 6c7d P*6b 5a6b 3b2a 9i8i 2a1a 6b6c N*4e 5g5h 4g5h 6c7b S*8e 7d8e " +
		"8f8e 7g7h+ L*5g N*4a G*8b 7b6c 4e5c+ 4a5c P*6g 6f4f 8g7h 7e7h+ P*4g 4f9f 8b9a 9f8e L*5f P*5d 4g4f 7h6h 5f5d " +
		"P*5e 5d5c 5b5c 4h3f 6h5i P*7e N*4g",
	"2h3h 8b5b 7i6h 8c8d 4g4f 5c5d 5i5h 4a3b 5h4h 3b4b 6h7i 2c2d 3i2h 5b8b 9g9f 8d8e 8h9g 1c1d 4h3i 1d1e 3g3f " +
		"9c9d 7i6h 3a3b 3h4h 9d9e 9f9e 9a9e 9g4b 5a4b 9i9e 8e8f P*9c 8f8g+ 9c9b+ 8b8c G*7e 8c8f 9b8a 7a6b L*2f 8g7h " +
		"N*6f 7h6i 6f5d 4b5b 6h7i 6i7i 2f2d P*2c 5d6b+ 6a6b S*9h 2c2d 8a7a 7i8i 7e7f 8f8h+ 7a7b 6b7b 2h3g L*4g 4h4g " +
		"8h9h 7f8f 9h8h 8f9f 3c3d 4g4h 8h8g L*9h 2b7g+ 9f9g 8g8d P*8e 8d8e 4f4e 7g6g 3i2h 8e9e 4e4d 6g5g 4d4c+ 3b4c " +
		"P*5h 5g6f 2h1h B*5f P*4d 4c3b 9g8g 9e8d 5h5g 6f5g 8g7g N*2e 3g2h 1e1f 4h3h 2e1g+ 2i1g 1f1g+",
}

// The speedtest's defaults: a thread on every core, this much table for each thread, and this time for the whole test.
const (
	SpeedtestHash = 128 // MB a thread
	SpeedtestTime = 150 * time.Second
)

// Speedtest measures an engine, whose options are given, as it is used in games: it searches all positions of some
// games in turn, each for the same time, so that all of them take about the duration, and keeps the table from move to
// move. It prints a line for each game and the totals; if the context ends the test early, those of what was searched.
func Speedtest(ctx context.Context, s Searcher, options search.Options, binding string, duration time.Duration, out io.Writer) error {
	return speedtest(ctx, s, options, binding, speedtestGames, duration, out)
}

func speedtest(ctx context.Context, s Searcher, options search.Options, binding string, texts []string, duration time.Duration, out io.Writer) error {
	games := make([][]string, len(texts))
	positions := 0
	for i, game := range texts {
		games[i] = strings.Fields(game)
		positions += len(games[i]) + 1
	}
	limits := search.Limits{MoveTime: max(duration/time.Duration(positions), time.Millisecond)}
	var sum tally
	for i, moves := range games {
		s.Clear()
		before := sum
		p := position.New(position.Shogi)
		for ply := 0; ; ply++ {
			sum.search(ctx, s, p, limits)
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
			search.PerSecond(nodes, elapsed))
		if ctx.Err() != nil {
			break
		}
	}
	fmt.Fprintf(out, "Threads               : %d\nThread binding        : %s\nHash (MB)             : %d\nHash full (permille)  : at most %d, mean %d\n"+
		"Positions searched    : %d of %d\nDepth (mean)          : %.1f\nTime (ms)             : %d\nNodes searched        : %d\nNodes/second          : %d\n",
		options.Threads, cmp.Or(binding, "none"), options.HashMB, sum.fullest, sum.full/sum.searches,
		sum.searches, positions, sum.depth(), sum.elapsed.Milliseconds(), sum.nodes, search.PerSecond(sum.nodes, sum.elapsed))
	return ctx.Err()
}
