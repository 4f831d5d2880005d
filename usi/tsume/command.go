package tsume

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"katachi/position"
	"katachi/search/mate"
)

const usage = `katachi mate solves mate problems.

  katachi mate -time 10s -mode shortest -kif records problems.sfen

A file has a position a line: an SFEN, or a JSON object with the field sfen. The problems are solved side by side, one on a
thread. The exit status is 1 when one of them was not decided in its time: with a mate, in the mode shortest the shortest
one, or with the proof that there is none.

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

// Command runs katachi mate with the arguments after the word mate and returns the exit status: 0 when everything was
// solved, 1 when not, 2 for wrong use.
func Command(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := settings{}
	err := s.parse(args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintf(stderr, "katachi mate: %v (see katachi mate -h)\n", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	all, err := s.run(ctx, stdin, stdout, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "katachi mate:", err)
		return 1
	}
	if !all {
		return 1
	}
	return 0
}

func (s *settings) parse(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("mate", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.DurationVar(&s.time, "time", 10*time.Second, "time for each problem, 0 = no limit")
	fs.IntVar(&s.threads, "threads", runtime.NumCPU(), "problems solved side by side")
	fs.IntVar(&s.hash, "hash", 64, "megabytes of the table of each thread")
	fs.StringVar(&s.mode, "mode", "first", "first: any mate; shortest: go on until no shorter one is left")
	fs.StringVar(&s.futile, "futile", "count", "interpositions that are taken at once with mate: count them, or skip them, so that\n"+
		"the mate ends before them")
	fs.StringVar(&s.kif, "kif", "", "write the mates as KIF files (.kifu, UTF-8) to the `folder`")
	fs.BoolVar(&s.sjis, "sjis", false, "write the KIF files in Shift_JIS (.kif)")
	fs.StringVar(&s.variant, "variant", "shogi", "shogi or minishogi")
	fs.BoolVar(&s.lines, "lines", false, "print the moves of each mate too")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(stdout, usage)
			fs.SetOutput(stdout)
			fs.PrintDefaults()
		}
		return err
	}
	s.files = fs.Args()
	switch {
	case len(s.files) == 0:
		return errors.New("no file of problems")
	case s.mode != "first" && s.mode != "shortest":
		return fmt.Errorf("mode is %q, want first or shortest", s.mode)
	case s.futile != "count" && s.futile != "skip":
		return fmt.Errorf("futile is %q, want count or skip", s.futile)
	case s.variant != "shogi" && s.variant != "minishogi":
		return fmt.Errorf("variant is %q, want shogi or minishogi", s.variant)
	case s.threads < 1 || s.hash < 1 || s.time < 0:
		return errors.New("threads and hash must be positive, time not negative")
	}
	return nil
}

// run solves everything and reports whether nothing was left open.
func (s *settings) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) (all bool, err error) {
	rules := position.Shogi
	if s.variant == "minishogi" {
		rules = position.Minishogi
	}
	var problems []problem
	for _, file := range s.files {
		list, err := readProblems(file, stdin, rules)
		if err != nil {
			return false, err
		}
		problems = append(problems, list...)
	}
	if len(problems) == 0 {
		return false, fmt.Errorf("no problem in %s", strings.Join(s.files, ", "))
	}
	if s.kif != "" {
		if err := os.MkdirAll(s.kif, 0o755); err != nil {
			return false, err
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
			solver, err := mate.NewSolver(s.hash)
			if err != nil {
				return err
			}
			for {
				i := int(next.Add(1)) - 1
				if i >= len(problems) || ctx.Err() != nil {
					return ctx.Err()
				}
				s.solve(ctx, solver, problems[i].pos, &outcomes[i])
				if err := s.record(i, problems[i], outcomes[i].Result); err != nil {
					return err
				}
				close(outcomes[i].done)
			}
		})
	}
	show := newDisplay(stdout, stderr, problems, outcomes, s.lines)
	show.run(ctx)
	if err := group.Wait(); err != nil {
		if errors.Is(err, context.Canceled) {
			err = errors.New("interrupted")
		}
		return false, err
	}
	return show.totals(time.Since(start)), nil
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
