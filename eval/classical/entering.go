package classical

import "katachi/position"

// declarationPieces is how many pieces beside the king a declaration needs in the enemy camp.
const declarationPieces = 10

// entering values a king that is in the enemy camp or at its border, where the game has a declaration: it is hard to
// mate from behind, and the points and pieces for the claim count.
func (e *Evaluator) entering(p *position.Position, c position.Color) int32 {
	zone := e.rules.Zone(c)
	k := p.King(c)
	if !e.rules.Declares || !e.within[0][k].Intersects(zone) {
		return 0
	}
	w := e.weights
	pieces := p.ByColor(c).And(zone).Count()
	value := w.EnteredPoint * int32(p.Points(c))
	if zone.Has(k) {
		pieces--
		value += w.Entered
	}
	return value + w.EnteredPieces*int32(min(pieces, declarationPieces))
}
