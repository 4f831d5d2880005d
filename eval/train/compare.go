package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"katachi/eval"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
)

const compareUsage = `katachi train compare shows how well networks predict the results of games: the log loss of their scores at the ends of
quiescence, each on the scale that fits the network, and the difference to the first network with its standard error
(positions of one game count as one observation). In games of many nodes a move, a difference of a hundredth is some 100
Elo; smaller ones say little, see eval/train/HISTORY.md. None of the networks may have learned from these games.

  katachi selfplay -nodes 12000 -hash 16 -games 1000 -o strong.ktg
  katachi train compare -eval nnue,net/nn.bin strong.ktg

Flags:
`

// contender is a network that is compared.
type contender struct {
	name       string
	quiescence func(p *position.Position) []position.Move
	evaluator  eval.Evaluator
	fit        record.ScaleFit
	scores     []eval.Score
}

// outcome is the result of a position that is looked at.
type outcome struct {
	game   int
	points float64 // of the side to move
}

// undecided is the largest log odds, by the position's search, with which a position is looked at.
const undecided = 4

// compare is katachi train compare.
func compare(ctx context.Context, load eval.Loader, quiescence Quiescence, args []string, io *command.IO) error {
	flags := io.Flags()
	names := flags.String("eval", "nnue", "the `networks`, separated by commas: files, nnue (the built-in network) or classical")
	every := flags.Int("every", 3, "look at one in this many of a game's positions")
	files, err := io.Parse(flags, compareUsage, args)
	if err != nil {
		return err
	}
	switch {
	case len(files) == 0:
		return command.Wrong("no file of game records is named")
	case *every < 1:
		return command.Wrong("-every %d: want at least 1", *every)
	case slices.Contains(strings.Split(*names, ","), ""):
		return command.Wrong("-eval %q: a name is empty", *names)
	}
	var list []*contender
	for name := range strings.SplitSeq(*names, ",") {
		evaluation, err := load(name, eval.DefaultFVScale)
		if err != nil {
			return err
		}
		c := &contender{name: name, evaluator: evaluation.New()}
		if c.quiescence, err = quiescence(evaluation.New); err != nil {
			return err
		}
		list = append(list, c)
	}
	var outcomes []outcome
	searched := make([]float64, len(files)) // the scale of each file's scores
	for i, name := range files {
		if searched[i], err = fit(ctx, name); err != nil {
			return err
		}
		if math.IsNaN(searched[i]) {
			return fmt.Errorf("%s: the scores do not predict the results: want games of katachi selfplay", name)
		}
	}
	games, out := 0, leftOut{}
	err = record.EachScored(files, func(_ *record.ScoredReader, g *record.ScoredGame) error {
		if !hasResult(g.End) {
			return ctx.Err()
		}
		at := games % *every
		games++
		err := g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
			at++
			if at%*every != 0 || ply.Score == eval.None || p.InCheck() || math.Abs(float64(ply.Score)) > undecided*searched[0] {
				return true
			}
			outcomes = append(outcomes, outcome{games, g.Points(p.Side())})
			for _, c := range list {
				c.look(p, g.Points(p.Side()))
			}
			return true
		})
		return errors.Join(err, ctx.Err())
	}, func(r *record.ScoredReader) {
		out.add(r)
		searched = searched[1:]
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(io.Stdout, "%d positions, neither in check nor decided, of %d games%s\n", len(outcomes), games, &out)
	return writeComparison(io.Stdout, list, outcomes)
}

// writeComparison writes a table of the networks' losses.
func writeComparison(out io.Writer, list []*contender, outcomes []outcome) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "network\te to 1\tlog loss\tagainst the first")
	var first []float64
	for _, c := range list {
		scale := c.fit.Scale()
		if math.IsNaN(scale) {
			return fmt.Errorf("%s: its scores do not predict the results of these games", c.name)
		}
		losses := c.losses(outcomes, scale)
		fmt.Fprintf(table, "%s\t%.0f\t%.4f", c.name, scale, mean(losses))
		if first == nil {
			first = losses
		} else {
			difference, deviation := paired(losses, first, outcomes)
			fmt.Fprintf(table, "\t%+.4f +- %.4f", difference, deviation)
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

// leftOut counts what was left out of files of games.
type leftOut struct{ repeated, damaged int }

// add adds what the reader of a file has left out.
func (l *leftOut) add(r *record.ScoredReader) {
	l.repeated += r.Repeated()
	l.damaged += r.Damaged()
}

// String returns the end of a message about games.
func (l *leftOut) String() string {
	text := ""
	if l.repeated > 0 {
		text = fmt.Sprintf("; %d that are there twice count once", l.repeated)
	}
	if l.damaged > 0 {
		text += fmt.Sprintf("; skipped %d damaged parts", l.damaged)
	}
	return text
}

// look notes the score of a position; points is what its side to move got from the game.
func (c *contender) look(p *position.Position, points float64) {
	line := c.quiescence(p)
	for _, m := range line {
		p.Do(m)
	}
	c.evaluator.Reset(p)
	score := c.evaluator.Evaluate(p)
	if len(line)%2 == 1 {
		score = -score
	}
	for range line {
		p.Undo()
	}
	c.fit.Add(score, points)
	c.scores = append(c.scores, score)
}

// losses returns the cross entropy of each outcome.
func (c *contender) losses(outcomes []outcome, scale float64) []float64 {
	list := make([]float64, len(outcomes))
	t := target{scale: scale}
	for i, o := range outcomes {
		list[i], _ = t.loss(o.points, float64(c.scores[i]))
	}
	return list
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// paired returns the mean difference of two lists and its standard error, where the sums of games are independent. The
// outcomes of a game lie side by side.
func paired(list, first []float64, outcomes []outcome) (difference, deviation float64) {
	difference = mean(list) - mean(first)
	squares, sum := 0.0, 0.0
	for i := range list {
		sum += list[i] - first[i] - difference
		if i+1 == len(list) || outcomes[i+1].game != outcomes[i].game {
			squares += sum * sum
			sum = 0
		}
	}
	return difference, math.Sqrt(squares) / float64(len(list))
}
