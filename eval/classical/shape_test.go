package classical

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// blackTerms returns the terms of Black.
func blackTerms(t *testing.T, rules *position.Rules, sfen string) terms {
	p := parse(t, rules, sfen)
	e := New()
	e.Reset(p)
	var both [2]terms
	e.shape(p, &both)
	return both[position.Black]
}

// Each row holds two positions that differ in one thing; the named term prefers the first.
func TestShapePrefers(t *testing.T) {
	for _, test := range []struct {
		name          string
		term          func(terms) int32
		better, worse string
	}{
		{"a general that another protects", func(t terms) int32 { return t.shape },
			"4k4/9/9/9/9/9/3GG4/9/4K4 b - 1", "4k4/9/9/9/9/9/3G1G3/9/8K b - 1"},
		{"a gold protected to one that nothing protects", func(t terms) int32 { return t.shape },
			"4k4/9/9/9/4G4/4L4/9/9/4K4 b - 1", "4k4/9/9/9/4G4/3L5/9/9/4K4 b - 1"},
		{"a bishop with room", func(t terms) int32 { return t.mobility },
			"4k4/9/9/9/9/2P6/9/1B7/4K4 b - 1", "4k4/9/9/9/9/9/P1P6/1B7/L1N1K4 b - 1"},
		{"a rook on an open file", func(t terms) int32 { return t.mobility },
			"4k4/9/9/9/9/9/P8/7R1/4K4 b - 1", "4k4/9/9/9/9/9/7P1/7R1/4K4 b - 1"},
		{"a silver out of a pawn's reach", func(t terms) int32 { return t.threats },
			"4k4/9/9/5p3/4S4/9/9/9/4K4 b - 1", "4k4/9/9/4p4/4S4/9/9/9/4K4 b - 1"},
		{"an attacked knight that is protected", func(t terms) int32 { return t.threats },
			"4k4/4r4/9/9/4N4/4L4/9/9/3K5 b - 1", "4k4/4r4/9/9/4N4/5L3/9/9/3K5 b - 1"},
		{"an attacked silver with a square to go to", func(t terms) int32 { return t.threats },
			"4k4/9/4s4/4p4/4S4/9/9/9/4K4 b - 1", "4k4/9/4s4/4p4/4S4/3P1P3/9/9/4K4 b - 1"},
		{"a gold near its king", func(t terms) int32 { return t.near },
			"4k4/9/9/9/9/9/9/7G1/7K1 b - 1", "4k4/9/9/9/9/9/9/1G7/7K1 b - 1"},
		{"a horse near its king", func(t terms) int32 { return t.near },
			"4k4/9/9/9/9/9/6+B2/9/7K1 b - 1", "4k4/9/9/9/9/9/+B8/9/7K1 b - 1"},
		{"a promoted pawn near the enemy king", func(t terms) int32 { return t.near },
			"4k4/9/4+P4/9/9/9/9/9/7K1 b - 1", "4k4/9/8+P/9/9/9/9/9/7K1 b - 1"},
		{"control near the enemy king", func(t terms) int32 { return t.control },
			"4k4/9/9/4S4/9/9/9/9/7K1 b - 1", "4k4/9/9/S8/9/9/9/9/7K1 b - 1"},
		{"a king without attackers", func(t terms) int32 { return t.king },
			"4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/4+r4/5+b3/7K1 b - 1"},
		{"a king when the enemy has nothing in hand", func(t terms) int32 { return t.king },
			"4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b r2gs 1"},
		{"a covered king against pieces in hand", func(t terms) int32 { return t.king },
			"4k4/9/9/9/9/9/9/6SK1/5GGNL b r2gs 1", "4k4/9/9/9/9/9/9/7K1/1GGS3NL b r2gs 1"},
		{"a king in the enemy camp", func(t terms) int32 { return t.entering },
			"9/4K4/9/9/9/9/9/9/4k4 b - 1", "9/9/9/9/4K4/9/9/9/4k4 b - 1"},
		{"an entered king with more points", func(t terms) int32 { return t.entering },
			"9/4K4/9/9/9/9/9/9/4k4 b R 1", "9/4K4/9/9/9/9/9/9/4k4 b P 1"},
	} {
		better, worse := test.term(blackTerms(t, position.Shogi, test.better)), test.term(blackTerms(t, position.Shogi, test.worse))
		require.Greater(t, better, worse, test.name)
	}
}

// Minishogi has no castles and no declaration.
func TestMinishogiTerms(t *testing.T) {
	for _, sfen := range readSFENs(t, "perft_5x5_public.jsonl") {
		terms := blackTerms(t, position.Minishogi, sfen)
		require.Zero(t, terms.castle, sfen)
		require.Zero(t, terms.entering, sfen)
	}
}

func TestPawnsAttack(t *testing.T) {
	for c := position.Black; c <= position.White; c++ {
		for squares := position.Shogi.LastRank(c).Not(); squares.Any(); {
			var s position.Square
			s, squares = squares.Pop()
			require.Equal(t, position.PawnAttacks(c, s), pawnsAttack(c, position.SquareBB(s)), s)
		}
	}
}

// A king's danger grows with the units and never turns back.
func TestDangerGrows(t *testing.T) {
	e := New()
	e.Reset(position.New(position.Shogi))
	for u := 1; u <= maxUnits; u++ {
		require.GreaterOrEqual(t, e.danger[u], e.danger[u-1])
	}
	require.Zero(t, e.danger[0])
	require.Greater(t, e.danger[maxUnits], int16(1000))
}
