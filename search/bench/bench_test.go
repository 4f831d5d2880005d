package bench

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/search"
)

// scripted is a searcher that answers with the first of a list of searches, then with the next.
type scripted struct {
	searches [][]search.Info // their reports
	asked    []search.Limits
	clears   int
	nodes    uint64 // of the last search: 100 for the first, 200 for the second
}

func (s *scripted) Search(_ context.Context, p *position.Position, l search.Limits, report func(search.Info)) search.Result {
	for _, i := range s.searches[len(s.asked)%len(s.searches)] {
		report(i)
	}
	s.asked = append(s.asked, l)
	s.nodes += 100
	m, err := p.ParseLegal("7g7f")
	if err != nil {
		m = position.MoveResign
	}
	return search.Result{Move: m, Score: 55}
}

func (s *scripted) Clear()        { s.clears++ }
func (s *scripted) Nodes() uint64 { return s.nodes }

// twoSearches reach depth 7, whose score is exact, and depth 4, since the fifth iteration brought only a bound.
func twoSearches() *scripted {
	line := []position.Move{position.MoveResign}
	return &scripted{searches: [][]search.Info{
		{{PV: line, Depth: 7, Bound: search.BoundExact, HashFull: 30}, {Depth: 9, Text: "no line"}, {PV: line, Depth: 6, Bound: search.BoundExact, HashFull: 20}},
		{{PV: line, Depth: 3, Bound: search.BoundExact, HashFull: 1}, {PV: line, Depth: 5, Bound: search.BoundLower, HashFull: 10}},
	}}
}

func TestRun(t *testing.T) {
	start := position.Shogi.Start
	s := twoSearches()
	var out strings.Builder
	require.NoError(t, Run(t.Context(), s, position.Shogi, []string{start, "4k4/9/9/9/9/9/9/9/4K4 b - 1"}, search.Limits{Nodes: 50}, &out))
	require.Equal(t, []search.Limits{{Nodes: 50}, {Nodes: 50}}, s.asked)
	require.Equal(t, 2, s.clears)
	require.Regexp(t, `^  1  depth  7  nodes        100  7g7f  \S+ 55 +`+start+`
  2  depth  4  nodes        200  resign \S+ 55 +4k4/9/9/9/9/9/9/9/4K4 b - 1
Depth \(mean\)   : 5.5
Time \(ms\)      : \d+
Nodes searched : 300
Nodes/second   : \d+
Bench: 300
$`, out.String())

	for _, l := range []search.Limits{{MoveTime: time.Second}, {Depth: 3}} {
		s = twoSearches()
		require.NoError(t, Run(t.Context(), s, position.Shogi, []string{start}, l, &out))
		require.Equal(t, []search.Limits{l}, s.asked)
	}
	s = twoSearches()
	require.NoError(t, Run(t.Context(), s, nil, nil, search.Limits{}, &out))
	require.Len(t, s.asked, len(positions))
	require.Equal(t, search.Limits{Depth: signatureDepth}, s.asked[0])

	require.ErrorContains(t, Run(t.Context(), s, position.Shogi, []string{start, "9/9"}, search.Limits{}, &out), "bench position 2: ")
}

// TestSpeedtest: the time is divided among all positions, and the table is cleared for each game only.
func TestSpeedtest(t *testing.T) {
	s := twoSearches()
	var out strings.Builder
	o := search.Options{Threads: 3, HashMB: 384}
	require.NoError(t, speedtest(t.Context(), s, o, "3 on CPUs 0-2", []string{"7g7f", "2g2f 8c8d"}, 10*time.Second, &out))
	require.Equal(t, 2, s.clears)
	require.Len(t, s.asked, 5)
	for _, l := range s.asked {
		require.Equal(t, search.Limits{MoveTime: 2 * time.Second}, l)
	}
	require.Regexp(t, `^game 1 of 2: 2 positions, 300 nodes, \d+ nodes/second
game 2 of 2: 3 positions, 1200 nodes, \d+ nodes/second
Threads               : 3
Thread binding        : 3 on CPUs 0-2
Hash \(MB\)             : 384
Hash full \(permille\)  : at most 30, mean 22
Positions searched    : 5 of 5
Depth \(mean\)          : 5.8
Time \(ms\)             : \d+
Nodes searched        : 1500
Nodes/second          : \d+
$`, out.String())
	require.ErrorContains(t, speedtest(t.Context(), s, o, "", []string{"7g7f", "7g7f 7g7f"}, 0, &out), "speedtest game 2: illegal move: 7g7f")
}
