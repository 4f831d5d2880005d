// Package policy says how promising the quiet moves of a position are before anything has been searched. Histories know
// nothing of a move that has not come up yet, and in shogi, where most quiet moves are drops, most have not. What can be
// seen at once tells more than all histories together: where the piece goes as the two kings see it, how often and by what
// the squares that it leaves and enters are attacked, and how far away the opponent has just moved.
//
// The policy of a move is a sum of table entries: what it adds to the logarithm of the odds that the move, when it is
// searched, fails high. It was learned by logistic regression from the program's own searches: trial.go is what they write
// down, learn.go learns, and command.go is the command, katachi policy.
package policy

import (
	_ "embed" // the tables
	"encoding/binary"

	"katachi/position"
)

// Unit is what a step of an entry stands for, in units of the search's histories.
const Unit = 512

// The tables, each with so many entries for every kind of move.
const (
	toEnemyKing = iota // the destination as seen from the kings and from where the opponent moved to
	toOwnKing
	toLast
	toClass // how the destination is attacked
	fromEnemyKing
	fromOwnKing
	fromClass
	check // the move checks
	tables
)

var sizes = [tables]int{places, places, places, classes, places, places, classes, 1}

const (
	kinds   = 64  // of moves: the piece as it stands after the move, and whether it promotes and is dropped
	places  = 289 // one square as seen from another
	across  = 17  // places in a rank
	same    = 144 // the place of a square seen from itself
	nowhere = 300 // in its stead for a square that does not exist: no table goes that far
	classes = 36  // of squares: attacks by either side, and the enemy's least attacker
)

// weights are the entries of a kind of move, so that those of a move lie near each other. Arrays are as long as an index
// can reach, so that no access needs a test of its bounds.
type weights struct {
	toEnemyKing, toOwnKing, toLast, fromEnemyKing, fromOwnKing [512]int8
	toClass, fromClass                                         [64]int8
	check                                                      [1]int8
}

// table returns the entries of a table.
func (w *weights) table(t int) []int8 {
	return [tables][]int8{
		toEnemyKing: w.toEnemyKing[:], toOwnKing: w.toOwnKing[:], toLast: w.toLast[:], toClass: w.toClass[:],
		fromEnemyKing: w.fromEnemyKing[:], fromOwnKing: w.fromOwnKing[:], fromClass: w.fromClass[:], check: w.check[:],
	}[t]
}

// embedded has the tables one after the other, each kind by kind, with as many entries as there are.
//
//go:embed policy.bin
var embedded string

var learned = load(embedded)

func load(file string) *[kinds]weights {
	w := new([kinds]weights)
	for t, size := range sizes {
		for kind := range w {
			table := w[kind].table(t)
			for i := range size {
				table[i] = int8(file[i])
			}
			file = file[size:]
		}
	}
	return w
}

// View is what the policy sees of a position, the same for all of its moves.
type View struct {
	seen                     *[128]int16 // numbers of the squares as the side to move sees the board, across to a rank
	enemyKing, ownKing, last int         // to be added to a square's number for its place
	classes                  [128]uint8  // of the squares
}

// numbers of the squares, by the side that sees them.
var numbers = func() (t [2][128]int16) {
	for c := range t {
		for s := range position.Square(position.NumSquares) {
			seen := s.SeenBy(position.Color(c))
			t[c][s] = int16((seen.File()-1)*across + seen.Rank() - 1)
		}
	}
	return t
}()

// spread has the bits of a byte in eight bytes.
var spread = func() (t [256]uint64) {
	for b := range t {
		for i := range 8 {
			t[b] |= uint64(b>>i&1) << (8 * i)
		}
	}
	return t
}()

// Look sets the view to a position, whose last move is given (or MoveNone, MoveNull).
func (v *View) Look(p *position.Position, last position.Move) {
	us := p.Side()
	pawns, light, generals := p.LesserControl(us ^ 1)
	own, ownTwice := p.Control(us)
	enemy, enemyTwice := p.Control(us ^ 1)
	v.seen = &numbers[us&1]
	v.enemyKing, v.ownKing, v.last = v.from(p.King(us^1)), v.from(p.King(us)), nowhere
	if last != position.MoveNone && last != position.MoveNull {
		v.last = v.from(last.To())
	}
	o, o2, e, e2 := own.Words(), ownTwice.Words(), enemy.Words(), enemyTwice.Words()
	a, b, c := pawns.Words(), light.Words(), generals.Words()
	for i := range (position.NumSquares + 7) / 8 {
		word, shift := i>>3&1, i&7*8
		bytes := 12*(spread[uint8(o[word]>>shift)]+spread[uint8(o2[word]>>shift)]) +
			4*(spread[uint8(e[word]>>shift)]+spread[uint8(e2[word]>>shift)]) +
			spread[uint8(a[word]>>shift)] + spread[uint8(b[word]>>shift)] + spread[uint8(c[word]>>shift)]
		binary.LittleEndian.PutUint64(v.classes[8*i:], bytes)
	}
}

// from returns what is to be added to the number of a square for its place as seen from s.
func (v *View) from(s position.Square) int {
	if s == position.NoSquare {
		return nowhere
	}
	return same - int(v.seen[s&127])
}

// kindOf is a move's kind: the moved piece as it stands after the move, without its colour, and whether it is dropped or
// promotes.
func kindOf(m position.Move) int { return int(m >> 14 & (kinds - 1)) }

// Score sets scores to how promising quiet moves are, not counting that they check.
func (v *View) Score(moves []position.Move, scores []int32) {
	scores = scores[:len(moves)]
	seen, enemyKing, ownKing := v.seen, v.enemyKing, v.ownKing
	for i := 0; i < len(moves); {
		// Drops come apart from other moves, so each has a loop of its own, without a branch that is hard to foresee.
		for last := v.last; i < len(moves) && moves[i].IsDrop(); i++ {
			m := moves[i]
			to := m.To() & 127
			w, at := &learned[kindOf(m)], int(seen[to])
			scores[i] = int32(w.toEnemyKing[(enemyKing+at)&511]) + int32(w.toOwnKing[(ownKing+at)&511]) +
				int32(w.toLast[(last+at)&511]) + int32(w.toClass[v.classes[to]&63])
		}
		for ; i < len(moves) && !moves[i].IsDrop(); i++ {
			m := moves[i]
			from, to := m.From()&127, m.To()&127
			w, at, left := &learned[kindOf(m)], int(seen[to]), int(seen[from])
			scores[i] = int32(w.toEnemyKing[(enemyKing+at)&511]) + int32(w.toOwnKing[(ownKing+at)&511]) +
				int32(w.toLast[(v.last+at)&511]) + int32(w.toClass[v.classes[to]&63]) +
				int32(w.fromEnemyKing[(enemyKing+left)&511]) + int32(w.fromOwnKing[(ownKing+left)&511]) +
				int32(w.fromClass[v.classes[from]&63])
		}
	}
}

// Check returns how much more promising a move is because it checks.
func Check(m position.Move) int { return int(learned[kindOf(m)].check[0]) }

// entries returns where a move's entries are in the tables, none where it has none.
func (v *View) entries(m position.Move, checks bool) (at [tables]uint16) {
	to := int(v.seen[m.To()&127])
	at = [tables]uint16{
		toEnemyKing: uint16(v.enemyKing + to), toOwnKing: uint16(v.ownKing + to), toLast: uint16(v.last + to),
		toClass: uint16(v.classes[m.To()&127]), fromEnemyKing: none, fromOwnKing: none, fromClass: none, check: none,
	}
	if !m.IsDrop() {
		from := int(v.seen[m.From()&127])
		at[fromEnemyKing], at[fromOwnKing] = uint16(v.enemyKing+from), uint16(v.ownKing+from)
		at[fromClass] = uint16(v.classes[m.From()&127])
	}
	if checks {
		at[check] = 0
	}
	for i, size := range sizes {
		if int(at[i]) >= size { // seen from nowhere
			at[i] = none
		}
	}
	return at
}

const none = 1<<16 - 1
