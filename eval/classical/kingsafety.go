package classical

import "katachi/position"

// King danger is counted in units: attacks on the zone around the king, weak squares beside it, and the enemy's pieces in
// hand (worth the more, the more free squares beside the king only the king covers), less the squares to flee to and the
// generals beside the king. Attackers help each other, so the danger in centipawns grows with the square of the units.

// maxUnits bounds the units and with them the danger.
const maxUnits = 160

// makeDanger fills in the centipawns for each number of units.
func (e *Evaluator) makeDanger() {
	w := e.weights
	for u := range e.danger {
		quadratic := min(int32(u), w.DangerKnee)
		linear := int32(u) - quadratic
		e.danger[u] = int16((quadratic*quadratic + 2*w.DangerKnee*linear) / w.DangerScale)
	}
}

// kingDanger returns the danger of c's king in centipawns.
func (e *Evaluator) kingDanger(p *position.Position, c position.Color, f, other *force) int32 {
	return int32(e.danger[max(0, min(e.kingUnits(p, c, f, other), maxUnits))])
}

// handRoom is the number of free or weak neighbour squares at which pieces in hand count in full; a king without any
// still has a quarter of their danger.
const handRoom = 6

func (e *Evaluator) kingUnits(p *position.Position, c position.Color, f, other *force) int32 {
	w := e.weights
	k := p.King(c)
	around := e.within[0][k].AndNot(position.SquareBB(k))
	weak := around.And(other.one).AndNot(f.cover)
	free := around.AndNot(p.Occupied()).AndNot(f.cover)
	units := w.DangerBase + other.pressure +
		w.WeakSquare*int32(weak.Count()) +
		w.DoubleAttack*int32(around.And(other.two).AndNot(f.two).Count()) +
		w.Escape*int32(around.AndNot(p.ByColor(c)).AndNot(other.one).Count()) +
		w.Cover*int32(around.And(f.generals).Count())
	if hand := p.Hand(c ^ 1); hand != 0 {
		room := min(int32(weak.Or(free).Count()), handRoom) + handRoom/3
		units += e.handUnits(hand) * room / (handRoom + handRoom/3)
	}
	return units
}

// handUnits returns how dangerous the pieces in hand are.
func (e *Evaluator) handUnits(hand position.Hand) int32 {
	units := int32(0)
	for k := position.Pawn; k <= position.Gold; k++ {
		if n := int32(hand.Count(k)); n > 0 {
			units += e.weights.HandFirst[k] + e.weights.HandMore[k]*(n-1)
		}
	}
	return units
}
