package mate

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTwoThreadsSolveWhatOneSolves(t *testing.T) {
	solver := newSolver(t, 16)
	for i, problem := range loadProblems(t, "../../testdata/mate_public.jsonl") {
		if i%4 != 0 || testing.Short() && i%16 != 0 {
			continue
		}
		p := parse(t, problem.SFEN)
		r := solver.Solve(t.Context(), p, Options{Threads: 2}, nil)
		if problem.Mate == nil {
			require.Equal(t, NoMate, r.Status, problem.SFEN)
		} else {
			require.Equal(t, Mate, r.Status, problem.SFEN)
			checkLine(t, p, r.Line)
		}
	}
}

// TestBegin wants Options.Begin called for every searcher but the first.
func TestBegin(t *testing.T) {
	solver := newSolver(t, 1)
	var mu sync.Mutex
	begun := map[int]bool{}
	p := parse(t, "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")
	r := solver.Solve(t.Context(), p, Options{Threads: 3, Begin: func(n int) {
		mu.Lock()
		defer mu.Unlock()
		begun[n] = true
	}}, nil)
	require.Equal(t, Mate, r.Status)
	require.Equal(t, map[int]bool{1: true, 2: true}, begun)
}
