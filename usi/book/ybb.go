package book

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"katachi/position"
)

// ybb is YaneuraOu's binary book: a header, an index of positions sorted by their packed form, and the moves.
type ybb struct {
	table
	positions int
	moves     int64 // offset of the first move
	width     int   // of a move, bytes
}

const (
	ybbMagic  = "YANE-BINBOOK-V1\x00"
	ybbHeader = len(ybbMagic) + 8 + 8 // number of positions, flags
	ybbEntry  = 32 + 8 + 2 + 2        // packed position, offset of the moves behind the index, ply, number of moves
	ybbDepth  = 1                     // flag: a move has a depth
)

func openYBB(name string, onTheFly bool) (*ybb, error) {
	t, err := openTable(name, onTheFly)
	if err != nil {
		return nil, err
	}
	b := &ybb{table: t}
	if err := b.readHeader(); err != nil {
		t.close()
		return nil, err
	}
	return b, nil
}

func (b *ybb) readHeader() error {
	header, err := b.read(0, ybbHeader)
	if err != nil {
		return err
	}
	n := binary.LittleEndian.Uint64(header[len(ybbMagic):])
	if room := uint64(b.size-int64(ybbHeader)) / ybbEntry; n > room {
		return fmt.Errorf("%w: the header says %d positions, the file has room for %d", ErrBook, n, room)
	}
	if n == 0 {
		return fmt.Errorf("%w: it is empty", ErrBook)
	}
	b.positions = int(n)
	b.moves = int64(ybbHeader) + int64(n)*ybbEntry
	b.width = 4
	if binary.LittleEndian.Uint64(header[len(ybbMagic)+8:])&ybbDepth != 0 {
		b.width = 6
	}
	return b.sorted(int64(ybbHeader), ybbEntry, b.positions, func(x, y []byte) bool { return bytes.Compare(x[:32], y[:32]) < 0 })
}

func (b *ybb) find(p *position.Position, ignorePly bool) ([]record, error) {
	key, err := p.Pack()
	if err != nil {
		return nil, nil
	}
	i, err := b.search(int64(ybbHeader), ybbEntry, b.positions, func(e []byte) bool { return bytes.Compare(e[:32], key[:]) >= 0 })
	if err != nil {
		return nil, err
	}
	pick := newNearest(p, ignorePly)
	var best []byte
	for ; i < b.positions; i++ {
		e, err := b.read(int64(ybbHeader)+int64(i)*ybbEntry, ybbEntry)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(e[:32], key[:]) {
			break
		}
		if binary.LittleEndian.Uint16(e[42:]) > 0 && pick.offer(binary.LittleEndian.Uint16(e[40:])) {
			best = e
		}
	}
	if best == nil {
		return nil, nil
	}
	return b.readMoves(binary.LittleEndian.Uint64(best[32:]), int(binary.LittleEndian.Uint16(best[42:])))
}

func (b *ybb) readMoves(offset uint64, n int) ([]record, error) {
	if offset > uint64(b.size) {
		return nil, fmt.Errorf("%w: its index points past its end", ErrBook)
	}
	content, err := b.read(b.moves+int64(offset), n*b.width)
	if err != nil {
		return nil, err
	}
	found := make([]record, 0, n)
	for m := content; len(m) > 0; m = m[b.width:] {
		move := position.Move(binary.LittleEndian.Uint16(m))
		if move.To() >= position.NumSquares || !move.IsDrop() && move.From() >= position.NumSquares {
			continue
		}
		r := record{move: move.To16(), value: int16(binary.LittleEndian.Uint16(m[2:])), depth: unknownDepth}
		if b.width == 6 {
			r.depth = toDepth(int64(binary.LittleEndian.Uint16(m[4:])))
		}
		found = append(found, r)
	}
	return found, nil
}

func (b *ybb) String() string { return fmt.Sprintf("%d positions", b.positions) }
