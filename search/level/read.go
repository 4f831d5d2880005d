package level

import (
	"cmp"
	"slices"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/search/mate"
)

// maxPly bounds a line that is read, captures included.
const maxPly = 24

// reader is one thought: it reads ahead as far and as wide as the person does.
type reader struct {
	p         *position.Position
	evaluator eval.Evaluator
	person    person
	depth     int // of this thought
	exchanges int
	sight     sight
	fullSight bool
	us        position.Color
	fresh     position.Square // of the piece that the opponent has just moved, NoSquare if there is none
	material  int             // Black's pieces less White's
	nodes     uint64
	stop      func() bool
	stopped   bool

	replies [maxPly + 1]position.Move // best move at each ply of the line last read
	looks   [maxPly + 1][]look
	moves   [maxPly + 1][]position.Move
}

// reset makes the reader stand at a position.
func (r *reader) reset(p *position.Position) {
	r.p, r.us, r.nodes, r.stopped = p, p.Side(), 0, false
	r.fresh = newWatcher(p).focus
	r.evaluator.Reset(p)
	r.material = 0
	for c := position.Black; c <= position.White; c++ {
		sum := 0
		for set := p.ByColor(c); set.Any(); {
			var s position.Square
			s, set = set.Pop()
			sum += onBoard[p.At(s).Kind()]
		}
		for _, k := range position.HandKinds {
			sum += inHand[k] * p.Hand(c).Count(k)
		}
		r.material += sign(c) * sum
	}
}

func sign(c position.Color) int { return 1 - 2*int(c) }

// do plays a move and returns the material before it, for undo.
func (r *reader) do(m position.Move) int {
	before, side := r.material, r.p.Side()
	d := r.p.Do(m)
	r.evaluator.Push(r.p, d)
	change := onBoard[m.Piece().Kind()]
	if m.IsDrop() {
		change -= inHand[m.DropKind()]
	} else {
		change -= onBoard[m.Before().Kind()]
	}
	if d.Captured != position.NoPiece {
		change += onBoard[d.Captured.Kind()] + inHand[d.Captured.Kind().Unpromoted()]
	}
	r.material += sign(side) * change
	r.nodes++
	return before
}

func (r *reader) undo(material int) {
	r.p.Undo()
	r.evaluator.Pop()
	r.material = material
}

// judge returns what the person thinks of the position, from the side to move's view.
func (r *reader) judge() eval.Score {
	score := float64(sign(r.p.Side()) * r.material)
	if k := r.person.Knowledge; k > 0 {
		known := float64(r.evaluator.Evaluate(r.p))
		score += k * (known - score)
	}
	if r.person.Noise > 0 {
		score += r.person.Noise * (2*chance(r.sight.thought, r.p.Key()) - 1)
	}
	return eval.Score(score).Clamp()
}

// notice collects the moves that are seen, the most striking first and at most most of them, and reports whether there were
// others.
func (r *reader) notice(w *watcher, ply int, moves []position.Move, most int) (seen []look, others bool) {
	seen = r.looks[ply][:0]
	for _, m := range moves {
		if l := w.look(m); r.sees(l, ply) {
			seen = append(seen, l)
		}
	}
	slices.SortStableFunc(seen, func(a, b look) int { return cmp.Compare(b.interest, a.interest) })
	r.looks[ply] = seen
	others = len(seen) < len(moves) || len(seen) > most
	return seen[:min(len(seen), most)], others
}

// ownMoves is how much easier one's own moves are to see than the opponent's, freshMoves those of the piece that the
// opponent has just moved, at which one asks what it is up to.
const (
	ownMoves   = 0.6
	freshMoves = 0.3
)

// sees reports whether the person sees a move of the position ply plies ahead. With full sight a person asks after
// every move which pieces of theirs can be taken, and who takes back.
func (r *reader) sees(l look, ply int) bool {
	switch {
	case r.fullSight && l.takes && (ply == 1 || ply > 1 && l.answers):
		return true
	case r.p.Side() == r.us:
		l.difficulty *= ownMoves
	case !l.move.IsDrop() && l.move.From() == r.fresh:
		l.difficulty *= freshMoves
	}
	return r.sight.sees(l.move, l.difficulty)
}

// read returns the value of the position for the side to move after depth plies. At each of them the side to move plays what
// the person sees, or something else that changes nothing: a pass.
func (r *reader) read(depth, ply int, alpha, beta eval.Score) eval.Score {
	r.replies[ply] = position.MoveNone
	if score, ok := r.repeated(ply); ok {
		return score
	}
	if r.nodes&255 == 0 && r.stop() {
		r.stopped = true
	}
	inCheck := r.p.InCheck()
	if r.stopped || ply >= maxPly {
		return r.judge()
	}
	if !inCheck {
		if (depth > 0 || ply == 1) && r.seesMate(ply) {
			return eval.MateIn(ply + 1)
		}
		if depth <= 0 {
			return r.capture(r.exchanges, ply, alpha, beta)
		}
	}
	r.moves[ply] = legal(r.p, r.moves[ply][:0])
	if len(r.moves[ply]) == 0 {
		return eval.MatedIn(ply)
	}
	most := max(3, int(r.person.Breadth/2))
	if inCheck || ply == 1 && r.fullSight {
		most = max(most, 6)
	}
	w := newWatcher(r.p)
	seen, others := r.notice(&w, ply, r.moves[ply], most)
	best := -eval.Infinity
	switch {
	case !inCheck && others:
		r.p.DoNull()
		best = -r.read(depth-1, ply+1, -beta, -alpha)
		r.p.UndoNull()
	case len(seen) == 0: // in check, and no way out is seen: there is one
		return r.judge()
	}
	next := max(0, depth-1) // behind the horizon there are evasions
	for _, l := range seen {
		if best >= beta {
			break
		}
		material := r.do(l.move)
		score := -r.read(next, ply+1, -beta, -max(alpha, best))
		r.undo(material)
		if score > best {
			best, r.replies[ply] = score, l.move
		}
	}
	return best
}

// repeated returns what a repetition is worth.
func (r *reader) repeated(ply int) (eval.Score, bool) {
	switch rep, _ := r.p.Repetition(); rep {
	case position.RepDraw:
		return 0, true
	case position.RepWin:
		return eval.MateIn(ply), true
	case position.RepLoss:
		return eval.MatedIn(ply), true
	}
	return 0, false
}

// seesMate reports whether the side to move has a mate in one that the person sees.
func (r *reader) seesMate(ply int) bool {
	m := mate.One(r.p)
	if m == position.MoveNone || chance(r.sight.thought, uint64(m)) >= r.person.Mates {
		return false
	}
	r.replies[ply] = m
	return true
}

// capture follows captures and promotions for at most left plies, until they win nothing more. The first may be
// anywhere; from the second on, those who count badly see only what happens on one square.
func (r *reader) capture(left, ply int, alpha, beta eval.Score) eval.Score {
	best := r.judge()
	if left <= 0 || best >= beta || ply >= maxPly || r.p.InCheck() {
		return best
	}
	w := newWatcher(r.p)
	moves := movegen.Captures(r.p, r.moves[ply][:0])
	if r.exchanges < wholeBoard && left < r.exchanges {
		moves = slices.DeleteFunc(moves, func(m position.Move) bool { return m.To() != w.focus })
	}
	r.moves[ply] = moves
	seen, _ := r.notice(&w, ply, moves, len(moves))
	for _, l := range seen {
		if best >= beta {
			break
		}
		material := r.do(l.move)
		score := -r.capture(left-1, ply+1, -beta, -max(alpha, best))
		r.undo(material)
		if score > best {
			best, r.replies[ply] = score, l.move
		}
	}
	return best
}

// wholeBoard is how many captures somebody must be able to follow to see more than one square.
const wholeBoard = 4
