package usi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func TestSituation(t *testing.T) {
	for sfen, want := range map[string]string{
		position.Shogi.Start:                     "Black (先手) to move, move 1.",
		"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 8":        "White (後手) to move, move 8. It is mate: Black has won.",
		"4k4/9/4P4/9/9/9/9/9/4K4 b G 1":          "Black (先手) to move, move 1. Black can mate in one.",
		"9/9/9/9/9/9/9/1r7/K1r6 b - 3":           "Black (先手) to move, move 3. The king is in check, with 1 way out.",
		"4k4/9/9/9/4r4/9/9/9/4K4 b - 3":          "Black (先手) to move, move 3. The king is in check, with 4 ways out.",
		"9/9/9/9/9/9/9/2r6/K1r6 b - 3":           "Black (先手) to move, move 3. It is mate: White has won.",
		"8k/9/8G/9/9/9/9/9/4K4 w - 2 moves 1a2a": "Black (先手) to move, move 3.",
	} {
		g, err := position.ParseGameText(sfen)
		require.NoError(t, err)
		p, err := g.Play(position.Shogi)
		require.NoError(t, err)
		require.Equal(t, want, situation(p), sfen)
	}
	p := position.New(position.Shogi)
	for range 3 {
		for _, text := range []string{"2h3h", "8b7b", "3h2h", "7b8b"} {
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			p.Do(m)
		}
	}
	require.Contains(t, situation(p), "for the fourth time: a draw")
}

func TestVerdict(t *testing.T) {
	require.Equal(t, "about even", verdict(position.White, -49))
	require.Equal(t, "White is slightly better", verdict(position.Black, -90))
	require.Equal(t, "White is winning", verdict(position.White, 3000))
}
