package usi

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
)

func TestPonderHitStartsTheClock(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	s.send("position startpos moves 7g7f 3c3d", "go ponder btime 5000 wtime 6000 byoyomi 700")
	s.until("info depth")
	before := time.Now()
	s.send("ponderhit")
	s.until("bestmove")
	require.Len(t, m.hits, 1)
	hit := m.hits[0]
	require.False(t, hit.Start.Before(before))
	require.NotNil(t, m.asked[0].limits.Ponder)
	require.Equal(t, [2]time.Duration{5 * time.Second, 6 * time.Second}, hit.Time)
	require.Equal(t, 700*time.Millisecond, hit.Byoyomi)

	s.send("go ponder btime 5000 wtime 6000 byoyomi 700")
	s.until("info depth")
	s.send("ponderhit btime 100 wtime 200 binc 30 winc 40")
	s.until("bestmove")
	hit = m.hits[1]
	require.Equal(t, [2]time.Duration{100 * time.Millisecond, 200 * time.Millisecond}, hit.Time)
	require.Equal(t, [2]time.Duration{30 * time.Millisecond, 40 * time.Millisecond}, hit.Inc)
	require.Zero(t, hit.Byoyomi)

	// Only times can come late; without any the answer is due at once. What the go allowed besides stays.
	for _, c := range [][2]string{{"go ponder depth 9", "ponderhit"}, {"go ponder", "ponderhit nodes 1000"}, {"go ponder nodes 7", "ponderhit btime 100 depth 3"}} {
		s.send(c[0])
		s.until("info depth")
		s.send(c[1], "ponderhit movetime 3") // a second one is not heard
		s.until("bestmove")
	}
	require.Equal(t, 9, m.hits[2].Depth)
	hit = m.hits[4]
	require.Equal(t, []uint64{7, 0, 100}, []uint64{hit.Nodes, uint64(hit.Depth), uint64(hit.Time[0].Milliseconds())})
}

// A ponderhit may come while the network is still loading: the search then has its time from the start.
func TestPonderHitBeforeTheSearchBegins(t *testing.T) {
	m := newMock()
	config := mockConfig(m)
	load, loading, release := config.LoadEvaluator, make(chan struct{}), make(chan struct{})
	config.LoadEvaluator = func(o EvalOptions) (eval.Evaluation, error) {
		close(loading)
		<-release
		return load(o)
	}
	s := startSession(t, config)
	s.send("go ponder byoyomi 700")
	<-loading
	s.send("ponderhit", "side")
	require.Equal(t, "black", s.next())
	close(release)
	s.until("bestmove")
	require.Len(t, m.hits, 1)
	require.Equal(t, 700*time.Millisecond, m.hits[0].Byoyomi)
}

func TestStochasticPonder(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	s.send("setoption name Stochastic_Ponder value true", "position startpos moves 7g7f 3c3d", "go ponder byoyomi 700")
	require.NotContains(t, strings.Join(s.until("info depth"), "\n"), " pv ")
	s.quiet(40 * time.Millisecond)
	s.send("ponderhit")
	s.until("bestmove")
	require.Len(t, m.asked, 2)
	require.Regexp(t, " w - 2$", m.asked[0].sfen, "the position before the expected move")
	require.True(t, m.asked[0].limits.Infinite)
	require.Regexp(t, " b - 3$", m.asked[1].sfen)
	require.Equal(t, 700*time.Millisecond, m.asked[1].limits.Byoyomi)

	// Stopped instead, it still answers with a move that is legal where the GUI stands.
	s.send("position startpos moves 7g7f 3c3d", "go ponder byoyomi 700")
	s.until("info depth")
	s.send("stop")
	lines := s.until("bestmove")
	require.Equal(t, "bestmove 1g1f", lines[len(lines)-1])
	s.quiet(30 * time.Millisecond)
}

// Levels know nothing of it: people find their moves themselves, and what the engine sees would make theirs better.
func TestStochasticPonderBelowFullStrength(t *testing.T) {
	for level, searches := range map[string]int{"3": 0, "15": 1} {
		m := newMock()
		s := startSession(t, mockConfig(m))
		s.send("setoption name Stochastic_Ponder value true", "setoption name Level value "+level)
		s.send("position startpos moves 7g7f 3c3d", "go ponder byoyomi 700", "ponderhit")
		s.until("bestmove")
		require.Len(t, m.asked, searches, "level %s", level)
	}
}

// What several lines of MultiPV have in common is told once.
func TestStochasticPonderWithSeveralLines(t *testing.T) {
	m := newMock()
	m.before = func(_ *position.Position, report func(search.Info)) {
		for n := 1; n <= 3; n++ {
			report(search.Info{Depth: 4, Nodes: 1234, MultiPV: n, PV: []position.Move{position.MoveResign}})
		}
	}
	s := startSession(t, mockConfig(m))
	s.send("setoption name Stochastic_Ponder value true", "position startpos moves 7g7f 3c3d", "go ponder byoyomi 700")
	s.until("info depth 4")
	s.send("stop")
	require.NotContains(t, s.until("bestmove")[:1], "info depth 4 nodes 1234 time 0")
}
