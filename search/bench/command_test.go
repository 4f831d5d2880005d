package bench

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/position/command"
)

// TestBench: the flags limit the searches. What tells networks apart reads all of a network, which a bench has no use for.
func TestBench(t *testing.T) {
	load := func(name string, _ int) (eval.Evaluation, error) {
		require.Equal(t, "classical", name)
		return eval.Evaluation{
			New: func() eval.Evaluator { return classical.New() },
			Identity: func() (string, error) {
				t.Error("the identity was asked for")
				return "", errors.New("no identity")
			},
		}, nil
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-depth", "1"}, `^(.+ depth  1  nodes .+\n){12}Depth`},
		{[]string{"-nodes", "100"}, `^(.+  nodes +10[01]  .+\n){12}Depth`},
		{[]string{"-depth", "2", "-sfen", "startpos moves 7g7f"}, `^  1  depth  2 .+ w - 2\nDepth`},
	} {
		var stdout, stderr strings.Builder
		args := append(c.args, "-eval", "classical", "-hash", "1")
		require.Zero(t, Command(load).Main(t.Context(), args, command.IO{Name: "katachi bench", Stdout: &stdout, Stderr: &stderr}), stderr.String())
		require.Regexp(t, c.want, stdout.String())
	}
}

// TestBenchLimits: two limits of which one would do nothing are refused.
func TestBenchLimits(t *testing.T) {
	load := func(string, int) (eval.Evaluation, error) { return eval.Evaluation{}, errors.New("loaded") }
	for args, want := range map[string]string{
		"-nodes 1000 -movetime 10ms": "want one of -depth, -nodes and -movetime",
		"-nodes 1000 -depth 3":       "want one of -depth, -nodes and -movetime",
		"-depth 3 -movetime 10ms":    "want one of -depth, -nodes and -movetime",
		"-depth 3 -nodes 0":          "loaded",
		"-nodes 1000 -movetime 0":    "loaded",
	} {
		var stdout, stderr strings.Builder
		require.NotZero(t, Command(load).Main(t.Context(), strings.Fields(args), command.IO{Name: "katachi bench", Stdout: &stdout, Stderr: &stderr}))
		require.Contains(t, stderr.String(), want, args)
	}
}
