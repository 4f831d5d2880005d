package match

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseAdjudication(t *testing.T) {
	for _, text := range []string{"", "score=2000,moves=4"} {
		a, err := parseAdjudication(text)
		require.NoError(t, err, text)
		require.Equal(t, text, a.String())
	}
	a, err := parseAdjudication("moves=1,score=1")
	require.NoError(t, err)
	require.Equal(t, adjudication{1, 1}, a)
	for _, text := range []string{"2000", "score=2000", "moves=3", "score=,moves=3", "score=2000,moves=0", "score=-5,moves=3", "score=9,plies=3", ","} {
		_, err := parseAdjudication(text)
		require.ErrorContains(t, err, "score=2000,moves=4", text)
	}
}

// TestAdjudication: the last scores of both, each in its engine's own view, decide.
func TestAdjudication(t *testing.T) {
	const mated, mates, silent = -99_999, 99_999, 77_777
	for _, c := range []struct {
		name   string
		scores []int // of White, Black, ..., Black
		want   gameResult
		ends   bool
	}{
		{"Black wins", []int{-2000, 2000, -3000, 2500}, blackWins, true},
		{"White wins", []int{2000, -2000, 2100, -9000}, whiteWins, true},
		{"what was before does not matter", []int{500, -500, -2000, 2000, -3000, 2500}, blackWins, true},
		{"mates", []int{mated, mates, -2000, mates}, blackWins, true},
		{"too few", []int{2000, -2000}, 0, false},
		{"one is not sure", []int{-2000, 2000, -1999, 2500}, 0, false},
		{"one was not sure", []int{-1999, 2000, -2000, 2500}, 0, false},
		{"both think that they win", []int{2000, 2000, 2000, 2000}, 0, false},
		{"both think that they lose", []int{-2000, -2000, -2000, -2000}, 0, false},
		{"the tide has turned", []int{-2000, 2000, 2000, -2000}, 0, false},
		{"one says nothing", []int{-2000, 2000, silent, 2500}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var moves []moveRecord
			for _, score := range c.scores {
				m := moveRecord{}
				switch score {
				case mates, mated:
					m.Mate = new(int)
					*m.Mate = score
				case silent:
				default:
					m.Score = &score
				}
				moves = append(moves, m)
			}
			v := adjudication{2000, 2}.judge(moves, 0)
			require.Equal(t, c.ends, v != nil)
			if c.ends {
				require.Equal(t, c.want, v.result)
				require.Equal(t, byAdjudication, v.reason)
				require.False(t, v.reason.IsFailure())
			}
			require.Nil(t, adjudication{}.judge(moves, 0))
		})
	}
}

// TestAdjudicatedGame: two engines that agree do not play on. The good fake thinks that it is ten centipawns better
// with every move, the modest one that it is worse.
func TestAdjudicatedGame(t *testing.T) {
	moves, v, _ := duel(t, "modest")
	require.Equal(t, byAdjudication, v.reason)
	require.Equal(t, blackWins, v.result)
	require.Len(t, moves, 6)
}
