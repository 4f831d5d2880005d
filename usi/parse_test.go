package usi

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/search"
)

func TestParseGo(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct {
		text string
		want goCommand
		err  string
	}{
		{"", goCommand{}, ""},
		{"infinite", goCommand{limits: search.Limits{Infinite: true}}, ""},
		{"searchmoves 7g7f P*5e", goCommand{searchMoves: []string{"7g7f", "P*5e"}}, ""},
		{"searchmoves 7g7f depth 3", goCommand{limits: search.Limits{Depth: 3}, searchMoves: []string{"7g7f"}}, ""},
		{"btime 1000 wtime 2000 byoyomi 0", goCommand{limits: search.Limits{Timed: true, Time: [2]time.Duration{1000 * ms, 2000 * ms}}}, ""},
		{"btime 0 wtime 0", goCommand{limits: search.Limits{Timed: true}}, ""},
		{"btime 0 wtime 0 byoyomi 0 nodes 500", goCommand{limits: search.Limits{Nodes: 500}}, ""},
		{"btime 0 wtime 0 binc 0 winc 0 depth 5", goCommand{limits: search.Limits{Depth: 5}}, ""},
		{"movetime 700 btime 0 wtime 0", goCommand{limits: search.Limits{MoveTime: 700 * ms}}, ""},
		{"rtime 700 btime 0 wtime 0", goCommand{random: 700 * ms}, ""},
		{"btime 0 wtime 1 nodes 500", goCommand{limits: search.Limits{Timed: true, Time: [2]time.Duration{0, ms}, Nodes: 500}}, ""},
		{"btime 0 wtime 0 byoyomi 1000 nodes 500", goCommand{limits: search.Limits{Timed: true, Byoyomi: 1000 * ms, Nodes: 500}}, ""},
		{"byoyomi 1000", goCommand{limits: search.Limits{Timed: true, Byoyomi: 1000 * ms}}, ""},
		{"btime -2000 wtime -1 binc 3000 winc 3000", goCommand{limits: search.Limits{Timed: true, Time: [2]time.Duration{-2000 * ms, -1 * ms}, Inc: [2]time.Duration{3000 * ms, 3000 * ms}}}, ""},
		{"btime -99999999999999999999 binc -5", goCommand{limits: search.Limits{Timed: true, Time: [2]time.Duration{-maxMillis * ms, 0}}}, ""},
		{"btime 1000.9 wtime 2. byoyomi 500.0", goCommand{limits: search.Limits{Timed: true, Time: [2]time.Duration{1000 * ms, 2 * ms}, Byoyomi: 500 * ms}}, ""},
		{"byoyomi 5.x", goCommand{}, `"5.x" after byoyomi is not a number`},
		{"byoyomi .5", goCommand{}, `".5" after byoyomi is not a number`},
		{"ponder", goCommand{limits: search.Limits{Ponder: search.NewPonder()}}, ""},
		{"ponder byoyomi 10", goCommand{limits: search.Limits{Ponder: search.NewPonder(), Timed: true, Byoyomi: 10 * ms}}, ""},
		{"depth 0", goCommand{limits: search.Limits{Depth: 1}}, ""},
		{"nodes 0", goCommand{limits: search.Limits{Nodes: 1}}, ""},
		{"nodes 99999999999999999999", goCommand{limits: search.Limits{Nodes: 1<<63 - 1}}, ""},
		{"movetime 99999999999999999999", goCommand{limits: search.Limits{MoveTime: maxMillis * ms}}, ""},
		{"rtime 100", goCommand{random: 100 * ms}, ""},
		{"mate infinite", goCommand{mate: true}, ""},
		{"mate 5000", goCommand{mate: true, mateTime: 5 * time.Second}, ""},
		{"mate", goCommand{mate: true}, ""},
		{"mate movetime 800", goCommand{mate: true, mateTime: 800 * ms, limits: search.Limits{MoveTime: 800 * ms}}, ""},
		{"byoyomi 700 mate", goCommand{mate: true, mateTime: 700 * ms, limits: search.Limits{Timed: true, Byoyomi: 700 * ms}}, ""},
		{"mate infinite byoyomi 700", goCommand{mate: true, limits: search.Limits{Timed: true, Byoyomi: 700 * ms}}, ""},
		{"mate byoyomi 700", goCommand{mate: true, mateTime: 700 * ms, limits: search.Limits{Timed: true, Byoyomi: 700 * ms}}, ""},
		{"perft 4", goCommand{perft: 4}, ""},
		{"perft", goCommand{perft: -1}, ""},
		{"perft 0", goCommand{perft: -1}, ""},
		{"perft x", goCommand{perft: -1}, `"x" is not known`},
		{"nonsense 5 depth 2", goCommand{limits: search.Limits{Depth: 2}}, `"nonsense" is not known`},
		{"dept 10", goCommand{}, `"dept" is not known`},
		{"depth", goCommand{}, "no number after depth"},
		{"btime wtime 7", goCommand{limits: search.Limits{Timed: true, Time: [2]time.Duration{0, 7 * ms}}}, `"wtime" after btime is not a number`},
	} {
		got, err := parseGo(strings.Fields(c.text))
		if c.want.limits.Ponder != nil { // each has its own
			require.NotNil(t, got.limits.Ponder, c.text)
			c.want.limits.Ponder = got.limits.Ponder
		}
		require.Equal(t, c.want, got, c.text)
		if c.err == "" {
			require.NoError(t, err, c.text)
		} else {
			require.ErrorIs(t, err, errCommand)
			require.ErrorContains(t, err, c.err)
		}
	}
}

func TestParseSetOption(t *testing.T) {
	for _, c := range []struct{ text, name, value string }{
		{" name Threads value 4", "Threads", "4"},
		{" name EvalDir value C:\\My Files\\two  blanks", "EvalDir", "C:\\My Files\\two  blanks"},
		{" name DebugLogFile value", "DebugLogFile", ""},
		{" name DebugLogFile value ", "DebugLogFile", ""},
		{" name DebugLogFile value <empty>", "DebugLogFile", ""},
		{" name ClearHash", "ClearHash", ""},
		{"  name   USI  Variant   value x", "USI Variant", "x"},
		{" name ResignValue value 7", "ResignValue", "7"},
		{" name X value value", "X", "value"},
		{" name\tThreads\tvalue\t4", "Threads", "4"},
	} {
		name, value, err := parseSetOption(c.text)
		require.NoError(t, err, c.text)
		require.Equal(t, c.name, name, c.text)
		require.Equal(t, c.value, value, c.text)
	}
	for _, bad := range []string{"", " ", " value 3", " name", " name value 3", " nameThreads value 3"} {
		_, _, err := parseSetOption(bad)
		require.ErrorIs(t, err, errCommand, "%q", bad)
	}
}

func TestParseOptionLine(t *testing.T) {
	for _, c := range []struct {
		text, name, value string
		ok                bool
	}{
		{"FV_SCALE 24", "FV_SCALE", "24", true},
		{"FV_SCALE=24\r", "FV_SCALE", "24", true},
		{" FV_SCALE = 24 ", "FV_SCALE", "24", true},
		{"option name FV_SCALE type spin default 24 min 1 max 128", "FV_SCALE", "24", true},
		{"option name BookDir type string default <empty>", "BookDir", "", true},
		{"EvalDir my nets", "EvalDir", "my nets", true},
		{"BookDir = <empty>", "BookDir", "", true},
		{"# comment", "", "", false},
		{"// comment", "", "", false},
		{"option type spin default 24", "", "", false},
		{"", "", "", false},
		{"option name X type button", "X", "", false},
		{"= 3", "", "3", false},
	} {
		name, value, ok := parseOptionLine(c.text)
		require.Equal(t, c.ok, ok, c.text)
		if ok {
			require.Equal(t, [2]string{c.name, c.value}, [2]string{name, value}, c.text)
		}
	}
}

func playText(rules *position.Rules, text string) (*position.Position, error) {
	game, err := position.ParseGameText(text)
	if err != nil {
		return nil, err
	}
	return game.Play(rules)
}

// Whatever comes in, the parser does not panic, times are in their range, and a position is nil or sound.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"go btime 1 wtime -5 byoyomi 99999999999999999999 searchmoves 7g7f P*5e depth", "go mate infinite", "go ponder rtime x",
		"position startpos moves 7g7f 3c3d 8h2b+", "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 2g2f",
		"position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1", "position R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", "position startpos moves",
		"setoption name USI_Hash value 16", "setoption name X value  a  b ", "Threads = 3", "option name N type spin default 3", "\x00\xff+++",
		"bench 16 1 5 current nodes", "position startpos moves resign", "position sfen 9/9 b - 1",
	} {
		f.Add(seed)
	}
	settings := defaultSettings([]string{"flat"})
	table := newOptions(settings, []string{"flat"})
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Fields(text)
		if len(words) > 0 && (words[0] == "go" || words[0] == "position") {
			words = words[1:]
		}
		g, _ := parseGo(words)
		l := g.limits
		for _, d := range []time.Duration{max(l.Time[0], 0), max(-l.Time[0], 0), max(l.Time[1], 0), max(-l.Time[1], 0), l.Inc[0], l.Inc[1], l.Byoyomi, l.MoveTime, g.random, g.mateTime} {
			require.True(t, d >= 0 && d <= maxMillis*time.Millisecond)
		}
		for _, rules := range []*position.Rules{position.Shogi, position.Minishogi} {
			p, err := playText(rules, text)
			require.True(t, p != nil || err != nil)
			if p != nil {
				require.NoError(t, p.Validate())
			}
		}
		if name, value, err := parseSetOption(strings.TrimPrefix(text, "setoption")); err == nil && !strings.EqualFold(name, "DebugLogFile") {
			if table.set(name, value) == nil {
				require.NotEmpty(t, table.find(name).declaration())
			}
		}
		parseOptionLine(text)
		require.NotContains(t, printable(text), "\n")
	})
}

// TestPrintable: the blank of full width, as in 同　銀, is one of every record.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{"同　銀(31)\tx": "同　銀(31) x", "a\x1b[31m\xff\u200b": "a?[31m??", strings.Repeat("角", 400): strings.Repeat("角", 333) + "..."} {
		require.Equal(t, want, printable(text))
	}
}

// Numbers that are too great for any clock are no reason to fall over.
func TestGoNumbersSaturate(t *testing.T) {
	for _, n := range []string{"922337203686", "9223372036854775807", "99999999999999999999", "1000000000000"} {
		for _, key := range []string{"rtime", "movetime", "btime", "wtime", "byoyomi", "binc", "mate"} {
			g, err := parseGo([]string{key, n})
			require.NoError(t, err)
			for _, d := range []time.Duration{g.random, g.mateTime, g.limits.MoveTime, g.limits.Byoyomi, g.limits.Time[0], g.limits.Inc[0]} {
				require.GreaterOrEqual(t, d, time.Duration(0))
				require.LessOrEqual(t, d, maxMillis*time.Millisecond)
			}
			if g.random > 0 {
				for _, ply := range []int{0, 1, 2, 100, 1 << 30} {
					require.GreaterOrEqual(t, jitter(g.random, ply), g.random)
					require.LessOrEqual(t, jitter(g.random, ply), g.random+g.random/2)
				}
			}
		}
	}
	s := startSession(t, mockConfig(newMock()))
	s.send("go rtime 922337203687")
	s.until("bestmove")
	for _, depth := range []string{"1000000", "99999999999999999999", "101", "0"} {
		s.send("perft "+depth, "go perft "+depth)
		require.Equal(t, "info string perft: want a depth from 1 to 100", s.next())
		require.Equal(t, "info string perft: want a depth from 1 to 100", s.next())
	}
	s.send("go perft")
	require.Equal(t, "info string perft: want a depth from 1 to 100", s.next())
}
