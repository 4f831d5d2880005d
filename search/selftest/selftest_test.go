package selftest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/position"
)

func subject(rules *position.Rules) Subject {
	return Subject{rules, func() eval.Evaluator { return classical.New() }}
}

// TestRun finds nothing wrong on either board.
func TestRun(t *testing.T) {
	for _, rules := range []*position.Rules{position.Minishogi, position.Shogi} {
		if testing.Short() && rules == position.Minishogi {
			continue
		}
		var out strings.Builder
		ok := Run(t.Context(), subject(rules), &out)
		require.True(t, ok, out.String())
		require.Equal(t, len(parts), strings.Count(out.String(), " ok "))
		require.Regexp(t, `hash table +ok .* 16\d{3} of 16384 entries found\n`, out.String())
		require.Regexp(t, `^move generator  ok  +\d+\.\d\d s  6 positions, 6228\d{3} lines\n`, out.String())
		require.True(t, strings.HasSuffix(out.String(), "\nAll 6 parts are ok.\n"))
	}
}

// drifting forgets what a capture changes.
type drifting struct {
	eval.Evaluator
	sum   eval.Score
	stack []eval.Score
}

func (d *drifting) Reset(p *position.Position) { d.sum, d.stack = 0, d.stack[:0]; d.Evaluator.Reset(p) }

func (d *drifting) Push(p *position.Position, delta position.Delta) {
	d.stack = append(d.stack, d.sum)
	if delta.Captured != position.NoPiece {
		d.sum++
	}
	d.Evaluator.Push(p, delta)
}

func (d *drifting) Pop() {
	d.sum, d.stack = d.stack[len(d.stack)-1], d.stack[:len(d.stack)-1]
	d.Evaluator.Pop()
}

func (d *drifting) Evaluate(p *position.Position) eval.Score { return d.Evaluator.Evaluate(p) + d.sum }

// twin is an evaluator whose twin in plain Go thinks otherwise.
type twin struct{ eval.Evaluator }

func (twin) Reference() eval.Evaluator { return flat{} }

type flat struct{ eval.Evaluator }

func (flat) Reset(*position.Position)               {}
func (flat) Evaluate(*position.Position) eval.Score { return 11 }

// TestFaults finds what is wrong with evaluations and search, and goes on behind it.
func TestFaults(t *testing.T) {
	calls := 0
	for want, newEvaluator := range map[string]func() eval.Evaluator{
		`evaluation +FAILED +\S+ s  evaluated at -?\d+, want -?\d+ \(move by move and afresh\), in \S+ [bw] \S+ \d+`: func() eval.Evaluator {
			return &drifting{Evaluator: classical.New()}
		},
		`evaluation +FAILED +\S+ s  evaluated at -?\d+, want 11 \(against plain Go\)`: func() eval.Evaluator { return twin{classical.New()} },
		`evaluation +FAILED +\S+ s  internal error: broken`:                           func() eval.Evaluator { panic(errors.New("broken")) },
		`search +FAILED +\S+ s  the same search found `: func() eval.Evaluator {
			return moody{classical.New(), &calls}
		},
	} {
		var out strings.Builder
		some := parts[3:] // evaluation, mate solver, search
		require.False(t, run(t.Context(), some, Subject{position.Shogi, newEvaluator}, &out))
		require.Regexp(t, want, out.String())
		require.Regexp(t, `mate solver +ok`, out.String())
		require.Regexp(t, `\n[12] of 3 parts FAILED\.\n$`, out.String())
	}
}

// moody is an evaluator whose scores rise with the number of times it was asked.
type moody struct {
	eval.Evaluator
	calls *int
}

func (m moody) Evaluate(p *position.Position) eval.Score {
	*m.calls++
	return m.Evaluator.Evaluate(p) + eval.Score(*m.calls/100)
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	require.False(t, Run(ctx, subject(position.Shogi), &out))
	require.Equal(t, "The self test was stopped.\n", out.String())
}
