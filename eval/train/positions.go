package train

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// A file of positions is what a network is trained on: the examples of all games, shuffled, so that reading it from one end to
// the other is enough. It is a head of headBytes, then the validation's examples, then those to learn from, exampleBytes each.
// The head is the magic, the length of what follows as uint32, that in JSON, and zeros. It is written last: a file without
// its magic was not finished.
const (
	positionsMagic = "KtP1"
	headBytes      = 1 << 14
)

// head says what is in a file of positions.
type head struct {
	Validation int64 // examples; no game gives to both
	Training   int64
	Passes     int // each position is in one of them; a pass has one position in that many of every game
	Games      int
	Plies      int
	Damaged    int      // stretches of the files that were no records, and games with illegal moves
	Sources    []source // the files of games
}

// source is a file of games and how it was read.
type source struct {
	File   string
	Games  int
	Filter filter
}

// errPositions is wrapped by what is wrong with a file of positions.
var errPositions = errors.New("not a usable file of positions")

// positions is an open file of positions.
type positions struct {
	head head
	file *os.File
}

func openPositions(path string) (*positions, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	p := &positions{file: file}
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
	if want := headBytes + (h.Validation+h.Training)*exampleBytes; info.Size() != want {
		return fmt.Errorf("%w: it has %d bytes, want %d", errPositions, info.Size(), want)
	}
	return nil
}

func (p *positions) close() error { return p.file.Close() }

// read fills the list with the examples from number first on: those of the validation come first. buf is working memory.
func (p *positions) read(list []example, first int64, buf *[]byte, workers int) error {
	size := len(list) * exampleBytes
	if cap(*buf) < size {
		*buf = make([]byte, size)
	}
	b := (*buf)[:size]
	if _, err := p.file.ReadAt(b, headBytes+first*exampleBytes); err != nil {
		return fmt.Errorf("%s: %w", p.file.Name(), err)
	}
	const part = 512
	parts := (len(list) + part - 1) / part
	bad := make([]bool, parts)
	parallel(workers, parts, func(i int) {
		for j := i * part; j < min((i+1)*part, len(list)); j++ {
			if !list[j].decode(b[j*exampleBytes:]) {
				bad[i] = true
			}
		}
	})
	for _, is := range bad {
		if is {
			return fmt.Errorf("%s: %w: damaged near byte %d", p.file.Name(), errPositions, headBytes+first*exampleBytes)
		}
	}
	return nil
}

// write finishes a file of positions.
func (h *head) write(file *os.File) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if len(text) > headBytes-8 {
		return fmt.Errorf("%d files of games are too many to name in the head; join some of the same run", len(h.Sources))
	}
	b := binary.LittleEndian.AppendUint32([]byte(positionsMagic), uint32(len(text)))
	_, err = file.WriteAt(append(b, text...), 0)
	return errors.Join(err, file.Sync())
}
