package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"katachi/position"
)

// ErrBook marks files that are no usable book; the message says why.
var ErrBook = errors.New("not a usable book")

// Book is an open book. It may be probed by one goroutine at a time.
type Book struct {
	options Options
	source  source
	faults  faults
	err     error // of the last probe
}

// Hit is what a book has for a position.
type Hit struct {
	Move   position.Move   // legal
	Ponder position.Move   // the expected reply, legal; MoveNone if none is known
	Value  int             // centipawns, from the view of the side to move
	Depth  int             // of the search behind the value, plies; 0 if it is not known
	PV     []position.Move // legal moves of the book, from Move on
}

// Open opens a book. The error wraps that of the file system, such as fs.ErrNotExist, or ErrBook. Lines that cannot be
// read are skipped (see Skipped); a file without anything usable is an error.
func Open(path string, o Options) (*Book, error) {
	if o.Rules == nil {
		o.Rules = position.Shogi
	}
	b := &Book{options: o}
	if err := b.open(path); err != nil {
		return nil, fmt.Errorf("book %s: %w", path, err)
	}
	return b, nil
}

func (b *Book) open(path string) error {
	head, err := headOf(path)
	if err != nil {
		return err
	}
	ext := strings.ToLower(filepath.Ext(path))
	switch {
	case len(head) == 0:
		return fmt.Errorf("%w: it is empty", ErrBook)
	case ext == ".sbk":
		return fmt.Errorf("%w: ShogiGUI's .sbk is not supported, export it as .db", ErrBook)
	case string(head) == ybbMagic:
		b.source, err = openYBB(path, b.options.OnTheFly)
	case ext == ".bin":
		b.source, err = openApery(path, b.options.OnTheFly)
	case isUTF16(head):
		return errUTF16
	case b.options.OnTheFly:
		b.source, err = openDisk(path, b.options.Rules)
	default:
		return b.load(path)
	}
	return err
}

// load reads a text book into memory.
func (b *Book) load(path string) error {
	text, faults, err := loadText(path, b.options.Rules)
	if err != nil {
		return err
	}
	if text.entries.n == 0 {
		if faults.n == 0 {
			return fmt.Errorf("%w: there is no position with a move in it", ErrBook)
		}
		return fmt.Errorf("%w: none of its lines can be used; %w", ErrBook, faults.err())
	}
	b.source, b.faults = text, faults
	return nil
}

// errUTF16 is the error of a text book in the wrong encoding.
var errUTF16 = fmt.Errorf("%w: it is UTF-16 text, want UTF-8", ErrBook)

func isUTF16(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF"))
}

// headOf returns the first bytes of a file, by which its format is known.
func headOf(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // to open a pipe could take for ever
		return nil, fmt.Errorf("%w: not a regular file", ErrBook)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, len(ybbMagic))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return head[:n], nil
}

// Close closes the file of a book that is searched on disk. The book must not be probed any more.
func (b *Book) Close() error { return b.source.close() }

// SetOptions changes how moves are chosen. Rules and OnTheFly, which decide how a book is opened, stay.
func (b *Book) SetOptions(o Options) {
	o.Rules, o.OnTheFly = b.options.Rules, b.options.OnTheFly
	b.options = o
}

// Skipped returns how many lines could not be used when the book was read, and what was wrong with the first.
func (b *Book) Skipped() (int, error) { return b.faults.n, b.faults.err() }

// Err returns the error of the last probe: a file that cannot be read any more, or an index that points nowhere.
func (b *Book) Err() error { return b.err }

// String says in a few words how much is in the book.
func (b *Book) String() string { return b.source.String() }

// Probe returns a move for the position as the options want it chosen; false if the book is not to be asked or has
// none. The position is left as it is.
func (b *Book) Probe(p *position.Position, rng *rand.Rand) (Hit, bool) {
	b.err = nil
	if p.Ply() > b.options.Moves || b.options.IgnoreRate > rng.IntN(100) {
		return Hit{}, false
	}
	chosen, ok := b.options.choose(b.moves(p), p.Side(), rng)
	if !ok {
		return Hit{}, false
	}
	hit := Hit{Move: chosen.move, Value: chosen.value, Depth: chosen.depth}
	hit.PV = b.follow(p, chosen)
	if len(hit.PV) > 1 {
		hit.Ponder = hit.PV[1]
	}
	hit.PV = hit.PV[:max(1, min(len(hit.PV), b.options.PVMoves))]
	if chosen.depth == unknownDepth {
		hit.Depth = 0
	}
	return hit, true
}
