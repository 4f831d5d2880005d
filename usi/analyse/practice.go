package analyse

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// comparedMoves is how many moves are compared where a mistake was made, so that the page can say what another move is worth.
const comparedMoves = 8

// Choice is a move that could have been played where a mistake was made, with the line that follows.
type Choice struct {
	Loss float64 `json:"loss"` // of the mover's winning chance beside the best move, percent
	Line
}

// lookAround compares the best moves of the i-th position if the move played is a mistake. It returns how many nodes that
// took.
func (a *game) lookAround(ctx context.Context, t *thinker, i int) (nodes uint64, err error) {
	th := &a.thoughts[i]
	if loss, _ := a.loss(i); loss < inaccuracyLoss || th.Claim || th.Forced {
		return 0, nil
	}
	start := time.Now()
	o := t.searcher.Options()
	usual := o.MultiPV
	o.MultiPV = comparedMoves
	if err := t.searcher.SetOptions(o); err != nil {
		return 0, err
	}
	if th.Others, nodes, err = t.search(ctx, a.positions[i], t.limits, comparedMoves); err != nil {
		return nodes, err
	}
	th.Nodes += nodes
	th.Time += time.Since(start)
	o.MultiPV = usual
	return nodes, t.searcher.SetOptions(o)
}

// choices returns the moves that were compared before the i-th move, of which r tells, with what was found best and what was
// played among them.
func (a *game) choices(i int, r *Move) []Choice {
	others := a.thoughts[i].Others
	if len(others) == 0 {
		return nil
	}
	p, last := a.positions[i], a.lastTo(i)
	played := a.thoughts[i+1].best().behind(r.USI)
	list := []Choice{{0, r.Before}, {r.Loss, a.newLine(p, last, played)}}
	best := a.chance(others[0].Score)
	if a.thoughts[i].score().IsWin() { // a mate that the solver has found, or another search
		best = 100
	}
	for _, f := range others {
		if !slices.ContainsFunc(list, func(c Choice) bool { return c.Moves[0] == f.Moves[0] }) {
			list = append(list, Choice{max(0, best-a.chance(f.Score)), a.newLine(p, last, f)})
		}
	}
	slices.SortStableFunc(list, func(x, y Choice) int { return cmp.Compare(x.Loss, y.Loss) })
	return list
}
