package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// learner returns a worker that stands at a position, below a root of its own, with a history of its own for the moves before.
func learner(t *testing.T, sfen string, moves ...string) *worker {
	w := newTestEngine(t, func(o *Options) { o.HashMB = 1 }).workers[0]
	w.anew(t, sfen, moves...)
	return w
}

// anew puts the worker at a position as learner does; it has forgotten everything.
func (w *worker) anew(t *testing.T, sfen string, moves ...string) {
	e := w.engine
	p := parse(t, sfen)
	play(t, p, moves...)
	e.clock = newClock(Limits{Infinite: true}, &e.options, p.Side(), p.Ply(), nil)
	e.table.Clear()
	w.prepare(p, nil)
	w.history.clear()
}

// reached puts the worker at a ply, with tables of their own after the earlier moves of the line; the last one is the board's.
func (w *worker) reached(ply int) {
	for i := range ply {
		f := w.frame(i)
		f.move = position.NewMove(0, 1, position.NewPiece(position.Black, position.Gold))
		f.after = &w.history.continued[i+1]
	}
	w.frame(ply - 1).move = w.pos.LastMove()
}

// TestLearn: an entry goes the bonus's way, ever more slowly, and never beyond the limit, wherever it starts.
func TestLearn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ limit, start int }{
		{mainLimit, 0}, {mainLimit, lowPlyStart}, {captureLimit, captureStart}, {continuationLimit, continuationStart}, {shapeLimit, shapeStart},
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

// TestShapeRow: a position's row goes by the pieces of the side to move alone.
func TestShapeRow(t *testing.T) {
	row := func(sfen string) uint16 { return shapeRowOf(parse(t, sfen)) }
	shape := row("4k4/9/9/9/9/9/P8/2S6/1K7 b - 1")
	require.Less(t, shape, uint16(shapeRows))
	require.Equal(t, shape, row("3k5/1r7/9/4p4/9/9/1P7/2S6/1K7 b GP2b 9"), "the opponent, pawns, hands and the number of the move")
	for name, sfen := range map[string]string{
		"silver": "4k4/9/9/9/9/9/P1S6/9/1K7 b - 1", "king": "4k4/9/9/9/9/9/P8/2S6/K8 b - 1", "a rook more": "4k4/9/9/9/9/9/P8/2S4R1/1K7 b - 1",
		"the other side": "4k4/9/9/9/9/9/P8/2S6/1K7 w - 1",
	} {
		require.NotEqual(t, shape, row(sfen), name)
	}
}

// TestLearnBest: the best move is marked up wherever quiet moves are remembered, those tried in vain are marked down, and more
// so than it was up.
func TestLearnBest(t *testing.T) {
	w := learner(t, position.Shogi.Start, "7g7f", "3c3d")
	const ply = 2
	w.reached(ply)
	best, bad, other := legal(t, w.pos, "2g2f"), legal(t, w.pos, "9g9f"), legal(t, w.pos, "1g1f")
	f := w.frame(ply)
	f.tried.add(bad, position.NoKind)
	w.learnBest(&node{depth: 6, ply: ply}, best)
	entries := map[string]func(position.Move) int16{
		"main":   func(m position.Move) int16 { return w.history.main[butterflyIndex(m)] },
		"low":    func(m position.Move) int16 { return w.low.plies[ply][butterflyIndex(m)] },
		"1":      func(m position.Move) int16 { return w.history.rows[*w.frame(ply - 1).after][pieceToIndex(m)] },
		"2":      func(m position.Move) int16 { return w.history.rows[*w.frame(ply - 2).after][pieceToIndex(m)] },
		"shapes": func(m position.Move) int16 { return w.history.shapes[f.shapeRow][pieceToIndex(m)] },
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
	w.frame(0).move = position.MoveNull
	_, ok := w.lastQuiet(1)
	require.False(t, ok)
}

// TestLearnTableCut: the early move that led to a fail high by the table is marked down as an answer to the moves before it, a
// late one is not.
func TestLearnTableCut(t *testing.T) {
	for moveCount, want := range map[int]bool{1: true, 4: true, 5: false} {
		w := learner(t, position.Shogi.Start, "7g7f", "3c3d", "2g2f")
		w.reached(3)
		w.frame(2).moveCount = moveCount
		w.learnTableCut(&node{ply: 3, depth: 5, tt: ttEntry{move: legal(t, w.pos, "8c8d"), capture: true}})
		entry := w.history.rows[*w.frame(1).after][pieceToIndex(w.pos.LastMove())]
		require.Equal(t, want, entry < 0, "move %d", moveCount)
	}
}

// TestLearnBestBlames: the opponent's move that led to the node is marked down if it was the first one searched there, or the
// second behind a move of the table.
func TestLearnBestBlames(t *testing.T) {
	w := learner(t, position.Shogi.Start)
	for _, c := range []struct {
		moveCount int
		ttHit     bool
		want      bool
	}{{1, false, true}, {2, false, false}, {1, true, false}, {2, true, true}, {3, true, false}} {
		w.anew(t, position.Shogi.Start, "7g7f", "3c3d", "2g2f")
		w.reached(3)
		parent := w.frame(2)
		parent.moveCount, parent.ttHit = c.moveCount, c.ttHit
		w.learnBest(&node{ply: 3, depth: 6}, legal(t, w.pos, "8c8d"))
		entry := w.history.rows[*w.frame(1).after][pieceToIndex(w.pos.LastMove())]
		require.Equal(t, c.want, entry < 0, "%+v", c)
	}
}

// fresh is what an entry that knew nothing holds after a bonus.
func fresh(bonus, limit, start int) (entry int16) {
	learn(&entry, bonus, limit, start)
	return entry
}

// TestLearnFailLow: a silver's move after which 7 plies were left, or 40, where two limits hold; every case says what speaks
// for it besides.
func TestLearnFailLow(t *testing.T) {
	w := learner(t, position.Shogi.Start)
	const ply, best = 3, -300
	n := node{ply: ply, depth: 7, static: best}
	plain := failLowBase + 7*failLowFactor
	require.Positive(t, plain)
	for _, c := range []struct {
		name   string
		change func(n *node, parent *frame)
		scale  int
	}{
		{"ordinary", func(*node, *frame) {}, plain},
		{"a good history", func(_ *node, parent *frame) { parent.stat = 20 * failLowStat }, plain - 20},
		{"a bad history", func(_ *node, parent *frame) { parent.stat = -20 * failLowStat }, plain + 20},
		{"eighth move", func(_ *node, parent *frame) { parent.moveCount = 8 }, plain},
		{"deep", func(n *node, _ *frame) { n.depth = 40 }, failLowBase + failLowMax},
		{"ninth move", func(_ *node, parent *frame) { parent.moveCount = 9 }, plain + failLowLate},
		{"below the evaluation", func(n *node, _ *frame) { n.static = Score(best + failLowMargin) }, plain + failLowSurprise},
		{"hardly below the evaluation", func(n *node, _ *frame) { n.static = Score(best + failLowMargin - 1) }, plain},
		{"below it in check", func(n *node, _ *frame) { n.static, n.inCheck = Score(best+failLowMargin), true }, plain},
		{"better than the parent thought", func(_ *node, parent *frame) { parent.static = Score(-best - failLowParent) }, plain + failLowParentSurprise},
		{"hardly better than it thought", func(_ *node, parent *frame) { parent.static = Score(-best - failLowParent + 1) }, plain},
		{"the same out of check", func(_ *node, parent *frame) { parent.static, parent.inCheck = Score(-best-failLowParent), true }, plain},
	} {
		t.Run(c.name, func(t *testing.T) {
			w.anew(t, "4k4/9/9/9/9/9/2S6/9/4K4 b - 1", "7g7f")
			w.reached(ply)
			f := w.stack[ply+stackOffset-1:]
			f[0].static = -best // the parent expected just this
			n := n
			c.change(&n, &f[0])
			w.learnFailLow(&n, best)
			m := w.pos.LastMove()
			bonus := (7*failLowBonusFactor - failLowBonusOffset) * c.scale
			if n.depth == 40 {
				bonus = failLowBonusMax * c.scale
			}
			require.Equal(t, fresh(bonus*failLowMain/32768, mainLimit, 0), w.history.main[butterflyIndex(m)])
			one, two := bonus*failLowContinuation/16384*continueOne/1024+continuationDrift, bonus*failLowContinuation/16384*continueTwo/1024
			require.Equal(t, fresh(one, continuationLimit, continuationStart), w.history.rows[*w.frame(ply - 2).after][pieceToIndex(m)])
			require.Equal(t, fresh(two, continuationLimit, continuationStart), w.history.rows[*w.frame(ply - 3).after][pieceToIndex(m)])
			require.Zero(t, w.history.capture)
		})
	}
}

// TestLearnFailLowMoves: by what kind of move led to the node.
func TestLearnFailLowMoves(t *testing.T) {
	w := learner(t, position.Shogi.Start)
	for _, c := range []struct {
		name, sfen, move string
		quiet, capture   bool
	}{
		{"silver", "4k4/9/9/9/9/9/2S6/9/4K4 b - 1", "7g7f", true, false},
		{"drop", "4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*7f", true, false},
		{"pawn", "4k4/9/9/9/9/9/2P6/9/4K4 b - 1", "7g7f", true, false},
		{"promotion", "4k4/9/9/2S6/9/9/9/9/4K4 b - 1", "7d7c+", true, false},
		{"capture", "4k4/9/9/9/9/2p6/2S6/9/4K4 b - 1", "7g7f", false, true},
	} {
		w.anew(t, c.sfen, c.move)
		w.reached(3)
		w.frame(2).moveCount = 9
		w.learnFailLow(&node{ply: 3, depth: 7, static: 500}, -300)
		m := w.pos.LastMove()
		require.Equal(t, c.quiet, w.history.main[butterflyIndex(m)] > 0, c.name)
		want := captureStart
		if c.capture {
			want = captureStart + int(fresh(failLowCapture, captureLimit, captureStart))
		}
		require.Equal(t, want, w.history.capture.of(m, position.Pawn), c.name)
	}
	w.anew(t, position.Shogi.Start, "7g7f")
	w.learnFailLow(&node{depth: 7, static: 500}, -300)
	require.Zero(t, w.history.main, "nothing is learned of what was played before the root")
}

// TestLearnDifference: nine tenths of what the mover won, and a little more, which a move that was merely made gets.
func TestLearnDifference(t *testing.T) {
	w := learner(t, position.Shogi.Start)
	const silver, ply = "4k4/9/9/9/9/9/2S6/9/4K4 b - 1", 3
	const none = 1 << 20 // nothing is learned
	for _, c := range []struct {
		name                 string
		sfen, move           string
		parentStatic, static Score
		inCheck              bool
		main                 int // times what is learned
	}{
		{"better", silver, "7g7f", 50, -150, false, 90},
		{"worse", silver, "7g7f", -50, 150, false, -90},
		{"as good", silver, "7g7f", 80, -80, false, 0},
		{"much better", silver, "7g7f", 0, -3000, false, differenceHigh},
		{"much worse", silver, "7g7f", 0, 3000, false, -differenceLow},
		{"out of check", silver, "7g7f", 50, -150, true, none},
		{"pawn", "4k4/9/9/9/9/9/2P6/9/4K4 b - 1", "7g7f", 50, -150, false, 90},
		{"promotion", "4k4/9/9/2S6/9/9/9/9/4K4 b - 1", "7d7c+", 50, -150, false, 90},
		{"capture", "4k4/9/9/9/9/2p6/2S6/9/4K4 b - 1", "7g7f", 50, -150, false, none},
	} {
		w.anew(t, c.sfen, c.move)
		w.reached(ply)
		f := w.stack[ply+stackOffset-1:]
		f[0].static, f[0].inCheck = c.parentStatic, c.inCheck
		w.learnDifference(&node{ply: ply, static: c.static})
		m := w.pos.LastMove()
		var main int16
		if c.main != none {
			main = fresh(differenceMain*(c.main+differenceShift), mainLimit, 0)
		}
		require.Equal(t, main, w.history.main[butterflyIndex(m)], c.name)
	}
}

// TestStats: the sums of histories by which a move is reduced and pruned, with the starts of the tables.
func TestStats(t *testing.T) {
	w := learner(t, "4k4/9/9/9/9/2r6/2S6/9/4K4 b - 1")
	const ply = 3
	w.reached(ply)
	quiet, capture := legal(t, w.pos, "7g8f"), legal(t, w.pos, "7g7f")
	h, at := w.history, pieceToIndex(quiet)
	h.main[butterflyIndex(quiet)] = 1000
	h.toLearn(w.frame(ply - 1).after)[at] = 300
	h.toLearn(w.frame(ply - 2).after)[at] = 50
	h.toLearn(w.frame(ply - 3).after)[at] = 7
	w.frame(ply).shapeRow = 12
	h.shapes[12][at] = 4000
	h.capture.learn(capture, position.Rook, 500)
	require.Equal(t, 2000+300+50+2*continuationStart, w.statOf(ply, quiet, position.NoKind))
	require.Equal(t, 300+50+2*continuationStart+4000+shapeStart, w.quietHistory(ply, quiet))
	require.Equal(t, lmrVictim*1100/128+captureStart+int(fresh(500, captureLimit, captureStart)), w.statOf(ply, capture, position.Rook))
}
