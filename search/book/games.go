package book

import "katachi/position"

// games counts the moves of played games; the first game that reached a position says where it stands in the book.
type games struct {
	number map[gameKey]int
	keys   []gameKey
	moves  [][]record
}

type gameKey struct {
	packed position.Packed
	ply    uint16
}

func (g *games) count(packed position.Packed, ply uint16, m position.Move16) {
	key := gameKey{packed, ply}
	i, ok := g.number[key]
	if !ok {
		if g.number == nil {
			g.number = make(map[gameKey]int)
		}
		i = len(g.keys)
		g.number[key] = i
		g.keys = append(g.keys, key)
		g.moves = append(g.moves, nil)
	}
	for j := range g.moves[i] {
		if r := &g.moves[i][j]; r.move == m {
			r.count++
			return
		}
	}
	g.moves[i] = append(g.moves[i], record{move: m, depth: unknownDepth, count: 1})
}

// store appends what was counted to a book.
func (g *games) store(b *memory) error {
	for i, key := range g.keys {
		if err := b.begin(key.packed, key.ply); err != nil {
			return err
		}
		for _, r := range g.moves[i] {
			b.add(r)
		}
	}
	return nil
}
