package position

// Delta says what a move changed, for evaluators that keep sums up to date: the mover's piece left
// Move.From() as Move.Before() (or the hand, for a drop) and stands on Move.To() as Move.Piece(); Captured, if any,
// left Move.To() and went to the mover's hand unpromoted.
type Delta struct {
	Move     Move
	Captured Piece // as it stood on the board, NoPiece if none
	// HandCount is how many pieces of the dropped or captured kind the mover held before the move; 0 if it neither
	// drops nor captures.
	HandCount uint8
}

// Do plays a move that is legal (or, for a mate problem's attacker without a king, pseudo-legal) and reports what it
// changed.
func (p *Position) Do(m Move) Delta {
	us, to := p.side&1, m.To()
	them := us ^ 1
	piece := m.Piece()
	prev, arrives := &p.states[p.now], &pieceKeys[to][piece&31]
	key, parts := prev.boardKey^sideKey^arrives.board, prev.parts^arrives.parts
	delta := Delta{Move: m}
	captured := NoPiece
	if m.IsDrop() {
		k := m.DropKind()
		delta.HandCount = uint8(p.hand[us].Count(k))
		p.hand[us] = p.hand[us].Minus(k)
		p.put(piece, to)
	} else {
		from, before := m.From(), m.Before()
		leaves := &pieceKeys[from][before&31]
		key, parts = key^leaves.board, parts^leaves.parts
		captured = p.board[to]
		if captured != NoPiece {
			leaves = &pieceKeys[to][captured&31]
			key, parts = key^leaves.board, parts^leaves.parts
			p.remove(captured, to)
			k := captured.Kind().Unpromoted()
			delta.HandCount = uint8(p.hand[us].Count(k))
			delta.Captured = captured
			p.hand[us] = p.hand[us].Plus(k)
		}
		p.shift(us, before, piece, from, to)
		if piece.Kind() == King {
			p.king[us] = to
		}
	}
	p.side = them

	st := p.push()
	st.boardKey, st.parts = key, parts
	st.hand = p.hand
	st.move = m
	st.captured = captured
	st.discoverable = false
	st.sinceNull = prev.sinceNull + 1
	p.findCheckers(st)
	st.checks = prev.checks
	if st.checkers.Any() {
		st.checks[us] += 2
	} else {
		st.checks[us] = 0
	}
	slot := &p.seen[key%seenSize]
	st.rep, st.repPlies = RepNone, 0
	if *slot != 0 {
		p.findRepetition(st)
	}
	*slot++
	p.verify()
	return delta
}

// Undo takes back the last move.
func (p *Position) Undo() {
	st := &p.states[p.now]
	m, to := st.move, st.move.To()
	p.seen[st.boardKey%seenSize]--
	p.now--
	p.ply--
	us := p.side&1 ^ 1
	p.side = us
	p.hand = p.states[p.now].hand
	if m.IsDrop() {
		p.remove(m.Piece(), to)
		p.board[to] = NoPiece
		return
	}
	from, before := m.From(), m.Before()
	p.shift(us, m.Piece(), before, to, from)
	if st.captured != NoPiece {
		p.put(st.captured, to)
	}
	if before.Kind() == King {
		p.king[us] = from
	}
}

// shift takes a player's piece before from a square and puts the piece after on a free one.
func (p *Position) shift(us Color, before, after Piece, from, to Square) {
	p.board[from], p.board[to] = NoPiece, after
	out, in := squareBB[from], squareBB[to]
	both := out.Or(in)
	p.byColor[us&1] = p.byColor[us&1].Xor(both)
	p.occupied = p.occupied.Xor(both)
	if before == after {
		k := before.Kind()
		p.byKind[k] = p.byKind[k].Xor(both)
		if k.MovesLikeGold() {
			p.golds = p.golds.Xor(both)
		}
		return
	}
	b, a := before.Kind(), after.Kind()
	p.byKind[b] = p.byKind[b].Xor(out)
	p.byKind[a] = p.byKind[a].Xor(in)
	if b.MovesLikeGold() {
		p.golds = p.golds.Xor(out)
	}
	if a.MovesLikeGold() {
		p.golds = p.golds.Xor(in)
	}
}

// DoNull passes the turn; the side to move must not be in check. Repetition does not look back across a pass.
func (p *Position) DoNull() {
	p.side ^= 1
	prev := &p.states[p.now]
	st := p.push()
	st.boardKey, st.parts = prev.boardKey^sideKey, prev.parts
	st.hand = p.hand
	st.move = MoveNull
	st.captured = NoPiece
	st.discoverable = false
	st.sinceNull = 0
	st.checks = [2]uint16{}
	st.rep, st.repPlies = RepNone, 0
	p.findCheckers(st)
	p.seen[st.boardKey%seenSize]++
}

// UndoNull takes back a pass.
func (p *Position) UndoNull() {
	p.seen[p.states[p.now].boardKey%seenSize]--
	p.now--
	p.ply--
	p.side ^= 1
}

// push makes the next state current. The pointers to earlier states that a caller holds stay readable.
func (p *Position) push() *State {
	p.ply++
	p.now++
	if p.now == len(p.states) {
		p.grow()
	}
	return &p.states[p.now]
}

func (p *Position) grow() { p.states = append(p.states, make([]State, stateReserve)...) }
