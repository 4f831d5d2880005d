package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"katachi/eval"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
)

const scaleUsage = `katachi train scale shows what the scores of a network mean in games by katachi selfplay: the centipawns that are odds of e to 1
(600, as users know them), the FV_SCALE with which the network's would be 600, and how well its static evaluation and the
scores in the records predict the results, by the number of plies left.

  katachi train scale -eval net/nn.bin games.ktg

Flags:
`

// leftBands are the upper limits of the bands of plies left.
var leftBands = []int{20, 40, 80, 120, math.MaxInt}

// judgement compares scores of positions with the results of the games.
type judgement struct {
	fit  record.ScaleFit
	list []judged
	most eval.Score // the greatest score in size
}

type judged struct {
	score  int16
	points float32
	band   uint8
}

func (j *judgement) add(score eval.Score, points float64, band int) {
	if !score.IsDecided() {
		j.fit.Add(score, points)
		j.most = max(j.most, score, -score)
	}
	j.list = append(j.list, judged{int16(score), float32(points), uint8(band)})
}

// losses returns the mean cross entropy in each band with the scale, NaN for an empty band.
func (j *judgement) losses(scale float64) []float64 {
	sums, counts := make([]float64, len(leftBands)), make([]float64, len(leftBands))
	t := target{scale: scale}
	for _, x := range j.list {
		p := max(1e-4, min(1-1e-4, sigmoid(float64(x.score)/scale)))
		loss, _ := t.loss(float64(x.points), scale*logit(p))
		sums[x.band] += loss
		counts[x.band]++
	}
	for i := range sums {
		sums[i] /= counts[i]
	}
	return sums
}

// scale is katachi train scale.
func scale(ctx context.Context, load eval.Loader, args []string, io *command.IO) error {
	flags := io.Flags()
	name := flags.String("eval", "nnue", "evaluation: a network `file`, nnue (the built-in network) or classical")
	fvScale := flags.Int("fvscale", eval.DefaultFVScale, fmt.Sprintf("FV_SCALE of the network file, 1 to %d", eval.MaxFVScale))
	positions := flags.Int("positions", 2_000_000, "look at this many positions at most")
	files, err := io.Parse(flags, scaleUsage, args)
	if err != nil {
		return err
	}
	switch {
	case len(files) == 0:
		return command.Wrong("no file of game records is named")
	case *fvScale < 1 || *fvScale > eval.MaxFVScale:
		return command.Wrong("-fvscale %d: want 1 to %d", *fvScale, eval.MaxFVScale)
	case *positions < 1:
		return command.Wrong("-positions %d: want at least 1", *positions)
	}
	evaluation, err := load(*name, *fvScale)
	if err != nil {
		return err
	}
	var j judgements
	if err := j.read(ctx, files, evaluation.New(), *positions); err != nil {
		return err
	}
	if len(j.static.list) == 0 {
		return fmt.Errorf("no game that was played to an end is in %s: want games of katachi selfplay", strings.Join(files, ", "))
	}
	static, searched := j.static.fit.Scale(), j.searched.fit.Scale()
	if math.IsNaN(static) || math.IsNaN(searched) {
		return errors.New("the scores do not predict the results: no scale can be found")
	}
	fmt.Fprintf(io.Stdout, "%s\n%d positions, not in check, of games that were played to an end%s\n", evaluation.Description, len(j.static.list), &j.leftOut)
	fmt.Fprintf(io.Stdout, "static scores    %.0f centipawns are odds of e to 1, the greatest is %d\n", static, j.static.most)
	fmt.Fprintf(io.Stdout, "searched scores  %.0f centipawns are odds of e to 1, the greatest is %d\n", searched, j.searched.most)
	if *name != "nnue" && *name != "classical" {
		fmt.Fprintf(io.Stdout, "FV_SCALE %.1f would make it %d for the static scores\n", float64(*fvScale)*static/float64(eval.FieldScale), eval.FieldScale)
	}
	return writeBands(io.Stdout, j.static.losses(static), j.searched.losses(searched))
}

// judgements compares the static scores and the scores in the records of the same positions.
type judgements struct {
	static, searched judgement
	leftOut          leftOut
}

// read judges the positions of files of games, at most most of them.
func (j *judgements) read(ctx context.Context, files []string, evaluator eval.Evaluator, most int) error {
	enough := errors.New("enough")
	err := record.EachScored(files, func(_ *record.ScoredReader, g *record.ScoredGame) error {
		if !hasResult(g.End) || g.End == record.ByAdjudication { // by such scores as are judged here
			return ctx.Err()
		}
		i := 0
		err := g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
			band := 0
			for left := len(g.Plies) - i; left > leftBands[band]; {
				band++
			}
			i++
			if ply.Score != eval.None && !p.InCheck() {
				points := g.Points(p.Side())
				evaluator.Reset(p)
				j.static.add(evaluator.Evaluate(p), points, band)
				j.searched.add(ply.Score, points, band)
			}
			return len(j.static.list) < most
		})
		if err == nil && len(j.static.list) >= most {
			err = enough
		}
		return errors.Join(err, ctx.Err())
	}, j.leftOut.add)
	if errors.Is(err, enough) {
		return nil
	}
	return err
}

// writeBands writes a table of the losses by how many plies were left.
func writeBands(out io.Writer, static, searched []float64) error {
	fmt.Fprintln(out, "\nlog loss against the results:")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "plies left\tstatic\tsearched")
	from := 1
	for i, to := range leftBands {
		if band := fmt.Sprintf("%d to %d", from, to); !math.IsNaN(static[i]) {
			if to == math.MaxInt {
				band = fmt.Sprintf("%d and more", from)
			}
			fmt.Fprintf(table, "%s\t%.3f\t%.3f\n", band, static[i], searched[i])
		}
		from = to + 1
	}
	return table.Flush()
}
