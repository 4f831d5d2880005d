package bench

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/movegen"
	"katachi/position"
	"katachi/search"
)

// The games of the speedtest are legal, and none is over.
func TestSpeedtestGames(t *testing.T) {
	for _, game := range speedtestGames {
		p := position.New(position.Shogi)
		for _, text := range strings.Fields(game) {
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			p.Do(m)
		}
		require.True(t, movegen.HasLegal(p))
		require.Greater(t, p.Ply(), 100)
	}
}

// stopper cancels when a text with a word in it is written.
type stopper struct {
	strings.Builder
	word   string
	cancel func()
}

func (s *stopper) Write(text []byte) (int, error) {
	if strings.Contains(string(text), s.word) {
		s.cancel()
	}
	return s.Builder.Write(text)
}

// A speedtest that is stopped tells what it has measured until then.
func TestSpeedtestStopped(t *testing.T) {
	games := []string{"7g7f 3c3d", "2g2f", "5g5f 5c5d"}
	e, err := search.NewEngine(func() eval.Evaluator { return classical.New() })
	require.NoError(t, err)
	o := search.DefaultOptions()
	o.Threads, o.HashMB = 2, 1
	require.NoError(t, e.SetOptions(o))
	ctx, cancel := context.WithCancel(t.Context())
	out := &stopper{word: "game 2", cancel: cancel}
	require.ErrorIs(t, speedtest(ctx, e, o, "", games, 8*time.Millisecond, out), context.Canceled)
	require.Regexp(t, `^game 1 of 3: 3 positions, \d+ nodes, \d+ nodes/second
game 2 of 3: 2 positions, \d+ nodes, \d+ nodes/second
`, out.String())
	require.Regexp(t, `
Threads               : 2
Thread binding        : none
Hash \(MB\)             : 1
Hash full \(permille\)  : at most \d+, mean \d+
Positions searched    : [56] of 8
Depth \(mean\)          : \d+\.\d
Time \(ms\)             : \d+
Nodes searched        : [1-9]\d*
Nodes/second          : [1-9]\d*
$`, out.String())

	out = &stopper{word: "nothing", cancel: cancel}
	require.NoError(t, speedtest(t.Context(), e, o, "", games, 0, out))
	require.Contains(t, out.String(), "Positions searched    : 8 of 8\n")
}
