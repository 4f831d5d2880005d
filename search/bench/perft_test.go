package bench

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position/command"
)

func TestPerftCommand(t *testing.T) {
	for _, c := range []struct {
		name           string
		args           []string
		status         int
		stdout, stderr string
	}{
		{"start", []string{"-depth", "3"}, 0, "Nodes searched: 25470\n", ""},
		{"threads", []string{"-depth", "3", "-threads", "1"}, 0, "7g7f: 1110\n", ""},
		{"variant", []string{"-depth", "4", "-variant", "minishogi"}, 0, "Nodes searched: 35401\n", ""},
		{"sfen", []string{"-depth", "1", "-sfen", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"}, 0, "Nodes searched: 593\n", ""},
		{"help", []string{"-h"}, 0, "katachi perft -depth 5", ""},
		{"game", []string{"-depth", "1", "-sfen", "startpos moves 7g7f"}, 0, "Nodes searched: 30\n", ""},
		{"illegal game", []string{"-sfen", "startpos moves 7g7e"}, 2, "", "katachi perft: -sfen: move 1 of 1: "},
		{"bad SFEN", []string{"-sfen", "9/9"}, 2, "", "katachi perft: -sfen: syntax error: SFEN has 1 fields"},
		{"bad variant", []string{"-variant", "chess"}, 2, "", `variant "chess": want shogi or minishogi`},
		{"bad depth", []string{"-depth", "0"}, 2, "", "-depth 0: want 1 to 100"},
		{"far too deep", []string{"-depth", "100000000"}, 2, "", "-depth 100000000: want 1 to 100"},
		{"too great a number", []string{"-depth", "99999999999999999999"}, 2, "", "-depth: value out of range"},
		{"bad threads", []string{"-threads", "0"}, 2, "", "-threads 0: want at least 1"},
		{"bad flag", []string{"-deep"}, 2, "", "flag provided but not defined: -deep"},
		{"argument", []string{"5"}, 2, "", `unexpected argument "5"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			require.Equal(t, c.status, Perft.Main(t.Context(), c.args, command.IO{Name: "katachi perft", Stdout: &stdout, Stderr: &stderr}))
			require.Contains(t, stdout.String(), c.stdout)
			require.Contains(t, stderr.String(), c.stderr)
			if c.status == 2 {
				require.Equal(t, 1, strings.Count(stderr.String(), "\n"), "one line")
			} else {
				require.Empty(t, stderr.String())
			}
		})
	}
}

// Stopped, perft says what it has.
func TestPerftStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stdout, stderr := &stopper{word: ": ", cancel: cancel}, &strings.Builder{}
	status := Perft.Main(ctx, []string{"-depth", "2", "-threads", "1"}, command.IO{Name: "katachi perft", Stdout: stdout, Stderr: stderr})
	require.Equal(t, 1, status)
	require.Equal(t, "1g1f: 30\n\nStopped: 1 of 30 moves, with 30 leaves, are counted, and 30 leaves or more in all\n", stdout.String())
}
