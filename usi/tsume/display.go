package tsume

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"katachi/position"
	"katachi/search/mate"
)

// display prints the outcomes as a table in the order of the file, each row as soon as it and those before it are
// there, and on a terminal a bar that shows how far the work is.
type display struct {
	out, bar io.Writer
	live     bool
	problems []problem
	outcomes []outcome
	lines    bool
	start    time.Time
}

func newDisplay(stdout, stderr io.Writer, problems []problem, outcomes []outcome, lines bool) *display {
	return &display{
		out: stdout, bar: stderr, live: isTerminal(stderr), problems: problems, outcomes: outcomes, lines: lines, start: time.Now(),
	}
}

// isTerminal reports whether the writer is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// run prints until all is there or ctx ends.
func (d *display) run(ctx context.Context) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	fmt.Fprintf(d.out, "%4s  %-8s %5s %10s %12s %6s  %s\n", "#", "result", "plies", "seconds", "nodes", "table", "problem")
	for i := range d.outcomes {
		for waiting := true; waiting; {
			select {
			case <-d.outcomes[i].done:
				waiting = false
			case <-tick.C:
				d.progress()
			case <-ctx.Done():
				d.wipe()
				return
			}
		}
		d.wipe()
		d.row(i)
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
		fmt.Fprintf(d.out, "      %s\n", moves(o.Line))
	}
}

func (d *display) progress() {
	if !d.live {
		return
	}
	const width = 30
	done := 0
	for i := range d.outcomes {
		select {
		case <-d.outcomes[i].done:
			done++
		default:
		}
	}
	full := width * done / len(d.outcomes)
	fmt.Fprintf(d.bar, "\r[%s%s] %d/%d  %s ", strings.Repeat("#", full), strings.Repeat(".", width-full), done, len(d.outcomes),
		time.Since(d.start).Round(time.Second))
}

// wipe removes the bar.
func (d *display) wipe() {
	if d.live {
		fmt.Fprintf(d.bar, "\r%70s\r", "")
	}
}

// totals prints the sums and reports whether nothing was left open.
func (d *display) totals(elapsed time.Duration) (all bool) {
	count := map[mate.Status]int{}
	open, nodes, busy := 0, uint64(0), time.Duration(0)
	var times []time.Duration
	for i := range d.outcomes {
		o := &d.outcomes[i]
		count[o.Status]++
		if !o.solved {
			open++
		}
		nodes += o.Nodes
		busy += o.Time
		times = append(times, o.Time)
	}
	fmt.Fprintf(d.out, "\n%d problems: %d mate, %d no mate, %d unknown", len(times), count[mate.Mate], count[mate.NoMate], count[mate.Unknown])
	if shorter := open - count[mate.Unknown]; shorter > 0 {
		fmt.Fprintf(d.out, "; %d mates may not be the shortest", shorter)
	}
	fmt.Fprintln(d.out)
	if len(times) > 0 {
		slices.Sort(times)
		fmt.Fprintf(d.out, "time %.3f s, each: median %.3f s, longest %.3f s; %d nodes, %.0f nodes/s a thread\n", elapsed.Seconds(),
			times[len(times)/2].Seconds(), times[len(times)-1].Seconds(), nodes, float64(nodes)/max(busy.Seconds(), 1e-9))
	}
	return open == 0
}

func moves(line []position.Move) string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}
