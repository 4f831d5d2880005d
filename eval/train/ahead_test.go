package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// TestOutlook mixes by hand: scale 1000, share 1/2, White to move first, Black wins.
func TestOutlook(t *testing.T) {
	o := outlook{share: 0.5, scale: 1000}
	g := &record.ScoredGame{Result: 1, Plies: []record.ScoredPly{{Score: 300}, {Score: eval.None}, {Score: -200}, {Score: 700}}}
	// White to move after the four plies has lost. So the last ply, Black's, is worth (s(700)+1)/2 = (0.668188+1)/2 =
	// 0.834094, and White's before it (s(-200)+1-0.834094)/2 = (0.450166+0.165906)/2 = 0.308036. The ply that was not
	// searched cuts it off from the first, which keeps its score.
	require.Equal(t, []int16{300, 0, -809, 1615}, o.scores(g, position.White))

	// Whose turn it is at the end decides the sign of the result.
	g.Plies = g.Plies[:3]
	require.Equal(t, []int16{300, 0, 966}[:2], o.scores(g, position.Black)[:2])
	require.Greater(t, o.scores(g, position.Black)[2], int16(0)) // (s(-200)+1)/2
	require.Less(t, o.scores(g, position.White)[2], int16(-200)) // (s(-200)+0)/2

	// A share of 0 changes nothing but what is decided anyway.
	o.share = 0
	g.Plies = []record.ScoredPly{{Score: 1234}, {Score: -eval.MaxEval}, {Score: 5}}
	require.Equal(t, []int16{1234, -4595, 5}, o.scores(g, position.Black))
}

// TestOutlookLearned: the examples of a game carry the better scores, and no others than before are chosen.
func TestOutlookLearned(t *testing.T) {
	games := randomGames(t, 3)
	plain := &filter{firstPly: 1, maxScore: 3000, captures: true, keep: 1, validated: 50}
	ahead := *plain
	ahead.outlook = &outlook{share: 0.8, scale: 1000}
	changed := 0
	for i := range games {
		a, err := plain.examplesOf(nil, &games[i])
		require.NoError(t, err)
		b, err := ahead.examplesOf(nil, &games[i])
		require.NoError(t, err)
		require.Len(t, b, len(a))
		for j := range a {
			require.Equal(t, a[j].numbers, b[j].numbers)
			if a[j].score != b[j].score {
				changed++
			}
		}
	}
	require.Positive(t, changed)
}
