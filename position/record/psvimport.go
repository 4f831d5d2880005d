package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"katachi/position"
)

// PSVImporter makes scored games from PSV records. A record that follows from the one before it by its move continues the
// game; shuffled files give games of one move. It is not safe for concurrent use.
type PSVImporter struct {
	Games     int
	Positions int
	LeftOut   int   // records without a legal move
	Why       error // the first of them was left out

	w    *ScoredWriter
	game ScoredGame         // being joined; no plies: none
	p    *position.Position // after its last move
}

// importedRun, and the source's name, is what stands for the settings of a run where there was none.
const importedRun = "imported from PSV: "

// NewPSVImporter returns an importer that writes to w.
func NewPSVImporter(w io.Writer) *PSVImporter { return &PSVImporter{w: NewScoredWriter(w)} }

// Read adds the records of a file, whose name tells its games from those of other imports. Flush must follow the last file.
func (im *PSVImporter) Read(name string, file io.Reader) error {
	if err := im.w.WriteRun(importedRun + name); err != nil {
		return err
	}
	in := bufio.NewReaderSize(file, 1<<20)
	var b [PSVBytes]byte
	for size := int64(0); ; {
		n, err := io.ReadFull(in, b[:])
		size += int64(n)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("not a file of PSV records: %d bytes are not a multiple of %d", size, PSVBytes)
		case err != nil:
			return err
		}
		var r psv
		r.decode(b[:])
		if err := im.add(&r); err != nil {
			return err
		}
	}
}

// add adds a record to the game that it continues, or begins a game with it.
func (im *PSVImporter) add(r *psv) error {
	if !im.continues(r) {
		p, err := position.Unpack(position.Shogi, r.position, r.ply)
		if err != nil {
			im.leaveOut(err)
			return im.Flush()
		}
		if r.position, err = p.Pack(); err != nil { // with the pieces in hand in our order; old files have others
			return err
		}
		if !im.continues(r) {
			if err := im.Flush(); err != nil {
				return err
			}
			im.p = p
			im.game = ScoredGame{ID: uint64(im.Games), Start: r.position, Ply: r.ply, Plies: im.game.Plies[:0], Result: sidesView(r.result, p.Side())}
		}
	}
	m := im.p.Complete(r.move)
	if !im.p.IsLegal(m) || r.result < -1 || r.result > 1 {
		im.leaveOut(fmt.Errorf("move %v, result %d in %s", r.move, r.result, im.p.SFEN()))
		return im.Flush()
	}
	im.game.Plies = append(im.game.Plies, ScoredPly{r.move, r.score})
	im.p.Do(m)
	im.Positions++
	return nil
}

// continues reports whether the record is of the position that the game has reached.
func (im *PSVImporter) continues(r *psv) bool {
	n := len(im.game.Plies)
	if n == 0 || n == MaxScoredPlies || r.ply != im.p.Ply() || sidesView(r.result, im.p.Side()) != im.game.Result {
		return false
	}
	packed, err := im.p.Pack()
	return err == nil && packed == r.position
}

func (im *PSVImporter) leaveOut(why error) {
	if im.LeftOut++; im.LeftOut == 1 {
		im.Why = why
	}
}

// Flush writes the game that is being joined.
func (im *PSVImporter) Flush() error {
	if len(im.game.Plies) == 0 {
		return nil
	}
	im.Games++
	err := im.w.Write(&im.game)
	im.game.Plies = im.game.Plies[:0]
	return err
}
