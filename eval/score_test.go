package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What a score means follows from where it lies: an evaluation, a superior repetition, a mate, or nothing known.
func TestScore(t *testing.T) {
	for _, test := range []struct {
		score           Score
		text            string
		mate, win, loss bool
	}{
		{0, "cp 0", false, false, false},
		{-35, "cp -35", false, false, false},
		{MaxEval, "cp 28000", false, false, false},
		{-MaxEval, "cp -28000", false, false, false},
		{Superior - MaxPly, "cp 28754", false, true, false},
		{-Superior, "cp -29000", false, false, true},
		{MateIn(1), "mate 1", true, true, false},
		{MateIn(2*MaxPly - 1), "mate 491", true, true, false},
		{MatedIn(0), "mate -1", true, false, true},
		{MatedIn(2), "mate -2", true, false, true},
		{Infinity, "cp 32500", false, true, false},
		{-Infinity, "cp -32500", false, false, true},
	} {
		require.Equal(t, test.text, test.score.String())
		require.Equal(t, test.mate, test.score.IsMate(), test.text)
		require.Equal(t, test.win, test.score.IsWin(), test.text)
		require.Equal(t, test.loss, test.score.IsLoss(), test.text)
	}
	require.False(t, None.IsMate() || None.IsWin() || None.IsLoss())
	for ply := range 2*MaxPly + 1 { // a search counts up to MaxPly from a position that lies as deep
		require.True(t, MateIn(ply).IsMate() && MatedIn(ply).IsMate(), ply)
		require.Equal(t, ply, MateIn(ply).MatePlies())
		require.Equal(t, -ply, MatedIn(ply).MatePlies())
		require.Equal(t, MateIn(ply), -MatedIn(ply))
	}
	for _, s := range []Score{MaxEval + 1, Superior, MateIn(3), Infinity} {
		require.Equal(t, MaxEval, s.Clamp())
		require.Equal(t, -MaxEval, (-s).Clamp())
	}
	require.Equal(t, Score(123), Score(123).Clamp())
}
