package nnue

import "katachi/position"

// frame is the state after one move: what the move changed and, once an evaluation asked for it, the accumulators.
type frame struct {
	delta  position.Delta
	ready  [2]bool // the accumulator of the perspective is computed
	values [2][]int16
}

// newFrames returns count frames for rows of the given width.
func newFrames(count, width int) []frame {
	slab := aligned[int16](2 * count * width)
	frames := make([]frame, count)
	for i := range frames {
		for c := range frames[i].values {
			frames[i].values[c] = slab[:width:width]
			slab = slab[width:]
		}
	}
	return frames
}

// bring computes the accumulator of perspective c at the top frame, move by move from the nearest earlier frame that
// has one. If a move in between changes every row, it computes it from the refresh cache instead, and then goes back to
// that move, so that the frames in between are ready for other continuations. Inlined copies would crowd the
// instruction cache.
//
//go:noinline
func (e *Evaluator) bring(p *position.Position, c position.Color) {
	known := e.top
	c &= 1
	for !e.frames[known].ready[c] {
		if known == 0 || e.rebuilds(&e.frames[known].delta, c) {
			e.refresh(p, c, e.missing, e.frames[e.top].values[c])
			e.frames[e.top].ready[c] = true
			v := e.viewOf(p, c)
			for i := e.top; i > known; i-- {
				e.follow(i, c, v, true)
			}
			return
		}
		known--
	}
	if known == e.top {
		return
	}
	v := e.viewOf(p, c) // no move in between changes it
	for i := known + 1; i <= e.top; i++ {
		e.follow(i, c, v, false)
	}
}

// rebuilds reports whether a move changes too many rows of perspective c for an update: a move of its own king to
// another view, or any move if the rows depend on attacks.
func (e *Evaluator) rebuilds(d *position.Delta, c position.Color) bool {
	m := d.Move
	return e.net.shape.features.effects ||
		m.Piece() == position.NewPiece(c, position.King) && e.views[c&1][m.From()].number != e.views[c&1][m.To()].number
}

// follow computes the accumulator of perspective c after the move of frame i from the one before it or, with back, the
// one before the move from the one after.
func (e *Evaluator) follow(i int, c position.Color, v *view, back bool) {
	before, after := &e.frames[i-1], &e.frames[i]
	c &= 1
	d := &after.delta
	add, sub := &e.changed[0], &e.changed[1]
	adds, subs := 0, 0
	m := d.Move
	piece, to := m.Piece(), m.To()
	if e.net.shape.features.tracks(piece) {
		add[0], adds = v.board(piece, to), 1
		if m.IsDrop() {
			sub[0] = v.hand(piece.Color(), m.DropKind(), int(d.HandCount)-1)
		} else {
			sub[0] = v.board(m.Before(), m.From())
		}
		subs = 1
	}
	if d.Captured != position.NoPiece {
		add[adds&1] = v.hand(piece.Color(), d.Captured.Kind().Unpromoted(), int(d.HandCount))
		sub[subs&1] = v.board(d.Captured, to)
		adds, subs = adds+1, subs+1
	}
	update, weights, width := e.net.kernel.update, first(e.net.weights), e.net.shape.width
	if back {
		update(first(before.values[c]), first(after.values[c]), weights, width, &sub[0], subs, &add[0], adds)
		before.ready[c] = true
		return
	}
	update(first(after.values[c]), first(before.values[c]), weights, width, &add[0], adds, &sub[0], subs)
	after.ready[c] = true
}
