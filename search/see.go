package search

import "katachi/position"

// exchangeValue is what a piece is worth in an exchange, by its kind on the board, in centipawns (values of YaneuraOu,
// on the scale of its networks). Getting a piece in hand, or a promotion, adds nothing. The margins of pruning and
// ordering are tuned with these values; so they are separate from those of an evaluation, which may change.
var exchangeValue = [position.NumKinds]Score{
	position.Pawn: 100, position.Lance: 350, position.Knight: 450, position.Silver: 550, position.Gold: 600,
	position.Bishop: 950, position.Rook: 1100, position.King: 15000,
	position.ProPawn: 600, position.ProLance: 600, position.ProKnight: 600, position.ProSilver: 600,
	position.Horse: 1050, position.Dragon: 1550,
}

// captureOrder is what a captured piece adds to a capture's score in the move order.
var captureOrder = func() (order [position.NumKinds]int) {
	for k, v := range exchangeValue {
		order[k] = int(v) * 63 / 10
	}
	return order
}()

// exchangeRank is the order in which the kinds join an exchange: about the cheapest first, but promoted pawns, lances
// and knights before the silver.
var exchangeRank = [position.NumKinds]uint8{
	position.Pawn: 1, position.Lance: 2, position.Knight: 3, position.ProPawn: 4, position.ProLance: 5, position.ProKnight: 6,
	position.Silver: 7, position.ProSilver: 8, position.Gold: 9, position.Bishop: 10, position.Rook: 11, position.Horse: 12,
	position.Dragon: 13, position.King: 14,
}

// seeAtLeast reports whether the static exchange on the move's destination is worth at least threshold to the mover:
// both sides capture with their cheapest piece in turn and stop when it does not pay. The mover's pinned pieces stay
// out; the other side's pins are not known. Gains by promotion are left out. Inlined copies would crowd the instruction
// cache.
//
//go:noinline
func seeAtLeast(p *position.Position, m position.Move, threshold Score) bool {
	to := m.To()
	balance := -threshold
	balance += exchangeValue[p.At(to).Kind()]
	if balance < 0 {
		return false
	}
	balance -= exchangeValue[m.Piece().Kind()]
	if balance >= 0 {
		return true
	}
	side := p.Side()
	occ := p.Occupied().With(to)
	if !m.IsDrop() {
		occ = occ.Without(m.From())
	}
	attackers, hidden := p.Exchangers(to, occ)
	pinned := p.Pinned() // of the side to move; those of the other side are unknown and taken for free
	us := side
	win := true // for the side that moved last
	for {
		side = side.Other()
		own := attackers.And(p.ByColor(side))
		if side == us {
			own = own.AndNot(pinned)
		}
		if own.IsEmpty() {
			break
		}
		win = !win
		from, kind := cheapest(p, own)
		if kind == position.King {
			if attackers.Intersects(p.ByColor(side.Other())) {
				win = !win // the king cannot capture a protected piece
			}
			break
		}
		// The side to capture is happy if, after losing this piece too, it is not behind.
		balance = -balance - 1 - exchangeValue[kind]
		if balance >= 0 {
			break
		}
		occ, attackers = occ.Without(from), attackers.Without(from)
		// A slider behind the piece joins in.
		for behind := hidden; behind.Any(); {
			var s position.Square
			if s, behind = behind.Pop(); !position.Between(s, to).Intersects(occ) {
				attackers, hidden = attackers.With(s), hidden.Without(s)
			}
		}
	}
	return win
}

// cheapest returns the square and the kind of the cheapest piece of a set that is not empty.
func cheapest(p *position.Position, own position.Bitboard) (position.Square, position.Kind) {
	from, own := own.Pop()
	kind := p.At(from).Kind()
	for own.Any() {
		var s position.Square
		s, own = own.Pop()
		if k := p.At(s).Kind(); exchangeRank[k] < exchangeRank[kind] {
			from, kind = s, k
		}
	}
	return from, kind
}
