package train

import (
	"fmt"
	"io"
	"time"

	"katachi/position/command"
)

// trainProgress shows how the training goes.
type trainProgress struct {
	line  *command.Line
	next  time.Time // of the next show
	start time.Time // of the learning
	done  int       // examples learned in this run
}

const (
	liveInterval  = 200 * time.Millisecond
	plainInterval = time.Minute
)

func newTrainProgress(out io.Writer) *trainProgress {
	return &trainProgress{line: command.NewLine(out)}
}

func (p *trainProgress) interval() time.Duration { return p.line.Interval(liveInterval, plainInterval) }

// step counts n examples and shows the state if it is time to: the epoch's number from 1 of epochs, the share of it
// that is done, its loss so far, the learning rate, and the examples that are left of all epochs.
func (p *trainProgress) step(n, epoch, epochs int, share, loss, rate float64, left int) {
	now := time.Now()
	if p.start.IsZero() { // what the first step takes is not known
		p.start, p.next = now, now.Add(p.interval())
		return
	}
	p.done += n
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(p.interval())
	speed := float64(p.done) / now.Sub(p.start).Seconds()
	p.line.Tell(fmt.Sprintf("epoch %d/%d %s %3.0f%%  loss %.5f  rate %.2g  %.0f positions/s  %v left", epoch, epochs,
		command.Bar(share, 24), 100*share, loss, rate, speed,
		time.Duration(float64(left)/speed*float64(time.Second)).Round(time.Second)))
}
