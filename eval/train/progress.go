package train

import (
	"fmt"
	"io"
	"time"

	"katachi/position/command"
)

// progress shows how the training goes.
type progress struct {
	line  *command.Line
	next  time.Time // of the next show
	start time.Time // of the learning
	first int       // the step then
}

func newProgress(out io.Writer) *progress { return &progress{line: command.NewLine(out)} }

// step shows the state if it is time to. all is the number of steps, batch the examples of each, loss that since the
// last report, rate the learning rate, result the result's share.
func (p *progress) step(steps, all, batch int, loss, rate, result float64) {
	now, interval := time.Now(), p.line.Interval(200*time.Millisecond, time.Minute)
	if p.start.IsZero() { // what the first step takes is not known
		p.start, p.next, p.first = now, now.Add(interval), steps
		return
	}
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(interval)
	speed := float64((steps-p.first)*batch) / now.Sub(p.start).Seconds()
	left := time.Duration(float64((all-steps)*batch) / speed * float64(time.Second)).Round(time.Second)
	share := float64(steps) / float64(all)
	p.line.Tell(fmt.Sprintf("%s %3.0f%%  %.4g M examples  loss %.5f  rate %.2g  result %.2f  %.0f a second  %v left", command.Bar(share, 24),
		100*share, float64(steps)*float64(batch)/1e6, loss, rate, result, speed, left))
}
