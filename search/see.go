package search

import "katachi/position"

// exchangeValue is what a piece is worth in an exchange, by kind on the board. A capture gains it and puts a piece in
// hand besides, which the static exchange leaves out.
var exchangeValue = [position.NumKinds]Score{
	position.Pawn: 100, position.Lance: 250, position.Knight: 300, position.Silver: 500, position.Gold: 580,
	position.Bishop: 800, position.Rook: 950, position.King: 15000,
	position.ProPawn: 420, position.ProLance: 450, position.ProKnight: 470, position.ProSilver: 530,
	position.Horse: 1050, position.Dragon: 1250,
}

// exchangeOrder is the order in which pieces join an exchange, the cheapest first.
var exchangeOrder = [...]position.Kind{
	position.Pawn, position.Lance, position.Knight, position.ProPawn, position.ProLance, position.ProKnight, position.Silver,
	position.ProSilver, position.Gold, position.Bishop, position.Rook, position.Horse, position.Dragon,
}

// gain is the material that a move wins at once: the captured piece and the promotion.
func gain(p *position.Position, m position.Move) Score {
	v := exchangeValue[p.At(m.To()).Kind()]
	if m.IsPromotion() {
		v += exchangeValue[m.Piece().Kind()] - exchangeValue[m.Before().Kind()]
	}
	return v
}

// swing is by how much a move changes the balance of material: a captured piece leaves the board and comes into the
// mover's hand.
func swing(p *position.Position, m position.Move) Score {
	v := gain(p, m)
	if k := p.At(m.To()).Kind(); k != position.NoKind {
		v += exchangeValue[k.Unpromoted()]
	}
	return v
}

// seeAtLeast reports whether the static exchange on the move's destination is worth at least threshold to the mover:
// both sides capture with their cheapest piece in turn and stop when it does not pay. Pinned pieces stay out as long as
// the pin holds. Promotions within the exchange are left out.
func seeAtLeast(p *position.Position, m position.Move, threshold Score) bool {
	to := m.To()
	balance := -threshold
	if !m.IsDrop() {
		balance += gain(p, m)
	}
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
	diagonal := p.Kind(position.Bishop).Or(p.Kind(position.Horse))
	straight := p.Kind(position.Rook).Or(p.Kind(position.Dragon))
	attackers := p.AttackersTo(to, occ)
	pinned := p.Pinned() // of the side to move; those of the other side are unknown and taken for free
	us := side
	win := true // for the side that moved last
	for {
		side = side.Other()
		attackers = attackers.And(occ)
		own := attackers.And(p.Color(side))
		if side == us {
			own = own.AndNot(pinned)
		}
		if own.IsEmpty() {
			break
		}
		win = !win
		kind, piece := cheapest(p, own)
		if kind == position.King {
			if attackers.Intersects(p.Color(side.Other())) {
				win = !win // the king cannot capture a protected piece
			}
			break
		}
		// The side to capture is happy if, after losing this piece too, it is not behind.
		balance = -balance - 1 - exchangeValue[kind]
		if balance >= 0 {
			break
		}
		occ = occ.AndNot(piece)
		// A slider behind the piece joins in.
		switch from := piece.First(); {
		case position.BishopRays(to).Has(from):
			attackers = attackers.Or(position.BishopAttacks(to, occ).And(diagonal))
		case position.RookRays(to).Has(from):
			attackers = attackers.Or(position.RookAttacks(to, occ).And(straight)).
				Or(position.LanceAttacks(position.White, to, occ).And(p.Pieces(position.Black, position.Lance))).
				Or(position.LanceAttacks(position.Black, to, occ).And(p.Pieces(position.White, position.Lance)))
		}
	}
	return win
}

// cheapest returns the kind and the square of the cheapest piece of the set.
func cheapest(p *position.Position, own position.Bitboard) (position.Kind, position.Bitboard) {
	for _, k := range exchangeOrder {
		if b := own.And(p.Kind(k)); b.Any() {
			return k, position.SquareBB(b.First())
		}
	}
	return position.King, own
}
