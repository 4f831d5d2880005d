package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// learner returns a worker that stands at a position, below a root of its own, with a history of its own for the moves before.
func learner(t *testing.T, sfen string, moves ...string) *worker {
	e := newTestEngine(t, nil)
	p := parse(t, sfen)
	play(t, p, moves...)
	e.clock = newClock(Limits{Infinite: true}, &e.options, p.Side(), p.Ply(), nil)
	w := e.workers[0]
	w.prepare(p, nil)
	w.history.clear()
	w.history.used = true
	return w
}

// reached puts the worker at a ply, with tables of their own after the earlier moves of the line; the last one is the board's.
func (w *worker) reached(ply int) {
	for i := range ply {
		f := &w.stack[i+stackOffset]
		f.move = position.NewMove(0, 1, position.NewPiece(position.Black, position.Gold))
		f.after = &w.history.continued[i+1]
	}
	w.stack[ply+stackOffset-1].move = w.pos.LastMove()
}

// TestLearn: an entry goes the bonus's way, ever more slowly, and never beyond the limit, wherever it starts.
func TestLearn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ limit, start int }{
		{mainLimit, 0}, {mainLimit, lowPlyStart}, {captureLimit, captureStart}, {continuationLimit, continuationStart}, {pawnLimit, pawnStart},
	} {
		var entry int16
		for range 20_000 {
			before, b := entry, rng.IntN(8*c.limit)-4*c.limit
			learn(&entry, b, c.limit, c.start)
			require.LessOrEqual(t, max(int(entry)+c.start, -int(entry)-c.start), c.limit)
			if b > 0 {
				require.GreaterOrEqual(t, entry, before)
			} else {
				require.LessOrEqual(t, entry, before)
			}
		}
		low, high := int16(-c.start), int16(c.limit/2-c.start)
		learn(&low, 1000, c.limit, c.start)
		learn(&high, 1000, c.limit, c.start)
		require.Greater(t, int(low)+c.start, int(high)+c.start-c.limit/2)
	}
}

// TestLearnBest: the best move is marked up wherever quiet moves are remembered, those tried in vain are marked down, and more
// so than it was up.
func TestLearnBest(t *testing.T) {
	w := learner(t, position.Shogi.Start, "7g7f", "3c3d")
	const ply = 2
	w.reached(ply)
	parseMove := func(text string) position.Move {
		m, err := w.pos.ParseLegal(text)
		require.NoError(t, err)
		return m
	}
	best, bad, other := parseMove("2g2f"), parseMove("9g9f"), parseMove("1g1f")
	f := &w.stack[ply+stackOffset]
	f.tried.add(bad, position.NoKind)
	w.learnBest(&node{depth: 6, ply: ply}, best)
	entries := map[string]func(position.Move) int16{
		"main":  func(m position.Move) int16 { return w.history.main[butterflyIndex(m)] },
		"low":   func(m position.Move) int16 { return w.low.plies[ply][butterflyIndex(m)] },
		"1":     func(m position.Move) int16 { return w.history.rows[*w.stack[ply+stackOffset-1].after][pieceToIndex(m)] },
		"2":     func(m position.Move) int16 { return w.history.rows[*w.stack[ply+stackOffset-2].after][pieceToIndex(m)] },
		"pawns": func(m position.Move) int16 { return w.history.pawns[f.pawnRow][pieceToIndex(m)] },
	}
	for name, entry := range entries {
		require.Positive(t, entry(best), name)
		require.Negative(t, entry(bad), name)
		require.Greater(t, -entry(bad), entry(best), name)
		require.Zero(t, entry(other), name)
	}
	require.Zero(t, w.low.plies[ply-1][butterflyIndex(best)])
	require.Zero(t, w.history.none)
	require.Zero(t, w.history.rows[0], "what follows no move is never written")
}

// TestHistoryClears: what was learned is gone, rows that others may get now included, and what has learned nothing takes no row.
func TestHistoryClears(t *testing.T) {
	w := learner(t, position.Shogi.Start, "7g7f", "3c3d", "2g2f")
	h := w.history
	for range 2 {
		require.Zero(t, h.taken)
		w.reached(3)
		w.learnContinuations(3, w.pos.LastMove(), 1000)
		require.EqualValues(t, 3, h.taken, "one for each earlier move of the search")
		w.learnContinuations(3, w.pos.LastMove(), 1000)
		require.EqualValues(t, 3, h.taken)
		require.NotZero(t, h.rows[3])
		h.used = true
		h.clear()
		require.True(t, *newHistory() == *h) // not Equal, which takes 16 seconds for 31 MB with -race
	}
}

// TestLowPlyHistoryClears: nothing is left, however much was learned.
func TestLowPlyHistoryClears(t *testing.T) {
	h := newLowPlyHistory()
	for _, n := range []int{10, cap(h.touched) + 100} {
		for i := range n {
			h.learn(i%lowPlies, i, 500)
		}
		require.NotZero(t, h.plies)
		h.clear()
		require.Zero(t, h.plies)
		require.Empty(t, h.touched)
	}
}

// TestLastQuiet: only a quiet move that the search has played itself is remembered for what it led to. A promotion without a
// capture is quiet.
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
		{"promotion", []string{"2g2f", "8c8d", "2f2e", "8d8e", "2e2d", "8e8f", "2d2c+"}, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := learner(t, position.Shogi.Start, c.moves...)
			if c.ply > 0 {
				w.reached(c.ply)
			}
			m, ok := w.lastQuiet(c.ply)
			require.Equal(t, c.want, ok)
			if ok {
				require.Equal(t, c.moves[len(c.moves)-1], m.String())
			}
		})
	}
	w := learner(t, position.Shogi.Start, "7g7f")
	w.pos.DoNull()
	w.stack[stackOffset].move = position.MoveNull
	_, ok := w.lastQuiet(1)
	require.False(t, ok)
}

// TestLearnTableCut: the early move that led to a fail high by the table is marked down as an answer to the moves before it, a
// late one is not.
func TestLearnTableCut(t *testing.T) {
	for moveCount, want := range map[int]bool{1: true, 4: true, 5: false} {
		w := learner(t, position.Shogi.Start, "7g7f", "3c3d", "2g2f")
		w.reached(3)
		w.stack[2+stackOffset].moveCount = moveCount
		w.learnTableCut(&node{ply: 3, depth: 5, tt: ttEntry{move: legal(t, w.pos, "8c8d"), capture: true}})
		entry := w.history.rows[*w.stack[1+stackOffset].after][pieceToIndex(w.pos.LastMove())]
		require.Equal(t, want, entry < 0, "move %d", moveCount)
	}
}

// TestCorrectionLearns: the static evaluation is drawn towards what searches found, in either direction, and stays bounded.
func TestCorrectionLearns(t *testing.T) {
	for _, diff := range []Score{300, -300} {
		w := learner(t, position.Shogi.Start, "7g7f", "3c3d", "2g2f")
		w.reached(3)
		n := node{ply: 3, depth: 8, keys: keysOf(w.pos, pawnHash(w.pos))}
		require.Zero(t, w.correction(3, n.keys))
		last := 0
		for range 50 {
			w.learnCorrection(&n, diff, true)
			c := w.correction(3, n.keys)
			require.GreaterOrEqual(t, c*int(diff), last*int(diff))
			last = c
		}
		require.Positive(t, last*int(diff))
		require.LessOrEqual(t, abs(last), correctionLimit*(corrPawns+corrHands+corrMinors+2*corrPieces+2*corrMoves))
	}
}
