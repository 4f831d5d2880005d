package movegen

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func TestEndOf(t *testing.T) {
	const rooks = " 2h3h 8b7b 3h2h 7b8b"
	const check = "4k4/9/9/9/9/9/9/9/R7K b - 1"
	for _, c := range []struct {
		name   string
		rules  *position.Rules
		game   string
		limit  int
		ending Ending
		winner string // "" = none
	}{
		{"the beginning", position.Shogi, "startpos", 0, GoesOn, ""},
		{"three times", position.Shogi, "startpos moves" + strings.Repeat(rooks, 2), 0, GoesOn, ""},
		{"four times", position.Shogi, "startpos moves" + strings.Repeat(rooks, 3), 0, Repetition, ""},
		{"four times, at the limit", position.Shogi, "startpos moves" + strings.Repeat(rooks, 3), 12, Repetition, ""},
		{"perpetual check", position.Shogi, "sfen " + check + " moves 9i5i 5a4a 5i4i 4a5a 4i5i 5a4a 5i4i 4a5a 4i5i 5a4a 5i4i 4a5a 4i5i 5a4a", 0, PerpetualCheck, "white"},
		{"on 5x5 the first player loses", position.Minishogi, "startpos moves" + strings.Repeat(" 1e1d 5a5b 1d1e 5b5a", 3), 0, Repetition, "white"},
		{"perpetual check by the second player on 5x5", position.Minishogi, "sfen r3k/5/5/5/K4 b - 1 moves" + strings.Repeat(" 5e4e 5a4a 4e5e 4a5a", 3), 0, PerpetualCheck, "black"},
		{"on 5x5 with draws", position.MinishogiDraw, "startpos moves" + strings.Repeat(" 1e1d 5a5b 1d1e 5b5a", 3), 0, Repetition, ""},
		{"mate", position.Shogi, "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1", 0, Mate, "black"},
		{"mate at the limit", position.Shogi, "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 51", 50, Mate, "black"},
		{"stalemate loses too", position.Shogi, "sfen k8/9/1G7/9/9/9/9/9/4K4 w - 2", 0, GoesOn, ""},
		{"no move but no check", position.Shogi, "sfen k8/2G6/1G7/9/9/9/9/9/4K4 w - 2", 0, Mate, "black"},
		{"the last ply", position.Shogi, "startpos moves 7g7f 3c3d", 3, GoesOn, ""},
		{"one more", position.Shogi, "startpos moves 7g7f 3c3d", 2, MoveLimit, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := position.ParseGameText(c.game)
			require.NoError(t, err)
			p, err := g.Play(c.rules)
			require.NoError(t, err)
			ending, winner, won := EndOf(p, c.limit)
			require.Equal(t, c.ending, ending)
			require.Equal(t, c.winner != "", won)
			if won {
				require.Equal(t, c.winner, [2]string{"black", "white"}[winner])
			}
		})
	}
}
