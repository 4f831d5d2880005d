package nnue

import (
	"katachi/eval"
	"katachi/position"
)

// Evaluator evaluates one worker's positions with a network; it implements eval.Evaluator.
type Evaluator struct {
	net      *Network
	frames   []frame
	top      int
	missing  int                         // pieces that the position and all that follow it lack
	views    [2][position.AnySquare]view // by perspective and its king's square
	cache    [2][]cached
	buffers  buffers
	add, sub []uint32     // rows of the update in progress
	changed  [2][2]uint32 // the same of a move: added, taken away

	attacks      effects // of the position at the top, for the feature set that asks for them
	attacksKnown bool

	contacts contacts
}

var _ eval.Evaluator = (*Evaluator)(nil)

// maxRows is the most rows that a change of position can add or take away: all numbers of all pieces, and as many for
// missing pieces.
const maxRows = 2 * (fullPieces + 2)

// frameReserve is how many frames the stack has at first: more than a search goes deep.
const frameReserve = eval.MaxPly + 10

// NewEvaluator returns an evaluator for one worker. Reset it before use.
func (n *Network) NewEvaluator() *Evaluator {
	e := &Evaluator{
		net:     n.withOwnLayers(),
		frames:  newFrames(frameReserve, n.shape.width),
		cache:   [2][]cached{newCache(n), newCache(n)},
		buffers: newBuffers(&n.shape),
		add:     make([]uint32, 0, maxRows),
		sub:     make([]uint32, 0, maxRows),
	}
	for _, c := range []position.Color{position.Black, position.White} {
		for king := range position.NoSquare + 1 {
			e.views[c][king] = n.shape.features.view(c, seenKing(position.Square(king), c))
		}
	}
	return e
}

// viewOf returns the view of perspective c.
func (e *Evaluator) viewOf(p *position.Position, c position.Color) *view {
	return &e.views[c&1][p.King(c)]
}

// Reset makes the evaluator stand at the position.
func (e *Evaluator) Reset(p *position.Position) {
	e.top, e.missing, e.attacksKnown = 0, missingPieces(p), false
	for _, c := range []position.Color{position.Black, position.White} {
		e.refresh(p, c, e.missing, e.frames[0].values[c])
		e.frames[0].ready[c] = true
	}
}

// Push records a move that p.Do has just played. Nothing is computed until an evaluation needs it.
func (e *Evaluator) Push(_ *position.Position, d position.Delta) {
	e.top++
	e.attacksKnown = false
	if e.top == len(e.frames) {
		e.frames = append(e.frames, newFrames(frameReserve, e.net.shape.width)...)
	}
	f := &e.frames[e.top]
	f.delta = d
	f.ready = [2]bool{}
}

// Pop takes back the last Push.
func (e *Evaluator) Pop() {
	e.top--
	e.attacksKnown = false
}

// Evaluate returns the score of p in centipawns from its side to move's view.
func (e *Evaluator) Evaluate(p *position.Position) eval.Score { return e.net.score(e.raw(p)) }

// raw returns the network's output for p before the division by FV_SCALE.
func (e *Evaluator) raw(p *position.Position) int32 {
	e.bring(p, position.Black)
	e.bring(p, position.White)
	f, us := &e.frames[e.top], p.Side()&1
	var contacts []uint32
	if e.net.shape.contacts {
		contacts = e.contacts.of(p, e.net.kernel)
	}
	return e.net.forward(&e.buffers, f.values[us], f.values[us^1], contacts, e.net.bucket(p))
}

// Reference returns an evaluator of the same network in plain Go, which every kernel must equal to the last bit.
func (e *Evaluator) Reference() eval.Evaluator {
	n := *e.net
	n.kernel = goKernel
	return n.NewEvaluator()
}
