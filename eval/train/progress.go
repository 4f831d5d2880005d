package train

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

// progress shows how self-play goes: a line that is rewritten on a terminal, now and then a line otherwise.
type progress struct {
	out    io.Writer
	run    *selfplay
	live   bool
	start  time.Time
	before int // positions that were there at the start
	width  int // of the live line as it stands
}

func newProgress(out io.Writer, run *selfplay) *progress {
	_, before := run.store.count()
	return &progress{out: out, run: run, live: isTerminal(out), start: time.Now(), before: before}
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

// show shows the state until the context ends.
func (p *progress) show(ctx context.Context) {
	interval := 30 * time.Second
	if p.live {
		interval = time.Second
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if p.live {
				text := p.state(time.Since(p.start))
				fmt.Fprintf(p.out, "\r%-*s", p.width, text)
				p.width = len(text)
			} else {
				fmt.Fprintln(p.out, p.state(time.Since(p.start)))
			}
		}
	}
}

// end shows the state for the last time.
func (p *progress) end() {
	if p.live {
		fmt.Fprintf(p.out, "\r%-*s\n", p.width, p.state(time.Since(p.start)))
	} else {
		fmt.Fprintln(p.out, p.state(time.Since(p.start)))
	}
}

// state tells games, positions, rate and time left, so long after the start.
func (p *progress) state(elapsed time.Duration) string {
	games, positions := p.run.store.count()
	rate := float64(positions-p.before) / max(elapsed.Seconds(), 1e-3)
	text := fmt.Sprintf("%d games", games)
	if wanted := p.run.wanted(); wanted > 0 {
		text = fmt.Sprintf("%d of %d games", games, wanted)
	}
	text += fmt.Sprintf(", %d positions, %.0f a second", positions, rate)
	if left := p.left(games, positions); rate > 0 && left > 0 {
		text += fmt.Sprintf(", %s left", time.Duration(left/rate*float64(time.Second)).Round(time.Second))
	}
	return text
}

// left estimates how many positions are still to come, 0 if nobody knows.
func (p *progress) left(games, positions int) float64 {
	if games == 0 {
		return 0
	}
	byGames := float64(p.run.wanted()-games) * float64(positions) / float64(games)
	byPositions := float64(p.run.positions - positions)
	switch {
	case p.run.positions == 0:
		return byGames
	case p.run.games == 0:
		return byPositions
	}
	return min(byGames, byPositions)
}
