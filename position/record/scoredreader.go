package record

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
)

// ScoredReader reads game records. It is not safe for concurrent use.
type ScoredReader struct {
	in      *bufio.Reader
	run     string
	offset  int64 // of the next byte
	whole   int64 // end of the last whole block
	damaged int
	lost    bool // within a damaged stretch

	seen     SeenGames // nil: games are read as often as they are there
	repeated int
}

// SeenGames are the games that have been read, as hashes of their runs and all that is in them: IDs alone do not tell the games of
// matches and imports apart. A game takes some 20 bytes of memory.
type SeenGames map[uint64]struct{}

var seenSeed = maphash.MakeSeed()

// add adds a game. It reports whether it is new.
func (s SeenGames) add(run string, payload []byte) bool {
	var h maphash.Hash
	h.SetSeed(seenSeed)
	_, _ = h.WriteString(run)
	_, _ = h.Write(payload)
	before := len(s)
	s[h.Sum64()] = struct{}{}
	return len(s) > before
}

// Once makes Next leave out the games in seen, to which it adds what it reads.
func (r *ScoredReader) Once(seen SeenGames) { r.seen = seen }

// Repeated returns how many games were left out since they had been seen.
func (r *ScoredReader) Repeated() int { return r.repeated }

// NewScoredReader returns a reader of the records in r.
func NewScoredReader(r io.Reader) *ScoredReader {
	return &ScoredReader{in: bufio.NewReaderSize(r, max(1<<16, blockHeader+maxPayload))}
}

// Run returns the settings of the run to which the last game belongs, as far as they are known.
func (r *ScoredReader) Run() string { return r.run }

// Damaged returns how many stretches of the file were no whole blocks and have been skipped; those who replay the games may
// find more.
func (r *ScoredReader) Damaged() int { return r.damaged }

// Read returns the number of bytes that have been read, damaged ones too.
func (r *ScoredReader) Read() int64 { return r.offset }

// Whole returns the number of bytes up to the end of the last whole block: what is behind it at the end of the file was
// torn.
func (r *ScoredReader) Whole() int64 { return r.whole }

// errNoScored is what is wrong with a file without a single whole block.
var errNoScored = errors.New("this is not a file of game records")

// Check returns an error if there were bytes, but no whole block among them. It is to be asked at the end of the records.
func (r *ScoredReader) Check() error {
	if r.whole == 0 && r.damaged > 0 {
		return errNoScored
	}
	return nil
}

// Next reads the next game into g, whose Plies are overwritten. It skips what is no whole block. The error is io.EOF at
// the end of the records.
func (r *ScoredReader) Next(g *ScoredGame) error {
	for {
		magic, payload, err := r.block()
		if err != nil {
			return err
		}
		switch {
		case magic == RunMagic:
			r.run = string(payload)
		case !g.decode(payload):
			r.skip(1)
			continue
		}
		isGame := magic == gameMagic
		if isGame && r.seen != nil && !r.seen.add(r.run, payload) {
			r.repeated++
			isGame = false
		}
		r.lost = false
		r.advance(blockHeader + len(payload))
		r.whole = r.offset
		if isGame {
			return nil
		}
	}
}

// block looks for the next block with a valid checksum. It stays in front of it; the payload is valid until the next
// call.
func (r *ScoredReader) block() (magic string, payload []byte, err error) {
	for {
		b, err := r.in.Peek(blockHeader)
		if err != nil && !errors.Is(err, io.EOF) {
			return "", nil, err
		}
		if len(b) == 0 {
			return "", nil, io.EOF
		}
		if len(b) < blockHeader {
			r.skip(len(b))
			continue
		}
		switch magic = string(b[:4]); magic {
		case gameMagic, RunMagic:
			length := int64(binary.LittleEndian.Uint32(b[4:]))
			if length > maxPayload {
				break
			}
			if b, err = r.in.Peek(blockHeader + int(length)); err != nil && !errors.Is(err, io.EOF) {
				return "", nil, err
			}
			if len(b) == blockHeader+int(length) && binary.LittleEndian.Uint32(b[8:]) == checksum(b) {
				return magic, b[blockHeader:], nil
			}
		}
		r.skip(1)
	}
}

// skip passes over bytes that belong to no whole block.
func (r *ScoredReader) skip(n int) {
	if !r.lost {
		r.lost = true
		r.damaged++
	}
	r.advance(n)
}

func (r *ScoredReader) advance(n int) {
	n, _ = r.in.Discard(n)
	r.offset += int64(n)
}

// EachScored calls visit for every game of the files, once for a game that is there twice; done, which may be nil, is called after each file. The game is
// overwritten by the next one. A game for which visit returns an error that wraps ErrScored counts as damaged, and the others
// follow. A file without a single whole block is an error.
func EachScored(names []string, visit func(r *ScoredReader, g *ScoredGame) error, done func(r *ScoredReader)) error {
	var g ScoredGame
	seen := SeenGames{}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		r := NewScoredReader(file)
		r.Once(seen)
		for err == nil {
			if err = r.Next(&g); err != nil {
				break
			}
			if err = visit(r, &g); errors.Is(err, ErrScored) {
				r.damaged++
				err = nil
			}
		}
		file.Close()
		if errors.Is(err, io.EOF) {
			err = r.Check()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if done != nil {
			done(r)
		}
	}
	return nil
}
