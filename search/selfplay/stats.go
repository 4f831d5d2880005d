package selfplay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"katachi/eval"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
)

const statsUsage = `katachi selfplay stats shows what is in files of games.

  katachi selfplay stats games1.ktg games2.ktg

Flags:
`

// stats is katachi selfplay stats.
func stats(ctx context.Context, args []string, io *command.IO) error {
	names, err := io.Parse(io.Flags(), statsUsage, args)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return command.Wrong("no file is named")
	}
	s := &summary{runs: map[string]int{}, seen: map[uint64]bool{}}
	for _, name := range names {
		if _, err := os.Stat(name); err != nil { // before the others are read
			return err
		}
	}
	err = record.EachScored(names, func(r *record.ScoredReader, g *record.ScoredGame) error {
		return errors.Join(s.add(r, g), ctx.Err())
	}, func(r *record.ScoredReader) {
		s.bytes += r.Read() // a pipe has no size of its own
		s.damaged += r.Damaged()
		s.repeats += r.Repeated()
	})
	if err != nil {
		return err
	}
	s.write(io.Stdout)
	return nil
}

// summary is what stats counts.
type summary struct {
	runs    map[string]int // games by settings
	order   []string       // of the settings
	bytes   int64
	damaged int
	games   int
	repeats int // games that were there before
	results [3]int
	ends    [record.NumScoredEnds]int
	plies   int
	lengths [2]int // shortest, longest

	scored, inCheck, captures int
	seen                      map[uint64]bool // keys of a sample of the scored positions
	sampled                   int
	rows                      [len(scoreRows) + 1]scoreRow
	fit                       record.ScaleFit
	ended                     struct{ games, plies int } // those that were played to an end
	early                     [len(earlyLimits)]earlyEnd
}

// earlyLimits are the scores for which stats tells what adjudication at them would do.
var earlyLimits = [...]float64{500, 1000, 1500, 2000, 2500, 3000, 4000}

// earlyEnd is what adjudication at a score would have done to the games.
type earlyEnd struct {
	games  int
	points float64 // that the side which would have lost made in the end
	plies  int     // that would not have been played
}

// scoreRows are the lower limits of the histogram's rows but the first, centipawns.
var scoreRows = [...]eval.Score{-eval.MaxEval, -3000, -2000, -1000, -500, -200, -50, 50, 200, 500, 1000, 2000, 3000, eval.MaxEval + 1}

func rowName(i int) string {
	switch last := len(scoreRows); i {
	case 0:
		return "decided, lost"
	case 1:
		return fmt.Sprintf("below %d", scoreRows[1])
	case last - 1:
		return fmt.Sprintf("%d and above", scoreRows[last-2])
	case last:
		return "decided, won"
	}
	return fmt.Sprintf("%d to %d", scoreRows[i-1], scoreRows[i]-1)
}

// scoreRow is the positions whose scores are in a range, and the points that their side to move made in the end.
type scoreRow struct {
	positions int
	points    float64
}

func (s *summary) add(r *record.ScoredReader, g *record.ScoredGame) error {
	if err := g.Replay(func(*position.Position, *record.ScoredPly) bool { return true }); err != nil {
		return err // nothing of the game is counted
	}
	run := r.Run()
	if s.runs[run]++; s.runs[run] == 1 {
		s.order = append(s.order, run)
	}
	if s.games == 0 {
		s.lengths = [2]int{len(g.Plies), len(g.Plies)}
	}
	s.games++
	s.results[g.Result+1]++
	s.ends[g.End]++
	s.plies += len(g.Plies)
	s.lengths = [2]int{min(s.lengths[0], len(g.Plies)), max(s.lengths[1], len(g.Plies))}
	if g.End != record.ByUnknown && g.End != record.ByAdjudication {
		if err := s.adjudicate(g); err != nil {
			return err
		}
	}
	return g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
		if ply.Score != eval.None {
			s.position(p, ply, g.Points(p.Side()))
		}
		return true
	})
}

// adjudicate adds what adjudication would have done to a game that was played to its end.
func (s *summary) adjudicate(g *record.ScoredGame) error {
	p, err := position.Unpack(position.Shogi, g.Start, g.Ply)
	if err != nil {
		return err
	}
	s.ended.games++
	s.ended.plies += len(g.Plies)
	for i, limit := range earlyLimits {
		side, sure := p.Side(), adjudicator{limit: limit}
		for ply := range g.Plies {
			if winner, ok := sure.add(side, g.Plies[ply].Score); ok {
				e := &s.early[i]
				e.games++
				e.points += g.Points(winner.Other())
				e.plies += len(g.Plies) - ply - 1
				break
			}
			side = side.Other()
		}
	}
	return nil
}

// sample: one of this many positions is checked for whether it occurs again.
const sample = 32

func (s *summary) position(p *position.Position, ply *record.ScoredPly, points float64) {
	s.scored++
	if p.InCheck() {
		s.inCheck++
	}
	if m := p.Complete(ply.Move); !m.IsDrop() && p.At(m.To()) != position.NoPiece {
		s.captures++
	}
	if key := p.Key(); key%sample == 0 {
		s.sampled++
		s.seen[key] = true
	}
	i := 0
	for i < len(scoreRows) && ply.Score >= scoreRows[i] {
		i++
	}
	s.rows[i].positions++
	s.rows[i].points += points
	s.fit.Add(ply.Score, points)
}

func (s *summary) write(out io.Writer) {
	for _, run := range s.order {
		fmt.Fprintf(out, "%8d games of the run %s\n", s.runs[run], cmp.Or(run, "unknown settings"))
	}
	fmt.Fprintf(out, "games            %d in %d bytes; %d more are there twice\ndamaged parts    %d\n", s.games, s.bytes, s.repeats, s.damaged)
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	fmt.Fprintf(out, "results          Black %.1f %%, White %.1f %%, drawn %.1f %%\n", share(s.results[2], s.games),
		share(s.results[0], s.games), share(s.results[1], s.games))
	var ends []string
	for end, n := range s.ends {
		if n > 0 {
			ends = append(ends, fmt.Sprintf("%v %.1f %%", record.ScoredEnd(end), share(n, s.games)))
		}
	}
	fmt.Fprintf(out, "ended by         %s\n", strings.Join(ends, ", "))
	fmt.Fprintf(out, "length           %.1f plies, %d to %d\n", float64(s.plies)/float64(max(s.games, 1)), s.lengths[0], s.lengths[1])
	fmt.Fprintf(out, "positions        %d with a score of %d, %.2f bytes each\n", s.scored, s.plies, float64(s.bytes)/float64(max(s.scored, 1)))
	if s.sampled > 0 {
		fmt.Fprintf(out, "  different      %.1f %%\n", share(len(s.seen), s.sampled))
	}
	fmt.Fprintf(out, "  in check       %.1f %%\n  a capture next %.1f %%\n", share(s.inCheck, s.scored), share(s.captures, s.scored))
	fmt.Fprintln(out, "\n  score of the side to move    share   points that it made")
	for i, row := range s.rows {
		points := "-"
		if row.positions > 0 {
			points = fmt.Sprintf("%.1f %%", 100*row.points/float64(row.positions))
		}
		fmt.Fprintf(out, "  %-24s %7.2f %%   %s\n", rowName(i), share(row.positions, s.scored), points)
	}
	scale := s.fit.Scale()
	if !math.IsNaN(scale) {
		fmt.Fprintf(out, "\npoints are expected by 1/(1+exp(-score/%.0f)), at best\n", scale)
	}
	if s.early[0].games == 0 {
		return
	}
	fmt.Fprintf(out, "\nif games ended when both sides have seen a score for one of them on %d plies running:\n", adjudicationPlies)
	fmt.Fprintln(out, "  score   chance   games ended   plies saved   points that the loser made in truth")
	for i, e := range s.early {
		if e.games == 0 {
			break
		}
		fmt.Fprintf(out, "  %5.0f    %.3f  %10.1f %%  %10.1f %%   %.2f %%\n", earlyLimits[i], 1/(1+math.Exp(-earlyLimits[i]/scale)), share(e.games, s.ended.games),
			share(e.plies, s.ended.plies), 100*e.points/float64(e.games))
	}
}
