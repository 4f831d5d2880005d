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

// TestBenchAsksForNoIdentity: what tells networks apart reads all of a network, which a bench has no use for.
func TestBenchAsksForNoIdentity(t *testing.T) {
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
	var stdout, stderr strings.Builder
	args := []string{"-eval", "classical", "-depth", "1", "-hash", "1"}
	require.Zero(t, Command(load).Main(t.Context(), args, command.IO{Name: "katachi bench", Stdout: &stdout, Stderr: &stderr}), stderr.String())
	require.Regexp(t, `\nBench: \d+\n$`, stdout.String())
}
