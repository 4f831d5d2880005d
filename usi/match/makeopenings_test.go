package match

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestOpeningsHere: every line of the repository's own openings can be played.
func TestOpeningsHere(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/openings*")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		_, err = readOpenings(bytes.NewReader(b), testRules())
		require.NoError(t, err, path)
	}
}

func TestMakeOpenings(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	listOf := func(more ...string) []string {
		out := filepath.Join(t.TempDir(), "o.sfen")
		args := append([]string{"openings", "-engine", fakeFlag("judge", "material", ""), "-n", "20", "-max", "50", "-o", out, "-tc", "depth=1"}, more...)
		succeed(t, args...)
		b, err := os.ReadFile(out)
		require.NoError(t, err)
		rules := testRules()
		if strings.Contains(strings.Join(more, " "), "minishogi") {
			rules.variant = position.Minishogi
		}
		list, err := readOpenings(bytes.NewReader(b), rules)
		require.NoError(t, err)
		require.Len(t, list, 20)
		seen := map[uint64]bool{}
		for _, o := range list {
			p, err := o.Play(rules.variant)
			require.NoError(t, err)
			require.False(t, seen[p.Key()], "two alike")
			seen[p.Key()] = true
			require.Zero(t, fakeScore(p), "nobody is a piece ahead")
		}
		return strings.Split(string(b), "\n")
	}
	first := listOf("-seed", "7", "-plies", "24")
	require.Equal(t, first, listOf("-seed", "7", "-plies", "24", "-concurrency", "3"), "the same, however many engines judge")
	require.NotEqual(t, first, listOf("-seed", "8", "-plies", "24"))
	require.Len(t, strings.Fields(first[0]), 2+24)
	listOf("-variant", "minishogi", "-plies", "2")

	exits(t, 2, "openings")
	exits(t, 2, "openings", "-engine", "cmd=x", "-n", "0")
	exits(t, 1, "openings", "-engine", "cmd=./none")
	_, stderr := exits(t, 2, "openings", "-engine", "cmd=./none", "more")
	require.Contains(t, stderr, `unexpected argument "more"`)
}

// TestOpeningsKeepFiles: where the list cannot be written, or only over something else, no engine is started.
func TestOpeningsKeepFiles(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.txt")
	require.NoError(t, os.WriteFile(games, []byte("startpos moves 7g7f\n"), 0o644))
	for out, want := range map[string]string{games: games + " is there already and is not an empty file; choose another name", filepath.Join(games, "x"): syscall.ENOTDIR.Error()} {
		_, stderr := exits(t, 1, "openings", "-engine", "cmd=./none", "-o", out)
		require.Contains(t, stderr, want)
	}
	b, err := os.ReadFile(games)
	require.NoError(t, err)
	require.Equal(t, "startpos moves 7g7f\n", string(b))
}

// TestFewOpenings: where there are not as many as asked, or somebody interrupts, the ones found are returned.
func TestFewOpenings(t *testing.T) {
	spec := fake("judge", "material")
	require.NoError(t, spec.complete())
	m := &openingMaker{engine: spec, control: timeControl{Depth: 1}, rules: *testRules(), plies: 1, bound: 100, concurrency: 2, patience: 100}
	none := func(int, int) {}
	list, err := m.run(t.Context(), 31, none)
	require.ErrorContains(t, err, "nothing new in 100 candidates")
	require.Len(t, list, 30, "the first moves")

	ctx, cancel := context.WithCancel(t.Context())
	list, err = m.run(ctx, 31, func(kept, _ int) {
		if kept >= 5 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.GreaterOrEqual(t, len(list), 5)

	// A length beyond the usual move limit of a match.
	stdout := succeed(t, "openings", "-engine", fakeFlag("judge", "material", ""), "-n", "1", "-plies", "325", "-max", "99999", "-tc", "depth=1")
	require.Len(t, strings.Fields(stdout), 2+325)
}
