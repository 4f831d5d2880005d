package match

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position/command"
)

func TestProgress(t *testing.T) {
	engines := []engineSpec{{Name: "a"}, {Name: "b"}}
	games := []gameRecord{
		{Game: 0, Black: 0, White: 1, Names: [2]string{"a", "b"}, Result: blackWins, Reason: byMate},
		{Game: 1, Black: 1, White: 0, Names: [2]string{"b", "a"}, Result: whiteWins, Reason: byCrash, Detail: "boom"},
	}
	run := func(live bool) string {
		var b bytes.Buffer
		line := command.NewLine(&b)
		if live {
			line = command.NewLiveLine(&b, func() int { return 200 })
		}
		p := &progress{line: line, engines: engines, sprt: &sprtTest{Elo1: 5, Alpha: 0.05, Beta: 0.05}, concurrency: 1}
		table := newCrossTable(2, nil)
		p.begin(4, 0, 0)
		p.move(0, 0)
		p.move(1, 12)
		for i := range games {
			table.Add(&games[i])
			p.game(&games[i], table)
		}
		p.end()
		return b.String()
	}
	plain := run(false)
	require.True(t, strings.HasPrefix(plain, "4 games, 1 at a time\n"))
	require.Equal(t, 3, strings.Count(plain, "\n"))
	require.Contains(t, plain, "game 1 a - b: a wins by mate, 0 plies | 1/4  +1 =0 -0  100.0%")
	require.Contains(t, plain, "game 2 b - a: a wins by crash, 0 plies (boom) | 2/4  +2 =0 -0  100.0%  Elo +Inf")
	require.Contains(t, plain, "LLR 0.0")
	require.Contains(t, plain, " left\n")

	live := run(true)
	require.True(t, strings.HasPrefix(live, "4 games, 1 at a time\n\r0/4  playing #1:0\r"), "games are shown before the first has ended")
	require.Regexp(t, `\r1/4  \+1 =0 -0.* playing #2:12 *\r`, live)
	require.Contains(t, live, "\rgame 2 b - a: a wins by crash, 0 plies (boom)\n", "a fault stays on the screen")
	require.NotContains(t, live, "game 1 ")
	require.True(t, strings.HasSuffix(live, "left\n"))
}
