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

// bring computes the accumulator of perspective c at the top frame: from the nearest earlier frame that has one, move
// by move, so that the frames in between are ready for other continuations; or from the refresh cache, if a move in between
// changes every row.
func (e *Evaluator) bring(p *position.Position, c position.Color) {
	known := e.top
	for !e.frames[known].ready[c] {
		if known == 0 || e.rebuilds(&e.frames[known].delta, c) {
			top := &e.frames[e.top]
			e.refresh(p, c, e.missing, top.values[c])
			top.ready[c] = true
			return
		}
		known--
	}
	if known == e.top {
		return
	}
	v := e.viewOf(p, c) // no move in between changes it
	for ; known < e.top; known++ {
		e.follow(&e.frames[known+1], e.frames[known].values[c], c, v)
	}
}

// rebuilds reports whether a move changes too many rows of perspective c for an update: its own king's move to another view,
// and any move if the rows depend on attacks.
func (e *Evaluator) rebuilds(d *position.Delta, c position.Color) bool {
	m := d.Move
	return e.net.shape.features.effects ||
		m.Piece() == position.NewPiece(c, position.King) && e.views[c&1][m.From()].number != e.views[c&1][m.To()].number
}

// follow computes a frame's accumulator of perspective c from the one before the frame's move.
func (e *Evaluator) follow(f *frame, before []int16, c position.Color, v *view) {
	add, sub := &e.changed[0], &e.changed[1]
	adds, subs := 0, 0
	d := &f.delta
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
	e.net.kernel.update(f.values[c], before, e.net.weights, add[:adds], sub[:subs])
	f.ready[c] = true
}
