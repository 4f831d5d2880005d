package search

import (
	"slices"
	"sync/atomic"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

// Player searches the positions of whole games on the caller's goroutine, one after the other. A search of a hundred
// nodes must cost little more than its nodes, so nothing is started, copied or cleared for it. It owns one worker. It
// is not safe for concurrent use, except Stop.
type Player struct {
	engine *Engine // for what the worker asks of it: table, stop, limits
	w      *worker
	root   []rootMove // of the last search; their lines' memory serves the next one

	stopped atomic.Bool
}

// Answer is what a Player's search found.
type Answer struct {
	Move  position.Move // MoveResign if there is no legal move, MoveWin for a declaration
	Score eval.Score    // side to move's view; exact: that of the last finished iteration
	Depth int           // of that iteration, plies; 0: none was finished, and Score says nothing
	Nodes uint64        // of the search
}

// NewPlayer returns a player with a table of hashMB megabytes. Draws are worth nothing to either side, the length of a
// game has no limit, and declarations follow the rule.
func NewPlayer(newEvaluator func() eval.Evaluator, hashMB int, rule position.EnteringKing) (*Player, error) {
	e, err := NewEngine(newEvaluator)
	if err != nil {
		return nil, err
	}
	o := e.Options()
	o.Threads, o.HashMB, o.MaxMovesToDraw, o.EnteringKing, o.DrawValue = 1, hashMB, 0, rule, [2]eval.Score{}
	if err := e.SetOptions(o); err != nil {
		return nil, err
	}
	e.reporter = newReporter(nil)
	pl := &Player{engine: e, w: e.workers[0]}
	pl.NewGame(position.New(position.Shogi))
	return pl, nil
}

// NewGame forgets all that was learned. p is the position that the game begins with.
func (pl *Player) NewGame(p *position.Position) {
	e := pl.engine
	e.Clear()
	pl.w.low.clear()
	e.clock = newClock(Limits{Infinite: true}, &e.options, p.Side(), p.Ply(), nil)
	e.declaration = position.NewDeclaration(e.options.EnteringKing, p)
}

// Stop ends the search under way, and those that follow at their beginning, for good: what they answer is worth
// nothing. Any goroutine may call it.
func (pl *Player) Stop() {
	pl.stopped.Store(true)
	pl.engine.stop.Store(true)
}

// start readies the worker for a search of at most nodes nodes, 0 = no limit.
func (pl *Player) start(p *position.Position, nodes uint64) {
	e := pl.engine
	e.stop.Store(false)
	if pl.stopped.Load() { // looked at after the store, which may have undone that of Stop
		e.stop.Store(true)
	}
	e.limitNodes(nodes)
	e.table.NewSearch(false, 0)
	pl.list(p)
	pl.w.begin(p, pl.root)
}

// Search finds a move in the position, which it leaves as it was. No iteration is begun after soft nodes, and the one
// that runs is given up after hard nodes. The history of p counts for repetitions; the game must not be over.
func (pl *Player) Search(p *position.Position, soft, hard uint64) Answer {
	w := pl.w
	if claim := pl.engine.declaration.Claim(p); claim != position.MoveNone {
		return Answer{Move: claim, Score: eval.MateIn(1)}
	}
	pl.start(p, max(soft, hard))
	if len(w.root) == 0 {
		return Answer{Move: position.MoveResign, Score: eval.MatedIn(0)}
	}
	a := Answer{Move: w.root[0].move}
	for depth := 1; depth < eval.MaxPly-2; depth++ {
		w.rootDepth = depth
		for i := range w.root {
			w.root[i].previous, w.root[i].score = w.root[i].score, -eval.Infinity
		}
		w.aspire(depth, 0)
		best := &w.root[0]
		if w.aborted {
			a.Move = best.move
			break
		}
		w.lastPV = append(w.lastPV[:0], best.pv...)
		a.Move, a.Score, a.Depth = best.move, best.score, depth
		w.answered = true
		if w.nodes >= soft || best.score.IsMate() && depth > abs(best.score.MatePlies()) {
			break
		}
	}
	a.Nodes = w.nodes
	return a
}

// list makes the list of the root moves, in the memory of the last one.
func (pl *Player) list(p *position.Position) {
	moves := movegen.Search(p, pl.w.buf[:0])
	pl.root = slices.Grow(pl.root[:0], len(moves))[:len(moves)]
	for i, m := range moves {
		r := &pl.root[i]
		pv, exact := r.pv[:0], r.exact.pv[:0]
		if pv == nil {
			pv, exact = make([]position.Move, 0, eval.MaxPly), make([]position.Move, 0, eval.MaxPly)
		}
		*r = rootMove{move: m, score: -eval.Infinity, previous: -eval.Infinity, average: -eval.Infinity,
			pv: append(pv, m), exact: exactLine{pv: exact}}
	}
}

// Quiescence returns a function for what quiescence expects in a position: the moves, of either side, to the one whose
// evaluation its score is. There are none if the position is quiet already or quiescence finds the game decided. The
// line depends on the position and the evaluation alone; it is valid until the next call, and the function is not safe
// for concurrent use.
func Quiescence(newEvaluator func() eval.Evaluator) (func(p *position.Position) []position.Move, error) {
	pl, err := NewPlayer(newEvaluator, 1, position.NoEnteringKing)
	if err != nil {
		return nil, err
	}
	pl.engine.options.UseTable = false // so that the scores are those of the line
	w := pl.w
	return func(p *position.Position) []position.Move {
		pl.start(p, 0)
		if w.quiescence(-eval.Infinity, eval.Infinity, 0).IsDecided() {
			return nil
		}
		return w.pv[0]
	}, nil
}

// Rate appends, for each of the moves of p, what quiescence says of the position after it, from the view of the side to
// move in p. A move that is worse than the best so far by more than the margin may get any score below that.
func (pl *Player) Rate(p *position.Position, moves []position.Move, margin eval.Score, scores []eval.Score) []eval.Score {
	w := pl.w
	pl.start(p, 0)
	best := -eval.Infinity
	for _, m := range moves {
		w.do(m, 0)
		score := -w.alphaBeta(-eval.Infinity, -max(best-margin, -eval.Infinity)+1, 0, 1, false)
		w.undo()
		best = max(best, score)
		scores = append(scores, score)
	}
	return scores
}
