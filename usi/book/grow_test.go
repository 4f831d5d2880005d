package book

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// A book grows where its values say that play goes, and values of later positions reach the earlier ones.
func TestGrow(t *testing.T) {
	root := position.New(position.Shogi)
	after := func(moves ...string) *position.Position {
		p := root.Clone()
		for _, text := range moves {
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			p.Do(m)
		}
		return p
	}
	d := NewDraft(position.Shogi, false)
	set := func(p *position.Position, values map[string]int) {
		var moves []Move
		for _, text := range slices.Sorted(maps.Keys(values)) { // of equally likely positions the earlier move's comes first
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			moves = append(moves, Move{Move: m, Value: values[text], Depth: 9, Count: 1})
		}
		require.NoError(t, d.Set(p, moves))
	}
	g := Growth{Root: root, Last: 3, Within: 40}
	next := func() (string, float64) {
		p, chance, err := d.Next(g)
		require.NoError(t, err)
		if p == nil {
			return "", 0
		}
		return p.SFEN(), chance
	}
	sfen, chance := next()
	require.Equal(t, root.SFEN(), sfen)
	require.Equal(t, 1.0, chance)

	// 2g2f is 20 better: e to the power of 2*20/40 = 1 times as likely; 1g1f is beyond Within.
	set(root, map[string]int{"2g2f": 30, "7g7f": 10, "1g1f": -40})
	sfen, chance = next()
	require.Equal(t, after("2g2f").SFEN(), sfen)
	require.InDelta(t, 1/(1+math.Exp(-1)), chance, 1e-9)

	// White's best reply says that 2g2f is worth -60: now 7g7f is the only move.
	set(after("2g2f"), map[string]int{"8c8d": 60, "3c3d": 55})
	sfen, chance = next()
	require.Equal(t, after("7g7f").SFEN(), sfen)
	require.Equal(t, 1.0, chance)

	// Both ways to a position count together.
	set(after("2g2f"), map[string]int{"8c8d": -10, "3c3d": -10})
	set(after("7g7f"), map[string]int{"8c8d": -10, "3c3d": -10})
	set(after("2g2f", "8c8d"), map[string]int{"7g7f": 10})
	set(after("7g7f", "8c8d"), map[string]int{"2g2f": 10})
	sfen, chance = next()
	require.Equal(t, after("2g2f", "3c3d").SFEN(), sfen)
	require.Equal(t, 0.25, chance) // plies beyond Last, where both ways meet, are no concern
	g.Last = 4
	sfen, chance = next()
	require.Equal(t, after("2g2f", "8c8d", "7g7f").SFEN(), sfen)
	require.Equal(t, 0.5, chance)
	g.Over = map[string]bool{sfen: true}
	sfen, _ = next()
	require.Equal(t, after("2g2f", "3c3d").SFEN(), sfen)

	set(after("7g7f"), map[string]int{"8c8d": -10, "3c3d": -5})
	set(after("7g7f", "8c8d"), map[string]int{"2g2f": 7})
	require.NoError(t, d.Settle(g))
	var got []string
	for _, m := range d.Moves(root) {
		got = append(got, m.Move.String())
		require.Equal(t, 9, m.Depth)
	}
	require.Equal(t, []string{"2g2f", "7g7f"}, got) // without 1g1f, the better first
	require.Equal(t, 10, d.Moves(root)[0].Value)
	require.Equal(t, 5, d.Moves(root)[1].Value)           // 3c3d is White's best
	require.Equal(t, -7, d.Moves(after("7g7f"))[1].Value) // 8c8d, as its own reply says
}
