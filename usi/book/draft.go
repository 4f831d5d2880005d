package book

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"katachi/position"
)

// Draft is a text book that is being made or changed, in memory.
type Draft struct {
	rules     *position.Rules
	ignorePly bool
	known     games
}

// Move is a move of a Draft.
type Move struct {
	Move   position.Move
	Ponder position.Move // the expected reply, MoveNone if none is known
	Value  int           // centipawns, from the view of the side to move
	Depth  int           // of the search behind the value, plies
	Count  int           // games, or a weight
}

// NewDraft returns an empty book. With ignorePly a position is the same at any ply and keeps the lowest.
func NewDraft(rules *position.Rules, ignorePly bool) *Draft {
	return &Draft{rules: rules, ignorePly: ignorePly}
}

// OpenDraft reads a text book. Without a file of that name, or if it is empty, the draft is empty too. An error that
// wraps ErrLoss comes with the draft and says what it leaves out: lines that cannot be used, of which it names the first,
// with ignorePly the moves of other plies, or moves of games at a position that stands there again with searched ones.
func OpenDraft(path string, rules *position.Rules, ignorePly bool) (*Draft, error) {
	d := NewDraft(rules, ignorePly)
	err := d.read(path)
	if err != nil {
		err = fmt.Errorf("book %s: %w", path, err)
	}
	if err != nil && !errors.Is(err, ErrLoss) {
		return nil, err
	}
	return d, err
}

// read adds what is in a text book, if there is one.
func (d *Draft) read(path string) error {
	head, err := headOf(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(head) == 0:
		return nil
	case err != nil:
		return err
	case string(head) == ybbMagic || strings.EqualFold(filepath.Ext(path), ".bin") || strings.EqualFold(filepath.Ext(path), ".sbk"):
		return fmt.Errorf("%w: want a text book (.db), only those are written", ErrBook)
	case isUTF16(head):
		return errUTF16
	}
	text, faults, err := loadText(path, d.rules)
	if err != nil {
		return err
	}
	plies, played := 0, 0
	for i := range text.entries.n {
		e := text.entries.at(i)
		if _, err := position.Unpack(d.rules, e.key, int(e.ply)); err != nil {
			faults.note(0, err)
			continue
		}
		moves := make([]record, e.moves)
		for j := range moves {
			moves[j] = *text.records.at(int(e.first) + j)
		}
		switch d.add(gameKey{e.key, e.ply}, moves) {
		case errPlies:
			plies++
		case errPlayed:
			played++
		}
	}
	switch {
	case faults.n > 0 && len(d.known.keys) == 0:
		return fmt.Errorf("%w: none of its lines can be used; %w", ErrBook, faults.err())
	case faults.n > 0:
		return fmt.Errorf("%d %w, the first of them: %w", faults.n, errUnusable, faults.err())
	case plies > 0:
		return fmt.Errorf("%d %w", plies, errPlies)
	case played > 0:
		return fmt.Errorf("%d %w", played, errPlayed)
	}
	return nil
}

// ErrLoss is wrapped by errors about what a Draft leaves out of a file.
var ErrLoss = errors.New("something is left out")

// loss is an ErrLoss with words of its own.
type loss string

func (l loss) Error() string      { return string(l) }
func (loss) Is(target error) bool { return target == ErrLoss }

const (
	errUnusable = loss("lines cannot be used")
	errPlies    = loss("entries are of positions that stand at other plies too, and with IgnoreBookPly only the lowest counts")
	errPlayed   = loss("entries of played moves stand beside searched ones of the same position, and the moves that only they have are left out")
)

// index returns the number of a position, -1 if the book does not hold it.
func (d *Draft) index(key gameKey) int {
	if d.ignorePly {
		key.ply = 0
	}
	if i, ok := d.known.number[key]; ok {
		return i
	}
	return -1
}

// find returns the number of the position whose moves readers take for a key (see nearest): under its ply, under none, or
// under ply 1; -1 if the book does not hold it.
func (d *Draft) find(key gameKey) int {
	for _, ply := range [...]uint16{key.ply, 0, 1} {
		if i := d.index(gameKey{key.packed, ply}); i >= 0 {
			return i
		}
	}
	return -1
}

// at returns the number of a position, a new one if the book does not hold it.
func (d *Draft) at(key gameKey) int {
	if i := d.index(key); i >= 0 {
		d.known.keys[i].ply = min(d.known.keys[i].ply, key.ply)
		return i
	}
	ply := key.ply
	if d.ignorePly {
		key.ply = 0
	}
	i := d.known.at(key)
	d.known.keys[i].ply = ply
	return i
}

// place returns the number of the position that readers find for a key, a new one if there is none: an entry of its own would
// hide that one.
func (d *Draft) place(key gameKey) int {
	if i := d.find(key); i >= 0 && !d.ignorePly {
		return i
	}
	return d.at(key)
}

// add adds an entry of a position. To one that is there already it is joined; with ignorePly only the moves of the lowest ply
// stay, as readers take them. It returns what was lost by that, empty if nothing was.
func (d *Draft) add(key gameKey, moves []record) loss {
	before := d.index(key)
	if before < 0 {
		d.known.moves[d.at(key)] = moves
		return ""
	}
	switch ply := d.known.keys[before].ply; {
	case key.ply > ply:
		return errPlies
	case key.ply < ply:
		d.known.moves[d.at(key)] = moves
		return errPlies
	}
	return d.join(before, moves)
}

// join adds the moves of another entry to those of a position. Of a move that both have, what the deeper entry says stays, or if
// they are equally deep the first one; moves of games are counted. It returns what was lost by that, empty if nothing was.
func (d *Draft) join(i int, moves []record) (lost loss) {
	deeper, other := d.known.moves[i], moves
	if depthOf(other) > depthOf(deeper) {
		deeper, other = other, deeper
	}
	d.known.moves[i] = deeper
	searched := depthOf(other) >= 0
	for _, r := range other {
		switch {
		case !searched:
			if !d.known.countPlayed(i, r) {
				lost = errPlayed
			}
		case !hasMove(deeper, r.move):
			d.known.moves[i] = append(d.known.moves[i], r)
		}
	}
	return lost
}

// Set puts the moves of a position into the book, in the place of those that readers find for it.
func (d *Draft) Set(p *position.Position, moves []Move) error {
	key, err := keyOf(p)
	if err != nil {
		return err
	}
	records := make([]record, len(moves))
	for i, m := range moves {
		records[i] = record{
			move: m.Move.To16(), ponder: m.Ponder.To16(), value: toValue(int64(m.Value)), depth: toDepth(int64(m.Depth)), count: toCount(int64(m.Count)),
		}
	}
	d.known.moves[d.place(key)] = records
	return nil
}

// Merge adds the positions of another book. Where both have one, the moves of the deeper search stay; if they are equally
// deep, the longer list, else d's own; counts of moves from games are added up.
func (d *Draft) Merge(other *Draft) {
	for i, key := range other.known.keys {
		theirs := other.known.moves[i]
		n := d.at(key)
		mine := d.known.moves[n]
		switch a, b := depthOf(theirs), depthOf(mine); {
		case mine != nil && a < 0 && b < 0:
			for _, r := range theirs {
				d.known.countAt(n, r)
			}
		case mine == nil || a > b || a == b && len(theirs) > len(mine):
			d.known.moves[n] = slices.Clone(theirs)
		}
	}
}

// depthOf returns the depth of the deepest of some moves, -1 if none of them was searched: they come from games, or nothing is
// told of them.
func depthOf(moves []record) int {
	depth := -1
	for _, r := range moves {
		if r.depth != unknownDepth && (r.depth != gameDepth && r.depth != 0 || r.value != 0 || r.ponder != 0) {
			depth = max(depth, int(r.depth))
		}
	}
	return depth
}

// Len returns the number of positions.
func (d *Draft) Len() int { return len(d.known.keys) }

// String says how much is in the book.
func (d *Draft) String() string {
	moves := 0
	for _, m := range d.known.moves {
		moves += len(m)
	}
	return fmt.Sprintf("%d positions with %d moves", len(d.known.keys), moves)
}
