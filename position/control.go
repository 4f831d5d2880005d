package position

// Control returns the squares that the side's pieces attack at least once and at least twice, without looking through
// pieces; pinned pieces and the king attack too. It is for the 9x9 board. Steps in one direction lead from different
// squares to different ones, so all pieces that have a step take it at once.
func (p *Position) Control(c Color) (once, twice Bitboard) {
	own := p.byColor[c&1]
	golds, silvers := p.golds.And(own), p.byKind[Silver].And(own)
	horses := p.byKind[Horse].And(own)
	rooks, dragons := p.byKind[Rook].And(own), p.byKind[Dragon].And(own)
	knights, king := p.byKind[Knight].And(own), p.byKind[King].And(own)
	straight := golds.Or(horses).Or(king) // what steps in the four straight directions
	ahead := straight.Or(silvers).Or(p.byKind[Pawn].And(own))
	back := silvers.Or(dragons).Or(king) // diagonally
	front := back.Or(golds)
	behind := straight
	if c == White {
		ahead, behind, front, back = behind, ahead, back, front
		knights = knights.south().south()
	} else {
		knights = knights.north().north()
	}

	// The steps to the side and the diagonal ones are first taken along the file and then, all together, to either side.
	front, back = front.north(), back.south()
	sides := straight.Or(front).Or(back).Or(knights)
	pairs := straight.Or(front).And(back.Or(knights)).Or(straight.And(front)).Or(back.And(knights))
	one, other := sides.west(), sides.east()
	once, twice = one.Or(other), one.And(other).Or(pairs.west()).Or(pairs.east())
	add := func(b Bitboard) {
		twice = twice.Or(once.And(b))
		once = once.Or(b)
	}
	add(ahead.north())
	add(behind.south())

	// Pieces that look along files in the same direction never see the same square, the second one being in the first one's way.
	north, south := rooks.Or(dragons), rooks.Or(dragons)
	if lances := p.byKind[Lance].And(own); c == White {
		south = south.Or(lances)
	} else {
		north = north.Or(lances)
	}
	occupied := p.occupied
	add(Bitboard{slideNorth(north.Lo, occupied.Lo), slideNorth(north.Hi, occupied.Hi)})
	add(Bitboard{slideSouth(south.Lo, occupied.Lo), slideSouth(south.Hi, occupied.Hi)})
	far, farTwice := p.FarControl(c)
	twice = twice.Or(farTwice)
	add(far)
	return once, twice
}

// FarControl returns what the side's rooks and dragons along ranks, and its bishops and horses along diagonals, add to
// Control.
func (p *Position) FarControl(c Color) (once, twice Bitboard) {
	own, occupied := p.byColor[c&1], p.occupied
	for b := p.byKind[Rook].Or(p.byKind[Dragon]).And(own); b.Any(); {
		var s Square
		s, b = b.Pop()
		attacks := rayUp(geometry[s].rays[west], occupied).Or(rayDown(geometry[s].rays[east], occupied))
		once, twice = once.Or(attacks), twice.Or(once.And(attacks))
	}
	for b := p.byKind[Bishop].Or(p.byKind[Horse]).And(own); b.Any(); {
		var s Square
		s, b = b.Pop()
		attacks := BishopAttacks(s, occupied)
		once, twice = once.Or(attacks), twice.Or(once.And(attacks))
	}
	return once, twice
}

// LesserControl returns the squares that the side's pawns attack; those that pawns, lances or knights attack; and those
// that silvers and gold movers attack as well. On a smaller board squares beyond its edge may be among them.
func (p *Position) LesserControl(c Color) (pawns, light, generals Bitboard) {
	own, occupied := p.byColor[c&1], p.occupied
	golds, silvers := p.golds.And(own), p.byKind[Silver].And(own)
	knights, lances := p.byKind[Knight].And(own), p.byKind[Lance].And(own)
	ahead, behind, front, back := golds.Or(silvers), golds, golds.Or(silvers), silvers
	if c == White {
		ahead, behind, front, back = behind, ahead, back, front
		pawns = p.byKind[Pawn].And(own).south()
		knights = knights.south().south()
		lances = Bitboard{slideSouth(lances.Lo, occupied.Lo), slideSouth(lances.Hi, occupied.Hi)}
	} else {
		pawns = p.byKind[Pawn].And(own).north()
		knights = knights.north().north()
		lances = Bitboard{slideNorth(lances.Lo, occupied.Lo), slideNorth(lances.Hi, occupied.Hi)}
	}
	light = pawns.Or(lances).Or(knights.west()).Or(knights.east())
	sides := golds.Or(front.north()).Or(back.south())
	return pawns, light, light.Or(ahead.north()).Or(behind.south()).Or(sides.west()).Or(sides.east())
}

const (
	perFile = 9
	topRank = 1 | 1<<perFile | 1<<(2*perFile) | 1<<(3*perFile) | 1<<(4*perFile) | 1<<(5*perFile) | 1<<(6*perFile) // of a word's files
	lowRank = topRank << (perFile - 1)
)

// slideNorth returns, for a word of a bitboard, the squares that its pieces attack along their files towards rank a.
// The pieces are spread over empty squares by one, two and four steps (Kogge and Stone).
func slideNorth(pieces, occupied uint64) uint64 {
	free := ^(occupied | lowRank)
	pieces |= pieces >> 1 & free
	free &= free >> 1
	pieces |= pieces >> 2 & free
	free &= free >> 2
	pieces |= pieces >> 4 & free
	return pieces >> 1 &^ lowRank
}

// slideSouth does the same towards rank i: subtracting a piece's next square changes the bits of the file up to the
// first occupied square, which are its way. The file's last square counts as occupied and stops it in any case.
func slideSouth(pieces, occupied uint64) uint64 {
	occupied |= lowRank
	return occupied - pieces&^lowRank<<1 ^ occupied
}

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
