package train

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
)

// randomGames returns games of random moves with random scores.
func randomGames(t testing.TB, n int) (games []record.ScoredGame) {
	rng := rand.New(rand.NewPCG(11, 12))
	for id := range n {
		p := position.New(position.Shogi)
		start, err := p.Pack()
		require.NoError(t, err)
		g := record.ScoredGame{ID: uint64(id), Start: start, Ply: 1, Result: int8(rng.IntN(3) - 1), End: record.ByUnknown}
		for range 60 {
			moves := movegen.Legal(p, nil)
			if len(moves) == 0 {
				break
			}
			ply := record.ScoredPly{Move: moves[rng.IntN(len(moves))].To16(), Score: eval.Score(rng.IntN(5000) - 2500)}
			if rng.IntN(10) == 0 {
				ply.Score = eval.None
			}
			g.Plies = append(g.Plies, ply)
			p.Do(p.Complete(ply.Move))
		}
		games = append(games, g)
	}
	return games
}

func writeGames(t testing.TB, games []record.ScoredGame) string {
	var b bytes.Buffer
	w := record.NewScoredWriter(&b)
	for i := range games {
		require.NoError(t, w.Write(&games[i]))
	}
	path := filepath.Join(t.TempDir(), "games")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
}

// TestDataSet loads games and compares with a filter written out: no game gives to both sets, and nothing depends on
// the number of goroutines.
func TestDataSet(t *testing.T) {
	games := randomGames(t, 100)
	path := writeGames(t, games)
	f := &filter{firstPly: 12, maxScore: 2000, keep: 1, validated: 10}
	want := [2][]example{}
	for i := range games {
		g, p := &games[i], position.New(position.Shogi)
		for _, ply := range g.Plies {
			m := p.Complete(ply.Move)
			capture := !m.IsDrop() && p.At(m.To()) != position.NoPiece
			if p.Ply() >= 12 && !p.InCheck() && ply.Score != eval.None && ply.Score <= 2000 && ply.Score >= -2000 && !capture && !m.IsPromotion() {
				e := example{numbers: nnue.NumbersOf(p), kings: [2]uint8{uint8(p.King(0)), uint8(p.King(1))}, side: p.Side(), score: int16(ply.Score), result: g.Result}
				if p.Side() == position.White {
					e.result = -g.Result
				}
				set := 0
				if i%10 == 9 {
					set = 1
				}
				want[set] = append(want[set], e)
			}
			p.Do(m)
		}
	}
	for _, workers := range []int{1, 3} {
		var d dataSet
		require.NoError(t, d.load(path, f, workers))
		require.Equal(t, 100, d.games)
		for set, l := range []*examples{&d.training, &d.validation} {
			require.Equal(t, len(want[set]), l.n)
			for i, e := range want[set] {
				require.Equal(t, e, *l.at(i), "set %d, example %d", set, i)
			}
		}
	}
	var captures, some dataSet
	f.captures = true
	require.NoError(t, captures.load(path, f, 1))
	require.Greater(t, captures.training.n, len(want[0]))
	f.keep = 0.25
	require.NoError(t, some.load(path, f, 1))
	require.InDelta(t, 0.25, float64(some.training.n)/float64(captures.training.n), 0.05)

	var none dataSet
	require.ErrorIs(t, none.load(path+"x", f, 1), os.ErrNotExist)
	games[3].Plies[20].Move = games[3].Plies[0].Move
	require.ErrorIs(t, none.load(writeGames(t, games), f, 1), record.ErrScored)
}

// mirrored returns the position with files 1 and 9 changed, and so on.
func mirrored(t testing.TB, p *position.Position) *position.Position {
	fields := strings.Fields(p.SFEN())
	ranks := strings.Split(fields[0], "/")
	for i, rank := range ranks {
		out := ""
		for len(rank) > 0 {
			n := 1
			if rank[0] == '+' {
				n = 2
			}
			out, rank = rank[:n]+out, rank[n:]
		}
		ranks[i] = out
	}
	fields[0] = strings.Join(ranks, "/")
	q, err := position.ParseSFEN(position.Shogi, strings.Join(fields, " "))
	require.NoError(t, err)
	return q
}

// TestRows compares an example's rows with those of the position, straight and mirrored.
func TestRows(t *testing.T) {
	for _, name := range []string{"kp-256", "halfkp-256", "halfkp-k9-256", "halfka-k6-128"} {
		shape := shapeNamed(t, name)
		randomExamples(4, 60, func(p *position.Position) (int16, int8) {
			e := newExample(p, 0, 0)
			for i, q := range []*position.Position{p, mirrored(t, p)} {
				got := e.appendRows(nil, shape, i == 1)
				require.ElementsMatch(t, shape.Features(nil, q, q.Side()), got[:len(got)/2], "%s %s", name, q.SFEN())
				require.ElementsMatch(t, shape.Features(nil, q, q.Side().Other()), got[len(got)/2:], "%s %s", name, q.SFEN())
			}
			return 0, 0
		})
	}
}

// TestFitScale finds the scale with which results were made.
func TestFitScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	l := &examples{}
	for range 100000 {
		e := example{score: int16(rng.NormFloat64() * 900), result: -1}
		if rng.Float64() < sigmoid(float64(e.score)/740) {
			e.result = 1
		}
		l.add(&e)
	}
	scale, rest, ok := fitScale(l)
	require.True(t, ok)
	require.InDelta(t, 740, scale, 15)
	require.InDelta(t, 0.57, rest, 0.02)
	_, _, ok = fitScale(&examples{})
	require.False(t, ok, "no examples")
	perfect := &examples{}
	for i := range 100 {
		perfect.add(&example{score: int16(100 * (i%2*2 - 1)), result: int8(i%2*2 - 1)})
	}
	_, _, ok = fitScale(perfect)
	require.False(t, ok, "scores that are never wrong")
}

// TestTarget checks blend, loss and slope.
func TestTarget(t *testing.T) {
	target := target{scale: 500, lambda: 0.75}
	require.InDelta(t, 0.75*0.5+0.25, target.of(&example{score: 0, result: 1}), 1e-12)
	require.InDelta(t, 0.75/(1+math.E)+0.125, target.of(&example{score: -500, result: 0}), 1e-12)
	for _, score := range []float64{-3000, -100, 0, 700, 9000} {
		const h = 1e-2
		up, _ := target.loss(0.3, score+h)
		down, _ := target.loss(0.3, score-h)
		at, slope := target.loss(0.3, score)
		require.InDelta(t, (up-down)/(2*h), slope, 1e-8)
		p := sigmoid(score / 500)
		require.InDelta(t, -0.3*math.Log(p)-0.7*math.Log(1-p), at, 1e-6)
	}
	least, slope := target.loss(0.3, 500*math.Log(0.3/0.7))
	require.InDelta(t, entropy(0.3), least, 1e-12)
	require.InDelta(t, 0, slope, 1e-12)
	require.Zero(t, entropy(1))
}

// TestRate follows the learning rate.
func TestRate(t *testing.T) {
	p := plan{Rate: 1e-3, LastRate: 1e-5, WarmUp: 9}
	require.InDelta(t, 1e-4, p.rate(0, 1009), 1e-12)
	require.InDelta(t, 9e-4, p.rate(8, 1009), 1e-12)
	require.InDelta(t, 1e-3, p.rate(9, 1009), 1e-12)
	require.InDelta(t, (1e-3+1e-5)/2, p.rate(509, 1009), 1e-12)
	require.InDelta(t, 1e-5, p.rate(1009, 1009), 1e-12)
}

// TestTrainCommand trains from a file, goes on, and refuses what makes no sense.
func TestTrainCommand(t *testing.T) {
	path, dir := writeGames(t, randomGames(t, 40)), t.TempDir()
	run := func(args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		load := func(name string, _ int) (eval.Evaluation, error) {
			return eval.Evaluation{}, fmt.Errorf("no evaluation %q", name)
		}
		code := Command(load).Main(context.Background(), args, command.IO{Name: "katachi train", Stdout: &stdout, Stderr: &stderr})
		return code, stdout.String(), stderr.String()
	}
	flags := []string{"-out", dir, "-arch", "halfkp-k6-256", "-standard", "-batch", "64", "-epochs", "1", "-validation", "5", "-scale", "600", path}
	code, out, text := run(flags...)
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "40 games")
	require.Contains(t, out, "epoch 1/1: training loss")
	code, _, text = run(flags...)
	require.Equal(t, 1, code)
	require.Contains(t, text, "-resume goes on")
	code, out, text = run(append([]string{"-resume"}, flags...)...)
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "the best network is")
	own, err := nnue.Load(filepath.Join(dir, networkFile), nnue.DefaultScale)
	require.NoError(t, err)
	wide, err := nnue.Load(filepath.Join(dir, standardFile), nnue.DefaultScale)
	require.NoError(t, err)
	require.Contains(t, wide.Describe(), "HalfKP 256x2-32-32")
	a, b := own.NewEvaluator(), wide.NewEvaluator()
	randomExamples(8, 30, func(p *position.Position) (int16, int8) {
		a.Reset(p)
		b.Reset(p)
		require.Equal(t, a.Evaluate(p), b.Evaluate(p), p.SFEN())
		return 0, 0
	})
	code, out, _ = run("-h")
	require.Equal(t, 0, code)
	require.Contains(t, out, "katachi train -out net")

	for want, args := range map[string][]string{
		"-out":                    {path},
		"no file of game records": {"-out", dir},
		"no architecture":         {"-out", dir, "-arch", "huge", path},
		"-epochs 0":               {"-out", dir, "-epochs", "0", path},
		"-batch 0":                {"-out", dir, "-batch", "0", path},
		"-rate 0":                 {"-out", dir, "-rate", "0", path},
		"-last-rate 1":            {"-out", dir, "-last-rate", "1", path},
		"-warm-up -1":             {"-out", dir, "-warm-up", "-1", path},
		"-decay 1000":             {"-out", dir, "-decay", "1000", path},
		"-lambda 1.5":             {"-out", dir, "-lambda", "1.5", path},
		"-ahead 1":                {"-out", dir, "-ahead", "1", path},
		"-ahead 0.5":              {"-out", dir, "-ahead", "0.5", "-variations", "2", path},
		"-scale -1":               {"-out", dir, "-scale", "-1", path},
		"-max-score 0":            {"-out", dir, "-max-score", "0", path},
		"-keep 0":                 {"-out", dir, "-keep", "0", path},
		"-validation 1":           {"-out", dir, "-validation", "1", path},
		"-threads 0":              {"-out", dir, "-threads", "0", path},
		"not defined":             {"-spoon"},
	} {
		code, _, text := run(args...)
		require.Equal(t, 2, code, want)
		require.Contains(t, text, want)
	}
	code, _, text = run("-out", t.TempDir(), filepath.Join(dir, "none"))
	require.Equal(t, 1, code)
	require.Contains(t, text, "none")
	code, _, text = run("-out", t.TempDir(), path)
	require.Equal(t, 1, code)
	require.Contains(t, text, "too few positions")
	code, _, text = run("-out", t.TempDir(), "-batch", "64", "-scale", "600", "-validation", "5", "-arch", "kp-256", "-standard", path)
	require.Equal(t, 1, code)
	require.Contains(t, text, "no larger form")
}
