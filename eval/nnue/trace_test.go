package nnue

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"katachi/position"
)

// TestTrace reads the lines that other programs read, and the worth of a piece against the position without it.
func TestTrace(t *testing.T) {
	positions := oraclePositions(t)
	n := generated(t, &recipes[0], 1)
	e := n.NewEvaluator()
	standing := position.New(position.Shogi)
	e.Reset(standing)
	before := e.Evaluate(standing)
	found := 0
	for _, row := range rows(t, "expected.tsv") {
		if row[0] != recipes[0].name {
			continue
		}
		found++
		text := e.Trace(positions[row[2]])
		require.Contains(t, text, "\nraw = "+row[3]+"\n")
	}
	require.Equal(t, len(positions), found)
	require.Equal(t, before, e.Evaluate(standing), "tracing leaves the evaluator where it stood")

	p := positions["hirate+9"] // White to move
	without := parse(t, "lnsgkgsnl/7b1/pppp1pppp/4p4/9/3P1P1PP/PPP1P1P2/1B1K3R1/LNSG1GSNL w - 10")
	for _, n := range []*Network{n, contactNetwork(t)} {
		e, f := n.NewEvaluator(), n.NewEvaluator()
		f.Reset(p)
		score := f.Evaluate(p)
		f.Reset(without)
		worth := f.Evaluate(without) - score
		line := strings.Split(e.Trace(p), "\n")[10] // under the pieces of rank b
		require.Contains(t, line, fmt.Sprintf("|%+5d ", int(worth)), n.Describe())
	}
	require.Contains(t, e.Trace(positions["all_in_black_hand"]), "P x18 ")
	var scores [2]int
	for i, sfen := range []string{"4k4/9/9/9/9/9/9/9/4K4 b RGS2b 1", "4k4/9/9/9/9/9/9/9/4K4 b RGS2b2p 1"} {
		p := parse(t, sfen)
		e.Reset(p)
		scores[i] = int(e.Evaluate(p))
		if i == 1 {
			require.NotEqual(t, scores[0], scores[1])
			require.Contains(t, e.Trace(p), fmt.Sprintf("  P x2 %+d\n", scores[1]-scores[0]))
		}
	}
}
