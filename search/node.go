package search

import (
	"katachi/eval"
	"katachi/position"
	"katachi/tt"
)

// node is what the pruning and reduction rules know of the position being searched.
type node struct {
	alpha, beta Score
	depth, ply  int
	pv          bool // the window is open
	cut         bool // a fail high is expected
	root        bool
	inCheck     bool
	ttPV        bool  // the position is or was on a principal variation
	followPV    bool  // the line so far is the last iteration's principal variation
	improving   bool  // the static evaluation is better than two plies ago
	worsening   bool  // the static evaluation got worse for the opponent with its last move
	static      Score // corrected static evaluation; in check that of two plies ago
	eval        Score // the same, or the table's score where that bounds it better
	doubt       int   // size of the correction, in units of 1/correctionGrain centipawns: how unsure the evaluation is
	excluded    position.Move
	tt          ttEntry

	key uint64
	raw Score // static evaluation without correction, as the table keeps it; eval.None in check

	keys       correctionKeys
	correction int // see worker.correction; 0 in check
}

// ttEntry is what the transposition table says about a node.
type ttEntry struct {
	hit     bool
	pv      bool
	capture bool          // move is a capture
	move    position.Move // legal, or MoveNone
	score   Score         // mates counted from the root; eval.None if not known
	eval    Score
	depth   int
	bound   Bound
}

// Depths of table entries that no full search wrote.
const (
	depthQuiescence = 0
	depthUnsearched = -2 // only an evaluation, or quiescence that stood pat
	depthNone       = -3 // no entry
)

// hasTable reports whether the transposition table is in use.
func (w *worker) hasTable() bool { return useTable != 0 && w.engine.options.UseTable }

// probe looks the current position up for e, which is still empty. It writes the entry in place: a copy of fields that
// have just been written one by one waits until all of them have reached the cache. Inlined copies would crowd the
// instruction cache.
//
//go:noinline
func (w *worker) probe(e *ttEntry, key uint64, ply int) {
	e.score, e.eval, e.depth = eval.None, eval.None, depthNone
	if !w.hasTable() {
		return
	}
	word := w.engine.table.Find(key)
	if word == 0 {
		return
	}
	e.hit, e.pv, e.bound = true, word.PV(), word.Bound()
	e.score, e.eval, e.depth = fromTable(word.Score(), ply), word.Eval(), word.Depth()
	if m := w.pos.Complete(word.Move()); m != position.MoveNone && w.pos.IsLegal(m) {
		e.move, e.capture = m, !w.isQuiet(m)
	}
}

// store writes what is known of the current position to the table.
func (w *worker) store(key uint64, ply int, m position.Move, score, raw Score, depth int, bound Bound, pv bool) {
	if w.hasTable() {
		w.engine.table.Keep(key, tt.Pack(m.To16(), toTable(score, ply), raw, depth, bound, pv))
	}
}

// toTable and fromTable convert decided scores from plies from the root to plies from the node and back.
func toTable(s Score, ply int) Score {
	switch {
	case s == eval.None:
		return s
	case s.IsWin():
		return s + Score(ply)
	case s.IsLoss():
		return s - Score(ply)
	}
	return s
}

func fromTable(s Score, ply int) Score {
	switch {
	case s == eval.None:
		return s
	case s.IsWin():
		return s - Score(ply)
	case s.IsLoss():
		return s + Score(ply)
	}
	return s
}

// judge fills in the static evaluation of a node, corrected by history and by the table's score, and how it has
// changed.
func (w *worker) judge(n *node) {
	f := w.frame(n.ply)
	before, parent := w.frame(n.ply-2), w.frame(n.ply-1)
	n.raw = eval.None
	if n.inCheck {
		f.static = before.static
		n.static, n.eval = f.static, f.static
		return
	}
	n.doubt = max(n.correction, -n.correction)
	if n.excluded == position.MoveNone {
		n.raw = n.tt.eval
		if n.raw == eval.None {
			n.raw = w.eval.Evaluate(w.pos)
			if !n.tt.hit {
				w.store(n.key, n.ply, position.MoveNone, eval.None, n.raw, depthUnsearched, BoundNone, n.ttPV)
			}
		}
		f.static = (n.raw + Score(n.correction/correctionGrain)).Clamp()
		n.eval = f.static
		if n.tt.score != eval.None && n.tt.bound.Cuts(n.tt.score, n.eval+1) {
			n.eval = n.tt.score
		}
	} else {
		n.eval = f.static
	}
	n.static = f.static
	n.improving = n.static > before.static
	n.worsening = n.static > -parent.static
}
