package book

import (
	"slices"

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

// appendGame appends the moves of a line such as "startpos moves ...", as far as they are legal.
func appendGame(list []played, line string, rules *position.Rules) ([]played, error) {
	game, err := position.ParseGameText(line)
	if err != nil {
		return list, err
	}
	_, err = game.Replay(rules, func(p *position.Position, m position.Move) error {
		if m == position.MoveNone {
			return nil
		}
		key, err := keyOf(p)
		if err == nil {
			list = append(list, played{key, m.To16()})
		}
		return err
	})
	return list, err
}

// keyOf returns the key of a position. A position without a king has none.
func keyOf(p *position.Position) (gameKey, error) {
	packed, err := p.Pack()
	return gameKey{packed, toPly(int64(p.Ply()))}, err
}

// games counts the moves of played games; the first game that reached a position says where it stands in the book.
type games struct {
	number map[gameKey]int
	keys   []gameKey
	moves  [][]record
}

func (g *games) count(m played) { g.countAt(g.at(m.gameKey), playedOnce(m.move)) }

// playedOnce is a move of a game.
func playedOnce(move position.Move16) record {
	return record{move: move, depth: unknownDepth, count: 1}
}

// countAt adds a move to a position, or its count to the same move there.
func (g *games) countAt(i int, add record) {
	for j := range g.moves[i] {
		if r := &g.moves[i][j]; r.move == add.move {
			r.count = toCount(int64(r.count) + int64(add.count))
			return
		}
	}
	g.moves[i] = append(g.moves[i], add)
}

// countPlayed is countAt of a move of games. Where moves were searched it counts only if it is one of them: readers take the
// most played move for the best, and nobody has said what another one is worth. It reports whether the move counts.
func (g *games) countPlayed(i int, add record) bool {
	if depthOf(g.moves[i]) >= 0 && !hasMove(g.moves[i], add.move) {
		return false
	}
	g.countAt(i, add)
	return true
}

func hasMove(moves []record, move position.Move16) bool {
	return slices.ContainsFunc(moves, func(r record) bool { return r.move == move })
}

// at returns the number of a position, a new one if it is not known.
func (g *games) at(key gameKey) int {
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
	return i
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
