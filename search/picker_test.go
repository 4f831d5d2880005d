package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// drain takes all moves of a started picker.
func drain(pk *picker) []position.Move {
	var moves []position.Move
	for m := pk.move(); m != position.MoveNone; m = pk.move() {
		moves = append(moves, m)
	}
	pk.release()
	return moves
}

// TestPickerIsComplete: whatever table move and killers there are, each picker gives its moves once.
func TestPickerIsComplete(t *testing.T) {
	e := newTestEngine(t, nil)
	w := e.workers[0]
	randomPositions(t, 6, 150, func(p *position.Position, rng *rand.Rand) {
		e.clock = newClock(Limits{Infinite: true}, &e.options, p.Side(), p.Ply(), nil)
		w.prepare(p, nil)
		w.pos = p
		f := &w.stack[stackOffset]
		moves := movegen.Search(p, nil)
		if len(moves) == 0 {
			return
		}
		f.killers = [2]position.Move{moves[rng.IntN(len(moves))], position.NewMove(0, 1, position.NewPiece(p.Side(), position.Gold))}
		for _, m := range moves {
			*w.history.quiet.at(m) = int16(rng.IntN(2000) - 1000)
		}
		table := position.MoveNone
		if all := movegen.Legal(p, nil); rng.IntN(3) > 0 {
			table = all[rng.IntN(len(all))]
		}
		want := moves
		if table != position.MoveNone {
			want = append([]position.Move{table}, without(moves, table)...)
		}
		var pk picker
		w.pick(&pk, table, 0)
		got := drain(&pk)
		require.ElementsMatch(t, want, got, "table %v killers %v: %s", table, f.killers, p.SFEN())
		if table != position.MoveNone {
			require.Equal(t, table, got[0])
		}

		w.pickNoisy(&pk, position.MoveNone, 0, true)
		want = nil
		for _, m := range moves {
			if p.InCheck() || p.GivesCheck(m) || !w.isQuiet(m) {
				want = append(want, m)
			}
		}
		got = drain(&pk)
		if !p.InCheck() { // captures that lose material are left out, checks are not
			for _, m := range got {
				require.True(t, w.isQuiet(m) || seeAtLeast(p, m, 0))
			}
			want = filter(want, func(m position.Move) bool { return w.isQuiet(m) || seeAtLeast(p, m, 0) })
		}
		require.ElementsMatch(t, want, got, "noisy: %s", p.SFEN())

		if !p.InCheck() {
			w.pickCaptures(&pk, position.MoveNone, 0, 300)
			want = filter(movegen.Captures(p, nil), func(m position.Move) bool { return seeAtLeast(p, m, 300) })
			require.ElementsMatch(t, want, drain(&pk), "captures: %s", p.SFEN())
		}
		require.Zero(t, w.top)
	})
}

func filter(moves []position.Move, keep func(position.Move) bool) []position.Move {
	var kept []position.Move
	for _, m := range moves {
		if keep(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func without(moves []position.Move, m position.Move) []position.Move {
	return filter(moves, func(o position.Move) bool { return o != m })
}
