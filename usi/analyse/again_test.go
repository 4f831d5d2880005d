package analyse

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/position/command"
	"katachi/search"
	"katachi/search/mate"
)

// replies is a searcher that knows the scores of the positions behind moves.
type replies struct {
	Searcher
	scores map[string]eval.Score
	asked  []string
}

func (r *replies) Search(_ context.Context, p *position.Position, _ search.Limits, report func(search.Info)) search.Result {
	last := p.LastMove().String()
	r.asked = append(r.asked, last)
	m, err := p.ParseLegal("5a4b")
	if err != nil {
		panic(err)
	}
	report(search.Info{Depth: 7, Score: r.scores[last], Bound: search.BoundExact, PV: []position.Move{m}, Nodes: 10, MultiPV: 1})
	return search.Result{Move: m, Score: r.scores[last]}
}

// TestLookAgain: what seems better than the move played, 5i5h with the score 0, is not taken at its word.
func TestLookAgain(t *testing.T) {
	line := func(score eval.Score, moves string) found { return found{Score: score, Moves: strings.Fields(moves)} }
	played := line(0, "5i5h 5a5b")
	for name, c := range map[string]struct {
		lines  []found               // before the move
		behind map[string]eval.Score // what a search says behind a move
		want   []found
	}{
		"better indeed":       {[]found{line(300, "5i6h")}, map[string]eval.Score{"5i6h": -280}, []found{line(280, "5i6h 5a4b")}},
		"by chance":           {[]found{line(300, "5i6h")}, map[string]eval.Score{"5i6h": 20}, []found{played}},
		"less than a mistake": {[]found{line(100, "5i6h")}, nil, []found{line(100, "5i6h")}},
		"the move played":     {[]found{line(300, "5i5h")}, nil, []found{line(300, "5i5h")}},
		"a mate":              {[]found{line(eval.MateIn(5), "5i6h")}, nil, []found{line(eval.MateIn(5), "5i6h")}},
		"into a mate":         {[]found{line(300, "5i6h")}, map[string]eval.Score{"5i6h": eval.MateIn(5)}, []found{played}},
		"the second too": {[]found{line(300, "5i6h"), line(250, "5i4h")}, map[string]eval.Score{"5i6h": 20, "5i4h": -260},
			[]found{line(260, "5i4h 5a4b"), played}},
		"the second is no better": {[]found{line(300, "5i6h"), line(100, "5i4h")}, map[string]eval.Score{"5i6h": 20},
			[]found{line(100, "5i4h"), played}},
		"both by chance": {[]found{line(300, "5i6h"), line(250, "5i4h")}, map[string]eval.Score{"5i6h": 20, "5i4h": 30},
			[]found{played, line(-20, "5i6h 5a4b")}},
		"the second was played, and seemed good": {[]found{line(300, "5i6h"), line(290, "5i5h")}, map[string]eval.Score{"5i6h": -200},
			[]found{line(200, "5i6h 5a4b"), played}},
		"the second was played": {[]found{line(300, "5i6h"), line(90, "5i5h")}, map[string]eval.Score{"5i6h": 20},
			[]found{played, line(-20, "5i6h 5a4b")}},
	} {
		a := newGame(recordOf(t, "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h\n"), hut, position.CSARule27)
		a.thoughts[0] = thought{Lines: c.lines, Nodes: 100}
		a.thoughts[1].Lines = []found{line(0, "5a5b")}
		solver, err := mate.NewSolver(1)
		require.NoError(t, err)
		searcher := &replies{scores: c.behind}
		nodes, err := a.lookAgain(t.Context(), &thinker{searcher: searcher, scale: eval.FieldScale, solver: solver, multiPV: len(c.lines)}, 0)
		require.NoError(t, err)
		require.ElementsMatch(t, slices.Collect(maps.Keys(c.behind)), searcher.asked, name)
		require.EqualValues(t, 10*len(c.behind), nodes)
		require.EqualValues(t, 100+nodes, a.thoughts[0].Nodes)
		require.Len(t, a.thoughts[0].Lines, len(c.want), name)
		for i, l := range a.thoughts[0].Lines {
			require.Equal(t, c.want[i], line(l.Score, strings.Join(l.Moves, " ")), name)
		}
	}
}

// TestBehind: a line from the other side's view, a move longer.
func TestBehind(t *testing.T) {
	for _, c := range []struct{ of, want found }{
		{found{Score: 120, Depth: 9, Moves: []string{"b"}}, found{Score: -120, Depth: 10, Moves: []string{"a", "b"}}},
		{found{Score: eval.MateIn(3), Depth: 9, Proved: true}, found{Score: eval.MatedIn(4), Depth: 10, Moves: []string{"a"}, Proved: true}},
		{found{Score: eval.MatedIn(0)}, found{Score: eval.MateIn(1), Depth: 1, Moves: []string{"a"}}},
		{found{Score: wonIn(3), Entering: 3}, found{Score: -wonIn(4), Entering: 4, Depth: 1, Moves: []string{"a"}}},
		{found{Score: -wonIn(3), Entering: 3}, found{Score: wonIn(4), Entering: 4, Depth: 1, Moves: []string{"a"}}},
	} {
		require.Equal(t, c.want, c.of.behind("a"))
	}
}

// TestProgress: while positions are looked at again, nobody is told that no time is left.
func TestProgress(t *testing.T) {
	var out strings.Builder
	w := work{line: command.NewLiveLine(&out, func() int { return 200 }), games: 1, positions: 2, start: time.Now().Add(-time.Second)}
	for _, c := range []struct {
		place  string
		n, old int
		want   string
	}{
		{"", 1, 1, `1/2 positions of x`},
		{"move 7", 1, 0, `2/2 positions, \d+ knps, move 7 of x`},
		{"second look at move 7", 0, 0, `2/2 positions, \d+ knps, second look at move 7 of x`},
	} {
		out.Reset()
		w.progress(job{name: "x"}, c.place, c.n, c.old, 500)
		require.Regexp(t, c.want, out.String())
	}
}
