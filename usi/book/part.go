package book

import (
	"bytes"
	"errors"
	"fmt"

	"katachi/position"
)

// part is what one block of a text book holds.
type part struct {
	entries []entry // with first counted from the part's first record
	records []record
	played  []played
	faults  faults
	lines   int

	packer packer
	key    position.Packed // of the position whose moves are being read
	ply    uint16
	state  partState
}

// partState says what the next move line belongs to.
type partState uint8

const (
	noPosition  partState = iota // nothing: there was no position, or a game came last
	badPosition                  // a position that could not be read
	newPosition                  // a position without a move yet; it enters the book with its first
	inPosition                   // the position that was entered last
)

var (
	errNoPosition = errors.New("a move before any position")
	errLost       = errors.New("a move of a position that could not be read")
)

// faults counts the lines of a text book that could not be used, and keeps the first reason.
type faults struct {
	n     int
	line  int // of the first, from 1; 0 if it is of no line
	first error
}

func (f *faults) note(line int, err error) {
	if f.n++; f.first == nil {
		f.line, f.first = line, err
	}
}

// append adds the faults of a part that begins after the line numbered before.
func (f *faults) append(next faults, before int) {
	if f.first == nil && next.first != nil {
		f.line, f.first = next.line+before, next.first
	}
	f.n += next.n
}

// err returns the first fault with its line's number, nil if there is none.
func (f *faults) err() error {
	if f.first == nil || f.line == 0 {
		return f.first
	}
	return fmt.Errorf("line %d: %w", f.line, f.first)
}

// readPart reads a block of whole lines.
func readPart(block []byte, rules *position.Rules) *part {
	block = bytes.TrimPrefix(block, byteOrder)
	positions := bytes.Count(block, beginnings[0]) + 1
	lines := bytes.Count(block, []byte{'\n'}) + 1
	p := &part{packer: packer{rules: rules}, entries: make([]entry, 0, positions), records: make([]record, 0, max(lines-positions, 1))}
	for line := range bytes.Lines(block) {
		p.lines++
		if fault := p.line(trim(line)); fault != nil {
			p.faults.note(p.lines, fault)
		}
	}
	return p
}

// line takes in a line.
func (p *part) line(line []byte) (fault error) {
	kind, rest := classify(line)
	switch kind {
	case linePosition:
		p.state = badPosition
		if p.key, p.ply, fault = p.packer.pack(rest); fault == nil {
			p.state = newPosition
		}
	case lineGame:
		p.state = noPosition
		p.played, fault = appendGame(p.played, string(rest), p.packer.rules)
	case lineMove:
		r, err := readMove(rest)
		switch {
		case err != nil:
			return err
		case p.state == noPosition:
			return errNoPosition
		case p.state == badPosition:
			return errLost
		case p.state == newPosition:
			p.entries = append(p.entries, entry{key: p.key, ply: p.ply, first: uint32(len(p.records))})
			p.state = inPosition
		}
		if e := &p.entries[len(p.entries)-1]; e.moves < maxMoves {
			e.moves++
			p.records = append(p.records, r)
		}
	}
	return fault
}
