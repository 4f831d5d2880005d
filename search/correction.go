package search

import (
	"katachi/eval"
	"katachi/position"
	"katachi/tt/prefetch"
)

// correctionHistory remembers by how much the search's result differed from the static evaluation in positions that
// share a feature: the pawns, both hands, the minor pieces, the other pieces of either side, or the last moves. It
// corrects the evaluation of a new position with the same features.
type correctionHistory struct {
	board     [2]boardTable       // by the side to move
	continued continuationHistory // by a move one or three plies before the last move, and the last
}

// boardTable has its rows by hashes of the features.
type boardTable [correctionSize]boardCorrections

func (t *boardTable) of(key uint16) *boardCorrections { return &t[key%correctionSize] }

// boardCorrections is a row with one entry for each feature; each entry is reached by its own feature's key.
type boardCorrections struct{ pawns, hands, minors, black, white int16 }

const (
	correctionSize  = 1 << 14
	correctionLimit = 1024
	// correctionGrain is how many units of the weighted sum make a centipawn.
	correctionGrain = 131072 * 9 / 10
)

// correctionKeys are hashes of a position's features; their low bits choose the rows. The struct is small enough for
// registers.
type correctionKeys struct {
	position.Parts
	hands uint16
}

func keysOf(p *position.Position) correctionKeys {
	hands := (uint64(p.Hand(position.Black)) | uint64(p.Hand(position.White))<<32) * 0x9E3779B97F4A7C15
	return correctionKeys{p.Parts(), uint16(hands >> 48)}
}

// prefetch starts loading the entries of board and hands that correction will read.
func (h *correctionHistory) prefetch(p *position.Position) {
	board, k := &h.board[p.Side()&1], keysOf(p)
	prefetch.Two(board.of(k.Pawns()), board.of(k.hands))
	prefetch.Two(board.of(k.Black()), board.of(k.White()))
	prefetch.One(board.of(k.Minors()))
}

// correction returns the correction for the position of a ply, in units of 1/correctionGrain centipawns. It is to be
// added to the static evaluation, and its size says how unsure that is.
func (w *worker) correction(ply int, k correctionKeys) int {
	h := &w.history.correction
	board := &h.board[w.pos.Side()&1]
	last := w.frame(ply - 1).move
	moves := correctionNull
	if last != position.MoveNull && last != position.MoveNone {
		at := pieceToIndex(last)
		rows := &w.history.rows
		moves = int(rows[*w.frame(ply - 2).correction][at]) + int(rows[*w.frame(ply - 4).correction][at])
	}
	return corrPawns*int(board.of(k.Pawns()).pawns) + corrHands*int(board.of(k.hands).hands) + corrMinors*int(board.of(k.Minors()).minors) +
		corrPieces*(int(board.of(k.Black()).black)+int(board.of(k.White()).white)) + corrMoves*moves
}

// correctionNull stands for the sum of both continuations after a null move.
const correctionNull = 8

// learnCorrection moves the entries towards the difference between the result of a search and the static evaluation.
// Inlined, it would be in the way of code that is needed more often.
//
//go:noinline
func (w *worker) learnCorrection(n *node, best Score, found bool) {
	k := n.keys
	factor := corrLearn
	if found {
		factor = corrLearnFound
	}
	bonus := int(best-n.static) * 9 / 10 * n.depth * factor / 128
	bonus = max(-correctionLimit/4, min(correctionLimit/4, bonus)) * 1069 / 1024
	h := &w.history.correction
	board := &h.board[w.pos.Side()&1]
	learn(&board.of(k.Pawns()).pawns, bonus, correctionLimit, 0)
	learn(&board.of(k.hands).hands, bonus, correctionLimit, 0)
	learn(&board.of(k.Minors()).minors, bonus*corrLearnMinors/128, correctionLimit, 0)
	learn(&board.of(k.Black()).black, bonus*corrLearnPieces/128, correctionLimit, 0)
	learn(&board.of(k.White()).white, bonus*corrLearnPieces/128, correctionLimit, 0)
	if last := w.frame(n.ply - 1).move; last != position.MoveNull && last != position.MoveNone {
		at := pieceToIndex(last)
		if before := w.frame(n.ply - 2).correction; before != &w.history.none {
			learn(&w.history.toLearn(before)[at], bonus*corrLearnTwo/128, correctionLimit, 0)
		}
		if before := w.frame(n.ply - 4).correction; before != &w.history.none {
			learn(&w.history.toLearn(before)[at], bonus*corrLearnFour/128, correctionLimit, 0)
		}
	}
}

// correctable reports whether the result of a search says something about the static evaluation: it is not decided, and
// as a bound (a lower one if a best move was found) it contradicts the evaluation.
func correctable(result, static Score, found bool) bool {
	return !result.IsDecided() && static != eval.None && (result > static) == found
}
