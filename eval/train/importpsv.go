package train

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"katachi/position"
)

const importUsage = `katachi selfplay import-psv makes game records of PackedSfenValue records of 40 bytes, the format of other programs'
trainers. A record that follows the one before it, by its move, continues the game; shuffled files give games of one move.
Scores are turned from its unit, in which a pawn is 90, into centipawns. Records without a legal move are left out.

  katachi selfplay import-psv games.psv -o games.ktg

Flags:
`

// importedRun is what stands for the settings of a run where there was none.
const importedRun = "imported from PSV"

// importPSV is katachi selfplay import-psv.
func importPSV(args []string, stdout io.Writer) error {
	in, out, err := conversion("import-psv", importUsage, args, stdout)
	if err != nil {
		return err
	}
	var im importer
	err = writeNew(out, func(w io.Writer) error {
		im.w = NewWriter(w)
		if err := im.w.WriteRun(importedRun); err != nil {
			return err
		}
		for _, name := range in {
			if err := im.file(name); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return im.flush()
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d positions in %d games", im.positions, im.games)
	if im.bad > 0 {
		fmt.Fprintf(stdout, "; left out %d records, the first because of this: %v", im.bad, im.why)
	}
	fmt.Fprintln(stdout)
	return nil
}

// importer joins records to games.
type importer struct {
	w    *Writer
	game Game               // being joined; no plies: none
	p    *position.Position // after its last move

	games     uint64
	positions int
	bad       int   // records that were left out
	why       error // of the first of them
}

func (im *importer) file(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Size()%psvBytes != 0 {
		return fmt.Errorf("no file of PSV records: %d bytes are no multiple of %d", info.Size(), psvBytes)
	}
	in := bufio.NewReaderSize(file, 1<<20)
	var b [psvBytes]byte
	for {
		if _, err := io.ReadFull(in, b[:]); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
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
func (im *importer) add(r *psv) error {
	if !im.continues(r) {
		p, err := position.Unpack(position.Shogi, r.position, r.ply)
		if err != nil {
			im.leaveOut(err)
			return im.flush()
		}
		if r.position, err = p.Pack(); err != nil { // with the pieces in hand in our order; old files have others
			return err
		}
		if !im.continues(r) {
			if err := im.flush(); err != nil {
				return err
			}
			im.p = p
			im.game = Game{ID: im.games, Start: r.position, Ply: r.ply, Plies: im.game.Plies[:0], Result: blackView(r, p)}
		}
	}
	m := im.p.Complete(r.move)
	if m == position.MoveNone || !im.p.IsLegal(m) || r.result < -1 || r.result > 1 {
		im.leaveOut(fmt.Errorf("move %v, result %d in %s", r.move, r.result, im.p.SFEN()))
		return im.flush()
	}
	im.game.Plies = append(im.game.Plies, Ply{r.move, r.score})
	im.p.Do(m)
	im.positions++
	return nil
}

// continues reports whether the record is of the position that the game has reached.
func (im *importer) continues(r *psv) bool {
	n := len(im.game.Plies)
	if n == 0 || n == MaxPlies || r.ply != im.p.Ply() || blackView(r, im.p) != im.game.Result {
		return false
	}
	packed, err := im.p.Pack()
	return err == nil && packed == r.position
}

func blackView(r *psv, p *position.Position) int8 {
	if p.Side() == position.White {
		return -r.result
	}
	return r.result
}

func (im *importer) leaveOut(why error) {
	if im.bad++; im.bad == 1 {
		im.why = why
	}
}

// flush writes the game.
func (im *importer) flush() error {
	if len(im.game.Plies) == 0 {
		return nil
	}
	im.games++
	err := im.w.Write(&im.game)
	im.game.Plies = im.game.Plies[:0]
	return err
}
