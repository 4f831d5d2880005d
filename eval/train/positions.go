package train

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"sync/atomic"
)

// A file of positions is what a network is trained on: the examples of all games, shuffled, so that it only has to be
// read from one end to the other. It is a head of headBytes, the validation examples, and the training examples,
// exampleBytes each. Every blockExamples of them, or what is left at the end, are a block, followed by the block's
// CRC-32C. The head is the magic, the length of the following JSON as uint32, the JSON, and zeros. It is written last:
// a file without its magic was not finished. Little-endian.
const (
	positionsMagic = "KtP2"
	unsummedMagic  = "KtP1" // of files without checksums
	headBytes      = 1 << 14
	blockExamples  = 4096
	blockBytes     = blockExamples * exampleBytes
	sumBytes       = 4
)

// head says what is in a file of positions.
type head struct {
	Validation int64 // examples; no game gives to both
	Training   int64
	Passes     int // each position is in one of them; a pass has one position in that many of every game
	Games      int
	Plies      int
	Damaged    int      // stretches of the files that were no records, and games with illegal moves
	Repeated   int      // games that were there before
	Sources    []source // the files of games
}

// bytes returns how many bytes the examples take.
func (h *head) bytes() int64 { return (h.Validation + h.Training) * exampleBytes }

// source is a file of games and how it was read.
type source struct {
	File   string
	Games  int
	Filter filter
}

// errPositions is wrapped by every fault of a file of positions.
var errPositions = errors.New("not a usable file of positions")

// positions is an open file of positions.
type positions struct {
	head head
	file *os.File

	block  []byte // read last: examples and checksum
	number int64  // of it; -1: none
	buf    []byte // of read
}

func openPositions(path string) (*positions, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	p := &positions{file: file, number: -1, block: make([]byte, blockBytes+sumBytes)}
	if err := p.readHead(); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w (katachi train shuffle makes one of games)", path, err)
	}
	return p, nil
}

func (p *positions) readHead() error {
	b := make([]byte, headBytes)
	if n, err := p.file.ReadAt(b, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	} else if string(b[:4]) == unsummedMagic {
		return fmt.Errorf("%w: it is of an older version, without checksums; make it anew", errPositions)
	} else if n < headBytes || string(b[:4]) != positionsMagic {
		return fmt.Errorf("%w: it does not begin with %q", errPositions, positionsMagic)
	}
	length := binary.LittleEndian.Uint32(b[4:])
	if length > headBytes-8 {
		return fmt.Errorf("%w: its head has %d bytes", errPositions, length)
	}
	if err := json.Unmarshal(b[8:8+length], &p.head); err != nil {
		return fmt.Errorf("%w: its head: %w", errPositions, err)
	}
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	h := &p.head
	if h.Validation < 0 || h.Training < 0 || h.Validation > info.Size() || h.Training > info.Size() {
		return fmt.Errorf("%w: its head counts %d and %d positions", errPositions, h.Validation, h.Training)
	}
	if want := headBytes + h.bytes() + (h.bytes()+blockBytes-1)/blockBytes*sumBytes; info.Size() != want {
		return fmt.Errorf("%w: it has %d bytes, want %d", errPositions, info.Size(), want)
	}
	return nil
}

// load reads the block of that number into memory and checks its checksum.
func (p *positions) load(number int64) error {
	if number == p.number {
		return nil
	}
	p.number = -1
	size := min(blockBytes, p.head.bytes()-number*blockBytes)
	p.block = p.block[:size+sumBytes]
	at := headBytes + number*(blockBytes+sumBytes)
	if _, err := p.file.ReadAt(p.block, at); err != nil {
		return fmt.Errorf("%s: %w", p.file.Name(), err)
	}
	if crc32.Checksum(p.block[:size], castagnoli) != binary.LittleEndian.Uint32(p.block[size:]) {
		return fmt.Errorf("%s: %w: damaged between bytes %d and %d", p.file.Name(), errPositions, at, at+int64(len(p.block)))
	}
	p.number = number
	return nil
}

func (p *positions) close() error { return p.file.Close() }

// read fills the list with the examples from number first on; the validation examples come first.
func (p *positions) read(list []example, first int64, workers int) error {
	size := len(list) * exampleBytes
	b := slices.Grow(p.buf[:0], size)[:size]
	p.buf = b
	for done := 0; done < size; {
		at := first*exampleBytes + int64(done)
		if err := p.load(at / blockBytes); err != nil {
			return err
		}
		done += copy(b[done:], p.block[at%blockBytes:len(p.block)-sumBytes])
	}
	var bad atomic.Bool
	parallelParts(workers, len(list), 512, func(first, last int) {
		for i := first; i < last; i++ {
			if !list[i].decode(b[i*exampleBytes:]) {
				bad.Store(true)
			}
		}
	})
	if bad.Load() {
		return fmt.Errorf("%s: %w: no position among the %d from number %d on", p.file.Name(), errPositions, len(list), first)
	}
	return nil
}

// blockWriter writes examples in blocks with checksums. A write is of whole examples.
type blockWriter struct {
	out  io.Writer
	sum  uint32
	left int // bytes until the end of the block
}

func newBlockWriter(out io.Writer) *blockWriter { return &blockWriter{out: out, left: blockBytes} }

func (w *blockWriter) Write(b []byte) (n int, err error) {
	for len(b) > n {
		part := b[n:min(len(b), n+w.left)]
		if _, err := w.out.Write(part); err != nil {
			return n, err
		}
		w.sum = crc32.Update(w.sum, castagnoli, part)
		n += len(part)
		if w.left -= len(part); w.left == 0 {
			if err := w.end(); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// end ends the block, if it is not empty; it must follow the last write.
func (w *blockWriter) end() error {
	if w.left == blockBytes {
		return nil
	}
	_, err := w.out.Write(binary.LittleEndian.AppendUint32(nil, w.sum))
	w.sum, w.left = 0, blockBytes
	return err
}

// encode returns the head in its form in the file.
func (h *head) encode() ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if len(text) > headBytes-8 {
		return nil, fmt.Errorf("%d files of games are too many to name in the head; join some of the same run", len(h.Sources))
	}
	return append(binary.LittleEndian.AppendUint32([]byte(positionsMagic), uint32(len(text))), text...), nil
}

// write finishes a file of positions.
func (h *head) write(file *os.File) error {
	b, err := h.encode()
	if err != nil {
		return err
	}
	_, err = file.WriteAt(b, 0)
	return errors.Join(err, file.Sync())
}
