package match

import (
	"io"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestUnaskedBestmove: a bestmove that nobody waits for is not taken for the answer to the next question.
func TestUnaskedBestmove(t *testing.T) {
	u := &usiPlayer{process: &process{answers: make(chan reply, 1)}, declared: map[string]string{}}
	now := time.Now()
	u.receive("bestmove 1g1f", now)
	require.Empty(t, u.answers)
	u.expect("bestmove")
	u.receive("info depth 3 score cp 5", now)
	u.receive("readyok", now)
	u.receive("bestmove 7g7f ponder 3c3d", now)
	u.receive("bestmove 7g7f", now)
	u.receive("info depth 9", now)
	require.Equal(t, "bestmove 7g7f ponder 3c3d", (<-u.answers).text)
	u.expect("bestmove")
	require.Empty(t, u.answers)
	require.Zero(t, u.info)
}

func TestDeclaredOptions(t *testing.T) {
	u := &usiPlayer{declared: map[string]string{}}
	for _, line := range []string{"option name USI_Hash type spin default 16", "option name Clear Hash type button", "option nothing"} {
		u.receive(line, time.Time{})
	}
	require.Equal(t, map[string]string{"usi_hash": "spin default 16", "clear hash": "button"}, u.declared)
}

// TestSentOptions: what the match sets of its own accord is checked as the user's options are, and a button has no value.
func TestSentOptions(t *testing.T) {
	in, out, err := os.Pipe()
	require.NoError(t, err)
	defer in.Close()
	u := &usiPlayer{
		spec: &engineSpec{Name: "e", Options: engineOptions{"Clear Hash": "", "Threads": "2"}}, process: &process{stdin: out},
		declared: map[string]string{
			"clear hash": "button", "threads": "spin default 1 min 1 max 9", "usi_variant": "combo default shogi var shogi",
			"enteringkingrule": "combo default CSARule24 var CSARule24",
		},
	}
	require.Equal(t, []string{
		"engine e declares the option EnteringKingRule as combo default CSARule24 var CSARule24, not with the value CSARule27",
	}, u.configure(testRules()))
	require.NoError(t, out.Close())
	sent, err := io.ReadAll(in)
	require.NoError(t, err)
	require.Equal(t, "setoption name USI_Variant value shogi\nsetoption name EnteringKingRule value CSARule27\n"+
		"setoption name Clear Hash\nsetoption name Threads value 2\n", string(sent))

	rules := testRules()
	rules.variant = position.Minishogi
	u = &usiPlayer{spec: &engineSpec{Name: "e"}}
	require.Equal(t, []string{"engine e has no option USI_Variant"}, u.configure(rules), "it would play shogi")
}

// TestLateOptions: an engine may go on with its options after usiok, while it is configured already. The race detector
// is the judge.
func TestLateOptions(t *testing.T) {
	u := &usiPlayer{spec: &engineSpec{}, declared: map[string]string{}}
	var reading sync.WaitGroup
	reading.Go(func() { u.receive("option name USI_Hash type spin default 16", time.Time{}) })
	u.configure(testRules())
	reading.Wait()
	_, declared := u.kind("usi_hash")
	require.True(t, declared)
}

func TestThought(t *testing.T) {
	cp := func(n int) *int { return &n }
	for _, c := range []struct {
		lines []string
		want  thought
	}{
		{[]string{"depth 5 seldepth 7 score cp -31 nodes 900 nps 1000 hashfull 3 time 4 pv 7g7f 3c3d"}, thought{Score: cp(-31), Depth: 5, SelDepth: 7, Nodes: 900, NPS: 1000}},
		{[]string{"depth 5 score mate 7 pv 1a1b"}, thought{Mate: cp(7), Depth: 5}},
		{[]string{"depth 5 score mate - pv 1a1b"}, thought{Mate: cp(-mateUnknown), Depth: 5}},
		{[]string{"depth 5 score mate +"}, thought{Mate: cp(mateUnknown), Depth: 5}},
		{[]string{"depth 5 score cp 10 pv 1a1b", "depth 6 score cp 99 lowerbound nodes 7", "depth 6 currmove 2b2c"}, thought{Score: cp(10), Depth: 6, Nodes: 7}},
		{[]string{"depth 1 score cp 4 upperbound"}, thought{Score: cp(4), Depth: 1}},
		{[]string{"depth 5 multipv 1 score cp 10", "depth 5 multipv 2 score cp -90", "string depth 99 score cp 7"}, thought{Score: cp(10), Depth: 5}},
		{[]string{"depth score cp", "score mate", "nodes x", ""}, thought{}},
	} {
		var got thought
		for _, line := range c.lines {
			got.read(line)
		}
		require.Equal(t, c.want, got, c.lines)
	}
}

func TestAcceptedValues(t *testing.T) {
	for _, c := range []struct {
		kind, value string
		want        bool
	}{
		{"spin default 16 min -1 max 64", "-1", true},
		{"spin default 16 min -1 max 64", "64", true},
		{"spin default 16 min -1 max 64", "-2", false},
		{"spin default 16 min -1 max 64", "65", false},
		{"spin default 16 min -1 max 64", "many", false},
		{"spin default 0 min 0 max 9007199254740991", "4000000000", true},
		{"spin default 16", "99", true},
		{"spin", "1", true},
		{"check default true", "false", true},
		{"check default true", "0", false},
		{"combo default CSARule24 var CSARule24 var No Rule", "csarule24", true},
		{"combo default CSARule24 var CSARule24 var No Rule", "No Rule", true},
		{"combo default CSARule24 var CSARule24 var No Rule", "CSARule", false},
		{"string default", "anything at all", true},
		{"filename default x", "y", true},
		{"button", "", true},
		{"button", "true", false},
		{"", "1", true},
	} {
		require.Equal(t, c.want, accepts(c.kind, c.value), c)
	}
}
