package usi

import (
	"bufio"
	"bytes"
	"io"
	"runtime"
	"strings"
	"time"
)

// maxLine is the longest line that is read, bytes: thousands of times the longest game. Longer ones are skipped, so that no
// input can fill the memory.
const maxLine = 16 << 20

// line is an input line with the moment of its arrival, from which a go command's clock runs.
type line struct {
	text    string
	at      time.Time
	tooLong bool
}

// rest returns what follows the first word, with the blanks inside it.
func (l line) rest() string {
	text := strings.TrimSpace(l.text)
	return strings.TrimSpace(text[len(strings.Fields(text)[0]):])
}

// readLines sends the input's lines until its end, then closes the channel. It calls heard before it sends a line.
func readLines(in io.Reader, lines chan<- line, heard func()) {
	defer close(lines)
	r := bufio.NewReaderSize(in, 64<<10)
	var text []byte
	tooLong, first := false, true
	for {
		part, err := r.ReadSlice('\n')
		if len(text)+len(part) <= maxLine {
			text = append(text, part...)
		} else {
			tooLong = true
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err == nil || len(text) > 0 || tooLong {
			if first {
				text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
				first = false
			}
			at := time.Now()
			heard()
			lines <- line{text: cleanLine(text), at: at, tooLong: tooLong}
			runtime.Gosched() // the line is handled before the next one is waited for, which would keep the processor
		}
		if err != nil {
			return
		}
		if cap(text) > 1<<20 {
			text = nil
		}
		text, tooLong = text[:0], false
	}
}

// cleanLine cuts the end of line and makes NUL bytes blanks.
func cleanLine(text []byte) string {
	s := strings.TrimRight(decode(text), "\r\n")
	return strings.ReplaceAll(s, "\x00", " ")
}
