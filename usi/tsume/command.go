package tsume

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"katachi/position"
	"katachi/position/command"
	"katachi/position/files"
	"katachi/search"
	"katachi/search/mate"
)

const usage = `katachi mate solves mate problems.

  katachi mate -time 10s -mode shortest -kif records problems.sfen

A file is a record in KIF, KI2, CSA or JKF, or has one position a line: an SFEN, a position command with its moves, or a
JSON object with the field sfen. Of a record of a game the last position is solved, of any other the first. A folder stands
for the files in it that are named like records, or .jsonl. A pattern such as *.kif that the shell does not expand stands
for the files that match it.

The problems are solved side by side, one on each thread. The exit status is 1 if a problem was not decided in its time; it
is decided by a mate (with -mode shortest, the shortest one) or by the proof that there is none. The exit status is also 1
if a file, a record, a variation or a line could not be read; the rest is solved all the same.

Flags:
`

// settings are the flags of the command.
type settings struct {
	time    time.Duration
	threads int
	hash    int
	mode    string
	futile  string
	kif     string
	sjis    bool
	variant string
	lines   bool
	files   []string
}

// outcome is what became of a problem.
type outcome struct {
	mate.Result
	solved bool // all that was asked for
	done   chan struct{}
}

// known reports whether the problem has been worked on to the end.
func (o *outcome) known() bool {
	select {
	case <-o.done:
		return true
	default:
		return false
	}
}

// Command is katachi mate.
var Command = command.Command{Name: "mate", About: "solve mate problems", Run: solveFiles}

// errOpen and errLeftOut make the exit status say that not every problem was solved, or read.
var (
	errOpen    = errors.New("not every problem was decided in its time")
	errLeftOut = errors.New("not every problem could be read")
)

func solveFiles(ctx context.Context, args []string, io *command.IO) error {
	s := settings{}
	if err := s.parse(args, io); err != nil {
		return err
	}
	return s.run(ctx, io)
}

func (s *settings) parse(args []string, io *command.IO) (err error) {
	fs := io.Flags()
	fs.DurationVar(&s.time, "time", 10*time.Second, "time for each problem, 0 = no limit")
	fs.IntVar(&s.threads, "threads", search.Cores(), "problems solved side by side")
	fs.IntVar(&s.hash, "hash", 256, "tables of all threads together, MB")
	fs.StringVar(&s.mode, "mode", "first", "first: any mate; shortest: go on until no shorter mate is left")
	fs.StringVar(&s.futile, "futile", "count", "futile interpositions, which are taken at once with mate: count them, or skip them, so\n"+
		"that the mate ends before them")
	fs.StringVar(&s.kif, "kif", "", "write the mates as KIF files (.kifu, UTF-8) to this `folder`, over no file that is there already")
	fs.BoolVar(&s.sjis, "sjis", false, "write the files of -kif in Shift_JIS (.kif)")
	fs.StringVar(&s.variant, "variant", "shogi", "shogi or minishogi")
	fs.BoolVar(&s.lines, "lines", false, "also print the moves of each mate")
	if s.files, err = io.Parse(fs, usage, args); err != nil {
		return err
	}
	switch {
	case len(s.files) == 0:
		return command.Wrong("no file of problems")
	case s.mode != "first" && s.mode != "shortest":
		return command.Wrong("-mode %q: want first or shortest", s.mode)
	case s.futile != "count" && s.futile != "skip":
		return command.Wrong("-futile %q: want count or skip", s.futile)
	case s.sjis && s.kif == "":
		return command.Wrong("-sjis is the encoding of the files that -kif writes: give -kif too")
	case s.threads < 1 || s.hash < 1 || s.time < 0:
		return command.Wrong("-threads and -hash must be positive, -time not negative")
	}
	return nil
}

// tableMB is the size of the table of each of some solvers, which share what -hash gives.
func (s *settings) tableMB(solvers int) int { return max(1, s.hash/solvers) }

// run solves all problems.
func (s *settings) run(ctx context.Context, io *command.IO) error {
	rules, err := position.VariantNamed(s.variant)
	if err != nil {
		return command.WrongUse(err)
	}
	names, leftOut, err := s.findFiles()
	if err != nil {
		return err
	}
	var problems []problem
	for _, file := range names {
		list, errs := readProblems(file, io.Stdin, rules)
		problems, leftOut = append(problems, list...), append(leftOut, errs...)
	}
	for _, err := range leftOut {
		fmt.Fprintln(io.Stderr, err)
	}
	if len(problems) == 0 {
		return fmt.Errorf("no problem in %s", strings.Join(s.files, ", "))
	}
	if s.kif != "" {
		if err := files.CanReplace(filepath.Join(s.kif, "mate")); err != nil { // what is wrong with it is to be known before the search
			return err
		}
	}
	threads := min(s.threads, len(problems))
	outcomes := make([]outcome, len(problems))
	for i := range outcomes {
		outcomes[i].done = make(chan struct{})
	}
	start := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	next := atomic.Int64{}
	for range threads {
		group.Go(func() error {
			solver, err := mate.NewSolver(s.tableMB(threads))
			if err != nil {
				return err
			}
			for {
				i := int(next.Add(1)) - 1
				if i >= len(problems) || ctx.Err() != nil {
					return ctx.Err()
				}
				s.solve(ctx, solver, problems[i].pos, &outcomes[i])
				if outcomes[i].Status == mate.Unknown && ctx.Err() != nil { // not because of its time
					return ctx.Err()
				}
				err := s.record(i, problems[i], outcomes[i].Result)
				close(outcomes[i].done)
				if err != nil {
					return err
				}
			}
		})
	}
	show := newDisplay(io.Stdout, io.Stderr, problems, outcomes, s.lines)
	show.run(ctx)
	err = group.Wait()
	show.rest()
	all := show.totals(time.Since(start))
	switch {
	case err != nil:
		return err
	case len(leftOut) > 0:
		return errLeftOut
	case !all:
		return errOpen
	}
	return nil
}

func (s *settings) solve(ctx context.Context, solver *mate.Solver, p *position.Position, o *outcome) {
	if s.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.time)
		defer cancel()
	}
	how := mate.Options{}
	if s.mode == "shortest" {
		how.Mode = mate.Shortest
	}
	if s.futile == "skip" {
		how.Futile = mate.SkipFutile
	}
	o.Result = solver.Solve(ctx, p, how, nil)
	o.solved = o.Status != mate.Unknown && (how.Mode == mate.First || o.Status == mate.NoMate || o.Shortest)
}
