package usi

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"katachi/position"
)

// driver is the engine's side of one conversation. All fields belong to the goroutine of run.
type driver struct {
	config    Config
	out       *writer
	settings  *Settings
	options   *options
	engine    *engineRoom
	pos       *position.Position
	filesRead bool // the option files have been read

	task  *task
	queue []line // commands that wait for the task's end

	leaving   bool
	quitting  bool             // by quit, not by the end of the input
	leaveBy   <-chan time.Time // when to leave even if work goes on; nil: not before it is over
	keepAlive time.Duration    // pause between signs of life while loading
}

// Run answers the commands in the input until quit or its end. The end of ctx is a quit.
func Run(ctx context.Context, in io.Reader, out io.Writer, config Config) {
	newDriver(out, config).run(ctx, in)
}

func newDriver(out io.Writer, config Config) *driver {
	settings := defaultSettings(config.Evals)
	return &driver{
		config:    config,
		out:       newWriter(out),
		settings:  settings,
		options:   newOptions(settings, config.Evals),
		engine:    newEngineRoom(config),
		pos:       position.New(settings.rules()),
		keepAlive: 5 * time.Second,
	}
}

// run is the reading loop: it takes whichever comes first, a line or the end of the task, and never waits for
// anything else.
func (d *driver) run(ctx context.Context, in io.Reader) {
	defer d.close()
	lines, interrupted, unheard := make(chan line, 64), ctx.Done(), d.out.broken
	go readLines(in, lines)
	for {
		d.drain()
		if d.leaving && d.task == nil {
			return
		}
		var taskDone chan struct{}
		if d.task != nil {
			taskDone = d.task.done
		}
		select {
		case l, ok := <-lines:
			if !ok {
				lines = nil
				d.leave(false)
				break
			}
			d.out.input(l.text)
			d.receive(l)
		case <-taskDone:
			d.task = nil
		case <-interrupted:
			interrupted = nil
			d.leave(true)
		case <-unheard: // nobody listens any more
			unheard = nil
			d.leave(true)
		case <-d.leaveBy:
			return
		}
	}
}

// current returns the settings for work that begins now.
func (d *driver) current() Settings {
	if !d.filesRead {
		d.readOptionFiles()
	}
	return *d.settings
}

// receive puts a line behind those that wait; quit does not wait, nor does a stop if what runs is all that it can mean.
func (d *driver) receive(l line) {
	if firstWord(l.text) == "stop" && !slices.ContainsFunc(d.queue, func(l line) bool { c, _ := commandOf(l.text); return c.startsWork }) {
		d.stop(l, nil)
	}
	switch {
	case d.leaving:
	case l.tooLong:
		d.out.say("Error! a line of more than %d MB is ignored: %.40s...", maxLine>>20, l.text)
	case firstWord(l.text) == "quit":
		d.leave(true)
	default:
		d.queue = append(d.queue, l)
	}
}

// drain handles lines in turn up to the first that has to wait for the task's end.
func (d *driver) drain() {
	for len(d.queue) > 0 {
		l := d.queue[0]
		words := strings.Fields(l.text)
		if c, _ := commandOf(l.text); len(words) > 0 && d.mustWait(c.when) {
			return
		}
		d.queue = d.queue[1:]
		if len(words) > 0 {
			d.execute(l, words)
		}
	}
}

// mustWait reports whether a command has to wait for the task's end. A search that would be in its way is stopped.
func (d *driver) mustWait(when moment) bool {
	switch {
	case d.task == nil || when == anytime:
		return false
	case when == whileThinking:
		return d.task.kind != thinking || d.task.stopping || d.task.answered.Load()
	case d.task.kind == thinking:
		d.task.stop()
	}
	return true
}

// execute handles a line. A panic in a handler costs that command only.
func (d *driver) execute(l line, words []string) {
	err := guarded(func() {
		if c, known := commands[words[0]]; known {
			c.run(d, l, words[1:])
		} else {
			d.unknown(l.text, words)
		}
	})
	if err != nil {
		d.out.fail(err)
	}
}

// How long the end of a conversation lets work go on. GUIs kill the engine 5 s after quit.
const (
	stopTime = 900 * time.Millisecond // a search, which has been stopped: it should not need a tenth of that
	quitTime = 3 * time.Second        // other work
	saveTime = 5 * time.Minute        // work that is being saved: that of hours may hang on it
	readTime = 5 * time.Minute        // a reader of the output that takes nothing, behind a script without quit
)

// leave ends the conversation. A search is stopped; other work and commands that wait for it may finish, after quit
// only for a moment, so that a script piped into the engine gets its answers. Work that is being saved ends at quit, and
// what waits behind it does not begin any more.
func (d *driver) leave(quit bool) {
	d.leaving, d.quitting = true, d.quitting || quit
	searching := d.task != nil && d.task.kind == thinking
	if searching {
		d.task.stop()
	}
	switch {
	case searching:
		d.leaveBy = time.After(stopTime)
	case quit:
		d.leaveBy = time.After(quitTime)
		if d.task != nil && d.task.kind == keeping {
			d.task.stop()
			d.leaveBy = time.After(saveTime)
			if len(d.queue) > 0 {
				d.out.say("quit: %d commands that wait are left out, from %q on", len(d.queue), d.queue[0].text)
				d.queue = nil
			}
		}
	}
}

// close gives a last task that is still at work the chance to end well, and the output to be read.
func (d *driver) close() {
	if d.task != nil {
		d.task.stop()
		if d.task.kind == keeping {
			select {
			case <-d.task.done:
			case <-time.After(stopTime):
			}
		}
	}
	if d.quitting {
		d.out.close(stopTime)
	} else {
		d.out.close(readTime)
	}
}

func firstWord(text string) string {
	text = strings.TrimLeft(text, " \t")
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		text = text[:i]
	}
	return text
}

func trimBlanks(text string) string { return strings.Trim(text, " \t") }

// unknown handles a line that starts with no command: the short form of setoption ("Threads 1", "Threads = 1"), or
// something to pass over with a word in the log.
func (d *driver) unknown(text string, words []string) {
	name, value, ok := parseOptionLine(text)
	if !ok || d.options.find(name) == nil {
		d.out.say("Unknown command: %s", words[0])
		return
	}
	d.applyOption(name, value)
}
