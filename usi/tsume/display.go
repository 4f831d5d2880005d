package tsume

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"katachi/position"
	"katachi/position/command"
	"katachi/search/mate"
)

// display prints the outcomes as a table in the order of the file, each row as soon as it and those before it are known, and
// on a terminal a progress bar.
type display struct {
	out      io.Writer
	bar      *command.Line
	problems []problem
	outcomes []outcome
	lines    bool
	start    time.Time
	next     int // row
}

func newDisplay(stdout, stderr io.Writer, problems []problem, outcomes []outcome, lines bool) *display {
	return &display{
		out: stdout, bar: command.NewLine(stderr), problems: problems, outcomes: outcomes, lines: lines, start: time.Now(),
	}
}

// run prints until all is there or ctx ends.
func (d *display) run(ctx context.Context) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	fmt.Fprintf(d.out, "%4s  %-8s %5s %10s %12s %6s  %s\n", "#", "result", "plies", "seconds", "nodes", "table", "problem")
	for ; d.next < len(d.outcomes); d.next++ {
		for waiting := true; waiting; {
			select {
			case <-d.outcomes[d.next].done:
				waiting = false
			case <-tick.C:
				d.progress()
			case <-ctx.Done():
				d.bar.Wipe()
				return
			}
		}
		d.bar.Wipe()
		d.row(d.next)
	}
}

// rest prints the rows that are known behind one that nobody will know.
func (d *display) rest() {
	for ; d.next < len(d.outcomes); d.next++ {
		if d.outcomes[d.next].known() {
			d.row(d.next)
		}
	}
}

func (d *display) row(i int) {
	o := &d.outcomes[i]
	plies := "-"
	if o.Status == mate.Mate {
		plies = fmt.Sprint(len(o.Line))
		if !o.solved {
			plies = "<=" + plies
		}
	}
	fmt.Fprintf(d.out, "%4d  %-8s %5s %10.3f %12d %5.1f%%  %s\n", i+1, o.Status, plies, o.Time.Seconds(), o.Nodes, float64(o.HashFull)/10, d.problems[i].name)
	if d.lines && len(o.Line) > 0 {
		fmt.Fprintf(d.out, "      %s\n", position.MoveList(o.Line))
	}
}

func (d *display) progress() {
	done := 0
	for i := range d.outcomes {
		if d.outcomes[i].known() {
			done++
		}
	}
	d.bar.Show(fmt.Sprintf("%s %d/%d  %s", command.Bar(float64(done)/float64(len(d.outcomes)), 30), done, len(d.outcomes),
		time.Since(d.start).Round(time.Second)))
}

// totals prints the sums of what is known and reports whether nothing was left open.
func (d *display) totals(elapsed time.Duration) (all bool) {
	count := map[mate.Status]int{}
	open, nodes, busy := 0, uint64(0), time.Duration(0)
	var times []time.Duration
	for i := range d.outcomes {
		o := &d.outcomes[i]
		if !o.known() {
			continue
		}
		count[o.Status]++
		if !o.solved {
			open++
		}
		nodes += o.Nodes
		busy += o.Time
		times = append(times, o.Time)
	}
	if len(times) == 0 {
		return false
	}
	missing := ""
	if len(times) < len(d.outcomes) {
		missing = fmt.Sprintf(" of %d", len(d.outcomes))
	}
	fmt.Fprintf(d.out, "\nProblems: %d%s; mate %d, no mate %d, unknown %d", len(times), missing, count[mate.Mate], count[mate.NoMate], count[mate.Unknown])
	if shorter := open - count[mate.Unknown]; shorter > 0 {
		fmt.Fprintf(d.out, "; of the mates, %d may not be the shortest", shorter)
	}
	fmt.Fprintln(d.out)
	slices.Sort(times)
	fmt.Fprintf(d.out, "time %.3f s, each: median %.3f s, longest %.3f s; %d nodes, %.0f nodes/s a thread\n", elapsed.Seconds(),
		times[len(times)/2].Seconds(), times[len(times)-1].Seconds(), nodes, float64(nodes)/max(busy.Seconds(), 1e-9))
	return open == 0 && missing == ""
}
