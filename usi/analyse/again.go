package analyse

import (
	"cmp"
	"context"
	"slices"

	"katachi/eval"
)

// lookAgain searches on behind the move that seemed best in the i-th position, if the move played seems to be a mistake
// beside it. A search chooses the move whose score is the highest, in part by chance, and is mistaken in its favour
// then; behind the move played there was another search. With one behind either the two are judged alike. It returns
// how many nodes that took.
func (a *game) lookAgain(ctx context.Context, t *thinker, i int) (nodes uint64, err error) {
	before, after := &a.thoughts[i], &a.thoughts[i+1]
	if len(before.Lines) == 0 || before.Claim || before.Forced {
		return 0, nil
	}
	played := after.best().behind(a.moves[i].String())
	for range before.Lines { // when the first is found to be worse, the next one seems best
		best := &before.Lines[0]
		if best.Moves[0] == played.Moves[0] || best.again || best.Score.IsDecided() || played.Score.IsDecided() ||
			a.chance(best.Score)-a.chance(played.Score) < inaccuracyLoss {
			break
		}
		p := a.positions[i].Clone()
		m, err := p.ParseLegal(best.Moves[0])
		if err != nil {
			return nodes, err
		}
		p.Do(m)
		reply, err := t.think(ctx, p)
		if err != nil {
			return nodes, err
		}
		nodes += reply.Nodes
		before.Nodes += reply.Nodes
		before.Time += reply.Time
		*best = reply.best().behind(best.Moves[0])
		best.again = true
		before.Lines = slices.DeleteFunc(before.Lines, func(l found) bool { return l.Moves[0] == played.Moves[0] })
		before.Lines = append(before.Lines, played)
		slices.SortStableFunc(before.Lines, func(x, y found) int { return cmp.Compare(y.Score, x.Score) })
	}
	before.Lines = before.Lines[:min(len(before.Lines), t.multiPV)]
	return nodes, nil
}

// behind returns the line with the move before it, from the view of who plays the move.
func (f found) behind(move string) found {
	g := found{Score: -f.Score, Depth: f.Depth + 1, Moves: append([]string{move}, f.Moves...), Proved: f.Proved}
	switch {
	case f.Entering > 0:
		g.Entering = f.Entering + 1
		if g.Score = wonIn(g.Entering); f.Score > 0 {
			g.Score = -g.Score
		}
	case f.Score.IsMate() && f.Score > 0:
		g.Score = eval.MatedIn(f.Score.MatePlies() + 1)
	case f.Score.IsMate():
		g.Score = eval.MateIn(1 - f.Score.MatePlies())
	}
	return g
}
