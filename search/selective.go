package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"katachi/eval"
)

// selection is the state of the driver "selective", the best-first extension from which Katachi grew. Every root move
// has its own depth and score. A step, on one worker, deepens by one ply the move with the best score, where less depth
// counts for a better score. A move at the greatest depth is left out. Steps go on until every move has the least depth
// and the time is up. The move with the best score can be played at any moment.
type selection struct {
	mu       sync.Mutex
	ready    *sync.Cond
	root     []rootMove
	busy     []bool
	least    int
	greatest int
	enough   bool // the best move at the greatest depth ends the search (go depth N)
	done     bool
	several  bool // MultiPV: the lines must be ordered by exact scores
	stable   stability
}

// newSelection returns the selection of a search; depth is the one of go depth N, 0 without it.
func newSelection(root []rootMove, o *Options, depth int) *selection {
	s := &selection{
		root: cloneRoot(root), busy: make([]bool, len(root)),
		greatest: min(o.MaxDepth, eval.MaxPly-2), several: o.MultiPV > 1,
	}
	if depth > 0 && depth <= s.greatest {
		s.greatest, s.enough = depth, true
	}
	s.least = min(o.MinDepth, s.greatest)
	s.ready = sync.NewCond(&s.mu)
	return s
}

// next takes the move to deepen, with the score to beat: the best of the others. It waits while all candidates are
// already being deepened, and returns -1 at the end.
func (s *selection) next() (index int, rival Score) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.done {
		index, waiting := s.choose()
		if index >= 0 {
			s.busy[index] = true
			rival = -eval.Infinity
			for i := range s.root {
				if i != index && s.root[i].depth > 0 {
					rival = max(rival, s.root[i].score)
				}
			}
			return index, rival
		}
		if !waiting {
			break
		}
		s.ready.Wait()
	}
	s.done = true
	s.ready.Broadcast()
	return -1, 0
}

// choose returns the move to deepen next, or -1; waiting then says whether one may become free.
func (s *selection) choose() (index int, waiting bool) {
	index = -1
	for i := range s.root {
		r := &s.root[i]
		switch {
		case s.busy[i]:
			waiting = true
		case r.depth >= s.greatest || r.depth >= s.least && r.score.IsMate() && r.depth > 2*abs(r.score.MatePlies()):
			// at its end
		case index < 0 || s.before(r, &s.root[index]):
			index = i
		}
	}
	return index, waiting
}

// before orders the candidates: moves not yet at the least depth first, then by score less selectiveLag for every ply
// of depth. So no move falls behind for good because a shallow search thought little of it.
func (s *selection) before(a, b *rootMove) bool {
	if shortA, shortB := a.depth < s.least, b.depth < s.least; shortA || shortB {
		if shortA != shortB {
			return shortA
		}
		return a.depth < b.depth || a.depth == b.depth && a.score > b.score
	}
	scoreA, scoreB := int(a.score)-selectiveLag*a.depth, int(b.score)-selectiveLag*b.depth
	return scoreA > scoreB || scoreA == scoreB && a.depth < b.depth
}

// finish records the result of a step.
func (s *selection) finish(index int, score Score, bound Bound, w *worker, nodes uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy[index] = false
	if !w.aborted {
		r := &s.root[index]
		r.depth++
		r.score, r.previous, r.bound, r.selDepth = score, score, bound, w.selDepth
		r.nodes += nodes
		if bound != BoundUpper {
			r.pv = append(append(r.pv[:0], r.move), w.pv[1]...)
			r.exact = exactLine{score, r.depth, append(r.exact.pv[:0], r.pv...)}
		}
	} else if w.id == 0 {
		s.done = true // only worker 0 may end the search: it goes on until it has an answer
	}
	s.ready.Broadcast()
}

// ranking returns the moves, the best first, those that were never searched last.
func (s *selection) ranking() []rootMove {
	list := cloneRoot(s.root)
	slices.SortStableFunc(list, s.compare)
	return list
}

// compare orders the moves as ranking says.
func (s *selection) compare(a, b rootMove) int {
	// A bound from above is no score: such a move is played only if all others lose.
	boundA, boundB := a.bound == BoundUpper && !b.score.IsLoss(), b.bound == BoundUpper && !a.score.IsLoss()
	return cmp.Or(behind(a.depth == 0, b.depth == 0), behind(!s.several && boundA, !s.several && boundB),
		cmp.Compare(b.score, a.score), cmp.Compare(b.depth, a.depth))
}

// behind orders two moves of which what is true of a move puts it behind the others.
func behind(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// extend is the driver "selective" on one worker.
func (w *worker) extend(s *selection) {
	// The root is no node of this driver, but its children look back to it.
	f := w.frame(0)
	if f.inCheck = w.pos.InCheck(); !f.inCheck {
		f.static = w.eval.Evaluate(w.pos).Clamp()
	}
	for {
		w.giveTurn()
		index, rival := s.next() // may wait for the others
		w.takeTurn()
		if index < 0 {
			return
		}
		s.mu.Lock()
		r := s.root[index]
		s.mu.Unlock()
		w.selDepth = 0
		w.rootDepth = r.depth + 1
		before := w.nodes
		score, bound := w.step(&r, rival)
		s.finish(index, score, bound, w, w.nodes-before)
		if w.aborted {
			return
		}
		if w.id == 0 {
			s.mu.Lock()
			best := slices.MinFunc(s.root, s.compare)
			fresh := slices.ContainsFunc(s.root, func(r rootMove) bool { return r.depth == 0 })
			due := !fresh && w.engine.reportDue()
			if due {
				w.root = s.ranking()
			}
			s.mu.Unlock()
			if fresh {
				continue
			}
			w.answered = true
			if s.enough && best.depth >= s.greatest {
				s.end()
			}
			s.stable.add(best.move, best.score)
			w.engine.solver.lead(best.move)
			w.run.clock.Settle(s.stable.need(&best, 0, len(s.root)))
			if due {
				w.engine.reportSelection(w)
			}
			if w.engine.mateIsSettled(best.score, best.depth) {
				s.end()
			}
		}
	}
}

// end makes all workers stop after their step.
func (s *selection) end() {
	s.mu.Lock()
	s.done = true
	s.ready.Broadcast()
	s.mu.Unlock()
}

// step searches a root move one ply deeper than before. Where one line is shown, only a score above the rival matters,
// so for a worse move a null window first asks whether it has become better. The window of an exact search ends a
// little above the move's last score.
func (w *worker) step(r *rootMove, rival Score) (Score, Bound) {
	depth := r.depth + 1
	floor := -eval.Infinity
	if rival != -eval.Infinity && !rival.IsLoss() && w.engine.options.MultiPV == 1 {
		if r.depth > 0 && r.score < rival {
			if score := w.searchOne(r.move, rival, rival+1, depth); score <= rival || w.aborted {
				return score, BoundUpper
			}
		}
		floor = rival - Score(selectiveSlack)
	}
	beta := eval.Infinity
	window := Score(selectiveWindow)
	if r.depth > 0 && !r.score.IsDecided() {
		beta = max(r.score, floor) + window
	}
	for {
		score := w.searchOne(r.move, floor, beta, depth)
		switch {
		case w.aborted:
			return 0, BoundNone
		case score >= beta && beta < eval.Infinity:
			window *= 3
			if beta = score + window; window > 1000 {
				beta = eval.Infinity
			}
		case score <= floor:
			return score, BoundUpper
		default:
			return score, BoundExact
		}
	}
}

// selectionState lists the best moves with their depths and scores.
func selectionState(list []rootMove) string {
	var moves []string
	for _, r := range list[:min(len(list), 6)] {
		moves = append(moves, fmt.Sprintf(" %v depth %d %v", r.move, r.depth, r.score))
	}
	return "selective" + strings.Join(moves, ",")
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
