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
	ponder   *ponder // of a go ponder
	level    int     // see chooseLevel
}

// run thinks and answers with one bestmove, whatever happens.
func (t *thought) run(ctx context.Context, task *task) {
	r := &reporter{out: t.out, pos: t.pos, task: task}
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
	t.hold(ctx)
	r.answer(result, t)
}

// think returns the book's move or the result of a search.
func (t *thought) think(ctx context.Context, report func(search.Info)) search.Result {
	if t.ponder != nil && t.settings.Search.StochasticPonder && t.pos.LastMove() != position.MoveNone {
		t.ponderBefore(ctx, report)
	}
	var player *level.Player // of a level below full strength
	if t.level < level.Max {
		if player = t.player(); level.Nodes(t.level) == 0 {
			return t.asPerson(ctx, player, report)
		}
	}
	limits := t.limits
	if result, ok := t.fromBook(report); ok {
		return result
	}
	if t.ponder != nil {
		limits = t.ponder.begin()
		defer t.ponder.end()
	}
	if player != nil {
		return t.asEngine(ctx, player, limits, report)
	}
	t.engine.used = true
	return t.engine.config.Engine.Search(ctx, t.pos.Clone(), limits, report)
}

// ponderBefore is stochastic pondering: it searches the position before the expected move, to fill the table for
// every reply, until the ponderhit or the end. After a ponderhit the real search follows with the full time; otherwise
// the end of ctx makes it short.
func (t *thought) ponderBefore(ctx context.Context, report func(search.Info)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-t.ponder.hit:
			cancel()
		case <-ctx.Done():
		}
	}()
	before := t.pos.Clone()
	before.Undo()
	t.engine.used = true
	t.engine.config.Engine.Search(ctx, before, search.Limits{Start: t.limits.Start, Infinite: true}, func(i search.Info) {
		i.PV, i.PVEnd = nil, "" // the lines belong to the other side
		report(i)
	})
	<-ctx.Done()
}

// hold waits until the answer is due: an infinite search ends by stop, pondering by ponderhit or stop.
func (t *thought) hold(ctx context.Context) {
	switch {
	case t.ponder != nil:
		select {
		case <-t.ponder.hit:
		case <-ctx.Done():
		}
	case t.limits.Infinite:
		<-ctx.Done()
	}
}

// anyMove returns a legal move, MoveResign if there is none.
func anyMove(p *position.Position) position.Move {
	if moves := movegen.Search(p, nil); len(moves) > 0 {
		return moves[0]
	}
	return position.MoveResign
}
