package match

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func TestMakeOpenings(t *testing.T) {
	listOf := func(more ...string) []string {
		out := filepath.Join(t.TempDir(), "o.sfen")
		var stdout, stderr bytes.Buffer
		args := append([]string{"openings", "-engine", fakeFlag("judge", "material", ""), "-n", "20", "-o", out, "-tc", "depth=1"}, more...)
		require.Zero(t, Command(args, &stdout, &stderr), stderr.String())
		b, err := os.ReadFile(out)
		require.NoError(t, err)
		rules := position.Shogi
		if strings.Contains(strings.Join(more, " "), "minishogi") {
			rules = position.Minishogi
		}
		list, err := ReadOpenings(bytes.NewReader(b), rules)
		require.NoError(t, err)
		require.Len(t, list, 20)
		seen := map[uint64]bool{}
		for _, o := range list {
			p, err := o.position(rules)
			require.NoError(t, err)
			require.False(t, seen[p.Key()], "two alike")
			seen[p.Key()] = true
			require.LessOrEqual(t, fakeScore(p), 100)
			require.GreaterOrEqual(t, fakeScore(p), -100)
		}
		return strings.Split(string(b), "\n")
	}
	first := listOf("-seed", "7", "-plies", "24")
	require.Equal(t, first, listOf("-seed", "7", "-plies", "24", "-concurrency", "3"), "the same, however many engines judge")
	require.NotEqual(t, first, listOf("-seed", "8", "-plies", "24"))
	require.Len(t, strings.Fields(first[0]), 2+24)
	listOf("-variant", "minishogi", "-plies", "2")

	var stdout, stderr bytes.Buffer
	require.Equal(t, 2, Command([]string{"openings"}, &stdout, &stderr))
	require.Equal(t, 2, Command([]string{"openings", "-engine", "cmd=x", "-n", "0"}, &stdout, &stderr))
	require.Equal(t, 1, Command([]string{"openings", "-engine", "cmd=./none"}, &stdout, &stderr))
}
