package usi

import (
	"context"

	"katachi/movegen"
	"katachi/position"
	"katachi/search"
	"katachi/search/level"
)

// thought is the work of one go command, with its own copy of all that it needs.
type thought struct {
	out      *writer
	engine   *engineRoom
	settings Settings
	pos      *position.Position
	limits   search.Limits
	unread   bool // see driver.unread: there is nothing to think about
	level    int  // see chooseLevel
}

// run thinks and answers with one bestmove, whatever happens.
func (t *thought) run(ctx context.Context, task *task) {
	r := &reporter{out: t.out, pos: t.pos, task: task, engine: t.engine}
	if t.unread { // scores and a move of the older board would be taken for this one's
		t.limits.Wait(ctx)
		r.end(formatBestMove(position.MoveResign, position.MoveNone))
		return
	}
	var result search.Result
	err := guarded(func() {
		t.chooseLevel()
		t.engine.prepare(t.settings, t.out)
		result = t.think(ctx, r.report)
	})
	if err != nil {
		t.out.fail(err)
		result = r.fallback()
	}
	t.limits.Wait(ctx) // the book's moves and a person's come at once
	r.answer(result, t)
}

// think returns a level's answer, the book's move or the result of a search at full strength.
func (t *thought) think(ctx context.Context, report func(search.Info)) search.Result {
	if t.limits.Ponder != nil && t.settings.Search.StochasticPonder && t.pos.LastMove() != position.MoveNone {
		t.ponderBefore(ctx, report)
	}
	if t.level < level.Max {
		player := t.player()
		if level.Nodes(t.level) == 0 {
			return t.asPerson(ctx, player, report)
		}
		return t.asEngine(ctx, player, report)
	}
	if result, ok := t.fromBook(report); ok {
		return result
	}
	t.engine.used = true
	return t.engine.config.Engine.Search(ctx, t.pos, t.limits, report)
}

// ponderBefore is stochastic pondering: it searches the position before the expected move, to fill the table for every
// reply, until the ponderhit or the end of ctx. Then the search of the position itself follows: with the full time after a
// ponderhit, else it ends at once.
func (t *thought) ponderBefore(ctx context.Context, report func(search.Info)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-t.limits.Ponder.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	limits := search.Limits{Start: t.limits.Start, Depth: t.limits.Depth, Nodes: t.limits.Nodes, Infinite: true}
	before := t.pos.Clone()
	before.Undo()
	t.engine.used = true
	t.engine.config.Engine.Search(ctx, before, limits, func(i search.Info) {
		i.PV, i.PVEnd = nil, "" // the lines belong to the other side
		if i.MultiPV <= 1 {
			report(i)
		}
	})
}

// anyMove returns a legal move, MoveResign if there is none.
func anyMove(p *position.Position) position.Move {
	if moves := movegen.Search(p, nil); len(moves) > 0 {
		return moves[0]
	}
	return position.MoveResign
}
