package usi

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
	"katachi/search/level"
)

func TestLevelOfTheOptions(t *testing.T) {
	for _, c := range []struct {
		set  string
		want int
	}{
		{"", level.Max},
		{"Level 7", 7},
		{fmt.Sprint("Level ", level.Max+1), level.Max}, // refused
		{"Skill_Level -20", 1},
		{"Skill_Level 0", 13},
		{"SkillLevel 20", level.Max},
		{"Skill_Level 0,Level 3", 3},
		{"USI_Elo 600", level.Max}, // not in force
		{fmt.Sprint("USI_LimitStrength true,USI_Elo ", level.MinElo), 1},
		{fmt.Sprint("UCI_LimitStrength true,UCI_Elo ", level.MaxElo), level.Max},
		{fmt.Sprint("USI_LimitStrength true,Level 2,USI_Elo ", level.MaxElo), 2},
	} {
		s := defaultSettings(nil)
		o := newOptions(s, nil)
		for _, set := range strings.Split(c.set, ",") {
			if name, value, ok := strings.Cut(set, " "); ok {
				_ = o.set(name, value)
			}
		}
		require.Equal(t, c.want, s.Level.level(), c.set)
	}
}

// A low level answers by itself; analysis, full strength and the levels above ask the engine.
func TestLevelDecidesWhoThinks(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	s.ready("setoption name LevelDelay value false", "setoption name Threads value 3", "setoption name Level value 1")
	p := position.New(position.Shogi)
	for range 10 {
		s.send("position sfen "+p.SFEN(), "go btime 60000 wtime 60000 byoyomi 1000")
		lines := s.until("bestmove")
		word := strings.Fields(lines[len(lines)-1])[1]
		require.Contains(t, lines[len(lines)-2]+" ", " pv "+word+" ")
		p.Do(move(t, p, word))
	}
	// Who has won by the declaration says so.
	s.send("position sfen +R+R+B+B1K3/GGGGSSSS1/+P+P+P+P5/9/9/9/9/9/4k4 b 4N4L14P 1", "go btime 60000 wtime 60000")
	lines := s.until("bestmove")
	require.Regexp(t, " score mate 1 .* pv win$", lines[0])
	require.Equal(t, "bestmove win", lines[1])
	require.Empty(t, m.asked)

	s.send("go infinite")
	s.send("stop")
	s.until("bestmove")
	require.Len(t, m.asked, 1, "analysis has no level")
	s.send("setoption name MultiPV value 2", "go movetime 100")
	require.NotContains(t, strings.Join(s.until("bestmove"), "\n"), "for a game")
	require.Len(t, m.asked, 2, "several lines are analysis")
	require.Equal(t, 3, m.options.Threads)
	s.send("go byoyomi 100")
	require.Contains(t, strings.Join(s.until("bestmove"), "\n"), "for a game at level 1 set it to 1")

	s.send("setoption name MultiPV value 1", "setoption name Level value "+strconv.Itoa(level.Max-1), "position startpos", "go byoyomi 100")
	s.until("bestmove")
	budget := float64(level.Nodes(level.Max - 1))
	require.InDelta(t, budget, float64(m.asked[3].limits.Nodes), levelSpread*budget+1)
	require.Equal(t, 1, m.options.Threads)
	require.Equal(t, varietyLines, m.options.MultiPV)
	s.send("go nodes 10")
	s.until("bestmove")
	require.EqualValues(t, 10, m.asked[4].limits.Nodes, "what is asked for is no more than the level")

	s.send(fmt.Sprintf("setoption name Level value %d", level.Max), "go byoyomi 100")
	s.until("bestmove")
	require.Zero(t, m.asked[5].limits.Nodes)
	require.Equal(t, 3, m.options.Threads)
	require.Equal(t, 1, m.options.MultiPV)
}

// TestLevelIsToldAMoveTwice: a person who overlooks mates in one plays it nevertheless if no other move is named.
func TestLevelIsToldAMoveTwice(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	s.send("setoption name LevelDelay value false", "setoption name Level value 1", "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1")
	for range 10 {
		s.send("go byoyomi 1000 searchmoves G*5b G*5b")
		lines := s.until("bestmove")
		require.Equal(t, "bestmove G*5b", lines[len(lines)-1])
		require.NotContains(t, strings.Join(lines, "\n"), "internal error")
	}
}

// TestFirstMovesOfALevel: they have more nodes than the level, so that there is more than one to choose from.
func TestFirstMovesOfALevel(t *testing.T) {
	const weakest = 12
	for pos, want := range map[string]uint64{
		"startpos": firstNodes,
		"startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h":                          firstNodes,
		"startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b":                     level.Nodes(weakest),
		"startpos moves 7g7f 3c3d 8h2b+":                                   level.Nodes(weakest),
		"startpos moves 7g7f 3c3d 8h2b+ 3a2b":                              level.Nodes(weakest),
		"sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1": firstNodes,
		"sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1":                                 level.Nodes(weakest),
	} {
		m := newMock()
		s := startSession(t, mockConfig(m))
		s.send("setoption name LevelDelay value false", fmt.Sprint("setoption name Level value ", weakest), "position "+pos, "go byoyomi 100")
		s.until("bestmove")
		require.InDelta(t, float64(want), float64(m.asked[0].limits.Nodes), levelSpread*float64(want)+1, pos)
	}
}

// In the opening a level of the engine plays one of its best moves, none that is much worse, and shows that line alone. The third
// line is missing.
func TestLevelDrawsAmongTheBest(t *testing.T) {
	m := newMock() // finds 1g1f best
	m.before = func(p *position.Position, report func(search.Info)) {
		for i, text := range []string{"2g2f", "9g9f"} {
			pv := []position.Move{move(t, p, text)}
			q := p.Clone()
			q.Do(pv[0])
			pv = append(pv, move(t, q, "8c8d"))
			report(search.Info{Depth: 1, MultiPV: 2 + 2*i, Score: m.score - eval.Score(100*i), PV: pv})
		}
	}
	s := startSession(t, mockConfig(m))
	s.ready("setoption name LevelDelay value false", "setoption name Level value 20", "setoption name USI_Ponder value true")
	played := map[string]bool{}
	for range 50 {
		s.send("position startpos", "go byoyomi 100")
		lines := s.until("bestmove")
		best := strings.Fields(lines[len(lines)-1])
		require.Len(t, best, 4)
		played[best[1]] = true
		require.Regexp(t, " pv "+best[1]+" "+best[3]+"$", lines[len(lines)-2])
		require.NotRegexp(t, "multipv [^1]|Error", strings.Join(lines, "\n"))
	}
	require.Equal(t, map[string]bool{"1g1f": true, "2g2f": true}, played)
}

func TestLevelTakesItsTime(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	s.ready("setoption name Level value 2")
	s.send("go movetime 200")
	lines := s.until("bestmove")
	words := strings.Fields(lines[len(lines)-2])
	for i, w := range words {
		if w == "time" {
			ms, err := strconv.Atoi(words[i+1])
			require.NoError(t, err)
			require.GreaterOrEqual(t, ms, 100)
		}
	}
	s.send("go btime 36000000 wtime 36000000 byoyomi 100000")
	s.send("stop") // it does not sit its time out
	s.until("bestmove")
}

func TestTimeThatALevelMayTake(t *testing.T) {
	for _, c := range []struct {
		left, inc, byoyomi, want time.Duration
	}{
		{40 * time.Second, 0, 0, time.Second},
		{40 * time.Second, 4 * time.Second, 0, 4 * time.Second},
		{0, 4 * time.Second, 0, 3 * time.Second},
		{-2 * time.Second, 4 * time.Second, 0, 1500 * time.Millisecond}, // the increment is subtracted already: two seconds are left
		{-5 * time.Second, 4 * time.Second, 0, time.Millisecond},
		{0, 0, 4100 * time.Millisecond, 3 * time.Second},
	} {
		th := thought{pos: position.New(position.Shogi)}
		th.settings.Search.NetworkDelay2 = 100 * time.Millisecond
		th.limits = search.Limits{Timed: true, Time: [2]time.Duration{c.left, c.left}, Inc: [2]time.Duration{c.inc, c.inc}, Byoyomi: c.byoyomi}
		d, limited := th.allowed()
		require.True(t, limited)
		require.Equal(t, c.want, d, c)

		th.limits.MoveTime = 2 * time.Second // the shorter of the two holds
		d, limited = th.allowed()
		require.True(t, limited)
		require.Equal(t, min(c.want, 1800*time.Millisecond), d, c)
	}
	th := thought{limits: search.Limits{MoveTime: 2 * time.Second}}
	d, limited := th.allowed()
	require.True(t, limited)
	require.Equal(t, 1800*time.Millisecond, d)
}

// A match that has switched LevelDelay off, and an opponent who has been pondered for, do not wait; nor is the clock
// overstepped.
func TestLevelDoesNotPause(t *testing.T) {
	th := thought{pos: position.New(position.Shogi), limits: search.Limits{MoveTime: 30 * time.Millisecond, Start: time.Now()}}
	th.settings.Level.Delay = true
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	th.pause(ctx, time.Hour)
	require.NoError(t, ctx.Err())
	cancel()
	for _, delay := range []bool{false, true} {
		th := thought{pos: position.New(position.Shogi), limits: search.Limits{MoveTime: time.Hour}}
		if th.settings.Level.Delay = delay; delay {
			th.limits.Ponder = search.NewPonder()
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		th.pause(ctx, time.Hour)
		require.NoError(t, ctx.Err())
		cancel()
	}
}

func TestLevelPonders(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	s.ready("setoption name Level value 3", "setoption name USI_Ponder value true")
	s.send("position startpos moves 7g7f 3c3d", "go ponder btime 60000 wtime 60000 byoyomi 1000")
	s.send("ponderhit")
	s.until("bestmove")
	s.send("go ponder btime 60000 wtime 60000 byoyomi 1000")
	s.send("stop")
	s.until("bestmove")
}

// What a level does by scores does not depend on the network's own scale.
func TestLevelResignsOnTheFieldsScale(t *testing.T) {
	m := newMock()
	config := mockConfig(m)
	config.LoadEvaluator = func(EvalOptions) (eval.Evaluation, error) {
		return eval.Evaluation{New: func() eval.Evaluator { return flatEvaluator{0} }, Description: "flat", Scale: 1200}, nil
	}
	s := startSession(t, config)
	s.ready("setoption name LevelDelay value false", "setoption name Level value 20")
	answers := []string{}
	for i, score := range []eval.Score{0, -3000, -3000, -3000, -4400, -4400, -4400} { // half of that on the field's
		m.score = score
		s.send(fmt.Sprintf("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - %d", 41+2*i), "go byoyomi 100")
		lines := s.until("bestmove")
		answers = append(answers, strings.Fields(lines[len(lines)-1])[1])
	}
	require.Equal(t, "resign", answers[6])
	require.NotContains(t, answers[:6], "resign")
}
