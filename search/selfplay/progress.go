package selfplay

import (
	"context"
	"fmt"
	"io"
	"time"

	"katachi/position/command"
)

// progress shows how self-play goes.
type progress struct {
	line   *command.Line
	run    *run
	start  time.Time
	before int // positions that were there at the start
}

func newProgress(out io.Writer, r *run) *progress {
	_, before := r.store.count()
	return &progress{line: command.NewLine(out), run: r, start: time.Now(), before: before}
}

// show shows the state until the context ends.
func (p *progress) show(ctx context.Context) {
	tick := time.NewTicker(p.line.Interval(time.Second, 30*time.Second))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			p.line.Tell(p.state(time.Since(p.start)))
		}
	}
}

// end shows the state for the last time.
func (p *progress) end() { p.line.Print(p.state(time.Since(p.start))) }

// state tells games, positions, rate and time left, that time after the start.
func (p *progress) state(elapsed time.Duration) string {
	games, positions := p.run.store.count()
	rate := float64(positions-p.before) / max(elapsed.Seconds(), 1e-3)
	text := fmt.Sprintf("%d games", games)
	if wanted := p.run.wanted(); wanted >= games && wanted > 0 {
		text = fmt.Sprintf("%d of %d games", games, wanted)
	} else if wanted > 0 {
		text = fmt.Sprintf("%d games, %d wanted", games, wanted)
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
