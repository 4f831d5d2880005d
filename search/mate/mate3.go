package mate

import (
	"katachi/movegen"
	"katachi/position"
)

// Three returns the first move of a mate by checks in one or three plies, MoveNone if there is none. It tries every check and
// every answer, which takes some microseconds: too long for every node of a search.
func Three(p *position.Position) position.Move {
	if m := One(p); m != position.MoveNone {
		return m
	}
	var checks, answers [movegen.MaxMoves]position.Move
	for _, m := range movegen.Checks(p, checks[:0]) {
		p.Do(m)
		mated := matedByOne(p, answers[:0])
		p.Undo()
		if mated {
			return m
		}
	}
	return position.MoveNone
}

// matedByOne reports whether the attacker mates at once after every answer to his check.
func matedByOne(p *position.Position, buf []position.Move) bool {
	for _, m := range movegen.Legal(p, buf) {
		p.Do(m)
		mate := One(p)
		p.Undo()
		if mate == position.MoveNone {
			return false
		}
	}
	return true
}
