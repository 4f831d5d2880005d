package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval/nnue"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/record"
)

// TestHands: with -hands a position is worth more to who has pieces in hand, by that share of their values: a rook 865, a gold 593, a
// pawn 100.
func TestHands(t *testing.T) {
	f := filter{Hands: 0.25, Scale: 600}
	for sfen, more := range map[string]float64{
		"4k4/9/9/9/9/9/9/9/4K4 b RG2p 1":    1258,
		"4k4/9/9/9/9/9/9/9/4K4 w RG2p 1":    -1258,
		"4k4/9/9/9/9/9/9/9/4K4 b Pp 1":      0,
		position.New(position.Shogi).SFEN(): 0,
	} {
		p, err := position.ParseSFEN(position.Shogi, sfen)
		require.NoError(t, err)
		require.InDelta(t, 0.3+more/4/600, logit(f.dearer(p, sigmoid(0.3))), 1e-9, sfen)
		for _, sure := range []float64{0, 1} {
			require.InDelta(t, sure, f.dearer(p, sure), 1e-4, sfen)
		}
		require.Equal(t, 0.7, (&filter{Scale: 600}).dearer(p, 0.7))
	}
	games := randomGames(t, 20)
	plain := filter{FirstPly: 1, Captures: true, Decided: 1, Share: 1, Scale: testScale}
	hands := plain
	hands.Hands = 0.5
	different := 0
	for i := range games {
		before, err := plain.examplesOf(nil, &games[i])
		require.NoError(t, err)
		after, err := hands.examplesOf(nil, &games[i])
		require.NoError(t, err)
		require.Len(t, after, len(before))
		for j := range before {
			if before[j].worth != after[j].worth {
				different++
			}
			before[j].worth, before[j].searched = after[j].worth, after[j].searched
		}
		require.Equal(t, before, after)
	}
	require.NotZero(t, different)
}

// TestQuiet: with quiescence an example is the position at the end of its line, with the chances of the side to move there.
func TestQuiet(t *testing.T) {
	games := randomGames(t, 20)
	asTheyStand := filter{FirstPly: 12, Captures: true, Decided: 1, Share: 1, Scale: testScale}
	quiet := asTheyStand
	capture := func(p *position.Position) []position.Move { // the first capture, and the first of the answers that capture
		var line []position.Move
		for range 2 {
			if moves := movegen.Captures(p, nil); !p.InCheck() && len(moves) > 0 {
				line = append(line, moves[0])
				p.Do(moves[0])
			}
		}
		for range line {
			p.Undo()
		}
		return line
	}
	quiet.quiet = make(chan func(p *position.Position) []position.Move, 1)
	quiet.quiet <- capture
	lengths := map[int]int{}
	for i := range games {
		g := &games[i]
		before, err := asTheyStand.examplesOf(nil, g)
		require.NoError(t, err)
		got, err := quiet.examplesOf(nil, g)
		require.NoError(t, err)
		p, j, k := position.New(position.Shogi), 0, 0
		for _, ply := range g.Plies {
			if quiet.accepts(p, &record.ScoredPly{Move: position.Move16(p.Complete(ply.Move)), Score: ply.Score}) {
				want := before[j]
				j++
				line := capture(p)
				for _, m := range line {
					p.Do(m)
					want.side = want.side.Other()
					want.result, want.searched, want.worth = -want.result, newChance(1-want.searched.of()), newChance(1-want.worth.of())
				}
				if !p.InCheck() {
					want.numbers, want.kings = nnue.NumbersOf(p), [2]uint8{uint8(p.King(0)), uint8(p.King(1))}
					require.Equal(t, want, got[k], p.SFEN())
					lengths[len(line)]++
					k++
				}
				for range line {
					p.Undo()
				}
			}
			p.Do(p.Complete(ply.Move))
		}
		require.Len(t, got, k)
	}
	for length := range 3 {
		require.Greater(t, lengths[length], 30, "lines of %d moves", length)
	}
}
