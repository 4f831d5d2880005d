package search

import (
	"sync/atomic"
	"time"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

// Score is eval.Score; depths and plies are plain ints.
type Score = eval.Score

// worker is one thread of the search: its board, evaluator, histories and the stack of the line that it looks at.
type worker struct {
	id      int
	engine  *Engine
	pos     *position.Position
	eval    eval.Evaluator
	history *history
	low     lowPlyHistory

	nodes     uint64        // of this search
	poll      uint64        // look at the node limit again when nodes reaches this
	looked    time.Time     // at the clock, last
	published atomic.Uint64 // nodes, for others to read
	answered  bool          // there is a first result
	aborted   bool          // the search was told to stop: all results on the way up are void
	selDepth  int
	rootDepth int
	need      float64 // how unsettled the root is, see Clock.Settle

	stack [eval.MaxPly + stackOffset + 3]frame
	pv    [eval.MaxPly + 2][]position.Move // the best line from each ply, a triangle

	moves []scoredMove                    // stack of the pickers' lists
	top   int                             // its first free place
	buf   [movegen.MaxMoves]position.Move // for generating

	root []rootMove
}

// frame is what the search keeps for a ply of the current line.
type frame struct {
	move     position.Move
	after    *pieceToHistory // how quiet moves did after move
	static   Score           // corrected static evaluation, eval.None in check
	killers  [2]position.Move
	best     position.Move // of the node when it was last searched
	excluded position.Move // left out by the singular extension's search
	cutoffs  int           // cut-offs among the children
	doubles  int           // double extensions in the line up to here
	onPV     bool          // the position is or was on a principal variation
}

// stackOffset is the number of frames in front of the root, so that looking back needs no test.
const stackOffset = 4

// moveStack is the size of the pickers' stack: far more than the widest line.
const moveStack = 1 << 18

func newWorker(id int, e *Engine, evaluator eval.Evaluator) *worker {
	w := &worker{id: id, engine: e, eval: evaluator, history: newHistory(), moves: make([]scoredMove, moveStack)}
	triangle := make([]position.Move, len(w.pv)*(len(w.pv)+1)/2)
	for ply := range w.pv {
		n := len(w.pv) - ply
		w.pv[ply], triangle = triangle[:0:n], triangle[n:]
	}
	return w
}

// prepare sets the worker up for a search of the position.
func (w *worker) prepare(p *position.Position, root []rootMove) {
	w.pos = p.Clone()
	w.eval.Reset(w.pos)
	w.nodes, w.poll, w.answered, w.aborted, w.selDepth, w.top = 0, 0, false, false, 0, 0
	w.published.Store(0)
	w.looked = time.Now()
	w.root = root
	w.low = lowPlyHistory{}
	w.history.used = true
	none := &w.history.continued[0]
	for i := range w.stack {
		w.stack[i] = frame{after: none, static: eval.None}
	}
	if !w.pos.InCheck() {
		w.stack[stackOffset].static = (w.eval.Evaluate(w.pos) + w.history.correction.of(p.Side(), keysOf(w.pos))).Clamp()
	}
}

// do plays a move at a ply.
func (w *worker) do(m position.Move, ply int) {
	f := &w.stack[ply+stackOffset]
	f.move = m
	f.after = w.history.continued.after(m)
	w.nodes++
	w.engine.table.Prefetch(w.pos.KeyAfter(m))
	w.eval.Push(w.pos, w.pos.Do(m))
}

// undo takes the last move back.
func (w *worker) undo() {
	w.pos.Undo()
	w.eval.Pop()
}

// stop reports whether the search must end. Every few nodes it publishes the node count and looks at the clock.
func (w *worker) stop() bool {
	if w.nodes >= w.poll {
		w.published.Store(w.nodes)
		w.poll = w.nodes + pollEvery
		e := w.engine
		if limit := e.nodeLimit; limit != 0 {
			if e.Nodes() >= limit {
				e.stop.Store(true)
			} else if len(e.workers) == 1 {
				w.poll = min(w.poll, limit)
			}
		}
		if e.clock.Expired(&w.looked) {
			e.stop.Store(true)
		}
	}
	if w.engine.stop.Load() && (w.answered || w.id > 0 || w.nodes > w.engine.leastNodes) {
		w.aborted = true
	}
	return w.aborted
}

// pollEvery is the number of nodes between two looks at the clock: about a millisecond.
const pollEvery = 512

// leastNodes returns how many nodes worker 0 may spend in any case to have an answer that was searched at all. A search of
// few nodes may take some more, but not so many: where checks abound the first iteration alone can take that long, and
// self-play would crawl.
func leastNodes(limit uint64) uint64 {
	if limit == 0 {
		return 20_000
	}
	return min(20_000, max(1000, 4*limit))
}

// continuations returns the histories of moves that follow the last, the second last and the fourth last move.
func (w *worker) continuations(ply int) (one, two, four *pieceToHistory) {
	i := ply + stackOffset
	return w.stack[i-1].after, w.stack[i-2].after, w.stack[i-4].after
}

// isQuiet reports whether a move of the current position is neither a capture nor a promotion.
func (w *worker) isQuiet(m position.Move) bool {
	return m.IsDrop() || !m.IsPromotion() && w.pos.At(m.To()) == position.NoPiece
}

// setPV makes the line of a ply the move with the line of the next ply behind it.
func (w *worker) setPV(ply int, m position.Move) {
	w.pv[ply] = append(append(w.pv[ply][:0], m), w.pv[ply+1]...)
}

// over returns the score of a position in which the game ends, or is taken to end: repetition, the move limit, a
// declaration. The first recurrence counts for the fourth.
func (w *worker) over(ply int) (Score, bool) {
	p := w.pos
	if rep, plies := p.Repetition(); rep != position.RepNone {
		switch rep {
		case position.RepDraw:
			return w.draw(), true
		case position.RepWin:
			return repetitionWin - Score(ply), true
		case position.RepLoss:
			return Score(ply) - repetitionWin, true
		case position.RepSuperior:
			if plies <= ply {
				return eval.Superior - Score(ply), true
			}
		case position.RepInferior:
			if plies <= ply {
				return Score(ply) - eval.Superior, true
			}
		}
	}
	if limit := w.engine.options.MaxMovesToDraw; limit > 0 && p.Ply() > limit {
		if p.InCheck() && !movegen.HasLegal(p) {
			return eval.MatedIn(ply), true
		}
		return w.draw(), true
	}
	if k := p.King(p.Side()); k != position.NoSquare && p.Rules().Zone(p.Side()).Has(k) &&
		w.engine.declaration.Claim(p) != position.MoveNone {
		return eval.MateIn(ply + 1), true
	}
	return 0, false
}

// repetitionWin is the score of a perpetual check by the opponent: decided, but not a mate that a user should see.
const repetitionWin = eval.Superior + 500

// draw returns the value of a draw for the side to move.
func (w *worker) draw() Score { return w.engine.drawScore[w.pos.Side()] }
