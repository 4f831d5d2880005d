package nnue

import "katachi/position"

// effects holds for each side the squares that it attacks at least once and at least twice, without looking through
// pieces.
type effects struct {
	once, twice [2]position.Bitboard
}

// countEffects counts the attacks of all pieces of the position, kings and pinned pieces included.
func countEffects(p *position.Position) (e effects) {
	for _, c := range []position.Color{position.Black, position.White} {
		e.once[c], e.twice[c] = p.Control(c)
	}
	return e
}

// class returns 0..8 for a square: three times the perspective's own attackers plus the enemy's, each counted up to
// two.
func (e *effects) class(c position.Color, s position.Square) uint8 {
	return 3*e.count(c, s) + e.count(c^1, s)
}

func (e *effects) count(c position.Color, s position.Square) uint8 {
	switch {
	case e.twice[c].Has(s):
		return 2
	case e.once[c].Has(s):
		return 1
	}
	return 0
}
