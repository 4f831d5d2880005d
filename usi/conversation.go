package usi

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"
)

// conversation orders commands and tasks: it takes the lines as they come, has each command handled when the task that runs
// allows it, and ends tidily. All fields belong to the goroutine of run.
type conversation struct {
	out    *writer
	handle func(l line, words []string) // a command whose time has come
	heard  func()                       // a line has come

	task  *task
	queue []line // commands that wait for the task's end

	leaving  bool
	quitting bool             // by quit, not by the end of the input
	leaveBy  <-chan time.Time // when to leave even if work goes on; nil: not before it is over
}

// run is the reading loop: it takes whichever comes first, a line or the end of the task, and never waits for
// anything else.
func (c *conversation) run(ctx context.Context, in io.Reader) {
	defer c.close()
	lines, interrupted, unheard := make(chan line, 64), ctx.Done(), c.out.broken
	go readLines(in, lines, c.heard)
	for {
		c.drain()
		if c.leaving && c.task == nil {
			return
		}
		var taskDone chan struct{}
		if c.task != nil {
			taskDone = c.task.done
		}
		select {
		case l, ok := <-lines:
			if !ok {
				lines = nil
				c.leave(false)
				break
			}
			c.out.input(l.text)
			c.receive(l)
		case <-taskDone:
			c.task = nil
		case <-interrupted:
			interrupted = nil
			c.leave(true)
		case <-unheard: // nobody listens any more
			unheard = nil
			c.leave(true)
		case <-c.leaveBy:
			return
		}
	}
}

// receive queues a line. A quit does not wait, nor does a stop, unless a queued command starts work that it may mean.
func (c *conversation) receive(l line) {
	if firstWord(l.text) == "stop" && !slices.ContainsFunc(c.queue, func(l line) bool { return commandOf(l.text).startsWork }) {
		c.stopTask()
	}
	switch {
	case c.leaving:
	case l.tooLong:
		c.out.say("Error! a line of more than %d MB is ignored: %.40s...", maxLine>>20, l.text)
	case firstWord(l.text) == "quit":
		c.leave(true)
	default:
		c.queue = append(c.queue, l)
	}
}

// drain handles lines in turn up to the first that has to wait for the task's end.
func (c *conversation) drain() {
	for len(c.queue) > 0 {
		l := c.queue[0]
		words := strings.Fields(l.text)
		if len(words) > 0 && c.mustWait(commandOf(l.text).when) {
			return
		}
		c.queue = c.queue[1:]
		if len(words) > 0 {
			c.execute(l, words)
		}
	}
}

// mustWait reports whether a command has to wait for the task's end. A search that would be in its way is stopped.
func (c *conversation) mustWait(when moment) bool {
	switch {
	case c.task == nil || when == anytime:
		return false
	case when == whileThinking:
		return c.task.kind != thinking || c.task.stopping || c.task.answered.Load()
	case c.task.kind == thinking:
		c.task.stop()
	}
	return true
}

// stopTask ends the current task, unless it loads what the next commands need.
func (c *conversation) stopTask() {
	if c.task != nil && c.task.kind != loading {
		c.task.stop()
	}
}

// execute handles a line. A panic in a handler costs that command only.
func (c *conversation) execute(l line, words []string) {
	if err := guarded(func() { c.handle(l, words) }); err != nil {
		c.out.fail(err)
	}
}

// How long the end of a conversation lets work go on. GUIs kill the engine 5 s after quit.
const (
	stopTime = 900 * time.Millisecond // a search, which has been stopped: it should not need a tenth of that
	quitTime = 3 * time.Second        // other work
	saveTime = 5 * time.Minute        // work that is being saved: hours of it may be lost otherwise
	readTime = 5 * time.Minute        // output that nobody reads, at the end of a script without quit
)

// leave ends the conversation. A search is stopped; other work and commands that wait for it may finish, after quit
// only for a moment, so that a script piped into the engine gets its answers. Work that is being saved ends at quit, and
// what waits behind it does not begin any more.
func (c *conversation) leave(quit bool) {
	c.leaving, c.quitting = true, c.quitting || quit
	searching := c.task != nil && c.task.kind == thinking
	if searching {
		c.task.stop()
	}
	switch {
	case searching:
		c.leaveBy = time.After(stopTime)
	case quit:
		c.leaveBy = time.After(quitTime)
		if c.task != nil && c.task.kind == keeping {
			c.task.stop()
			c.leaveBy = time.After(saveTime)
			if len(c.queue) > 0 {
				c.out.say("quit: %d waiting commands are skipped, from %q on", len(c.queue), c.queue[0].text)
				c.queue = nil
			}
		}
	}
}

// close lets a last task that is still at work end, and the rest of the output be read, within their times.
func (c *conversation) close() {
	if c.task != nil {
		c.task.stop()
		if c.task.kind == keeping {
			select {
			case <-c.task.done:
			case <-time.After(stopTime):
			}
		}
	}
	if c.quitting {
		c.out.close(stopTime)
	} else {
		c.out.close(readTime)
	}
}
