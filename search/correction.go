package search

import (
	"math/bits"

	"katachi/eval"
	"katachi/position"
)

// correctionHistory remembers by how much the search's result differed from the static evaluation in positions that
// share a feature: the pawns, both hands, or the last move. The evaluation of a new position is corrected by it.
type correctionHistory struct {
	pawns [2][correctionSize]int16
	hands [2][correctionSize]int16
	moves [pieceTo]int16
}

const (
	correctionSize  = 1 << 14
	correctionMax   = 1024
	correctionGrain = 512 // table units in a centipawn-weight of 1; see of
)

type correctionKeys struct{ pawns, hands, move int }

func keysOf(p *position.Position) correctionKeys {
	black, white := p.Pieces(position.Black, position.Pawn), p.Pieces(position.White, position.Pawn)
	pawns := black.Lo*0x9E3779B97F4A7C15 ^ bits.RotateLeft64(black.Hi*0xBF58476D1CE4E5B9, 29)
	pawns ^= bits.RotateLeft64(white.Lo*0xD6E8FEB86659FD93, 13) ^ bits.RotateLeft64(white.Hi*0x94D049BB133111EB, 41)
	hands := (uint64(p.Hand(position.Black)) | uint64(p.Hand(position.White))<<32) * 0x9E3779B97F4A7C15
	return correctionKeys{
		pawns: int((pawns ^ pawns>>32) * 0xC2B2AE3D27D4EB4F >> 50),
		hands: int(hands >> 50),
		move:  pieceToIndex(p.LastMove()),
	}
}

// of returns what the tables know: what is to be added to the static evaluation.
func (h *correctionHistory) of(side position.Color, k correctionKeys) Score {
	c := int(h.pawns[side&1][k.pawns])*corrPawns + int(h.hands[side&1][k.hands])*corrHands + int(h.moves[k.move])*corrMoves
	return Score(c / correctionGrain)
}

// learn moves the entries towards the difference between the result of a search and the static evaluation.
func (h *correctionHistory) learn(side position.Color, k correctionKeys, diff Score, depth int) {
	bonus := max(-correctionMax/4, min(correctionMax/4, int(diff)*depth/8))
	for _, entry := range [...]*int16{&h.pawns[side][k.pawns], &h.hands[side][k.hands], &h.moves[k.move]} {
		abs := bonus
		if abs < 0 {
			abs = -abs
		}
		*entry += int16(bonus - int(*entry)*abs/correctionMax)
	}
}

// correctable reports whether the result of a search says something about the static evaluation: it is not decided, and
// a bound points away from it.
func correctable(result, static Score, bound Bound) bool {
	if result.IsWin() || result.IsLoss() || static == eval.None {
		return false
	}
	return !(bound == BoundLower && result <= static) && !(bound == BoundUpper && result >= static)
}
