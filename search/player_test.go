package search

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/eval/nnue"
	"katachi/movegen"
	"katachi/position"
)

func newTestPlayer(t testing.TB) *Player {
	pl, err := NewPlayer(func() eval.Evaluator { return classical.New() }, 1, position.CSARule27)
	require.NoError(t, err)
	return pl
}

// playerPositions are the engine's test positions in which a search of a few hundred nodes finishes some iterations.
var playerPositions = []string{benchPositions[0], benchPositions[1], benchPositions[5]}

// A player's answer is that of an engine's search to the same depth from nothing: the score of a whole iteration, however
// the search ended. The position is left as it was.
func TestPlayerAnswersAsEngine(t *testing.T) {
	pl := newTestPlayer(t)
	e := newTestEngine(t, func(o *Options) { o.DrawValue = [2]eval.Score{} })
	for _, sfen := range playerPositions {
		for _, nodes := range []uint64{50, 300, 2000} {
			p := parse(t, sfen)
			pl.NewGame(p)
			a := pl.Search(p, nodes, 2*nodes)
			require.Equal(t, sfen, p.SFEN())
			require.NoError(t, p.Validate())
			require.LessOrEqual(t, a.Nodes, 2*nodes+10)
			if a.Depth == 0 {
				continue
			}
			e.Clear()
			r := e.Search(t.Context(), p, Limits{Depth: a.Depth}, nil)
			require.Equal(t, r.Score, a.Score, "%s depth %d", sfen, a.Depth)
			if a.Nodes < 2*nodes { // else the unfinished iteration may have found another move
				require.Equal(t, r.Move, a.Move)
				require.GreaterOrEqual(t, a.Nodes, nodes)
			}
		}
	}
}

// The same game comes again after NewGame, whatever was played in between.
func TestPlayerForgets(t *testing.T) {
	pl := newTestPlayer(t)
	play := func() (answers []Answer) {
		p := position.New(position.Shogi)
		pl.NewGame(p)
		for range 30 {
			a := pl.Search(p, 60, 480)
			answers = append(answers, a)
			p.Do(a.Move)
		}
		return answers
	}
	first := play()
	p := parse(t, playerPositions[1])
	pl.NewGame(p)
	pl.Search(p, 500, 4000)
	require.Equal(t, first, play())
}

func TestPlayerEnds(t *testing.T) {
	pl := newTestPlayer(t)
	for name, c := range map[string]struct {
		sfen  string
		move  string
		score Score
	}{
		"mated":       {"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "resign", eval.MatedIn(0)},
		"mate in one": {"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", eval.MateIn(1)},
		"declaration": {"3KRBG2/1PPPPPPP1/9/9/9/9/9/9/k8 b RB2G 1", "win", eval.MateIn(1)},
	} {
		t.Run(name, func(t *testing.T) {
			p := parse(t, c.sfen)
			pl.NewGame(p)
			a := pl.Search(p, 1000, 8000)
			require.Equal(t, c.move, a.Move.String())
			require.Equal(t, c.score, a.Score)
		})
	}
}

// Where not even one iteration fits, the answer is a legal move without a score.
func TestPlayerWithoutIteration(t *testing.T) {
	pl := newTestPlayer(t)
	p := parse(t, playerPositions[1])
	a := pl.Search(p, 3, 3)
	require.Zero(t, a.Depth)
	require.True(t, p.IsLegal(a.Move))
}

// Rate says of a quiet move what the evaluation says of the position behind it, and nothing better than the margin of a bad
// one.
func TestPlayerRates(t *testing.T) {
	pl := newTestPlayer(t)
	p := position.New(position.Shogi)
	pl.NewGame(p)
	evaluator := classical.New()
	var moves []position.Move
	var want []Score
	best := -eval.Infinity
	for _, m := range movegen.Legal(p, nil) {
		if m.String() == "7g7f" {
			continue // it opens the bishop's diagonal
		}
		moves = append(moves, m)
		p.Do(m)
		evaluator.Reset(p)
		want = append(want, -evaluator.Evaluate(p))
		best = max(best, want[len(want)-1])
		p.Undo()
	}
	require.Equal(t, want, pl.Rate(p, moves, eval.Infinity, nil))
	near := pl.Rate(p, moves, 20, []Score{7})
	require.Equal(t, Score(7), near[0])
	far := 0
	for i, score := range near[1:] {
		if want[i] >= best-20 {
			require.Equal(t, want[i], score, "%v", moves[i])
		} else {
			far++
			require.Less(t, score, best-20, "%v", moves[i])
		}
	}
	require.Positive(t, far)
	require.Equal(t, position.Shogi.Start, p.SFEN())
}

// TestQuiescence: the line of captures ends where the score comes from, and is the same whatever was asked before.
func TestQuiescence(t *testing.T) {
	quiescence, err := Quiescence(func() eval.Evaluator { return classical.New() })
	require.NoError(t, err)
	for range 2 {
		for sfen, want := range map[string]string{
			position.Shogi.Start:                   "[]",
			"4k4/9/4r4/9/4R4/9/4P4/9/4K4 b - 1":    "[5e5c+ 5a6a]", // the way out of check is part of it
			"4k4/4g4/4p4/9/4R4/9/4P4/9/4K4 b - 1":  "[]",           // the pawn is protected
			"4k4/9/3gp4/3r5/4N4/9/4P4/9/4K4 b - 1": "[5e6c+ 6d6c]", // a gold for a knight
			"4k4/9/4G4/9/9/9/9/9/4K4 b R 1":        "[]",           // mate in one
		} {
			require.Equal(t, want, fmt.Sprint(quiescence(parse(t, sfen))), sfen)
		}
	}
}

func TestPlayerAllocatesNothing(t *testing.T) {
	pl := newTestPlayer(t)
	p := parse(t, playerPositions[1])
	pl.Search(p, 2000, 4000)
	require.Zero(t, testing.AllocsPerRun(20, func() { pl.Search(p, 100, 800) }))
}

// BenchmarkPlayer plays game after game, of 100 nodes a move; nodes/s is to be held against that of katachi bench.
func BenchmarkPlayer(b *testing.B) {
	n, err := nnue.Embedded()
	require.NoError(b, err)
	pl, err := NewPlayer(n.New, 1, position.CSARule27)
	require.NoError(b, err)
	p := position.New(position.Shogi)
	var nodes uint64
	b.ReportAllocs()
	for b.Loop() {
		a := pl.Search(p, 100, 800)
		nodes += a.Nodes
		if a.Move == position.MoveResign || a.Move == position.MoveWin || p.Ply() > 200 {
			p = position.New(position.Shogi)
			pl.NewGame(p)
			continue
		}
		p.Do(a.Move)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/move")
}
