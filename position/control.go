package position

// Control returns the squares that the side's pieces attack at least once and at least twice, without looking through pieces;
// pinned pieces and the king attack too. It is for the 9x9 board. Steps in one direction lead from different squares to
// different ones, so all pieces that have the step make it at once.
func (p *Position) Control(c Color) (once, twice Bitboard) {
	own := p.byColor[c&1]
	golds, silvers := p.golds.And(own), p.byKind[Silver].And(own)
	bishops, horses := p.byKind[Bishop].And(own), p.byKind[Horse].And(own)
	rooks, dragons := p.byKind[Rook].And(own), p.byKind[Dragon].And(own)
	knights, king := p.byKind[Knight].And(own), p.byKind[King].And(own)
	straight := golds.Or(horses).Or(king) // what steps in the four straight directions
	ahead := straight.Or(silvers).Or(p.byKind[Pawn].And(own))
	back := silvers.Or(dragons).Or(king) // diagonally
	front := back.Or(golds)

	add := func(b Bitboard) {
		twice = twice.Or(once.And(b))
		once = once.Or(b)
	}
	add(straight.west())
	add(straight.east())
	if c == White {
		straight, ahead, front, back = ahead, straight, back, front
		knights = knights.south().south()
	} else {
		knights = knights.north().north()
	}
	add(ahead.north())
	add(straight.south())
	front, back = front.north(), back.south()
	for _, b := range [3]Bitboard{front, back, knights} {
		add(b.west())
		add(b.east())
	}
	occupied := p.occupied
	for b := p.byKind[Lance].And(own); b.Any(); {
		var s Square
		s, b = b.Pop()
		add(LanceAttacks(c, s, occupied))
	}
	for b := bishops.Or(horses); b.Any(); {
		var s Square
		s, b = b.Pop()
		add(BishopAttacks(s, occupied))
	}
	for b := rooks.Or(dragons); b.Any(); {
		var s Square
		s, b = b.Pop()
		add(RookAttacks(s, occupied))
	}
	return once, twice
}

const (
	perFile = 9
	topRank = 1 | 1<<perFile | 1<<(2*perFile) | 1<<(3*perFile) | 1<<(4*perFile) | 1<<(5*perFile) | 1<<(6*perFile) // of a word's files
	lowRank = topRank << (perFile - 1)
)

// north returns the squares one rank towards rank a.
func (b Bitboard) north() Bitboard { return Bitboard{b.Lo &^ topRank >> 1, b.Hi &^ topRank >> 1} }

// south returns the squares one rank towards rank i.
func (b Bitboard) south() Bitboard { return Bitboard{b.Lo &^ lowRank << 1, b.Hi &^ lowRank << 1} }

// west returns the squares one file towards file 9.
func (b Bitboard) west() Bitboard {
	return Bitboard{b.Lo << perFile & loBits, (b.Hi<<perFile | b.Lo>>(hiFirst-perFile)) & hiBits}
}

// east returns the squares one file towards file 1.
func (b Bitboard) east() Bitboard {
	return Bitboard{b.Lo>>perFile | b.Hi<<(hiFirst-perFile)&loBits, b.Hi >> perFile}
}
