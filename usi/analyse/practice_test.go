package analyse

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/record"
	"katachi/search"
)

// lines is a searcher that has as many lines as it is asked for, each move 100 centipawns worse than the one before.
type lines struct {
	Searcher
	options search.Options
	best    eval.Score
}

func (l *lines) Options() search.Options { return l.options }

func (l *lines) SetOptions(o search.Options) error {
	l.options = o
	return nil
}

func (l *lines) Search(_ context.Context, p *position.Position, _ search.Limits, report func(search.Info)) search.Result {
	for i, m := range movegen.Legal(p, nil)[:l.options.MultiPV] {
		report(search.Info{Depth: 7, Bound: search.BoundExact, Score: l.best - eval.Score(100*i), PV: []position.Move{m}, Nodes: 10, MultiPV: i + 1})
	}
	return search.Result{}
}

// TestLookAround: where a mistake was made, other moves are compared with it; the best one and the move played are among
// them with what the analysis says of them.
func TestLookAround(t *testing.T) {
	games, _, errs := record.ReadAll("", []byte("position startpos moves 7g7f\n"))
	require.Empty(t, errs)
	legal := texts(movegen.Legal(games[0].Start, nil))
	for name, c := range map[string]struct {
		before found
		after  eval.Score // from the opponent's view
		want   []string
	}{
		"a mistake":        {found{Score: 200, Moves: []string{"2g2f"}}, 100, legal[:comparedMoves] /* 2g2f and 7g7f are among them */},
		"no mistake":       {found{Score: 0, Moves: []string{"2g2f"}}, 50, nil},
		"no better one":    {found{Score: 200, Moves: []string{"7g7f"}}, 300, nil},
		"better than best": {found{Score: 200, Moves: []string{"2g2f"}}, -300, nil},
	} {
		a := newGame(games[0], hut, position.CSARule27)
		a.thoughts[0].Lines = []found{c.before}
		a.thoughts[1].Lines = []found{{Score: c.after, Moves: []string{"3c3d"}}}
		s := &lines{options: search.Options{MultiPV: 2}, best: 150}
		nodes, err := a.lookAround(t.Context(), &thinker{searcher: s, scale: eval.FieldScale}, 0)
		require.NoError(t, err)
		require.Equal(t, 2, s.options.MultiPV, "as before")
		move := a.judge(0)
		var got []string
		for _, choice := range move.Choices {
			got = append(got, choice.Moves[0])
		}
		if c.want == nil {
			require.Empty(t, got, name)
			require.Zero(t, nodes)
			continue
		}
		require.EqualValues(t, 10, nodes)
		require.EqualValues(t, 10, a.thoughts[0].Nodes)
		require.ElementsMatch(t, c.want, got, name)
		require.IsNonDecreasing(t, losses(move.Choices))
		require.Equal(t, "2g2f", got[0])
		for _, choice := range move.Choices {
			switch i := slices.Index(legal, choice.Moves[0]); {
			case choice.Moves[0] == "7g7f":
				require.Equal(t, move.Loss, choice.Loss)
				require.Equal(t, []string{"7g7f", "3c3d"}, choice.Moves)
			case i > 0 && choice.Moves[0] != "2g2f":
				require.InDelta(t, a.chance(150)-a.chance(150-eval.Score(100*i)), choice.Loss, 1e-9)
			default:
				require.Zero(t, choice.Loss)
			}
		}
	}
}

// TestChoicesBesideAMate: where the solver has found a mate, no move without one is right for being the best that the
// comparison has found.
func TestChoicesBesideAMate(t *testing.T) {
	games, _, errs := record.ReadAll("", []byte("position startpos moves 7g7f\n"))
	require.Empty(t, errs)
	a := newGame(games[0], hut, position.CSARule27)
	a.thoughts[0].Lines = []found{{Score: eval.MateIn(11), Moves: []string{"2g2f"}, Proved: true}}
	a.thoughts[0].Others = []found{{Score: 700, Moves: []string{"5g5f"}}, {Score: 600, Moves: []string{"6g6f"}}}
	a.thoughts[1].Lines = []found{{Score: -300, Moves: []string{"3c3d"}}}
	got := losses(a.judge(0).Choices)
	require.Len(t, got, 4)
	require.InDeltaSlice(t, []float64{0, 100 - a.chance(700), 100 - a.chance(600), 100 - a.chance(300)}, got, 1e-9)
}

func losses(choices []Choice) (list []float64) {
	for _, c := range choices {
		list = append(list, c.Loss)
	}
	return list
}

// TestPractice: mistakes can be practised by what the JSON and the page say, and nothing is searched for it where it is not
// wanted or not shown.
func TestPractice(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "g.kif")
	require.NoError(t, os.WriteFile(path, []byte("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６八銀(79)\n   4 ８八角成(22)\n   5 投了\n"), 0o644))
	nodes := map[string]uint64{}
	for name, args := range map[string][]string{"all": nil, "none": {"-practice=false"}} {
		out := filepath.Join(dir, name)
		status, _, errs := run(t.Context(), append([]string{"-nodes", "2000", "-threads", "1", "-o", out, path}, args...)...)
		require.Zero(t, status, errs)
		r := reportOf(t, filepath.Join(out, "g.json"))
		nodes[name] = r.Nodes
		page := read(t, filepath.Join(out, "g.html"))
		for _, m := range r.Moves {
			require.Equal(t, name == "all" && m.Loss >= inaccuracyLoss, len(m.Choices) > 0)
		}
		require.Equal(t, name == "all", len(r.Moves[2].Choices) > 0, "the bishop is lost")
		require.Equal(t, name == "all", strings.Contains(page, `"legal":{"3":["`))
		require.Equal(t, map[string]string{"all": "2000 nodes a move, 2 lines", "none": "2000 nodes a move, 2 lines, no practice"}[name], r.Settings)
		require.Equal(t, map[string]string{"all": "1手2000ノード、候補手2", "none": "1手2000ノード、候補手2、復習なし"}[name], r.SettingsJA)
		require.Contains(t, page, r.SettingsJA)
	}
	require.Less(t, nodes["none"], nodes["all"])
	status, _, errs := run(t.Context(), "-nodes", "2000", "-o", filepath.Join(dir, "kif"), "-format", "kif", path)
	require.Zero(t, status, errs)
}

func TestSettingsInJapanese(t *testing.T) {
	s := settings{movetime: 1500 * time.Millisecond, multiPV: 1, practice: true}
	require.Equal(t, "1手1.5秒、候補手1", s.japanese())
	s.movetime = 2 * time.Minute
	require.Equal(t, "1手120秒、候補手1", s.japanese())
}

// TestResultsOfBeforePractice: what an earlier program wrote, which compared no moves, is not what a run with practice wants,
// but what one without it does.
func TestResultsOfBeforePractice(t *testing.T) {
	games, _, errs := record.ReadAll("", []byte("position startpos moves 7g7f\n"))
	require.Empty(t, errs)
	kif, err := games[0].KIF()
	require.NoError(t, err)
	earlier := checksum([]byte("Katachi test\n2000 nodes a move, 2 lines\nCSARule27\n" + kif))
	s := settings{nodes: 2000, multiPV: 2, rule: position.CSARule27}
	require.Equal(t, earlier, s.fingerprint(config, games[0]))
	s.practice = true
	require.NotEqual(t, earlier, s.fingerprint(config, games[0]))
}
