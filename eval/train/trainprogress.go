package train

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// trainProgress shows how the training goes: one line that is rewritten on a terminal, now and then a plain line
// otherwise.
type trainProgress struct {
	out   io.Writer
	live  bool
	width int       // of the live line as it stands
	next  time.Time // of the next show
	start time.Time // of the learning
	done  int       // examples learned in this run
}

const (
	liveInterval  = 200 * time.Millisecond
	plainInterval = time.Minute
)

func newTrainProgress(out io.Writer) *trainProgress {
	return &trainProgress{out: out, live: isTerminal(out)}
}

func (p *trainProgress) interval() time.Duration {
	if p.live {
		return liveInterval
	}
	return plainInterval
}

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
	const cells = 24
	full := int(share * cells)
	text := fmt.Sprintf("epoch %d/%d [%s%s] %3.0f%%  loss %.5f  rate %.2g  %.0f positions/s  %v left", epoch, epochs,
		strings.Repeat("#", full), strings.Repeat(".", cells-full), 100*share, loss, rate, speed,
		time.Duration(float64(left)/speed*float64(time.Second)).Round(time.Second))
	if !p.live {
		fmt.Fprintln(p.out, text)
		return
	}
	fmt.Fprintf(p.out, "\r%-*s", p.width, text)
	p.width = len(text)
}

// line prints a line that stays.
func (p *trainProgress) line(format string, args ...any) {
	if p.width > 0 {
		fmt.Fprintf(p.out, "\r%*s\r", p.width, "")
		p.width = 0
	}
	fmt.Fprintf(p.out, format+"\n", args...)
}
