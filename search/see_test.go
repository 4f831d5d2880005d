package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

func TestSEEKnown(t *testing.T) {
	for _, c := range []struct {
		sfen, move string
		value      Score
	}{
		{"4k4/9/9/9/4p4/4P4/9/9/4K4 b - 1", "5f5e", 100},          // a pawn for nothing
		{"4k4/9/9/4g4/4p4/4P4/9/9/4K4 b - 1", "5f5e", 0},          // pawn for pawn
		{"4k4/9/9/4g4/4p4/9/9/4R4/4K4 b - 1", "5h5e", 100 - 1100}, // rook takes a protected pawn
		{"4k4/9/9/4g4/4p4/4L4/9/4R4/4K4 b - 1", "5f5e", 100},      // the rook behind the lance keeps the gold from taking it
		{"4k4/9/9/4p4/9/9/9/9/4K4 b G 1", "G*5e", -600},
		{"4k4/9/9/4p4/9/4P4/9/9/4K4 b G 1", "G*5e", -600 + 100},
		{"4k4/9/9/9/9/9/9/9/4K4 b R 1", "R*5b", -1100}, // the king takes it
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", 0},   // protected: the king cannot

		{"4r3k/9/9/5g3/5p3/4SP3/9/9/4K4 b - 1", "4f4e", 0},                     // the silver is pinned and does not protect the pawn
		{"4k4/9/9/4g4/5p3/5P3/9/4R4/K8 b - 1", "4f4e", 0},                      // the other side's pinned gold takes nevertheless
		{"8k/9/9/4+ps3/4p4/4S4/9/4L4/K8 b - 1", "5f5e", 100 - 550 + 600 - 350}, // the tokin joins in before the silver
		{"8k/9/6b2/5s3/4p4/4GG3/9/9/K8 b - 1", "5f5e", 100 - 600},              // the bishop behind the silver keeps the second gold away
	} {
		p := parse(t, c.sfen)
		m := legal(t, p, c.move)
		require.True(t, seeAtLeast(p, m, c.value), "%s %s at least %d", c.sfen, c.move, c.value)
		require.False(t, seeAtLeast(p, m, c.value+1), "%s %s at least %d", c.sfen, c.move, c.value+1)
	}
}

// TestSEEAgainstSlow compares with a plain recursion over the captures on the square.
func TestSEEAgainstSlow(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	randomPositions(t, 15, 120, func(p *position.Position, rng *rand.Rand) {
		for _, m := range movegen.Legal(p, nil) {
			if m.Before().Kind() == position.King {
				continue
			}
			value := slowSEE(p, m)
			for _, threshold := range []Score{value, value + 1, 0, Score(rng.IntN(2001) - 1000)} {
				require.Equal(t, value >= threshold, seeAtLeast(p, m, threshold), "%v at least %d (is %d): %s", m, threshold, value, p.SFEN())
			}
		}
	})
}

func slowSEE(p *position.Position, m position.Move) Score {
	value := Score(0)
	occ := p.Occupied().With(m.To())
	if !m.IsDrop() {
		value = exchangeValue[p.At(m.To()).Kind()]
		occ = occ.Without(m.From())
	}
	return value - slowExchange(p, m.To(), p.Side().Other(), occ, exchangeValue[m.Piece().Kind()])
}

// slowExchange is what side wins at most by capturing on s, where a piece of the other side worth victim stands.
func slowExchange(p *position.Position, s position.Square, side position.Color, occ position.Bitboard, victim Score) Score {
	attackers := p.AttackersTo(s, occ).And(occ)
	own := attackers.And(p.ByColor(side))
	if side == p.Side() {
		own = own.AndNot(p.Pinned())
	}
	if own.IsEmpty() {
		return 0
	}
	from, kind := cheapest(p, own)
	if kind == position.King {
		if attackers.Intersects(p.ByColor(side.Other())) {
			return 0
		}
		return victim
	}
	return max(0, victim-slowExchange(p, s, side.Other(), occ.Without(from), exchangeValue[kind]))
}
