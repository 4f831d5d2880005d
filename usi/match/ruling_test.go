package match

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestJudge plays answers from an opening and compares the end.
func TestJudge(t *testing.T) {
	const entered = "sfen 1K6S/+R+RBGGGGSS/9/9/9/9/9/9/8k b BS4N4L18P 1"
	cycle := strings.Repeat("2h3h 8b7b 3h2h 7b8b ", 3)
	for _, c := range []struct {
		name     string
		opening  string
		answers  string
		result   gameResult
		reason   endReason
		plies    int // moves that were played
		variant  *position.Rules
		declare  position.EnteringKing
		maxPlies int
	}{
		{"mate", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", blackWins, byMate, 1, nil, 3, 0},
		{"mate by the last move of the limit", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 9", "G*5b", blackWins, byMate, 1, nil, 3, 9},
		{"move limit", "startpos moves 7g7f", "3c3d 2g2f", drawn, byMoveLimit, 2, nil, 3, 3},
		{"resignation of White", "startpos moves 7g7f", "resign", blackWins, byResignation, 0, nil, 3, 0},
		{"repetition", "startpos", cycle, drawn, byRepetition, 12, nil, 3, 0},
		{"three occurrences only", "startpos", cycle[:len(cycle)-5] + "resign", blackWins, byResignation, 11, nil, 3, 0},
		{"perpetual check", "sfen 4k4/9/9/9/9/9/9/R8/4K4 b - 1", "8h5h", whiteWins, byIllegalMove, 0, nil, 3, 0},
		{"perpetual check by Black", "sfen 4k4/9/9/9/9/9/9/R8/4K4 b - 1",
			"9h9a 5a5b 9a9b 5b5a " + strings.Repeat("9b9a 5a5b 9a9b 5b5a ", 3), whiteWins, byPerpetualCheck, 13, nil, 3, 0},
		{"nifu", "sfen 4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5c", whiteWins, byIllegalMove, 0, nil, 3, 0},
		{"pawn-drop mate", "sfen 8k/6G2/8G/9/9/9/9/9/4K4 b P 1", "P*1b", whiteWins, byIllegalMove, 0, nil, 3, 0},
		{"a check that stands", "sfen 4k4/9/9/9/4R4/9/9/9/4K4 w - 1", "5a5b", blackWins, byIllegalMove, 0, nil, 3, 0},
		{"declaration", entered, "win", blackWins, byDeclaration, 0, nil, position.CSARule27, 0},
		{"declaration without a rule", entered, "win", whiteWins, byFalseClaim, 0, nil, position.NoEnteringKing, 0},
		{"false claim", "startpos", "win", whiteWins, byFalseClaim, 0, nil, 3, 0},
		{"try", "sfen 9/3K5/9/9/9/9/9/9/8k b - 1", "6b5a", blackWins, byTry, 1, nil, position.TryRule, 0},
		{"no try under the points rule", "sfen 9/3K5/9/9/9/9/9/9/8k b - 1", "6b5a resign", blackWins, byResignation, 1, nil, 3, 0},
		{"garbage", "startpos", "(none)", whiteWins, byGarbage, 0, nil, 3, 0},
		{"minishogi: Black loses a repetition", "startpos", strings.Repeat("1e1d 5a5b 1d1e 5b5a ", 3), whiteWins, byRepetition, 12, position.Minishogi, 3, 0},
		{"minishogi: off the board", "startpos", "7g7f", whiteWins, byIllegalMove, 0, position.Minishogi, 3, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := testRules()
			r.declare, r.maxPlies = c.declare, c.maxPlies
			if c.variant != nil {
				r.variant = c.variant
			}
			o, err := position.ParseGameText(c.opening)
			require.NoError(t, err)
			j, err := r.newJudge(o)
			require.NoError(t, err)
			start := j.pos.Ply()
			var v *verdict
			for _, answer := range strings.Fields(c.answers) {
				require.Nil(t, j.standing())
				if v = j.play(answer); v != nil {
					break
				}
				if v = j.standing(); v != nil {
					break
				}
			}
			require.NotNil(t, v)
			require.Equal(t, c.reason, v.reason, v.detail)
			require.Equal(t, c.result, v.result)
			require.Equal(t, c.plies, j.pos.Ply()-start)
		})
	}
}
