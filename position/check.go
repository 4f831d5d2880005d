package position

// findCheckers sets the checkers of the side to move and its pinned pieces. Both follow from the enemy sliders that
// would reach the king on an empty board: with nothing between they check, with one piece between they pin it.
// Inlined copies would crowd the instruction cache.
//
//go:noinline
func (p *Position) findCheckers(st *State) {
	us := p.side & 1
	k := p.king[us]
	if k == NoSquare {
		st.checkers, st.pinned = Bitboard{}, Bitboard{}
		return
	}
	theirs := p.byColor[us^1]
	checkers := p.stepAttackers(us, k).Or(p.byKind[Horse].Or(p.byKind[Dragon]).And(geometry[k].king)).And(theirs)
	pinned := Bitboard{}
	for snipers := p.snipers(k, us).And(theirs); snipers.Any(); {
		var s Square
		s, snipers = snipers.Pop()
		switch b := between(relations[k][s&127]&relDirection, k, s).And(p.occupied); {
		case b.IsEmpty():
			checkers = checkers.With(s)
		case !b.MoreThanOne():
			pinned = pinned.Or(b)
		}
	}
	st.checkers = checkers
	st.pinned = pinned.And(p.byColor[us])
}

// stepAttackers returns the pawns, knights, silvers and gold movers of either colour that would attack s if they were
// enemies of the player us; the caller keeps the real enemies.
func (p *Position) stepAttackers(us Color, s Square) Bitboard {
	steps := &geometry[s].steps[us&1]
	return steps.pawn.And(p.byKind[Pawn]).
		Or(steps.knight.And(p.byKind[Knight])).
		Or(steps.silver.And(p.byKind[Silver])).
		Or(steps.gold.And(p.golds))
}

// snipers returns the sliders of either colour that would attack s on an empty board if they were enemies of the player
// us.
func (p *Position) snipers(s Square, us Color) Bitboard {
	around := &geometry[s]
	return around.rook.And(p.byKind[Rook].Or(p.byKind[Dragon])).
		Or(around.bishop.And(p.byKind[Bishop].Or(p.byKind[Horse]))).
		Or(around.rays[north^uint8(us)<<2].And(p.byKind[Lance]))
}

// Discoverers returns the pieces of the side to move that give a discovered check when they leave their line to the
// other king. Inlined copies would crowd the instruction cache.
//
//go:noinline
func (p *Position) Discoverers() Bitboard {
	st := &p.states[p.now]
	if !st.discoverable {
		st.discoverers = p.shields(p.side^1, p.side).And(p.byColor[p.side])
		st.discoverable = true
	}
	return st.discoverers
}

// shields returns the pieces of either colour that stand alone between the king of c and a slider of c's enemy by.
func (p *Position) shields(c, by Color) Bitboard {
	k := p.king[c&1]
	if k == NoSquare {
		return Bitboard{}
	}
	set := Bitboard{}
	for snipers := p.snipers(k, c).And(p.byColor[by&1]); snipers.Any(); {
		var s Square
		s, snipers = snipers.Pop()
		if b := between(relations[k][s&127]&relDirection, k, s).And(p.occupied); b.Any() && !b.MoreThanOne() {
			set = set.Or(b)
		}
	}
	return set
}

// GivesCheck reports whether a legal move of the side to move checks.
func (p *Position) GivesCheck(m Move) bool {
	k := p.king[p.side&1^1]
	if k == NoSquare {
		return false
	}
	if m.IsDrop() {
		return attacksSquare(m.Piece(), m.To(), k, p.occupied)
	}
	from := m.From()
	return attacksSquare(m.Piece(), m.To(), k, p.occupied.AndNot(squareBB[from])) ||
		p.Discoverers().Has(from) && !SameRay(k, from, m.To())
}

// CheckSquares fills in, for each kind of piece, the squares from which a piece of the side to move would check.
func (p *Position) CheckSquares(squares *[NumKinds]Bitboard) {
	them := p.side ^ 1
	k := p.king[them]
	if k == NoSquare {
		*squares = [NumKinds]Bitboard{}
		return
	}
	around := &geometry[k]
	steps := &around.steps[them&1]
	gold, bishop, rook := steps.gold, BishopAttacks(k, p.occupied), RookAttacks(k, p.occupied)
	squares[Pawn] = steps.pawn
	squares[Lance] = rook.And(around.rays[north^uint8(them)<<2])
	squares[Knight] = steps.knight
	squares[Silver] = steps.silver
	squares[Bishop], squares[Rook] = bishop, rook
	squares[Gold], squares[ProPawn], squares[ProLance], squares[ProKnight], squares[ProSilver] = gold, gold, gold, gold, gold
	squares[King] = Bitboard{}
	squares[Horse], squares[Dragon] = bishop.Or(around.king), rook.Or(around.king)
}

// AttackersTo returns the pieces of both sides that attack s when occ is occupied.
// Inlined copies would crowd the instruction cache.
//
//go:noinline
func (p *Position) AttackersTo(s Square, occ Bitboard) Bitboard {
	file := fileAttacks(s, occ)
	rook := rayUp(geometry[s].rays[west], occ).Or(rayDown(geometry[s].rays[east], occ)).Or(file)
	black, white := p.byColor[Black], p.byColor[White]
	return p.stepAttackers(White, s).And(black).
		Or(p.stepAttackers(Black, s).And(white)).
		Or(geometry[s].king.And(p.byKind[King].Or(p.byKind[Horse]).Or(p.byKind[Dragon]))).
		Or(BishopAttacks(s, occ).And(p.byKind[Bishop].Or(p.byKind[Horse]))).
		Or(rook.And(p.byKind[Rook].Or(p.byKind[Dragon]))).
		Or(file.And(p.byKind[Lance]).And(geometry[s].rays[north].And(white).Or(geometry[s].rays[south].And(black))))
}

// Exchangers returns the pieces of both sides that attack s when occ is occupied, and the sliders in occ that would
// attack s through the pieces in between.
func (p *Position) Exchangers(s Square, occ Bitboard) (attackers, hidden Bitboard) {
	black, white := p.byColor[Black], p.byColor[White]
	attackers = p.stepAttackers(White, s).And(black).
		Or(p.stepAttackers(Black, s).And(white)).
		Or(geometry[s].king.And(p.byKind[King].Or(p.byKind[Horse]).Or(p.byKind[Dragon]))).And(occ)
	sliders := geometry[s].rook.And(p.byKind[Rook].Or(p.byKind[Dragon])).
		Or(geometry[s].bishop.And(p.byKind[Bishop].Or(p.byKind[Horse]))).
		Or(p.byKind[Lance].And(geometry[s].rays[north].And(white).Or(geometry[s].rays[south].And(black))))
	for sliders = sliders.And(occ).AndNot(attackers); sliders.Any(); {
		var t Square
		t, sliders = sliders.Pop()
		if between(relations[s][t&127]&relDirection, s, t).Intersects(occ) {
			hidden = hidden.With(t)
		} else {
			attackers = attackers.With(t)
		}
	}
	return attackers, hidden
}

// Attacked reports whether a piece of the player by attacks s when occ is occupied.
func (p *Position) Attacked(by Color, s Square, occ Bitboard) bool {
	theirs := p.byColor[by]
	if p.stepAttackers(by^1, s).Or(geometry[s].king.And(p.byKind[King].Or(p.byKind[Horse]).Or(p.byKind[Dragon]))).Intersects(theirs) {
		return true
	}
	for snipers := p.snipers(s, by^1).And(theirs); snipers.Any(); {
		var t Square
		t, snipers = snipers.Pop()
		if !between(relations[s][t&127]&relDirection, s, t).Intersects(occ) {
			return true
		}
	}
	return false
}
