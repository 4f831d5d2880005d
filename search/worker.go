package search

import (
	"sync/atomic"
	"time"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/search/policy"
	"katachi/tt/prefetch"
)

// Score is eval.Score; depths and plies are plain ints.
type Score = eval.Score

// worker is one thread of the search: its board, evaluator, histories and the stack of its current line.
type worker struct {
	id      int
	engine  *Engine
	run     *run // the search that it works for
	pos     *position.Position
	eval    eval.Evaluator
	history *history
	low     *lowPlyHistory

	nodes     uint64        // of this search
	poll      uint64        // look at the node limit again when nodes reaches this
	looked    time.Time     // at the clock, last
	turn      time.Time     // when its turn began, see turns
	yielded   time.Time     // when it let others run, see processors
	left      chan struct{} // closed when it has ended
	published atomic.Uint64 // nodes, for others to read
	answered  bool          // there is a first result
	aborted   bool          // the search was told to stop: the scores returned are void
	learned   bool          // in history; before, clearing it would only take its memory from the system
	selDepth  int
	rootDepth int
	rootDelta Score           // width of the root's window
	first     int             // root moves before it are other lines' (MultiPV)
	lastPV    []position.Move // the principal variation of the last iteration
	nullFrom  int             // no null moves before this ply: one is being verified
	need      float64         // how unsettled the root is, see Clock.Settle

	stack [stackSize]frame
	pv    [eval.MaxPly + 2][]position.Move // the best line from each ply, a triangle

	moves      []scoredMove                         // stack of the pickers' lists
	top        int                                  // its first free place
	buf        [movegen.MaxMoves]position.Move      // for generating
	candidates [movegen.MaxMoves]uint16             // which of those generated all histories are looked up for
	squares    [position.NumKinds]position.Bitboard // from which a piece of each kind checks
	view       policy.View                          // of the position whose quiet moves were ordered last
	promising  [movegen.MaxMoves]int32              // what it says of them

	root     []rootMove
	finished []rootMove // with MultiPV: root as the last finished iteration left it
}

// frame is what the search keeps for a ply of the current line.
type frame struct {
	move       position.Move
	after      *rowNumber    // how moves did after move
	correction *rowNumber    // how wrong the evaluation was after move and a later one
	static     Score         // corrected static evaluation; in check that of two plies before, in front of the root eval.None
	stat       int           // history score of move
	moveCount  int           // moves searched so far
	cutoffs    int           // fail highs of the nodes of this ply under the current grandparent
	reduction  int           // by how many plies the search of move is reduced just now
	excluded   position.Move // left out by the singular extension's search
	shapeRow   uint16
	inCheck    bool
	ttHit      bool
	ttPV       bool // the position is or was on a principal variation
	followPV   bool // the line so far is the last principal variation
	tried      triedMoves
}

// The stack has frames in front of the root to look back at and two behind the last ply, and as many as a uint8 can
// count, so that no access needs a test of its bounds.
const (
	stackOffset = 7
	stackSize   = eval.MaxPly + stackOffset + 3
	_           = uint(stackSize-256) + uint(256-stackSize)
)

// frame returns the frame of a ply, negative in front of the root.
func (w *worker) frame(ply int) *frame { return &w.stack[uint8(ply+stackOffset)] }

// moveStack is the size of the pickers' stack: far more than any line needs.
const moveStack = 1 << 18

func newWorker(id int, e *Engine, evaluator eval.Evaluator) *worker {
	w := &worker{id: id, engine: e, eval: evaluator, history: newHistory(), low: newLowPlyHistory(), moves: make([]scoredMove, moveStack)}
	triangle := make([]position.Move, len(w.pv)*(len(w.pv)+1)/2)
	for ply := range w.pv {
		n := len(w.pv) - ply
		w.pv[ply], triangle = triangle[:0:n], triangle[n:]
	}
	return w
}

// prepare sets the worker up for a search of a copy of the position.
func (w *worker) prepare(p *position.Position, root []rootMove) {
	w.low.clear()
	w.begin(p.Clone(), root)
}

// begin sets the worker up for a search on the position itself; the low-ply history stays as it is.
func (w *worker) begin(p *position.Position, root []rootMove) {
	w.pos, w.run = p, w.engine.run
	w.eval.Reset(w.pos)
	w.nodes, w.poll, w.answered, w.aborted, w.selDepth, w.top = 0, 0, false, false, 0, 0
	w.published.Store(0)
	w.root, w.finished = root, nil
	w.learned = true
	w.first, w.nullFrom, w.lastPV = 0, 0, w.lastPV[:0]
	for i := range w.stack {
		w.stack[i] = frame{after: &w.history.none, correction: &w.history.none, static: eval.None}
	}
}

// forget clears what the worker has learned.
func (w *worker) forget() {
	if w.learned {
		w.history.clear()
		w.learned = false
	}
}

// do plays a move at a ply.
func (w *worker) do(m position.Move, ply int) {
	f := w.frame(ply)
	f.move = m
	at := pieceToIndex(m)
	f.after, f.correction = &w.history.continued[at], &w.history.correction.continued[at]
	w.nodes++
	w.engine.table.Prefetch(w.pos.KeyAfter(m))
	// Prefetch what the next ply will read: see correction.
	rows := &w.history.rows
	prefetch.Two(&rows[*w.frame(ply - 1).correction][at], &rows[*w.frame(ply - 3).correction][at])
	delta := w.pos.Do(m)
	w.history.correction.prefetch(w.pos)
	w.eval.Push(w.pos, delta)
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
		r := w.run
		granted := uint64(pollEvery)
		if nodesTime > 0 {
			granted = min(granted, uint64(nodesTime/1000+1)) // a millisecond's
		}
		if r.nodeLimit != 0 {
			if granted = r.grantNodes(); granted == 0 {
				r.stop.Store(true)
				if w.id == 0 { // which alone reads it
					r.leastNodes = 0
				}
			}
		}
		w.poll = w.nodes + granted
		if r.clock.Expired(&w.looked) {
			r.stop.Store(true)
		}
		if r.solving == w {
			w.solve()
		}
		w.passTurn()
		w.yield()
	}
	if w.run.stop.Load() && (w.answered || w.id > 0 || w.nodes > w.run.leastNodes) {
		w.aborted = true
	}
	return w.aborted
}

// pollEvery is the number of nodes between two looks at the clock. They take much less time than stallNoise, so a
// longer gap is the machine's fault.
const pollEvery = 128

// isQuiet reports whether a move of the current position captures nothing.
func (w *worker) isQuiet(m position.Move) bool { return w.pos.At(m.To()) == position.NoPiece }

// setPV sets the PV of a ply: the move, then the PV of the next ply.
func (w *worker) setPV(ply int, m position.Move) {
	w.pv[ply] = append(append(w.pv[ply][:0], m), w.pv[ply+1]...)
}

// ended returns the score of a position in which the game ends, or is taken to end: repetition, the move limit, a
// declaration, the greatest depth. A position that recurs within the search counts as the fourth occurrence; one that
// occurred in the game does not, since the players can still deviate. Inlined copies would crowd the instruction cache.
//
//go:noinline
func (w *worker) ended(ply int, inCheck bool) (Score, bool) {
	p := w.pos
	if rep, plies := p.Repetition(); rep != position.RepNone {
		if plies >= ply {
			rep = p.Sennichite()
		}
		switch rep {
		case position.RepDraw:
			return w.draw(), true
		case position.RepWin:
			return repetitionWin - Score(ply), true
		case position.RepLoss:
			return Score(ply) - repetitionWin, true
		case position.RepSuperior:
			return eval.Superior - Score(ply), true
		case position.RepInferior:
			return Score(ply) - eval.Superior, true
		}
	}
	if limit := w.run.moveLimit; limit > 0 && p.Ply() > limit {
		if inCheck && !movegen.HasLegal(p) {
			return eval.MatedIn(ply), true
		}
		return w.draw(), true
	}
	if k := p.King(p.Side()); k != position.NoSquare && p.Rules().Zone(p.Side()).Has(k) &&
		w.run.declaration.Claim(p) != position.MoveNone {
		return eval.MateIn(ply + 1), true
	}
	if ply >= eval.MaxPly-2 {
		if inCheck {
			return w.draw(), true
		}
		return w.eval.Evaluate(p), true
	}
	return 0, false
}

// repetitionWin is the score of a perpetual check by the opponent: decided, but not a mate that a user should see.
const repetitionWin = eval.Superior + 500

// draw returns the value of a draw for the side to move.
func (w *worker) draw() Score { return w.run.drawScore[w.pos.Side()] }
