package book

import (
	"strings"

	"katachi/position"
)

// played is a move of a game.
type played struct {
	gameKey
	move position.Move16
}

type gameKey struct {
	packed position.Packed
	ply    uint16
}

// appendGame replays a line of moves: "startpos moves ..." or "sfen ... moves ...". It ends where a move is illegal: what
// came before is good.
func appendGame(list []played, line string, rules *position.Rules) ([]played, error) {
	setup, moves, _ := strings.Cut(line, string(wordMoves))
	p := position.New(rules)
	if setup = strings.TrimSpace(setup); setup != string(wordStart) {
		var err error
		if p, err = position.ParseSFEN(rules, strings.TrimPrefix(setup, string(wordSFEN))); err != nil {
			return list, err
		}
	}
	for _, word := range strings.Fields(moves) {
		m, err := p.ParseLegal(word)
		if err != nil {
			return list, err
		}
		packed, err := p.Pack()
		if err != nil {
			return list, err
		}
		list = append(list, played{gameKey{packed, toPly(int64(p.Ply()))}, m.To16()})
		p.Do(m)
	}
	return list, nil
}

// games counts the moves of played games; the first game that reached a position says where it stands in the book.
type games struct {
	number map[gameKey]int
	keys   []gameKey
	moves  [][]record
}

func (g *games) count(m played) {
	i, ok := g.number[m.gameKey]
	if !ok {
		if g.number == nil {
			g.number = make(map[gameKey]int)
		}
		i = len(g.keys)
		g.number[m.gameKey] = i
		g.keys = append(g.keys, m.gameKey)
		g.moves = append(g.moves, nil)
	}
	for j := range g.moves[i] {
		if r := &g.moves[i][j]; r.move == m.move {
			r.count++
			return
		}
	}
	g.moves[i] = append(g.moves[i], record{move: m.move, depth: unknownDepth, count: 1})
}

// store appends what was counted to a book.
func (g *games) store(b *memory) error {
	for i, key := range g.keys {
		if err := b.add(key.packed, key.ply, g.moves[i]); err != nil {
			return err
		}
	}
	return nil
}
