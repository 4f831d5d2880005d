package usi

import (
	"context"
	"io"
	"strings"
	"time"

	"katachi/position"
)

// driver is the engine's side of one conversation: what the commands set and work on. All fields belong to the goroutine
// of run.
type driver struct {
	conversation
	config    Config
	settings  *Settings
	options   *options
	engine    *engineRoom
	pos       *position.Position
	unread    bool          // the last position that was sent could not be read: pos is an older one
	filesRead bool          // the option files have been read
	keepAlive time.Duration // pause between signs of life while loading
}

// Run answers the commands in the input until quit or its end. The end of ctx is a quit.
func Run(ctx context.Context, in io.Reader, out io.Writer, config Config) {
	newDriver(out, config).run(ctx, in)
}

func newDriver(out io.Writer, config Config) *driver {
	settings := defaultSettings(config.Evals)
	d := &driver{
		conversation: conversation{out: newWriter(out), heard: config.Attend},
		config:       config,
		settings:     settings,
		options:      newOptions(settings, config.Evals),
		engine:       newEngineRoom(config),
		pos:          position.New(settings.rules()),
		keepAlive:    5 * time.Second,
	}
	d.handle = d.command
	if d.heard == nil {
		d.heard = func() {}
	}
	return d
}

// command handles a line. One that starts with no command may be the short form of setoption ("Threads 1", "Threads = 1");
// otherwise it is ignored with a message.
func (d *driver) command(l line, words []string) {
	if c, known := commands[words[0]]; known {
		c.run(d, l, words[1:])
		return
	}
	name, value, ok := parseOptionLine(l.text)
	if !ok || d.options.find(name) == nil {
		d.out.say("Unknown command: %s (help lists all)", words[0])
		return
	}
	d.applyOption(name, value)
}

// current returns the settings for work that begins now.
func (d *driver) current() Settings {
	if !d.filesRead {
		d.readOptionFiles()
	}
	return *d.settings
}

// start begins work as a task, see conversation.begin.
func (d *driver) start(kind taskKind, work func(ctx context.Context, t *task)) *task {
	for _, apply := range d.options.tune {
		apply()
	}
	return d.begin(kind, work)
}

// atConsole begins work for a person at the keyboard as a task, with the settings in force.
func (d *driver) atConsole(work func(ctx context.Context, settings Settings)) {
	settings := d.current()
	d.start(console, func(ctx context.Context, _ *task) {
		d.engine.prepare(settings, d.out)
		work(ctx, settings)
	})
}

func firstWord(text string) string {
	text = strings.TrimLeft(text, " \t")
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		text = text[:i]
	}
	return text
}
