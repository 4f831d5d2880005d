package train

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// guesser evaluates by material and an error that depends on where the pieces are.
type guesser struct{ materialist }

func (g guesser) Evaluate(p *position.Position) eval.Score {
	return g.materialist.Evaluate(p) + eval.Score(int64(p.Key()%1601)-800)
}

// TestCompare: of evaluations the one by which the results were drawn predicts them best.
func TestCompare(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	games := randomGames(t, 300)
	for i := range games {
		g := &games[i]
		g.End, g.Result = record.ByMate, -1
		last := 0.0
		require.NoError(t, g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
			score, _ := material(p)
			ply.Score = eval.Score(score)
			last = float64(score) * float64(1-2*int(p.Side()))
			return true
		}))
		if rng.Float64() < sigmoid(last/500) {
			g.Result = 1
		}
	}
	path := writeGames(t, games)
	load := func(name string, _ int) (eval.Evaluation, error) {
		if name == "guess" {
			return eval.Evaluation{New: func() eval.Evaluator { return guesser{} }}, nil
		}
		return eval.Evaluation{New: func() eval.Evaluator { return materialist{} }}, nil
	}
	run := func(args ...string) (int, string) {
		code, out, errs := call(load, append([]string{"compare"}, args...)...)
		return code, out + errs
	}
	code, text := run("-eval", "material,guess,again", "-every", "1", path)
	require.Zero(t, code, text)
	require.Regexp(t, `^\d+ positions, neither in check nor decided, of 300 games\n`, text)
	rows := regexp.MustCompile(`(?m)^(\w+) +(\d+) +0\.\d{4}(?: +([+-]0\.\d+) \+- (0\.\d+))?$`).FindAllStringSubmatch(text, -1)
	require.Len(t, rows, 3, text)
	require.Empty(t, rows[0][3])
	more, _ := strconv.ParseFloat(rows[1][3], 64)
	deviation, _ := strconv.ParseFloat(rows[1][4], 64)
	require.Greater(t, more, 2*deviation, text)
	require.Equal(t, "+0.0000", rows[2][3])

	code, text = run("-eval", "material", path, path)
	require.Zero(t, code, text)
	require.Regexp(t, `^\d+ positions, neither in check nor decided, of 300 games; 300 that are there twice count once\n`, text)

	data, err := os.ReadFile(path)
	require.NoError(t, err)
	cut := filepath.Join(t.TempDir(), "cut.ktg")
	require.NoError(t, os.WriteFile(cut, data[:len(data)-1], 0o600))
	code, text = run("-eval", "material", cut)
	require.Zero(t, code, text)
	require.Regexp(t, `^\d+ positions, neither in check nor decided, of 299 games; skipped 1 damaged parts\n`, text)
	code, text = run(path, "-every", "0")
	require.Equal(t, 2, code)
	require.Contains(t, text, "-every 0")
	for _, names := range []string{"", "material,", ",material", "material,,guess"} {
		code, text = run("-eval", names, path)
		require.Equal(t, 2, code)
		require.Contains(t, text, "-eval "+strconv.Quote(names)+": a name is empty")
	}
	code, text = run()
	require.Equal(t, 2, code)
	require.Contains(t, text, "is named")
	none := filepath.Join(t.TempDir(), "none.ktg")
	require.NoError(t, os.WriteFile(none, nil, 0o600))
	code, text = run(none)
	require.Equal(t, 1, code)
	require.Contains(t, text, "want games of katachi selfplay")
}

// TestPaired compares with the definition: the positions of a game are one observation.
func TestPaired(t *testing.T) {
	outcomes := []outcome{{game: 1}, {game: 1}, {game: 2}, {game: 3}}
	difference, deviation := paired([]float64{1, 3, 2, 1}, []float64{0, 1, 3, 1}, outcomes)
	require.InDelta(t, 0.5, difference, 1e-12)
	// the games' sums, less what as many positions make on the average: 3-1, -1-0.5, 0-0.5
	require.InDelta(t, math.Sqrt(2*2+1.5*1.5+0.5*0.5)/4, deviation, 1e-12)
}
