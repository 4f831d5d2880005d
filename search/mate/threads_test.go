package mate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func TestTwoThreadsSolveWhatOneSolves(t *testing.T) {
	solver, err := NewSolver(16)
	require.NoError(t, err)
	for i, problem := range loadProblems(t, "../../testdata/mate_public.jsonl") {
		if i%4 != 0 || testing.Short() && i%16 != 0 {
			continue
		}
		p, err := position.ParseSFEN(position.Shogi, problem.SFEN)
		require.NoError(t, err)
		r := solver.Solve(t.Context(), p, Options{Threads: 2}, nil)
		if problem.Mate == nil {
			require.Equal(t, NoMate, r.Status, problem.SFEN)
		} else {
			require.Equal(t, Mate, r.Status, problem.SFEN)
			checkLine(t, p, r.Line)
		}
	}
}
