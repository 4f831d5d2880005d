package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// learner returns a worker that stands at a position, below a root of its own.
func learner(t *testing.T, sfen string, moves ...string) *worker {
	e := newTestEngine(t, nil)
	p := parse(t, sfen)
	play(t, p, moves...)
	e.clock = newClock(Limits{Infinite: true}, &e.options, p.Side(), p.Ply(), nil)
	w := e.workers[0]
	w.prepare(p, nil)
	return w
}

// TestUpdate: an entry goes the bonus's way, ever more slowly, and never beyond the limit.
func TestUpdate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var entry int16
	for range 100_000 {
		before, b := entry, rng.IntN(8*historyMax)-4*historyMax
		update(&entry, b)
		require.LessOrEqual(t, max(entry, -entry), int16(historyMax))
		if b > 0 {
			require.GreaterOrEqual(t, entry, before)
		} else {
			require.LessOrEqual(t, entry, before)
		}
	}
	low, high := int16(0), int16(historyMax/2)
	update(&low, 1000)
	update(&high, 1000)
	require.Greater(t, low, high-historyMax/2)
}

// TestLearnMoves: the best move is marked up wherever quiet moves are remembered, those tried before it down, and it becomes
// a killer.
func TestLearnMoves(t *testing.T) {
	w := learner(t, position.Shogi.Start, "7g7f", "3c3d")
	parseMove := func(text string) position.Move {
		m, err := w.pos.ParseLegal(text)
		require.NoError(t, err)
		return m
	}
	best, bad, old := parseMove("2g2f"), parseMove("9g9f"), parseMove("1g1f")
	const ply = 2
	f := &w.stack[ply+stackOffset]
	f.killers = [2]position.Move{old, position.MoveNone}
	for i := 1; i <= 4; i++ { // four earlier moves, each with a table of its own
		w.stack[ply+stackOffset-i].after = &w.history.continued[i]
	}
	var tried triedMoves
	tried.add(bad, true, position.NoKind)
	tried.add(best, true, position.NoKind)
	w.learnMoves(&node{depth: 6, ply: ply}, best, &tried)

	require.Equal(t, [2]position.Move{best, old}, f.killers)
	one, two, four := w.continuations(ply)
	for _, entry := range []func(position.Move) *int16{w.history.quiet.at, w.low.at(ply).at, one.at, two.at, four.at} {
		require.Positive(t, *entry(best))
		require.Negative(t, *entry(bad))
		require.Zero(t, *entry(old))
	}
	require.Zero(t, *w.low.at(ply - 1).at(best))
	require.Zero(t, *w.low.at(ply + 1).at(best))
}

// TestLowPlyHistoryEnds: the root and the depths have no table.
func TestLowPlyHistoryEnds(t *testing.T) {
	var h lowPlyHistory
	require.Nil(t, h.at(0))
	require.Nil(t, h.at(len(h)+1))
	require.NotSame(t, h.at(1), h.at(len(h)))
}

// TestLastQuiet: only a quiet move that the search has played itself is remembered for what it led to.
func TestLastQuiet(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []string
		ply   int
		want  bool
	}{
		{"quiet", []string{"7g7f"}, 1, true},
		{"drop", []string{"7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"}, 1, true},
		{"before the root", []string{"7g7f"}, 0, false},
		{"capture", []string{"7g7f", "3c3d", "8h2b+", "3a2b"}, 1, false},
		{"promotion", []string{"7g7f", "3c3d", "8h3c+"}, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := learner(t, position.Shogi.Start, c.moves...)
			m, ok := w.lastQuiet(c.ply)
			require.Equal(t, c.want, ok)
			if ok {
				require.Equal(t, c.moves[len(c.moves)-1], m.String())
			}
		})
	}
	w := learner(t, position.Shogi.Start, "7g7f")
	w.pos.DoNull()
	_, ok := w.lastQuiet(1)
	require.False(t, ok)
}

// TestBlameLast: the move that led to a fail high is marked down in the histories of the moves before it.
func TestBlameLast(t *testing.T) {
	w := learner(t, position.Shogi.Start, "7g7f")
	for i := range stackOffset + 1 {
		w.stack[i].after = &w.history.continued[i+1]
	}
	w.blameLast(1, 5)
	one, two, four := w.continuations(0)
	for _, h := range []*pieceToHistory{one, two, four} {
		require.Negative(t, *h.at(w.pos.LastMove()))
	}
}
