package train

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/position"
	"katachi/position/command"
	"katachi/search"
)

// call runs katachi train and returns its status and what it wrote.
func call(load eval.Loader, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Command(load, search.Quiescence).Main(context.Background(), args, command.IO{Name: "katachi train", Stdout: &out, Stderr: &errs})
	return code, out.String(), errs.String()
}

// TestTrainCommand makes positions, trains from them, goes on, and refuses what makes no sense.
func TestTrainCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	games, dir := writeGames(t, randomGames(t, 40)), t.TempDir()
	path := filepath.Join(t.TempDir(), "positions")
	load := func(name string, _ int) (eval.Evaluation, error) {
		if name != "classical" && name != "nnue" {
			return eval.Evaluation{}, fmt.Errorf("no evaluation %q", name)
		}
		return eval.Evaluation{New: func() eval.Evaluator { return &witness{asked: map[string]eval.Score{}} }, Description: "the witness"}, nil
	}
	run := func(args ...string) (int, string, string) { return call(load, args...) }
	code, out, text := run("shuffle", "-o", path, "-scale", "600", "-validation", "5", games)
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "40 games")
	code, _, text = run("shuffle", "-o", path, games)
	require.Equal(t, 1, code)
	require.Contains(t, text, "exists")
	code, _, text = run("shuffle", "-o", path+"3", "-scale", "600", "-quiet", "loud", games)
	require.Equal(t, 1, code)
	require.Contains(t, text, `no evaluation "loud"`)
	code, _, text = run("shuffle", "-o", path+"3", "-scale", "600", "-validation", "5", "-quiet", "none", games)
	require.Equal(t, 0, code, text)
	code, out, text = run("shuffle", "-o", path+"2", "-scale", "600", "-validation", "5", "-variations", "3", games+"@0.5")
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "40 games")

	flags := []string{"-out", dir, "-arch", "halfkp-k6-256", "-standard", "-batch", "64", "-warm-up", "5", "-examples", "2k", "-reports", "2", path}
	code, out, text = run(flags...)
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "games: 40 games, 600 centipawns are odds of e to 1, ahead 0.8")
	require.Contains(t, out, "examples: training loss")
	code, _, text = run(flags...)
	require.Equal(t, 1, code)
	require.Contains(t, text, "-resume goes on")
	code, out, text = run(append([]string{"-resume"}, flags...)...)
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "the network is")
	for _, name := range []string{networkFile, standardFile} {
		require.NoError(t, os.Rename(filepath.Join(dir, name), filepath.Join(dir, name+".moved")))
	}
	code, _, text = run(append([]string{"-resume"}, flags...)...)
	require.Equal(t, 0, code, text)
	for _, name := range []string{networkFile, standardFile} {
		want, err := os.ReadFile(filepath.Join(dir, name+".moved"))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got), name)
	}
	code, out, text = run("-o", t.TempDir(), "-arch", "kp-256", "-batch", "64", "-warm-up", "5", "-examples", "640", "-reports", "1", path+"2")
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "no results), rate", "variations have none")
	own, err := nnue.Load(filepath.Join(dir, networkFile), eval.DefaultFVScale)
	require.NoError(t, err)
	wide, err := nnue.Load(filepath.Join(dir, standardFile), eval.DefaultFVScale)
	require.NoError(t, err)
	require.Contains(t, wide.Describe(), "HalfKP 256x2-32-32")
	a, b := own.NewEvaluator(), wide.NewEvaluator()
	randomExamples(8, 30, func(p *position.Position) (int16, int8) {
		a.Reset(p)
		b.Reset(p)
		require.Equal(t, a.Evaluate(p), b.Evaluate(p), p.SFEN())
		return 0, 0
	})
	for _, args := range [][]string{{"-h"}, {"shuffle", "-h"}, {"scale", "-h"}} {
		code, out, _ = run(args...)
		require.Equal(t, 0, code)
		require.Contains(t, out, "katachi train ")
	}

	code, out, text = run("-arch", "list")
	require.Equal(t, 0, code)
	require.Contains(t, out, "\nhalfka-k1-256-contacts\n")
	require.Empty(t, text)

	for want, args := range map[string][]string{
		"-o":                 {path},
		"want one file":      {"-o", dir},
		"no architecture":    {"-o", dir, "-arch", "huge", path},
		"-batch 0":           {"-o", dir, "-batch", "0", path},
		"-rate 0":            {"-o", dir, "-rate", "0", path},
		"-last-rate 1":       {"-o", dir, "-last-rate", "1", path},
		"-warm-up -1":        {"-o", dir, "-warm-up", "-1", path},
		"-warm-up 20: the ":  {"-o", dir, "-warm-up", "20", "-batch", "64", "-examples", "1k", "-last", "0", path}, // 15 steps
		"-reach 0.5":         {"-o", dir, "-reach", "0.5", path},
		"-pull 1000":         {"-o", dir, "-pull", "1000", path},
		"-freeze: a first":   {"-o", dir, "-freeze", path},
		"-from-scale: the":   {"-o", dir, "-from-scale", "100", path},
		"-reach: the":        {"-o", dir, "-reach", "4", path},
		"-weight-decay -1":   {"-o", dir, "-weight-decay", "-1", path},
		"-result 1.5":        {"-o", dir, "-result", "1.5", path},
		"-last-result 2":     {"-o", dir, "-last-result", "2", path},
		"-last 0.9":          {"-o", dir, "-last", "0.9", path},
		"-scale -1":          {"-o", dir, "-scale", "-1", path},
		"-from-scale -1":     {"-o", dir, "-from-scale", "-1", path},
		"-reports 0":         {"-o", dir, "-reports", "0", path},
		"-examples \"many\"": {"-o", dir, "-examples", "many", path},
		"-examples 100":      {"-o", dir, "-examples", "100", path},
		"-threads 0":         {"-o", dir, "-threads", "0", path},
		"not defined":        {"-spoon"},
		"-o FILE":            {"shuffle", games},
		"no file of game":    {"shuffle", "-o", "x"},
		"-passes 0":          {"shuffle", "-o", "x", "-passes", "0", games},
		"-validation 1":      {"shuffle", "-o", "x", "-validation", "1", games},
		"-ahead 1":           {"shuffle", "-o", "x", "-ahead", "1", games},
		"-decided 2":         {"shuffle", "-o", "x", "-decided", "2", games},
		"-variations -1":     {"shuffle", "-o", "x", "-variations", "-1", games},
		"after the @":        {"shuffle", "-o", "x", games + "@half"},
		`"width=2"`:          {"shuffle", "-o", "x", games + "@0.5,width=2"},
		"share 2":            {"shuffle", "-o", "x", games + "@2"},
		"scale -3":           {"shuffle", "-o", "x", games + "@0.5,scale=-3"},
		"ahead 1.5":          {"shuffle", "-o", "x", games + "@ahead=1.5"},
		"-hands 2":           {"shuffle", "-o", "x", "-hands", "2", games},
		"-fvscale 0":         {"scale", "-fvscale", "0", games},
		"is named":           {"scale"},
	} {
		code, _, text := run(args...)
		require.Equal(t, 2, code, want)
		require.Contains(t, text, want)
	}
	code, _, text = run("-o", t.TempDir(), filepath.Join(dir, "none"))
	require.Equal(t, 1, code)
	require.Contains(t, text, "none")
	code, _, text = run("-o", t.TempDir(), path)
	require.Equal(t, 1, code)
	require.Contains(t, text, "too few positions")
	out = filepath.Join(t.TempDir(), "out")
	code, _, text = run("-o", out, "-batch", "64", "-arch", "kp-256", "-standard", path)
	require.Equal(t, 2, code)
	require.Contains(t, text, "no larger form that other engines know; halfkp-k9-256 has one")
	require.NoDirExists(t, out, "nothing was begun")
}
