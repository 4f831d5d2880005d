package usi

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"katachi/position/files"
)

// writer is the one place where output lines leave the engine, whole and in their order, and where the log of all input
// and output is written. A goroutine of its own writes them, so that nobody waits for a GUI that does not read.
type writer struct {
	out    io.Writer
	broken chan struct{} // closed when out cannot be written any more

	mu      sync.Mutex
	pending []byte        // what is still to be written
	dropped int           // info lines that were left out because nobody reads
	wake    chan struct{} // there may be something pending
	idle    chan struct{} // closed when all is written; made by close
	wrote   int           // pieces that were written

	ascii atomic.Bool // a GUI or a script listens: info strings must not need an encoding

	logMu sync.Mutex
	log   *os.File
}

// How much output waits for a GUI that does not read: beyond maxInfo info lines are left out, beyond maxPending all.
const (
	maxInfo    = 1 << 20
	maxPending = 64 << 20
)

func newWriter(out io.Writer) *writer {
	w := &writer{out: out, broken: make(chan struct{}), wake: make(chan struct{}, 1)}
	go w.work()
	return w
}

// lines writes the lines in one go.
func (w *writer) lines(lines ...string) {
	w.mu.Lock()
	for _, l := range lines {
		w.record("<", l)
		if n := len(w.pending); n > maxPending || n > maxInfo && strings.HasPrefix(l, "info ") {
			w.dropped++
			continue
		}
		if w.dropped > 0 {
			w.pending = fmt.Appendf(w.pending, "info string %d lines that nobody read in time are left out\n", w.dropped)
			w.dropped = 0
		}
		w.pending = append(append(w.pending, l...), '\n')
	}
	w.mu.Unlock()
	w.signal()
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// work writes what is pending until close has been called and nothing is left.
func (w *writer) work() {
	var text []byte
	for range w.wake {
		for {
			w.mu.Lock()
			text, w.pending = w.pending, text[:0]
			idle := w.idle
			w.mu.Unlock()
			if len(text) == 0 {
				if idle != nil {
					close(idle)
					return
				}
				break
			}
			for piece := range slices.Chunk(text, 32<<10) {
				if _, err := w.out.Write(piece); err != nil {
					close(w.broken)
					return
				}
				w.mu.Lock()
				w.wrote++
				w.mu.Unlock()
			}
		}
	}
}

// close waits until all is written, but gives up when nothing is read for the time patience, and ends the log.
func (w *writer) close(patience time.Duration) {
	idle := make(chan struct{})
	w.mu.Lock()
	w.idle = idle
	w.mu.Unlock()
	w.signal()
	defer w.logTo("")
	for last := -1; ; {
		w.mu.Lock()
		wrote := w.wrote
		w.mu.Unlock()
		if wrote == last {
			return
		}
		last = wrote
		select {
		case <-idle:
			return
		case <-w.broken:
			return
		case <-time.After(patience):
		}
	}
}

// signsOfLife writes an empty line every so often while the engine loads, so that the GUI does not give up on it, until the
// returned function is called.
func (w *writer) signsOfLife(every time.Duration) (stop func()) {
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				w.lines("")
			case <-done:
				return
			}
		}
	}()
	return func() {
		close(done)
		<-stopped
	}
}

// Write makes writer an io.Writer for output of whole lines.
func (w *writer) Write(p []byte) (int, error) {
	w.lines(strings.TrimSuffix(string(p), "\n"))
	return len(p), nil
}

// say writes an info string: text for the GUI's log.
func (w *writer) say(format string, args ...any) {
	text := printable(fmt.Sprintf(format, args...))
	if w.ascii.Load() {
		text = asciiOnly(text)
	}
	w.lines("info string " + text)
}

// fail writes an info string that match tools recognise as an error.
func (w *writer) fail(err error) { w.say("Error! %v", err) }

// input records an input line in the log.
func (w *writer) input(text string) { w.record(">", text) }

func (w *writer) record(sign, text string) {
	w.logMu.Lock()
	defer w.logMu.Unlock()
	if w.log != nil {
		fmt.Fprintf(w.log, "%s %s %s\n", time.Now().Format("2006-01-02 15:04:05.000"), sign, text)
	}
}

// logTo appends all further input and output to the file; the empty name ends the log.
func (w *writer) logTo(name string) error {
	var f *os.File
	if name != "" {
		err := files.MayOpen(name)
		if err == nil {
			f, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		}
		if err != nil {
			return fmt.Errorf("log file: %w", err)
		}
	}
	w.logMu.Lock()
	defer w.logMu.Unlock()
	if w.log != nil {
		w.log.Close()
	}
	w.log = f
	return nil
}

// maxEcho bounds how much of its input an info string repeats, bytes.
const maxEcho = 1000

// printable makes a text fit for one output line: without control characters or invalid UTF-8, and cut to maxEcho.
func printable(s string) string {
	cut := false
	if len(s) > maxEcho {
		s, cut = strings.ToValidUTF8(s[:maxEcho], ""), true
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case r == utf8.RuneError || !unicode.IsGraphic(r):
			return '?'
		}
		return r
	}, s)
	if cut {
		s += "..."
	}
	return s
}

// asciiOnly replaces what is not ASCII, in the names of files mostly. Some GUIs take a line for Shift_JIS, others for UTF-8, and
// scripts end with an exception at a letter that their encoding does not have.
func asciiOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, s)
}
