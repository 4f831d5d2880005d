package usi

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// writer is the one place where output lines leave the engine, each flushed and whole, and where the log of all
// input and output is written.
type writer struct {
	mu  sync.Mutex // guards out; a GUI that does not read keeps it locked
	out *bufio.Writer

	logMu sync.Mutex
	log   *os.File
}

func newWriter(out io.Writer) *writer { return &writer{out: bufio.NewWriter(out)} }

// lines writes the lines in one go.
func (w *writer) lines(lines ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, l := range lines {
		w.out.WriteString(l)
		w.out.WriteByte('\n')
		w.record("<", l)
	}
	w.out.Flush() // an error means that nobody listens any more; the end of the input follows
}

// Write lets a writer stand for console output of several lines.
func (w *writer) Write(p []byte) (int, error) {
	w.lines(strings.TrimSuffix(string(p), "\n"))
	return len(p), nil
}

// say writes an info string: text for the GUI's log.
func (w *writer) say(format string, args ...any) {
	w.lines("info string " + printable(fmt.Sprintf(format, args...)))
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
		var err error
		if f, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
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

// maxEcho bounds how much of a foreign text an info string repeats, bytes.
const maxEcho = 500

// printable makes a text fit for one output line: ASCII, since GUIs differ in the encoding they expect, without
// control characters, and not endless.
func printable(s string) string {
	cut := false
	if len(s) > maxEcho {
		s, cut = s[:maxEcho], true
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		case r < ' ' || r == 0x7f || r == utf8.RuneError:
			b.WriteByte('?')
		case r > 0x7f:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	if cut {
		b.WriteString("...")
	}
	return b.String()
}
