package match

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRepeats: games of the same moves, colours and end are repeats, wherever the opening ends, and their pairs do not count
// for a sequential test.
func TestRepeats(t *testing.T) {
	game := func(number int, opening string, r gameResult, moves ...string) gameRecord {
		g := gameRecord{Game: number, Black: number & 1, White: 1 - number&1, Opening: opening, Result: r, Reason: byResignation}
		for _, m := range moves {
			g.Moves = append(g.Moves, moveRecord{Move: m, Millis: number})
		}
		return g
	}
	games := []gameRecord{
		game(0, "startpos", blackWins, "7g7f", "3c3d"),
		game(1, "startpos", whiteWins, "7g7f", "3c3d"), // with the other colours
		game(2, "startpos moves 7g7f", blackWins, "3c3d"),
		game(3, "startpos moves 7g7f", whiteWins, "8c8d"),
		game(4, "startpos", whiteWins, "7g7f", "3c3d"), // another end
		game(5, "startpos", drawn, "2g2f"),
	}
	table := newCrossTable(2, nil)
	for i := range games {
		require.Equal(t, i == 2, table.Add(&games[i]), "game %d", i)
	}
	require.Equal(t, pentanomial{0, 1, 0, 0, 2}, table[0][1].Pairs)
	require.Equal(t, pentanomial{0, 1, 0, 0, 1}, table[0][1].NewPairs)
	require.Equal(t, pentanomial{1, 0, 0, 1, 0}, table[1][0].NewPairs)
	for kind, want := range map[string]string{"match": "1 of 6 games repeats an earlier one move for move", "tune": ""} {
		h := &matchHeader{Type: kind, Engines: []engineSpec{{Name: "a"}, {Name: "b"}}, Variant: "shogi"}
		var b strings.Builder
		require.NoError(t, writeSummary(&b, h, games, nil))
		require.Contains(t, b.String(), want)
		require.Equal(t, want != "", strings.Contains(b.String(), "repeat"), kind)
		page, err := newReport(h, games)
		require.NoError(t, err)
		require.Equal(t, want != "", slices.Contains(page.Facts, [2]string{"repeated games", "1 of 6"}), kind)
	}
	require.Empty(t, newCrossTable(2, games[:2]).describeRepeats(&matchHeader{}))
}

// TestRepeatsDecideNothing: two engines that do not vary play one opening. The games are counted, but the sequential test does not end
// by them; a match that goes on from its file knows the games there.
func TestRepeatsDecideNothing(t *testing.T) {
	dir := t.TempDir()
	out, openings := filepath.Join(dir, "m.jsonl"), filepath.Join(dir, "o.sfen")
	require.NoError(t, os.WriteFile(openings, []byte("startpos moves 7g7f\n"), 0o644))
	const warning = "warning: game "
	match := func(games string) string {
		return succeed(t,
			"-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "resign", ""), "-tc", "depth=1", "-openings", openings,
			"-sprt", "elo0=0,elo1=400", "-games", games, "-o", out,
		)
	}
	shown := match("2")
	require.NotContains(t, shown, "repeat")

	shown = match("4") // goes on
	require.Equal(t, 1, strings.Count(shown, warning), shown)
	require.Contains(t, shown, "warning: game 3 repeats an earlier one move for move and says nothing new: give more openings")
	require.Contains(t, shown, "2 of 4 games repeat an earlier one move for move, though the interval takes all for independent: give more openings")

	shown = match("40") // without the rule, decided by then
	require.Equal(t, 1, strings.Count(shown, warning), shown)
	require.Contains(t, shown, "a - b: +40 =0 -0")
	require.Contains(t, shown, "): undecided\nthe test counts the 1 of 20 pairs without a game that repeats another\n38 of 40 games repeat")

	page := filepath.Join(dir, "m.html")
	stdout := succeed(t, "report", out, "-sprt", "elo0=0,elo1=400", "-o", page)
	require.Contains(t, stdout, "): undecided\nthe test counts the 1 of 20 pairs without a game that repeats another\n38 of 40 games repeat")
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(html), `["repeated games","38 of 40"]`)
}
