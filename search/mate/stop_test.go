package mate

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const microcosmos = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"

// The end of the context ends a search at once, with a table that is collecting its garbage too.
func TestSolveStops(t *testing.T) {
	p := parse(t, microcosmos)
	solver := newSolver(t, 1)
	reports := 0
	for range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		var asked time.Time
		time.AfterFunc(300*time.Millisecond, func() { asked = time.Now(); cancel() })
		r := solver.Solve(ctx, p, Options{Threads: 2, Interval: 20 * time.Millisecond}, func(i Info) {
			reports++
			require.NotZero(t, i.Nodes)
			require.LessOrEqual(t, i.HashFull, 1000)
			q := p.Clone()
			for _, m := range i.Line {
				require.True(t, q.IsLegal(m))
				q.Do(m)
			}
		})
		require.Equal(t, Unknown, r.Status)
		require.Less(t, time.Since(asked), 5*time.Second) // on a machine with other work
		require.Equal(t, microcosmos, p.SFEN())
	}
	require.Positive(t, reports)
}

// The search asks every tickNodes nodes whether it shall stop, and ends with what it has.
func TestSolveAsksForTheStop(t *testing.T) {
	p := parse(t, microcosmos)
	solver := newSolver(t, 16)
	asked := 0
	r := solver.Solve(t.Context(), p, Options{Stop: func() bool { asked++; return asked == 3 }}, nil)
	require.Equal(t, Unknown, r.Status)
	require.Equal(t, 3, asked)
	require.Less(t, r.Nodes, uint64(4*tickNodes))
}

// A search with a limit of nodes can be taken up again: the table remembers.
func TestSolveGoesOn(t *testing.T) {
	problem := loadProblems(t, "../../testdata/mate_public.jsonl")[4]
	p := parse(t, problem.SFEN)
	solver := newSolver(t, 16)
	full := solver.Solve(t.Context(), p, Options{}, nil)
	require.Equal(t, Mate, full.Status)
	spent, slices := uint64(0), 0
	r := Result{}
	for r = solver.Solve(t.Context(), p, Options{Nodes: 2 * tickNodes}, nil); r.Status == Unknown; slices++ {
		require.Less(t, spent, 20*full.Nodes, "it begins again each time")
		spent += r.Nodes
		r = solver.Solve(t.Context(), p, Options{Nodes: 2 * tickNodes, Keep: true}, nil)
	}
	require.Equal(t, Mate, r.Status)
	checkLine(t, p, r.Line)
	t.Logf("%d nodes at once, %d in %d slices", full.Nodes, spent+r.Nodes, slices+1)

	known := solver.Solve(t.Context(), p, Options{Keep: true}, nil)
	require.Less(t, known.Nodes, full.Nodes)
	solver.Clear()
	require.Equal(t, full.Nodes, solver.Solve(t.Context(), p, Options{Keep: true}, nil).Nodes, "nothing is forgotten")
}

// Checks that only come round to where they were are no mate, and the search sees that they do.
func TestPerpetualCheck(t *testing.T) {
	solver := newSolver(t, 4)
	for _, sfen := range []string{"9/4k4/9/9/9/9/9/9/3R5 b - 1", "4k4/9/9/9/9/9/9/9/3+R1+R3 b 2b4g4s4n4l18p 1"} {
		p := parse(t, sfen)
		require.Equal(t, NoMate, solver.Solve(t.Context(), p, Options{Nodes: 20_000}, nil).Status, sfen)
	}
}

// What the pawn may not do: mate by being dropped. Its move may.
func TestPawnDropMate(t *testing.T) {
	solver := newSolver(t, 1)
	for _, c := range []struct {
		sfen string
		want Status
	}{
		{"3lkl3/3p1p3/4G4/9/9/9/9/9/9 b P2r2b3g4s4n2l15p 1", NoMate}, // P*5b would be mate, with the gold's protection
		{"3lkl3/3p1p3/4P4/4L4/9/9/9/9/9 b 2r2b4g4s4nl15p 1", Mate},   // 5c5b is
	} {
		p := parse(t, c.sfen)
		for _, mode := range []Mode{First, Shortest} {
			r := solver.Solve(t.Context(), p, Options{Mode: mode}, nil)
			require.Equal(t, c.want, r.Status, "%s: %v", c.sfen, r.Line)
		}
	}
}
