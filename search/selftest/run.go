package selftest

import (
	"context"
	"fmt"
	"io"
	"time"

	"katachi/eval"
	"katachi/position"
)

// Subject is what is tested besides the parts that are always the same.
type Subject struct {
	Rules        *position.Rules       // the variant that the evaluation is for
	NewEvaluator func() eval.Evaluator // of the evaluation in use
}

// part is a part of the test. It returns, in a few words, what it has looked at.
type part struct {
	name string
	run  func(ctx context.Context, s Subject) (string, error)
}

var parts = []part{
	{"move generator", countMoves},
	{"positions", playGames},
	{"hash table", fillTable},
	{"evaluation", compareEvaluations},
	{"mate solver", solveMates},
	{"search", searchTwice},
}

// Run runs all parts, writes a line for each and a summary, and reports whether all is well. A fault in a part is told
// and does not keep the others from running; the end of the context does.
func Run(ctx context.Context, s Subject, out io.Writer) bool { return run(ctx, parts, s, out) }

func run(ctx context.Context, parts []part, s Subject, out io.Writer) bool {
	failed := 0
	for _, p := range parts {
		begin := time.Now()
		detail, err := p.guarded(ctx, s)
		if ctx.Err() != nil {
			fmt.Fprintln(out, "The self test was stopped.")
			return false
		}
		verdict := "ok"
		if err != nil {
			failed++
			verdict, detail = "FAILED", err.Error()
		}
		fmt.Fprintf(out, "%-15s %-6s %6.2f s  %s\n", p.name, verdict, time.Since(begin).Seconds(), detail)
	}
	if failed > 0 {
		fmt.Fprintf(out, "%d of %d parts FAILED.\n", failed, len(parts))
		return false
	}
	fmt.Fprintf(out, "All %d parts are ok.\n", len(parts))
	return true
}

// guarded runs the part and turns a panic into an error.
func (p *part) guarded(ctx context.Context, s Subject) (detail string, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v", fault)
		}
	}()
	return p.run(ctx, s)
}
