package book

import (
	"errors"
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

// eachPly replays a line of moves: "startpos moves ..." or "sfen ... moves ...". It calls visit with every position and
// the move that was played there, MoveNone in the last one, and ends where visit fails or a move is illegal: what came
// before is good.
func eachPly(line string, rules *position.Rules, visit func(p *position.Position, played position.Move) error) error {
	setup, moves, _ := strings.Cut(line, string(wordMoves))
	p := position.New(rules)
	if setup = strings.TrimSpace(setup); setup != string(wordStart) {
		var err error
		if p, err = position.ParseSFEN(rules, strings.TrimPrefix(setup, string(wordSFEN))); err != nil {
			return err
		}
	}
	for _, word := range strings.Fields(moves) {
		m, err := p.ParseLegal(word)
		if err != nil {
			return errors.Join(visit(p, position.MoveNone), err)
		}
		if err := visit(p, m); err != nil {
			return err
		}
		p.Do(m)
	}
	return visit(p, position.MoveNone)
}

// appendGame appends the moves of a line (see eachPly).
func appendGame(list []played, line string, rules *position.Rules) ([]played, error) {
	err := eachPly(line, rules, func(p *position.Position, m position.Move) error {
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
