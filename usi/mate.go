package usi

import (
	"context"
	"fmt"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
	"katachi/search/mate"
	"katachi/search/numa"
)

// MateOptions are the settings of the mate solver.
type MateOptions struct {
	HashMB  int
	Mode    mate.Mode
	Futile  mate.Futile
	Threads int
	Numa    numa.Policy
}

const defaultMateHash = 64 // MB

// tsume is the mate solver with its table, made when it is first needed.
type tsume struct {
	solver    *mate.Solver
	megabytes int
}

// ready returns the solver with a table of that size. If there is no memory for it, the solver stays as it was.
func (s *tsume) ready(megabytes int) (*mate.Solver, error) {
	if s.solver != nil && s.megabytes == megabytes {
		return s.solver, nil
	}
	solver, err := mate.NewSolver(megabytes)
	if err != nil {
		return s.solver, fmt.Errorf("mate solver: %w", err)
	}
	s.solver, s.megabytes = solver, megabytes
	return solver, nil
}

// goMate runs the mate solver, with one checkmate for an answer.
func (d *driver) goMate(l line, g goCommand) {
	settings := d.current()
	p, options, unread := d.pos.Clone(), settings.Mate, d.unread
	if unread {
		d.out.say("go mate: the position could not be read; send another one first")
	}
	options.Threads, options.Numa = settings.Search.Threads, settings.Search.Numa
	d.start(thinking, func(ctx context.Context, t *task) {
		if g.mateTime > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, l.at.Add(g.mateTime))
			defer cancel()
		}
		answer := formatCheckmate(mate.Result{})
		r := &reporter{out: d.out, pos: p, task: t, engine: d.engine}
		if unread { // the mate of another problem would be taken for this one's
			r.end(answer)
			return
		}
		err := guarded(func() { answer = d.engine.solve(ctx, p, options, r) })
		if err != nil {
			d.out.fail(err)
		}
		r.end(answer)
	})
}

// solve returns the answer to go mate. The goroutine that calls it should end soon after: it stays bound to its CPUs.
func (e *engineRoom) solve(ctx context.Context, p *position.Position, o MateOptions, r *reporter) string {
	solver, err := e.tsume.ready(o.HashMB)
	if err != nil {
		r.out.fail(err)
		if solver == nil {
			if solver, err = e.tsume.ready(defaultMateHash); err != nil {
				return formatCheckmate(mate.Result{})
			}
		}
	}
	plan, err := numa.New(o.Numa, o.Threads)
	if err != nil {
		r.out.fail(err)
	}
	plan.Bind(0) // this goroutine is the first searcher
	how := mate.Options{Mode: o.Mode, Futile: o.Futile, Threads: o.Threads, Begin: plan.Bind}
	result := solver.Solve(ctx, p, how, func(i mate.Info) {
		if n := len(i.Mate); n > 0 && n <= eval.MaxPly { // a shorter one is looked for
			r.report(search.Info{
				Depth: n, Time: i.Time, Nodes: i.Nodes, NPS: i.NPS, HashFull: i.HashFull, Score: eval.MateIn(n), PV: i.Mate,
			})
		}
		r.report(search.Info{
			Depth: i.Depth, Time: i.Time, Nodes: i.Nodes, NPS: i.NPS, HashFull: i.HashFull, Score: eval.None, PV: i.Line,
		})
		r.report(search.Info{Text: fmt.Sprintf("proof number %d, disproof number %d", i.PN, i.DN)})
	})
	last := search.Info{
		Depth: len(result.Line), Time: result.Time, Nodes: result.Nodes, NPS: result.NPS(), HashFull: result.HashFull, Score: eval.None,
		PV: result.Line,
	}
	if result.Status == mate.Mate {
		last.Score = eval.MateIn(len(result.Line))
		if len(result.Line) > eval.MaxPly {
			r.report(search.Info{Text: fmt.Sprintf("mate in %d plies", len(result.Line))})
			last.Score = eval.None
		}
	}
	r.report(last)
	return formatCheckmate(result)
}

// formatCheckmate writes the answer to a go mate command.
func formatCheckmate(r mate.Result) string {
	switch r.Status {
	case mate.Mate:
		return "checkmate " + position.MoveList(r.Line)
	case mate.NoMate:
		return "checkmate nomate"
	}
	return "checkmate timeout"
}
