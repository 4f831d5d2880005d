package usi

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/search"
	"katachi/search/bench"
)

// help lists all commands but those of GUIs, second names, and itself.
func TestHelpListsAllCommands(t *testing.T) {
	words := strings.FieldsFunc(helpText(nil), func(r rune) bool { return strings.ContainsRune(" \n,;():", r) })
	for name := range commands {
		switch name {
		case "usi", "isready", "setoption", "usinewgame", "ponderhit", "gameover", "debug", "register", "ucinewgame":
		case "s", "e", "config", "perft", "help":
		default:
			require.True(t, slices.Contains(words, name), "help lacks %s", name)
		}
	}
}

func TestSituation(t *testing.T) {
	for sfen, want := range map[string]string{
		position.Shogi.Start:                     "Black (先手) to move, move 1.",
		"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 8":        "White (後手) to move, move 8. It is mate: Black has won.",
		"4k4/9/4P4/9/9/9/9/9/4K4 b G 1":          "Black (先手) to move, move 1. Black can mate in one.",
		"9/9/9/9/9/9/9/1r7/K1r6 b - 3":           "Black (先手) to move, move 3. The king is in check, with 1 way out.",
		"4k4/9/9/9/4r4/9/9/9/4K4 b - 3":          "Black (先手) to move, move 3. The king is in check, with 4 ways out.",
		"k8/2G6/1G7/9/9/9/9/9/4K4 w - 2":         "White (後手) to move, move 2. There is no legal move: Black has won.",
		"9/9/9/9/9/9/9/2r6/K1r6 b - 3":           "Black (先手) to move, move 3. It is mate: White has won.",
		"8k/9/8G/9/9/9/9/9/4K4 w - 2 moves 1a2a": "Black (先手) to move, move 3.",
	} {
		p, err := playText(position.Shogi, sfen)
		require.NoError(t, err)
		require.Equal(t, want, situation(p), sfen)
	}
}

func TestSituationAfterARepetition(t *testing.T) {
	for _, c := range []struct {
		rules        *position.Rules
		start, cycle string
		want         string
	}{
		{position.Shogi, "startpos", "2h3h 8b7b 3h2h 7b8b", ": a draw (千日手)."},
		{position.Shogi, "sfen k8/9/R8/9/9/9/9/9/8K w - 1", "9a8a 9c8c 8a9a 8c9c", ", with checks by Black all the while: White has won."},
		{position.Minishogi, "startpos", "4e4d 2a2b 4d4e 2b2a", ", for which Black loses: White has won."},
		{position.Minishogi, "sfen k4/5/R4/5/4K w - 1", "5a4a 5c4c 4a5a 4c5c", ", for which Black loses: White has won."},
		{position.Minishogi, "sfen k4/5/4r/5/4K b - 1", "1e2e 1c2c 2e1e 2c1c", ", with checks by White all the while: Black has won."},
		{position.MinishogiDraw, "startpos", "4e4d 2a2b 4d4e 2b2a", ": a draw (千日手)."},
	} {
		p, err := playText(c.rules, c.start+" moves"+strings.Repeat(" "+c.cycle, 3))
		require.NoError(t, err)
		_, said, _ := strings.Cut(situation(p), "The position has come for the fourth time")
		require.Equal(t, c.want, said, "%s %s", c.rules.Name, c.cycle)
	}
}

func TestVerdict(t *testing.T) {
	require.Equal(t, "about even", verdict(position.White, -49))
	require.Equal(t, "White is slightly better", verdict(position.Black, -90))
	require.Equal(t, "White is winning", verdict(position.White, 3000))
}

func TestParseBench(t *testing.T) {
	p := position.New(position.Shogi)
	p.Do(move(t, p, "7g7f"))
	shelf(t, map[string]string{"two.sfen": "startpos\n\nstartpos moves 7g7f\n", "bad.sfen": "startpos\nstartpos moves 7g7e\n", "empty.sfen": ""})
	for _, c := range []struct {
		text string
		want benchRequest
		err  string
	}{
		{"", benchRequest{hash: 64, threads: 1}, ""},
		{"hash 16 threads 2 limit 5", benchRequest{hash: 16, threads: 2, limits: search.Limits{Depth: 5}}, ""},
		{"16 2 700 current nodes", benchRequest{hash: 16, threads: 2, limits: search.Limits{Nodes: 700}, positions: []string{p.SFEN()}}, ""},
		{"16 512 300 default movetime", benchRequest{hash: 16, threads: 512, limits: search.Limits{MoveTime: 300 * time.Millisecond}}, ""},
		{"16 1 5 two.sfen", benchRequest{hash: 16, threads: 1, limits: search.Limits{Depth: 5}, positions: []string{position.Shogi.Start, p.SFEN()}}, ""},
		{"16 1 5 bad.sfen", benchRequest{}, "bad.sfen:2: "},
		{"16 1 5 empty.sfen", benchRequest{}, "empty.sfen has no positions"},
		{"16 513", benchRequest{}, "513 threads, want at most 512"},
		{"16 0", benchRequest{}, `"0", want`},
		{"16 1 x", benchRequest{}, `"x", want`},
		{"16 1 5 default days", benchRequest{}, `"days", want depth, nodes or movetime`},
	} {
		got, err := parseBench(strings.Fields(c.text), p)
		if c.err != "" {
			require.ErrorContains(t, err, c.err, c.text)
			continue
		}
		require.NoError(t, err, c.text)
		require.Equal(t, c.want, got, c.text)
	}
}

func TestParseSpeedtest(t *testing.T) {
	for text, want := range map[string]speedtestRequest{
		"3":             {threads: 3, hash: 3 * bench.SpeedtestHash, duration: bench.SpeedtestTime},
		"512 7 1000000": {threads: 512, hash: 7, given: true, duration: 1e6 * time.Second},
		"513":           {},
		"0":             {},
		"1 1 1000001":   {},
		"1 1 1 1":       {},
		"1 many":        {},
	} {
		got, err := parseSpeedtest(strings.Fields(text))
		require.Equal(t, want, got, text)
		require.Equal(t, want.threads == 0, err != nil, text)
	}
}
