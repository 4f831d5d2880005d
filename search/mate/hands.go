package mate

import "katachi/position"

// Dominance by hands. Within one problem the pieces are conserved, so the board and the attacker's hand determine the
// position. What is proved with a hand is proved with every greater one, what is disproved with a hand is disproved with every
// smaller one. The smallest hand that a proof needs and the greatest for which a disproof holds (Nagai's proof pieces and
// disproof pieces) are computed with every result, so that one table entry answers for many hands.

// maxHand returns, kind by kind, the greater count of two hands.
func maxHand(a, b position.Hand) position.Hand {
	if a.Covers(b) {
		return a
	}
	if b.Covers(a) {
		return b
	}
	for k := position.Pawn; k <= position.Gold; k++ {
		for n := b.Count(k) - a.Count(k); n > 0; n-- {
			a = a.Plus(k)
		}
	}
	return a
}

// minHand returns, kind by kind, the smaller count of two hands. A hand is a sum over its pieces, so the greater counts and the
// smaller ones add up to both hands.
func minHand(a, b position.Hand) position.Hand { return a + b - maxHand(a, b) }

// keepKind returns h with as many pieces of the kind as from has.
func keepKind(h, from position.Hand, k position.Kind) position.Hand {
	for h.Count(k) < from.Count(k) {
		h = h.Plus(k)
	}
	for h.Count(k) > from.Count(k) {
		h = h.Minus(k)
	}
	return h
}

// handAfter returns the attacker's hand after a move of his.
func handAfter(p *position.Position, hand position.Hand, m position.Move) position.Hand {
	if m.IsDrop() {
		return hand.Minus(m.DropKind())
	}
	if captured := p.At(m.To()); captured != position.NoPiece {
		return hand.Plus(captured.Kind().Unpromoted())
	}
	return hand
}

// handBefore converts the hand of a result to the hand before the attacker's move that leads to it.
func handBefore(p *position.Position, hand position.Hand, m position.Move) position.Hand {
	if m.IsDrop() {
		return hand.Plus(m.DropKind())
	}
	if captured := p.At(m.To()); captured != position.NoPiece {
		if k := captured.Kind().Unpromoted(); hand.Has(k) {
			return hand.Minus(k)
		}
	}
	return hand
}

// withheld adds to a proof hand the pieces that the attacker must keep from the defender, who is in check at p: the
// kinds that the defender could drop in between if he had one.
func withheld(p *position.Position, proof position.Hand) position.Hand {
	checkers := p.Checkers()
	defender := p.Side()
	if checkers.MoreThanOne() || position.Between(p.King(defender), checkers.First()).IsEmpty() {
		return proof
	}
	mine, theirs := p.Hand(defender.Other()), p.Hand(defender)
	for k := position.Pawn; k <= position.Gold; k++ {
		if !theirs.Has(k) && mine.Has(k) {
			proof = keepKind(proof, mine, k)
		}
	}
	return proof
}

// bearable removes from a disproof hand the kinds that the attacker, to move at p, has none of: with one of them he would
// have checks that the disproof does not cover.
func bearable(p *position.Position, disproof position.Hand) position.Hand {
	mine := p.Hand(p.Side())
	for k := position.Pawn; k <= position.Gold; k++ {
		if !mine.Has(k) && disproof.Has(k) {
			disproof = keepKind(disproof, mine, k)
		}
	}
	return disproof
}

// allInHand returns the pieces of both hands together.
func allInHand(p *position.Position) position.Hand {
	sum := p.Hand(position.Black)
	for k := position.Pawn; k <= position.Gold; k++ {
		for range p.Hand(position.White).Count(k) {
			sum = sum.Plus(k)
		}
	}
	return sum
}
