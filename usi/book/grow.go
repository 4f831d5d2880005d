package book

import (
	"cmp"
	"math"
	"slices"

	"katachi/position"
)

// Growth is how a Draft grows from a position: where players come who mostly, but not always, play its best moves. One of
// them, Black or White, goes by the book; the other one may allow himself more.
type Growth struct {
	Root    *position.Position
	Last    int             // ply of the last position
	Within  int             // centipawns: moves that are worse than the best one by more are not followed
	Replies int             // the same for the moves of the player who does not go by the book; at least Within
	Over    map[string]bool // SFENs of positions in which nobody can move
}

// growing is a position of the book, or one that its moves lead to.
type growing struct {
	at     *position.Position
	moves  []Move // best first, with the values to which the book leads; none if the book does not hold the position
	next   []*growing
	chance [2]float64 // of a game to come here in which Black, White goes by the book
}

// value returns what the position is worth to the side to move. The book holds it.
func (n *growing) value() int { return n.moves[0].Value }

// Next returns the position to search next, the most likely one of those that the book does not hold, with its chance in
// games in which either side goes by the book as often as the other; nil if there is none. After every position the moves
// share the chance as in a softmax, half of Within, or of Replies, being its temperature.
func (d *Draft) Next(g Growth) (*position.Position, float64, error) {
	nodes, err := d.tree(g)
	if err != nil {
		return nil, 0, err
	}
	var best *position.Position
	most := 0.0
	nodes[0].chance = [2]float64{0.5, 0.5}
	for _, n := range nodes {
		if len(n.moves) == 0 {
			if chance := n.chance[position.Black] + n.chance[position.White]; chance > most && !g.Over[n.at.SFEN()] {
				best, most = n.at, chance
			}
			continue
		}
		for us := range n.chance {
			window := g.Replies
			if n.at.Side() == position.Color(us) {
				window = g.Within
			}
			n.share(us, window)
		}
	}
	return best, most, nil
}

// share hands the chance of games in which us goes by the book on to the next positions.
func (n *growing) share(us, window int) {
	weight := func(m Move) float64 {
		if behind := n.value() - m.Value; behind <= window {
			return math.Exp(-2 * float64(behind) / float64(max(window, 1)))
		}
		return 0
	}
	total := 0.0
	for _, m := range n.moves {
		total += weight(m)
	}
	for i, m := range n.moves {
		if child := n.next[i]; child != nil {
			child.chance[us] += n.chance[us] * weight(m) / total
		}
	}
}

// Settle gives the moves the values to which the book leads, by negamax over its positions, each with the depth of its own
// search, and takes out those that are worse than the best one by more than the growth's Replies.
func (d *Draft) Settle(g Growth) error {
	nodes, err := d.tree(g)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		if len(n.moves) == 0 {
			continue
		}
		keep := slices.DeleteFunc(slices.Clone(n.moves), func(m Move) bool { return m.Value < n.value()-g.Replies })
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
		if m := p.Complete(r.move); p.IsLegal(m) {
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
