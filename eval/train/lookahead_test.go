package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// TestLookahead mixes by hand: scale 1000, share 1/2, White to move first, Black wins.
func TestLookahead(t *testing.T) {
	l := lookahead{share: 0.5, scale: 1000}
	g := &record.ScoredGame{Result: 1, End: record.ByMate, Plies: []record.ScoredPly{{Score: 300}, {Score: eval.None}, {Score: -200}, {Score: 700}}}
	// White to move after the four plies has lost. So the last ply, Black's, is worth (s(700)+1)/2 = (0.668188+1)/2 =
	// 0.834094, and White's before it (s(-200)+1-0.834094)/2 = (0.450166+0.165906)/2 = 0.308036. The ply that was not
	// searched cuts it off from the first, which keeps its score: s(300) = 0.574443.
	got := l.worths(g, position.White)
	require.InDelta(t, 0.574443, got[0], 1e-5)
	require.InDelta(t, 0.308036, got[2], 1e-5)
	require.InDelta(t, 0.834094, got[3], 1e-5)

	// Whose turn it is at the end decides the sign of the result.
	g.Plies = g.Plies[:3]
	require.InDelta(t, (0.450166+1)/2, l.worths(g, position.Black)[2], 1e-5)
	require.InDelta(t, 0.450166/2, l.worths(g, position.White)[2], 1e-5)

	// What nobody played to an end is no certainty: the last score stands.
	for _, end := range []record.ScoredEnd{record.ByAdjudication, record.ByMoveLimit, record.ByUnknown} {
		g.End = end
		require.InDelta(t, 0.450166, l.worths(g, position.Black)[2], 1e-5)
	}

	// A share of 0 changes nothing, and nothing saturates below what an example can say.
	l.share, g.End = 0, record.ByMate
	g.Plies = []record.ScoredPly{{Score: 1234}, {Score: -5000}, {Score: 5}}
	got = l.worths(g, position.Black)
	for i, score := range []float64{1234, -5000, 5} {
		require.InDelta(t, score, 1000*logit(got[i]), 1e-6)
		require.InDelta(t, score, 1000*logit(newChance(got[i]).of()), 20)
	}
}

// TestLookaheadLearned: the examples of a game carry what the game came to know beside what the searches said.
func TestLookaheadLearned(t *testing.T) {
	games := randomGames(t, 3)
	plain := &filter{FirstPly: 1, Captures: true, Decided: 1, Share: 1, Scale: 1000}
	ahead := *plain
	ahead.Ahead = 0.8
	changed := 0
	for i := range games {
		a, err := plain.examplesOf(nil, &games[i])
		require.NoError(t, err)
		b, err := ahead.examplesOf(nil, &games[i])
		require.NoError(t, err)
		require.Len(t, b, len(a))
		for j := range a {
			require.Equal(t, a[j].numbers, b[j].numbers)
			require.Equal(t, a[j].searched, b[j].searched)
			require.Equal(t, a[j].searched, a[j].worth)
			if a[j].worth != b[j].worth {
				changed++
			}
		}
	}
	require.Positive(t, changed)
}
