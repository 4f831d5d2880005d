package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

var errLong = errors.New("the line is too long")

// maxLine is the longest line that is read: much more than any book has.
const maxLine = 1 << 20

// lineReader reads lines of a file from an offset on, and knows where each begins.
type lineReader struct {
	disk    *disk
	at      int64 // where the unread part of the buffer stands in the file
	start   int64 // where the last line began
	buffer  []byte
	aligned bool // at is the beginning of a line
}

// next returns the next whole line, trimmed; it is valid until the following call. A line that begins before the
// offset at which the reader started does not count.
func (r *lineReader) next() ([]byte, error) {
	if !r.aligned {
		r.aligned = true
		if r.at > 0 {
			r.at-- // the byte before tells whether a line begins here
			if _, err := r.cut(); err != nil {
				return nil, err
			}
		}
	}
	r.start = r.at
	line, err := r.cut()
	if r.start == 0 {
		line = bytes.TrimPrefix(line, byteOrder)
	}
	return trim(line), err
}

// cut takes a line with its end off the buffer. The error is io.EOF if nothing is left.
func (r *lineReader) cut() ([]byte, error) {
	searched := 0
	for {
		if i := bytes.IndexByte(r.buffer[searched:], '\n'); i >= 0 {
			return r.take(searched + i + 1), nil
		}
		if searched = len(r.buffer); searched > maxLine {
			return nil, fmt.Errorf("%w: %w at byte %d", ErrBook, errLong, r.at)
		}
		block := make([]byte, searched+max(blockSize, searched))
		copy(block, r.buffer)
		n, err := r.disk.file.ReadAt(block[searched:], r.at+int64(searched))
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if r.buffer = block[:searched+n]; n == 0 {
			if searched == 0 {
				return nil, io.EOF
			}
			return r.take(searched), nil
		}
	}
}

func (r *lineReader) take(n int) []byte {
	line := r.buffer[:n]
	r.buffer = r.buffer[n:]
	r.at += int64(n)
	return line
}

// maxGap is how far apart two positions of a book may be: much farther than the moves of any.
const maxGap = 1 << 20

// nextPosition returns the text of the next position.
func (r *lineReader) nextPosition() ([]byte, error) {
	for begin := r.at; ; {
		if r.at-begin > maxGap {
			return nil, fmt.Errorf("%w: there is no line \"sfen ...\" in %d kB of it", ErrBook, maxGap>>10)
		}
		line, err := r.next()
		if err != nil {
			return nil, err
		}
		if kind, text := classify(line); kind == linePosition {
			return text, nil
		}
	}
}

// movesOf returns the moves that follow, and the text of the position behind them; nil at the end of the file. A game
// ends the position's moves.
func (r *lineReader) movesOf() (moves []record, next []byte, err error) {
	for ended := false; ; {
		line, err := r.next()
		if errors.Is(err, io.EOF) {
			return moves, nil, nil
		}
		if err != nil {
			return nil, nil, err
		}
		switch kind, text := classify(line); kind {
		case linePosition:
			return moves, text, nil
		case lineGame:
			ended = true
		case lineMove:
			if move, err := readMove(text); err == nil && !ended {
				moves = append(moves, move)
			}
		}
	}
}
