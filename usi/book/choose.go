package book

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"katachi/position"
)

// candidate is a legal move that the book has for a position.
type candidate struct {
	move   position.Move
	ponder position.Move16 // the reply that the book expects, not checked
	value  int
	depth  int
	count  uint64
}

// moves returns the legal moves that the book has for a position, the most played one first, then by value: writers of
// books sort them so, but not all do.
func (b *Book) moves(p *position.Position) []candidate {
	found := b.legal(p, p, func(m position.Move16) position.Move16 { return m })
	if len(found) == 0 && b.options.Flipped && p.King(position.Black) != position.NoSquare && p.King(position.White) != position.NoSquare {
		found = b.legal(p, p.Rotated(), func(m position.Move16) position.Move16 { return m.Rotated(p.Rules()) })
	}
	slices.SortStableFunc(found, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.count, x.count), cmp.Compare(y.value, x.value))
	})
	return found
}

// legal looks a position up under another one, its rotation or itself, and keeps the moves that are legal.
func (b *Book) legal(p, under *position.Position, turn func(position.Move16) position.Move16) []candidate {
	records, err := b.source.find(under, b.options.IgnorePly)
	if err != nil {
		b.err = err
		return nil
	}
	found := make([]candidate, 0, len(records))
	for _, r := range records {
		move := p.Complete(turn(r.move))
		if !p.IsLegal(move) {
			continue
		}
		c := candidate{move: move, value: int(r.value), depth: int(r.depth), count: uint64(r.count)}
		if r.ponder != 0 {
			c.ponder = turn(r.ponder)
		}
		found = append(found, c)
	}
	return found
}

// choose applies the options to the moves, of which the first is the measure of the others.
func (o *Options) choose(moves []candidate, us position.Color, rng *rand.Rand) (candidate, bool) {
	total := totalCount(moves)
	if o.Narrow {
		moves = slices.DeleteFunc(moves, func(c candidate) bool { return c.count*10 < total })
	}
	if len(moves) == 0 || moves[0].depth < o.DepthLimit {
		return candidate{}, false
	}
	least := max(moves[0].value-o.EvalDiff, o.EvalLimit[us])
	moves = slices.DeleteFunc(moves, func(c candidate) bool { return c.value < least })
	if len(moves) == 0 {
		return candidate{}, false
	}
	if total = totalCount(moves); o.ConsiderMoveCount && total > 0 {
		n := rng.Uint64N(total)
		for _, c := range moves {
			if n < c.count {
				return c, true
			}
			n -= c.count
		}
	}
	return moves[rng.IntN(len(moves))], true // all counts 0 are no statistics: any move is as good
}

func totalCount(moves []candidate) (total uint64) {
	for _, c := range moves {
		total += c.count
	}
	return total
}

// follow returns the line of the book that begins with a move: the reply that the book expects, or else its first
// move in the next position, and so on.
func (b *Book) follow(p *position.Position, first candidate) []position.Move {
	q := p.Clone()
	q.Do(first.move)
	line, expected := []position.Move{first.move}, first.ponder
	for want := max(2, b.options.PVMoves); len(line) < want; { // the second move is the one to ponder on
		if kind, _ := q.Repetition(); kind != position.RepNone {
			break
		}
		known := b.moves(q)
		next := q.Complete(expected)
		expected = 0
		if q.IsLegal(next) {
			if i := slices.IndexFunc(known, func(c candidate) bool { return c.move == next }); i >= 0 {
				expected = known[i].ponder
			}
		} else if len(known) > 0 {
			next, expected = known[0].move, known[0].ponder
		} else {
			break
		}
		line = append(line, next)
		q.Do(next)
	}
	return line
}
