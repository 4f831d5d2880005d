package book

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"katachi/position"
)

// loader reads a text book as a stream.
type loader struct {
	book   *memory
	packer packer
	games  games
	faults faults

	key   position.Packed // of the position whose moves are being read
	ply   uint16
	state loadState
}

// loadState says what a move line belongs to.
type loadState uint8

const (
	noPosition  loadState = iota // nothing: there was no position, or a game came last
	badPosition                  // a position that could not be read
	newPosition                  // a position without a move yet; it enters the book with its first
	inPosition                   // the position that was entered last
)

var (
	errNoPosition = errors.New("a move before any position")
	errLost       = errors.New("a move of a position that could not be read")
	errLong       = errors.New("the line is too long")
)

// maxLine is the longest line that is read: much more than any book has.
const maxLine = 1 << 20

// loadText reads a whole text book. The faults tell how many lines were skipped.
func loadText(name string, rules *position.Rules) (*memory, faults, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, faults{}, err
	}
	defer f.Close()
	l := loader{book: new(memory), packer: packer{rules: rules}}
	if err := l.read(f); err != nil {
		return nil, l.faults, err
	}
	return l.book, l.faults, nil
}

func (l *loader) read(r io.Reader) error {
	lines := bufio.NewReaderSize(r, maxLine)
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		if number == 1 {
			line = bytes.TrimPrefix(line, byteOrder)
		}
		long := false
		for errors.Is(err, bufio.ErrBufferFull) {
			long = true
			_, err = lines.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if long {
			l.faults.note(number, errLong)
			l.state = badPosition
		} else if fault, fatal := l.line(trim(line)); fatal != nil {
			return fmt.Errorf("line %d: %w", number, fatal)
		} else if fault != nil {
			l.faults.note(number, fault)
		}
		if err != nil {
			break
		}
	}
	if err := l.games.store(l.book); err != nil {
		return err
	}
	l.book.finish()
	return nil
}

// line takes in a line. A fault spoils this line only; a fatal error ends the reading.
func (l *loader) line(line []byte) (fault, fatal error) {
	kind, rest := classify(line)
	switch kind {
	case linePosition:
		l.state = badPosition
		if l.key, l.ply, fault = l.packer.pack(rest); fault == nil {
			l.state = newPosition
		}
	case lineGame:
		l.state = noPosition
		fault = l.game(rest)
	case lineMove:
		r, err := readMove(rest)
		switch {
		case err != nil:
			return err, nil
		case l.state == noPosition:
			return errNoPosition, nil
		case l.state == badPosition:
			return errLost, nil
		case l.state == newPosition:
			if err := l.book.begin(l.key, l.ply); err != nil {
				return nil, err
			}
			l.state = inPosition
		}
		l.book.add(r)
	}
	return fault, nil
}
