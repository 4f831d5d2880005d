package match

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// addGames adds n games of a against b with the points for a to the list.
func addGames(list []gameRecord, a, b, n, points int) []gameRecord {
	for range n {
		list = append(list, gameRecord{Game: len(list), Black: a, White: b, Result: gameResult(points), Reason: byMate})
	}
	return list
}

func TestRatings(t *testing.T) {
	// Two engines, 74 wins and 25 losses and the drawn game that is assumed: 74.5 of 100 points.
	games := addGames(addGames(nil, 0, 1, 74, 2), 0, 1, 25, 0)
	r := newCrossTable(2, games).Ratings()
	require.InDelta(t, eloOf(0.745), r[0].Elo-r[1].Elo, 1e-6)
	require.InDelta(t, 0, r[0].Elo+r[1].Elo, 1e-9)
	// The difference of two ratings has the standard error 400/ln(10)/sqrt(n*p*(1-p)), each of them half of it.
	require.InDelta(t, z95*400/math.Ln10/math.Sqrt(100*0.745*0.255)/2, r[0].Error, 1e-6)

	// Three engines with consistent results: the ratings reproduce the scores.
	games = addGames(addGames(nil, 0, 1, 639, 2), 0, 1, 359, 0) // 1 point of 2 for the rest
	games = addGames(addGames(games, 1, 2, 639, 2), 1, 2, 359, 0)
	games = addGames(games, 0, 1, 1, 1)
	games = addGames(games, 1, 2, 1, 1)
	r = newCrossTable(3, games).Ratings()
	require.InDelta(t, eloOf(0.64), r[0].Elo-r[1].Elo, 0.01)
	require.InDelta(t, eloOf(0.64), r[1].Elo-r[2].Elo, 0.01)
	require.InDelta(t, 0, r[1].Elo, 1e-6)
	require.Less(t, r[1].Error, r[0].Error)

	// An engine that won all its games has a rating.
	r = newCrossTable(2, addGames(nil, 0, 1, 50, 2)).Ratings()
	require.Greater(t, r[0].Elo-r[1].Elo, 400.0)
	require.False(t, math.IsInf(r[0].Elo, 0) || math.IsNaN(r[0].Error))
}

func TestRatingsOfStrangers(t *testing.T) {
	r := newCrossTable(4, addGames(addGames(nil, 0, 1, 3, 1), 2, 3, 1, 0)).Ratings()
	for i := range r {
		require.Equal(t, "?\t?", r[i].String(), i)
	}
	// Those who have not played, as in the first games of a tournament, change nothing for the others.
	r = newCrossTable(4, addGames(addGames(nil, 1, 3, 60, 2), 1, 3, 40, 0)).Ratings()
	require.Equal(t, newCrossTable(2, addGames(addGames(nil, 0, 1, 60, 2), 0, 1, 40, 0)).Ratings(), []engineRating{r[1], r[3]})
	require.Equal(t, []string{"?\t?", "?\t?"}, []string{r[0].String(), r[2].String()})
}

func TestCrossTable(t *testing.T) {
	games := addGames(addGames(nil, 0, 1, 3, 0), 2, 1, 4, 1)
	var b strings.Builder
	header := &matchHeader{Engines: []engineSpec{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	require.NoError(t, writeSummary(&b, header, games, nil))
	lines := strings.Split(b.String(), "\n")
	require.Regexp(t, `^# +engine +Elo +± +points +1 +2 +3$`, lines[0])
	require.Regexp(t, `^1 +b +\+\d+ +\d+ +5/7 +- +\+0 =4 -0 +\+3 =0 -0$`, lines[1])
	require.Regexp(t, `^3 +a .*0/3 +\+0 =0 -3 +- +-$`, lines[3])
}

func TestTally(t *testing.T) {
	table := newCrossTable(2, []gameRecord{
		{Game: 0, Black: 0, White: 1, Result: blackWins, Reason: byMate},
		{Game: 3, Black: 1, White: 0, Result: whiteWins, Reason: byCrash},
		{Game: 1, Black: 1, White: 0, Result: drawn, Reason: byMoveLimit},
		{Game: 5, Black: 1, White: 0, Result: blackWins, Reason: byTime},
		{Game: 4, Black: 0, White: 1, Result: whiteWins, Reason: byResignation},
	})
	require.Equal(t, pentanomial{1, 0, 0, 1, 0}, table[0][1].Pairs, "the pair of game 3 is not complete")
	require.Equal(t, pentanomial{0, 1, 0, 0, 1}, table[1][0].Pairs)
	require.Equal(t, "+2 =1 -2", table[0][1].short())
	require.Equal(t, "1 game by time", table.failures(0))
	require.Equal(t, "1 game by crash", table.failures(1))
}
