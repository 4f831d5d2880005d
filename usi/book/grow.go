package book

import (
	"cmp"
	"math"
	"slices"

	"katachi/position"
)

// Growth is how a Draft grows from a position: where players who mostly, but not always, play its best moves come next.
type Growth struct {
	Root   *position.Position
	Last   int             // ply of the last position
	Within int             // centipawns: moves that are worse than the best one by more are not followed
	Over   map[string]bool // SFENs of positions in which nobody can move
}

// growing is a position of the book, or one that its moves lead to.
type growing struct {
	at     *position.Position
	moves  []Move // best first, with the values to which the book leads; none if the book does not hold the position
	next   []*growing
	chance float64 // of a game to come here
}

// value returns what the position is worth to the side to move. The book holds it.
func (n *growing) value() int { return n.moves[0].Value }

// Next returns the position to search next, the most likely one of those that the book does not hold, with its chance;
// nil if there is none. After every position the moves share the chance as in a softmax, half the growth's Within being
// its temperature.
func (d *Draft) Next(g Growth) (*position.Position, float64, error) {
	nodes, err := d.tree(g)
	if err != nil {
		return nil, 0, err
	}
	var best *growing
	nodes[0].chance = 1
	for _, n := range nodes {
		if len(n.moves) == 0 {
			if (best == nil || n.chance > best.chance) && !g.Over[n.at.SFEN()] {
				best = n
			}
			continue
		}
		total := 0.0
		weight := func(m Move) float64 {
			if behind := n.value() - m.Value; behind <= g.Within {
				return math.Exp(-2 * float64(behind) / float64(max(g.Within, 1)))
			}
			return 0
		}
		for _, m := range n.moves {
			total += weight(m)
		}
		for i, m := range n.moves {
			if child := n.next[i]; child != nil {
				child.chance += n.chance * weight(m) / total
			}
		}
	}
	if best == nil || best.chance == 0 {
		return nil, 0, nil
	}
	return best.at, best.chance, nil
}

// Settle gives the moves the values to which the book leads, by negamax over its positions, each with the depth of its own
// search, and takes out those that are worse than the best one by more than the growth's Within.
func (d *Draft) Settle(g Growth) error {
	nodes, err := d.tree(g)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		if len(n.moves) == 0 {
			continue
		}
		keep := slices.DeleteFunc(slices.Clone(n.moves), func(m Move) bool { return m.Value < n.value()-g.Within })
		if err := d.Set(n.at, keep); err != nil {
			return err
		}
	}
	return nil
}

// tree returns the root and all positions that the book's moves lead to from there, earlier plies first.
func (d *Draft) tree(g Growth) ([]*growing, error) {
	known := map[gameKey]*growing{}
	var nodes []*growing
	var visit func(p *position.Position) (*growing, error)
	visit = func(p *position.Position) (*growing, error) {
		key, err := keyOf(p)
		if err != nil {
			return nil, err
		}
		if n, ok := known[key]; ok {
			return n, nil
		}
		n := &growing{at: p.Clone()}
		known[key] = n
		nodes = append(nodes, n)
		n.moves = d.Moves(p)
		children := map[position.Move]*growing{}
		for i := range n.moves {
			m := &n.moves[i]
			if p.Ply()+1 > g.Last {
				continue
			}
			p.Do(m.Move)
			child, err := visit(p)
			p.Undo()
			if err != nil {
				return nil, err
			}
			children[m.Move] = child
			if len(child.moves) > 0 {
				m.Value = -child.value()
			}
		}
		slices.SortStableFunc(n.moves, func(a, b Move) int { return cmp.Compare(b.Value, a.Value) })
		for _, m := range n.moves {
			n.next = append(n.next, children[m.Move])
		}
		return n, nil
	}
	if _, err := visit(g.Root.Clone()); err != nil {
		return nil, err
	}
	slices.SortStableFunc(nodes, func(a, b *growing) int { return cmp.Compare(a.at.Ply(), b.at.Ply()) })
	return nodes, nil
}

// Moves returns the legal moves that the book holds for a position.
func (d *Draft) Moves(p *position.Position) []Move {
	key, err := keyOf(p)
	if err != nil {
		return nil
	}
	i := d.find(key)
	if i < 0 {
		return nil
	}
	var moves []Move
	for _, r := range d.known.moves[i] {
		if m := p.Complete(r.move); m != position.MoveNone && p.IsLegal(m) {
			move := Move{Move: m, Value: int(r.value), Depth: int(r.depth), Count: int(r.count)}
			if p.Do(m); r.ponder != 0 {
				move.Ponder = p.Complete(r.ponder)
			}
			p.Undo()
			moves = append(moves, move)
		}
	}
	return moves
}
