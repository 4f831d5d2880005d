package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"katachi/position"
)

// blockBytes is how much of a text book is handed out as one piece of work; a block ends where a position begins.
// maxBlock is where the search for such a place is given up: much more than any position has moves for.
const (
	blockBytes = 1 << 20
	maxBlock   = 64 << 20
)

// loadText reads a whole text book. The faults tell how many lines were skipped.
func loadText(name string, rules *position.Rules) (*memory, faults, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, faults{}, err
	}
	defer f.Close()
	return readText(f, rules, blockBytes)
}

// readText reads a text book as a stream. Blocks are read side by side, as parsing is slower than a disk, and put
// together in their order.
func readText(r io.Reader, rules *position.Rules, size int) (*memory, faults, error) {
	var (
		parts  = make(chan chan *part, runtime.GOMAXPROCS(0)) // in the order of the file
		done   = make(chan struct{})
		failed error // of reading; valid once parts is closed
	)
	defer close(done)
	go func() {
		defer close(parts)
		failed = eachBlock(r, size, func(block []byte) bool {
			p := make(chan *part, 1)
			select {
			case parts <- p:
			case <-done:
				return false
			}
			go func() { p <- readPart(block, rules) }()
			return true
		})
	}()
	var (
		book    = new(memory)
		games   games
		faulty  faults
		numbers int // lines before the block
	)
	for p := range parts {
		part := <-p
		if err := book.append(part); err != nil {
			return nil, faulty, err
		}
		for _, m := range part.played {
			games.count(m)
		}
		faulty.append(part.faults, numbers)
		numbers += part.lines
	}
	if failed != nil {
		return nil, faulty, failed
	}
	if err := games.store(book); err != nil {
		return nil, faulty, err
	}
	book.finish()
	return book, faulty, nil
}

// beginnings are what a line that does not depend on those before it begins with.
var beginnings = [][]byte{[]byte("\nsfen "), []byte("\nstartpos"), []byte("\nposition ")}

const longestBeginning = len("\nposition ")

// eachBlock cuts a text into blocks that can be read by themselves, and calls do with each until it returns false.
func eachBlock(r io.Reader, size int, do func(block []byte) bool) error {
	var rest []byte // where no position but the first begins
	for {
		block := make([]byte, len(rest)+min(max(size, len(rest)), maxBlock+1-len(rest)))
		copy(block, rest)
		n, err := io.ReadFull(r, block[len(rest):])
		block = block[:len(rest)+n]
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			do(block)
			return nil
		case err != nil:
			return err
		case len(block) > maxBlock:
			return fmt.Errorf("%w: there is no position in %d MB of it", ErrBook, maxBlock>>20)
		}
		from, cut := max(0, len(rest)-longestBeginning), -1
		for _, b := range beginnings {
			if i := bytes.LastIndex(block[from:], b); i >= 0 {
				cut = max(cut, from+i)
			}
		}
		if rest = block[cut+1:]; cut >= 0 && !do(block[:cut+1]) {
			return nil
		}
	}
}
