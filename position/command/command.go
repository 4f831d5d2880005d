// Package command is the frame in which the subcommands of katachi run: arguments, help, errors and exit statuses, profiles,
// and the progress line on a terminal. It is in the lowest layer because there are commands in every layer; it knows nothing
// of the game.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"katachi/position/files"
)

// Command is a subcommand of katachi.
type Command struct {
	Name  string // the word after katachi, or after the command above it
	About string // what it does, in a line of katachi -h
	// Run does the work until it is done or ctx ends. It parses args, the words after the command, with io.Parse.
	Run func(ctx context.Context, args []string, io *IO) error
	Sub []Command // what a further word stands for: katachi match report
}

// IO is what a command reads and writes, and the name by which the user has called it.
type IO struct {
	Name           string // such as "katachi match report"
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	endProfile func() error
	sub        []string // the words that the command might have gone on with
}

// Exit statuses.
const (
	StatusOK      = 0
	StatusFailure = 1 // an interruption too
	StatusUsage   = 2
)

// Main runs the command and returns the exit status. What went wrong is one line on io.Stderr.
func (c Command) Main(ctx context.Context, args []string, io IO) (status int) {
	for len(args) > 0 {
		i := slices.IndexFunc(c.Sub, func(sub Command) bool { return sub.Name == args[0] })
		if i < 0 {
			break
		}
		c, args = c.Sub[i], args[1:]
		io.Name += " " + c.Name
	}
	for _, sub := range c.Sub {
		io.sub = append(io.sub, sub.Name)
	}
	out := &watched{Writer: io.Stdout}
	io.Stdout = out
	err := c.Run(ctx, args, &io)
	if lost := out.lost(); lost != nil && !errors.Is(err, lost) {
		err = errors.Join(err, lost)
	}
	if io.endProfile != nil {
		err = errors.Join(err, io.endProfile())
	}
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return StatusOK
	case errors.As(err, new(wrongUse)):
		fmt.Fprintf(io.Stderr, "%s: %v (see %s -h)\n", io.Name, err, io.Name)
		return StatusUsage
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		err = errors.New("interrupted")
	}
	fmt.Fprintf(io.Stderr, "%s: %v\n", io.Name, err)
	return StatusFailure
}

// watched remembers the first error of a writer, so that no result is lost without a word.
type watched struct {
	io.Writer
	mu  sync.Mutex
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.err == nil {
			w.err = err
		}
	}
	return n, err
}

func (w *watched) lost() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Interruptible returns the context of a command: the first Ctrl-C or SIGTERM ends it, the second the program. When the
// terminal closes, SIGHUP ends the context too. A second SIGHUP does nothing, since both the shell and the system send
// one; where nohup has it ignored, it stays ignored.
func Interruptible() (ctx context.Context, stop context.CancelFunc) {
	ctx, hold := context.Background(), context.CancelFunc(func() {})
	if !signal.Ignored(syscall.SIGHUP) {
		ctx, hold = signal.NotifyContext(ctx, syscall.SIGHUP)
	}
	ctx, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, release)
	return ctx, func() {
		release()
		hold()
	}
}

// wrongUse marks an error as the user's, who is told where the help is.
type wrongUse struct{ error }

func (w wrongUse) Unwrap() error { return w.error }

// WrongUse returns the error as one of wrong use: of arguments that do not make sense.
func WrongUse(err error) error {
	if err == nil {
		return nil
	}
	return wrongUse{err}
}

// Wrong is WrongUse of a text in the manner of fmt.Errorf.
func Wrong(format string, values ...any) error { return wrongUse{fmt.Errorf(format, values...)} }

// Flags returns an empty set of flags for Parse.
func (c *IO) Flags() *flag.FlagSet { return flag.NewFlagSet(c.Name, flag.ContinueOnError) }

// Parse parses flags that stand before, between and behind other arguments, which it returns; what follows -- is no flag.
// The usage, text that ends above the list of flags, is printed for -h only, and the error is then flag.ErrHelp. Every
// command has the flag -cpuprofile beside its own.
func (c *IO) Parse(flags *flag.FlagSet, usage string, args []string) (others []string, err error) {
	profile := flags.String("cpuprofile", "", "write a CPU profile to this `file`; of files that are there, only a profile is replaced")
	if others, err = c.parse(flags, usage, args); err != nil || *profile == "" {
		return others, err
	}
	return others, c.startProfile(*profile)
}

func (c *IO) parse(flags *flag.FlagSet, usage string, args []string) (others []string, err error) {
	flags.SetOutput(io.Discard)
	for {
		err := parseValues(flags, args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(c.Stdout, usage)
			flags.SetOutput(c.Stdout)
			flags.PrintDefaults()
			return nil, err
		}
		if err != nil {
			return nil, wrongUse{err}
		}
		rest := flags.Args()
		if end := len(args) - len(rest); end > 0 && args[end-1] == "--" {
			return append(others, rest...), nil
		}
		if len(rest) == 0 {
			return others, nil
		}
		others, args = append(others, rest[0]), rest[1:]
	}
}

// parseValues is flags.Parse with lenient values.
func parseValues(flags *flag.FlagSet, args []string) error {
	flags.VisitAll(func(f *flag.Flag) { f.Value = lenient{f.Value} })
	defer flags.VisitAll(func(f *flag.Flag) { f.Value = f.Value.(lenient).Value }) // the help knows the types
	return flags.Parse(args)
}

// SetFlag gives a flag the value that the text stands for on the command line.
func SetFlag(f *flag.Flag, text string) error { return lenient{f.Value}.Set(text) }

// lenient is the value of a flag that takes a bare number for a time in seconds, and whose errors say what is wanted.
type lenient struct{ flag.Value }

// IsBoolFlag reports whether the flag may stand without a value.
func (l lenient) IsBoolFlag() bool {
	b, ok := l.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// Set sets the value.
func (l lenient) Set(text string) error {
	err := l.Value.Set(text)
	getter, ok := l.Value.(flag.Getter)
	if err == nil || !ok || err.Error() != "parse error" { // as package flag says of what it cannot read
		return err
	}
	want := ""
	switch getter.Get().(type) {
	case time.Duration:
		if _, number := strconv.ParseFloat(text, 64); number == nil && l.Value.Set(text+"s") == nil {
			return nil
		}
		want = "a time such as 10s, 500ms or 1m30s, or a number of seconds"
	case int, int64:
		want = "a whole number"
	case uint, uint64:
		want = "a whole number, not negative"
	case float64:
		want = "a number such as 0.5"
	case bool:
		want = "true or false"
	default:
		return err
	}
	return errors.New("want " + want)
}

// ParseFlags is Parse for a command that takes nothing but flags.
func (c *IO) ParseFlags(flags *flag.FlagSet, usage string, args []string) error {
	others, err := c.Parse(flags, usage, args)
	if err == nil && len(others) > 0 {
		err = Wrong("unexpected argument %q", others[0])
		if len(c.sub) > 0 {
			err = Wrong("unexpected argument %q: want a flag, or one of %s", others[0], strings.Join(c.sub, ", "))
		}
	}
	return err
}

// profileHead is what a profile begins with: the head of a gzip file as Go makes it of one, without name and time.
const profileHead = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff"

func (c *IO) startProfile(name string) error {
	if c.endProfile != nil { // arguments that are parsed a second time
		return nil
	}
	if err := files.MayReplace(name, "a CPU profile", profileHead); err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return errors.Join(err, file.Close())
	}
	c.endProfile = func() error {
		pprof.StopCPUProfile()
		return file.Close()
	}
	return nil
}
