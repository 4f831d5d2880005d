package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"katachi/position"
)

// disk is a sorted text book that stays on the disk. Its positions are in byte order of their text, so the first line
// "sfen ..." at or behind an offset grows with the offset, and a binary search over offsets finds a position.
type disk struct{ table }

// blockSize is how much is read at once; most positions with their moves fit in.
const blockSize = 4096

// openDisk opens a text book without reading it, and looks at samples to see that it is sorted.
func openDisk(name string, rules *position.Rules) (*disk, error) {
	t, err := openTable(name, true)
	if err != nil {
		return nil, err
	}
	d := &disk{t}
	if err := d.check(rules); err != nil {
		t.close()
		return nil, err
	}
	return d, nil
}

// samples is how many places of the file are compared: enough to detect a book that is not sorted.
const samples = 64

func (d *disk) check(rules *position.Rules) error {
	var last []byte
	var at int64 = -1
	p := packer{rules: rules}
	for i := range int64(samples) {
		line, start, err := d.positionFrom(d.size / samples * i)
		if err != nil {
			return err
		}
		if line == nil || start == at {
			continue
		}
		if _, _, err := p.pack(line); err != nil {
			if i == 0 {
				return fmt.Errorf("%w: the first position, %q: %w", ErrBook, line, err)
			}
			continue
		}
		if bytes.Compare(withoutPly(line), last) < 0 {
			return errUnsorted(line, last)
		}
		last, at = bytes.Clone(withoutPly(line)), start
	}
	if err := d.checkEnd(rules); err != nil {
		return err
	}
	if at < 0 {
		return fmt.Errorf("%w: there is no line \"sfen ...\" in it", ErrBook)
	}
	return nil
}

// checkEnd looks at all positions of the last blocks: what somebody adds to a sorted book stands there.
func (d *disk) checkEnd(rules *position.Rules) error {
	var last []byte
	p := packer{rules: rules}
	r := lineReader{disk: d, at: max(0, d.size-16*blockSize)}
	for {
		line, err := r.nextPosition()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, _, err := p.pack(line); err != nil {
			continue
		}
		if bytes.Compare(withoutPly(line), last) < 0 {
			return errUnsorted(line, last)
		}
		last = bytes.Clone(withoutPly(line))
	}
}

func errUnsorted(line, last []byte) error {
	return fmt.Errorf("%w: not sorted by position (%q comes after %q): BookOnTheFly cannot search it", ErrBook, line, last)
}

func (d *disk) find(p *position.Position, ignorePly bool) ([]record, error) {
	want := withoutPly([]byte(p.SFEN()))
	low, high := int64(0), d.size
	for low < high {
		middle := low + (high-low)/2
		line, start, err := d.positionFrom(middle)
		switch {
		case err != nil:
			return nil, err
		case line == nil || bytes.Compare(withoutPly(line), want) >= 0:
			high = middle
		default:
			low = start + 1
		}
	}
	// All entries of the position stand together; one for every ply at which it was met.
	pick := newNearest(p, ignorePly)
	var best []record
	entries := lineReader{disk: d, at: low}
	line, err := entries.nextPosition()
	for err == nil && bytes.Equal(withoutPly(line), want) {
		ply, ok := plyOf(line[len(want):])
		var moves []record
		if moves, line, err = entries.movesOf(); err != nil {
			break
		}
		if ok && len(moves) > 0 && pick.offer(ply) {
			best = moves
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return best, nil
}

// positionFrom returns the text of the first position whose line begins at or behind an offset, and where it begins;
// nil if there is none.
func (d *disk) positionFrom(offset int64) (text []byte, start int64, err error) {
	r := lineReader{disk: d, at: offset}
	text, err = r.nextPosition()
	if errors.Is(err, io.EOF) {
		return nil, 0, nil
	}
	return text, r.start, err
}

// withoutPly returns board, side to move and hands of a position's text.
func withoutPly(text []byte) []byte {
	rest := text
	for range 3 {
		_, rest = field(rest)
	}
	return trim(text[:len(text)-len(rest)])
}

// plyOf reads what stands behind the hands: the ply, or nothing.
func plyOf(text []byte) (uint16, bool) {
	word, rest := field(text)
	if len(word) == 0 {
		return 0, true
	}
	n, ok := parseInt(word)
	return toPly(n), ok && n >= 0 && len(rest) == 0
}

func (d *disk) String() string { return fmt.Sprintf("%d bytes, searched on disk", d.size) }
