package command

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/term"
)

// Line shows progress: on a terminal in one line below all others, which is rewritten again and again. Elsewhere only the
// lines that stay are written. Its methods may be called by several goroutines.
type Line struct {
	mu      sync.Mutex
	out     io.Writer
	columns func() int // of the terminal, nil if there is none
	width   int        // of the live line as it stands, columns
}

// NewLine returns a line at the end of what is written to out; while it is used nothing else should write there.
func NewLine(out io.Writer) *Line {
	if !IsTerminal(out) {
		return &Line{out: out}
	}
	file := out.(*os.File)
	return NewLiveLine(out, func() int {
		columns, _, err := term.GetSize(int(file.Fd()))
		if err != nil || columns == 0 { // some terminals over a serial line or a pipe do not say
			return 80
		}
		return columns
	})
}

// NewLiveLine returns a line on a terminal that has that many columns at present.
func NewLiveLine(out io.Writer, columns func() int) *Line { return &Line{out: out, columns: columns} }

// IsTerminal reports whether a person reads what is written to w, or writes what is read from it.
func IsTerminal(w any) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && os.Getenv("TERM") != "dumb"
}

// Live reports whether there is a terminal.
func (l *Line) Live() bool { return l.columns != nil }

// Interval returns how often to show progress: live if there is a terminal, else plain.
func (l *Line) Interval(live, plain time.Duration) time.Duration {
	if l.Live() {
		return live
	}
	return plain
}

// Show replaces the live line. Without a terminal it does nothing.
func (l *Line) Show(text string) {
	if !l.Live() {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	text = cut(oneLine(text), l.columns()-1) // a line that wraps could not be replaced
	width := columnsOf(text)
	fmt.Fprintf(l.out, "\r%s%s", text, strings.Repeat(" ", max(0, l.width-width)))
	l.width = width
}

// Print writes a line that stays; the live one goes.
func (l *Line) Print(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wipe()
	fmt.Fprintln(l.out, text)
}

// Printf is Print of a text in the manner of fmt.Sprintf.
func (l *Line) Printf(format string, values ...any) { l.Print(fmt.Sprintf(format, values...)) }

// Tell replaces the live line on a terminal, and elsewhere writes a line that stays: for occasional reports.
func (l *Line) Tell(text string) {
	if l.Live() {
		l.Show(text)
	} else {
		l.Print(text)
	}
}

// Wipe removes the live line.
func (l *Line) Wipe() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wipe()
}

func (l *Line) wipe() {
	if l.width > 0 {
		fmt.Fprintf(l.out, "\r%*s\r", l.width, "")
		l.width = 0
	}
}

// Bar returns a bar of that many cells of which the share, 0 to 1, is filled.
func Bar(share float64, cells int) string {
	full := min(max(int(share*float64(cells)), 0), cells)
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", cells-full) + "]"
}

// columnsOf returns how many columns of a terminal the text takes; Japanese letters are two wide.
func columnsOf(text string) int {
	n := 0
	for _, r := range text {
		n += columns(r)
	}
	return n
}

func columns(r rune) int {
	if r >= 0x1100 {
		return 2
	}
	return 1
}

// oneLine returns the text with blanks for tabs and ends of lines, which names of files may have and which would upset
// the live line.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// cut returns the part of the text that fits into that many columns.
func cut(text string, limit int) string {
	n := 0
	for i, r := range text {
		if n += columns(r); n > limit {
			return text[:i]
		}
	}
	return text
}
