package nnue

import "katachi/position"

// cached is an accumulator with its position, one for each perspective and view that its king can select (a refresh
// cache, known as Finny tables). When the king moves to another view all rows change, but the accumulator of the last
// position in that view usually differs by only a few rows.
type cached struct {
	values  []int16
	board   [position.NumSquares]uint16 // piece | effect class << 8
	colors  [2]position.Bitboard
	kinds   [position.Dragon + 1]position.Bitboard
	hands   [2]position.Hand
	missing int // pieces that the position lacks
}

// newCache returns entries that hold the empty board.
func newCache(n *Network) []cached {
	entries := n.shape.features.views()
	slab := aligned[int16](entries * n.shape.width)
	cache := make([]cached, entries)
	for i := range cache {
		cache[i].values = slab[i*n.shape.width:][:n.shape.width:n.shape.width]
		copy(cache[i].values, n.bias)
	}
	return cache
}

// missingPieces returns how many pieces the position lacks. No move changes it.
func missingPieces(p *position.Position) int {
	total := p.Hand(position.Black).Total() + p.Hand(position.White).Total()
	for _, c := range []position.Color{position.Black, position.White} {
		total += p.ByColor(c).AndNot(p.ByKind(position.King)).Count()
	}
	return fullPieces - total
}

// refresh writes perspective c's accumulator of p, which lacks the given number of pieces, to dst, starting from the
// cache.
func (e *Evaluator) refresh(p *position.Position, c position.Color, missing int, dst []int16) {
	v := e.viewOf(p, c)
	entry := &e.cache[c][v.number]
	e.add, e.sub = e.add[:0], e.sub[:0]
	e.diffBoard(p, c, v, entry)
	e.diffHands(p, v, entry)
	for entry.missing != missing {
		if entry.missing < missing {
			entry.missing++
			e.add = append(e.add, v.first)
		} else {
			entry.missing--
			e.sub = append(e.sub, v.first)
		}
	}
	e.net.kernel.change(entry.values, entry.values, e.net.weights, e.add, e.sub)
	copy(dst, entry.values)
}

// follow brings the entry's bitboards up to date and returns the squares where the board may have changed, so that not
// all 81 have to be compared. With all, the squares of the pieces that stayed are returned too.
func (entry *cached) follow(p *position.Position, all bool) (changed position.Bitboard) {
	for c := range entry.colors {
		now := p.ByColor(position.Color(c))
		changed = changed.Or(now.Xor(entry.colors[c]))
		if all {
			changed = changed.Or(now)
		}
		entry.colors[c] = now
	}
	for k := position.Pawn; k <= position.Dragon; k++ {
		now := p.ByKind(k)
		changed = changed.Or(now.Xor(entry.kinds[k]))
		entry.kinds[k] = now
	}
	return changed
}

// diffBoard notes the rows in which the boards of p and the entry differ, and brings the entry's up to date.
func (e *Evaluator) diffBoard(p *position.Position, c position.Color, v *view, entry *cached) {
	set := e.net.shape.features
	if set.effects && !e.attacksKnown {
		e.attacks, e.attacksKnown = countEffects(p), true
	}
	for changed := entry.follow(p, set.effects); changed.Any(); {
		var s position.Square
		s, changed = changed.Pop()
		piece := p.At(s)
		code := uint16(piece)
		if set.effects && piece != position.NoPiece {
			code |= uint16(e.attacks.class(c, s)) << 8
		}
		old := entry.board[s]
		if old == code {
			continue
		}
		entry.board[s] = code
		if was := position.Piece(old); was != position.NoPiece && set.tracks(was) {
			e.sub = append(e.sub, v.board(was, s)+uint32(old>>8)*effectStride)
		}
		if piece != position.NoPiece && set.tracks(piece) {
			e.add = append(e.add, v.board(piece, s)+uint32(code>>8)*effectStride)
		}
	}
}

// diffHands does the same for the pieces in hand.
func (e *Evaluator) diffHands(p *position.Position, v *view, entry *cached) {
	for owner := range entry.hands {
		color := position.Color(owner)
		old, now := entry.hands[owner], p.Hand(color)
		if old == now {
			continue
		}
		entry.hands[owner] = now
		for _, k := range position.HandKinds {
			had, has := old.Count(k), now.Count(k)
			for i := had; i < has; i++ {
				e.add = append(e.add, v.hand(color, k, i))
			}
			for i := has; i < had; i++ {
				e.sub = append(e.sub, v.hand(color, k, i))
			}
		}
	}
}
