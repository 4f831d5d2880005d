package book

import (
	"encoding/binary"
	"fmt"
	"sync"

	"katachi/position"
)

// apery is a book of Apery: entries of a key, a move, a count and a score, sorted by key.
type apery struct {
	table
	entries int
}

const aperyEntry = 16

func openApery(name string, onTheFly bool) (*apery, error) {
	t, err := openTable(name, onTheFly)
	if err != nil {
		return nil, err
	}
	b := &apery{table: t, entries: int(t.size / aperyEntry)}
	if err := b.check(); err != nil {
		t.close()
		return nil, err
	}
	return b, nil
}

func (b *apery) check() error {
	switch {
	case b.entries == 0:
		return fmt.Errorf("%w: it is empty", ErrBook)
	case b.size%aperyEntry != 0:
		return fmt.Errorf("%w: %d bytes are not a multiple of the %d of an entry", ErrBook, b.size, aperyEntry)
	}
	return b.sorted(0, aperyEntry, b.entries, func(x, y []byte) bool {
		return binary.LittleEndian.Uint64(x) < binary.LittleEndian.Uint64(y)
	})
}

func (b *apery) find(p *position.Position, _ bool) ([]record, error) {
	if p.Rules().Files != 9 {
		return nil, nil // the keys are for the full board
	}
	key := aperyKey(p)
	i, err := b.search(0, aperyEntry, b.entries, func(e []byte) bool { return binary.LittleEndian.Uint64(e) >= key })
	if err != nil {
		return nil, err
	}
	var found []record
	for ; i < b.entries; i++ {
		e, err := b.read(int64(i)*aperyEntry, aperyEntry)
		if err != nil {
			return nil, err
		}
		if binary.LittleEndian.Uint64(e) != key {
			break
		}
		if m, ok := fromApery(binary.LittleEndian.Uint16(e[8:])); ok {
			found = append(found, record{
				move: m, depth: unknownDepth, count: uint32(binary.LittleEndian.Uint16(e[10:])),
				value: toValue(int64(int32(binary.LittleEndian.Uint32(e[12:])))),
			})
		}
	}
	return found, nil
}

func (b *apery) String() string { return fmt.Sprintf("%d moves", b.entries) }

// fromApery translates a move: bits 0-6 the destination, bits 7-13 the origin, or 80 and the dropped kind, bit 14
// promotion.
func fromApery(bits uint16) (position.Move16, bool) {
	to, from := position.Square(bits&127), position.Square(bits>>7&127)
	switch {
	case to >= position.NumSquares || bits>>15 != 0:
		return 0, false
	case from >= position.NumSquares:
		kind := position.Kind(from - 80)
		if kind > position.Gold || bits&(1<<14) != 0 {
			return 0, false
		}
		return position.NewDrop(position.NewPiece(position.Black, kind), to).To16(), true
	case from == to:
		return 0, false
	case bits&(1<<14) != 0:
		return position.NewPromotion(from, to, position.NoPiece).To16(), true
	}
	return position.NewMove(from, to, position.NoPiece).To16(), true
}

// aperyNumbers are the random numbers of Apery's keys. Apery numbers kinds and pieces as package position does.
type aperyNumbers struct {
	board [31][position.NumSquares]uint64
	hand  [8][19]uint64
	white uint64 // White to move
}

// aperyTable draws the numbers in Apery's order, when such a book is first opened.
var aperyTable = sync.OnceValue(func() *aperyNumbers {
	t := new(aperyNumbers)
	r := newMersenne(5489)
	for piece := range t.board {
		for s := range t.board[piece] {
			t.board[piece][s] = r.next()
		}
	}
	for _, k := range aperyHand {
		for n := range t.hand[k] {
			t.hand[k][n] = r.next()
		}
	}
	t.white = r.next()
	return t
})

var aperyHand = [7]position.Kind{
	position.Pawn, position.Lance, position.Knight, position.Silver, position.Gold, position.Bishop, position.Rook,
}

// aperyKey returns the key of a position: the pieces on the board, the hand of the side to move, the side to move.
func aperyKey(p *position.Position) uint64 {
	t := aperyTable()
	var key uint64
	for s := position.Square(0); s < position.NumSquares; s++ {
		if piece := p.At(s); piece != position.NoPiece {
			key ^= t.board[piece][s]
		}
	}
	hand := p.Hand(p.Side())
	for _, k := range aperyHand {
		key ^= t.hand[k][hand.Count(k)]
	}
	if p.Side() == position.White {
		key ^= t.white
	}
	return key
}
