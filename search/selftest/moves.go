package selftest

import (
	"context"
	"fmt"
	"runtime"

	"katachi/movegen"
	"katachi/position"
)

// known are positions and how many lines of legal moves they have: the start positions, the one with the most moves of
// all, a busy middle game, and positions in which a pawn's drop would mate, which is no legal move.
var known = []struct {
	rules *position.Rules
	sfen  string
	depth int
	lines uint64
}{
	{position.Shogi, position.Shogi.Start, 4, 719731},
	{position.Shogi, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 3, 4809015},
	{position.Shogi, "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 2, 105677},
	{position.Shogi, "1ns2k1nl/lr2g4/g1p2psKp/pp1p5/2BPp1P2/PP3P1GP/L1N1P2P1/1B2R1S2/2SG3NL w 2Pp 50", 3, 40048},
	{position.Minishogi, position.Minishogi.Start, 5, 533203},
	{position.Minishogi, "2Rbk/b2p1/2r1S/G4/K2+s1 b GP 33", 3, 20591},
}

// countMoves holds the move generator against the known counts.
func countMoves(ctx context.Context, _ Subject) (string, error) {
	var all uint64
	for _, k := range known {
		p, err := position.ParseSFEN(k.rules, k.sfen)
		if err != nil {
			return "", err
		}
		n, err := movegen.Divide(ctx, p, k.depth, runtime.GOMAXPROCS(0), nil, func(position.Move, uint64) {})
		if err != nil {
			return "", err
		}
		if n != k.lines {
			return "", fmt.Errorf("%d lines of %d moves, want %d, in %s", n, k.depth, k.lines, k.sfen)
		}
		all += n
	}
	return fmt.Sprintf("%d positions, %d lines", len(known), all), nil
}
