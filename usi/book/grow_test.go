package book

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// grown is a book that grows from the start position.
type grown struct {
	*testing.T
	*Draft
}

// after returns the position after some moves.
func (g grown) after(moves ...string) *position.Position {
	p := position.New(position.Shogi)
	for _, text := range moves {
		m, err := p.ParseLegal(text)
		require.NoError(g, err)
		p.Do(m)
	}
	return p
}

// set gives a position its moves; of equal ones the first by name comes first.
func (g grown) set(p *position.Position, values map[string]int) {
	var moves []Move
	for _, text := range slices.Sorted(maps.Keys(values)) {
		m, err := p.ParseLegal(text)
		require.NoError(g, err)
		moves = append(moves, Move{Move: m, Value: values[text], Depth: 9, Count: 1})
	}
	require.NoError(g, g.Set(p, moves))
}

// next returns the SFEN of the position to search next, empty if there is none, and its chance.
func (g grown) next(growth Growth) (string, float64) {
	p, chance, err := g.Next(growth)
	require.NoError(g, err)
	if p == nil {
		return "", chance
	}
	return p.SFEN(), chance
}

// A book grows where its values say that play goes, and values of later positions reach the earlier ones.
func TestGrow(t *testing.T) {
	d := grown{t, NewDraft(position.Shogi, false)}
	after, set, root := d.after, d.set, position.New(position.Shogi)
	g := Growth{Root: root, Last: 3, Within: 40, Replies: 40}
	next := func() (string, float64) { return d.next(g) }
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

// Who plays against the book may choose moves that it would not play itself.
func TestGrowReplies(t *testing.T) {
	d := grown{t, NewDraft(position.Shogi, false)}
	g := Growth{Root: position.New(position.Shogi), Last: 3, Within: 20, Replies: 120}
	check := func(want *position.Position, wantChance float64) {
		t.Helper()
		sfen, chance := d.next(g)
		require.Equal(t, want.SFEN(), sfen)
		require.InDelta(t, wantChance, chance, 1e-9)
	}
	d.set(d.after(), map[string]int{"2g2f": 30, "1g1f": -30})

	// As Black the book plays 2g2f alone. As White it meets 1g1f too, which is 60 worse: e to the power of 2*60/120 = 1 times
	// less likely.
	met := 1 / (1 + math.E)
	check(d.after("2g2f"), 0.5+0.5*(1-met))
	d.set(d.after("2g2f"), map[string]int{"8c8d": -30})
	check(d.after("2g2f", "8c8d"), 0.5+0.5*(1-met))
	d.set(d.after("2g2f", "8c8d"), map[string]int{"7g7f": 30})
	check(d.after("1g1f"), 0.5*met)

	// There it does not play the weaker of White's moves, and as Black it does not come there.
	d.set(d.after("1g1f"), map[string]int{"8c8d": 30, "9c9d": -30})
	check(d.after("1g1f", "8c8d"), 0.5*met)
	d.set(d.after("1g1f", "8c8d"), map[string]int{"7g7f": -30})
	sfen, _ := d.next(g)
	require.Empty(t, sfen)

	require.NoError(t, d.Settle(g))
	require.Len(t, d.Moves(d.after()), 2, "weak moves stay as long as somebody may play them")
}
