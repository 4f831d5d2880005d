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

// materialist evaluates by material.
type materialist struct{}

func (materialist) Reset(*position.Position)                {}
func (materialist) Push(*position.Position, position.Delta) {}
func (materialist) Pop()                                    {}
func (materialist) Evaluate(p *position.Position) eval.Score {
	score, _ := material(p)
	return eval.Score(score)
}

// TestScaleCommand tells the scale with which results were drawn from material, of the evaluation and of the scores in the
// records, which are half of it.
func TestScaleCommand(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	games := randomGames(t, 300)
	for i := range games {
		g := &games[i]
		g.End = record.ByMate
		middle := len(g.Plies) / 2
		at := 0
		require.NoError(t, g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
			score, _ := material(p)
			ply.Score = eval.Score(score / 2)
			if at == middle { // the result follows from this position alone
				g.Result = -1
				if black := float64(score) * float64(1-2*int(p.Side())); rng.Float64() < sigmoid(black/500) {
					g.Result = 1
				}
			}
			at++
			return true
		}))
	}
	path := writeGames(t, games)
	load := func(string, int) (eval.Evaluation, error) {
		return eval.Evaluation{New: func() eval.Evaluator { return materialist{} }, Description: "material"}, nil
	}
	code, out, errs := call(load, "scale", "-eval", "x", "-fvscale", "20", path)
	require.Zero(t, code, errs)
	found := regexp.MustCompile(`static scores +(\d+) centipawns .*\nsearched scores +(\d+) centipawns .*\nFV_SCALE ([0-9.]+) would make it 600`).FindStringSubmatch(out)
	require.NotNil(t, found, out)
	var numbers [3]float64
	for i := range numbers {
		numbers[i], _ = strconv.ParseFloat(found[i+1], 64)
	}
	require.InDelta(t, numbers[0]/2, numbers[1], 12, "the records have half the scores")
	require.InDelta(t, 20*numbers[0]/600, numbers[2], 0.06)
	require.Greater(t, numbers[0], 250.0)
	require.Less(t, numbers[0], 2500.0)
	require.Regexp(t, `(?m)^1 to 20 +0\.\d+ +0\.\d+$`, out)
	require.Regexp(t, `(?m)^41 to 80 +0\.\d+ +0\.\d+$`, out)
	require.NotContains(t, out, "NaN")

	_, out, _ = call(load, "scale", "-eval", "x", "-positions", "1000", path)
	require.Contains(t, out, "\n1000 positions, not in check,")

	for text, want := range map[string]string{"startpos moves 7g7f\n": "this is not a file of game records", "": "want games of katachi selfplay"} {
		path := filepath.Join(t.TempDir(), "games.txt")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		code, _, errs = call(load, "scale", "-eval", "x", path)
		require.Equal(t, 1, code)
		require.Contains(t, errs, want)
	}
}

// TestLosses compares with the definition, by hand.
func TestLosses(t *testing.T) {
	var j judgement
	j.add(600, 1, 0)
	j.add(-600, 1, 0)
	j.add(0, 0.5, 2)
	j.add(eval.MateIn(3), 1, 3)
	got := j.losses(600)
	p := sigmoid(1)
	require.InDelta(t, -(math.Log(p)+math.Log(1-p))/2, got[0], 1e-9)
	require.True(t, math.IsNaN(got[1]))
	require.InDelta(t, math.Ln2, got[2], 1e-9)
	require.InDelta(t, 1e-4, got[3], 1e-6)
	require.Equal(t, eval.Score(600), j.most)
}
