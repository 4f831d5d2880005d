package search

import (
	"math/bits"

	"katachi/eval"
	"katachi/position"
)

// correctionHistory remembers by how much the search's result differed from the static evaluation in positions that share a
// feature: the pawns, both hands, the minor pieces, the other pieces of either side, or the last moves. The evaluation of a
// new position is corrected by it.
type correctionHistory struct {
	board     [2]boardTable       // by the side to move
	continued continuationHistory // by a move one or three plies before the last move, and the last
}

// boardTable has its rows by hashes of the features.
type boardTable [correctionSize]boardCorrections

func (t *boardTable) of(key uint16) *boardCorrections { return &t[key%correctionSize] }

// boardCorrections is a row of entries, each reached by the key of its own feature.
type boardCorrections struct{ pawns, hands, minors, black, white int16 }

const (
	correctionBits  = 14
	correctionSize  = 1 << correctionBits
	correctionLimit = 1024
	// correctionGrain is how many units of the weighted sum make a centipawn.
	correctionGrain = 131072 * 9 / 10
)

// correctionKeys are the rows of a position's features.
type correctionKeys struct{ pawns, hands, minors, black, white uint16 }

// fold mixes a set of squares into a hash; the features that share multipliers have rows of their own.
func fold(b position.Bitboard, lo, hi uint64) uint64 {
	return b.Lo*lo ^ bits.RotateLeft64(b.Hi*hi, 29)
}

func row(hash uint64) uint16 {
	return uint16((hash ^ hash>>32) * 0xC2B2AE3D27D4EB4F >> (64 - correctionBits))
}

// pawnHash is a hash of the pawns on the board.
func pawnHash(p *position.Position) uint64 {
	return fold(p.Pieces(position.Black, position.Pawn), 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9) ^
		bits.RotateLeft64(fold(p.Pieces(position.White, position.Pawn), 0xD6E8FEB86659FD93, 0x94D049BB133111EB), 13)
}

func keysOf(p *position.Position, pawns uint64) correctionKeys {
	hands := (uint64(p.Hand(position.Black)) | uint64(p.Hand(position.White))<<32) * 0x9E3779B97F4A7C15
	golds, silvers, knights, lances := p.Golds(), p.ByKind(position.Silver), p.ByKind(position.Knight), p.ByKind(position.Lance)
	black := p.ByColor(position.Black)
	minors := fold(golds, 0xA24BAED4963EE407, 0x9FB21C651E98DF25) ^ fold(silvers, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3) ^
		fold(knights, 0x589965CC75374CC3, 0x1D8E4E27C47D124F) ^ fold(lances, 0xEB44ACCAB455D165, 0xD6E8FEB86659FD93) ^
		fold(golds.Or(silvers).Or(knights).Or(lances).And(black), 0x9C6E6877736C46E3, 0xA0761D6478BD642F)
	return correctionKeys{
		pawns: row(pawns), hands: uint16(hands >> (64 - correctionBits)), minors: row(minors),
		black: row(sideHash(p, position.Black)), white: row(sideHash(p, position.White)),
	}
}

// sideHash is a hash of a side's pieces other than pawns: where they stand, and which are big.
func sideHash(p *position.Position, c position.Color) uint64 {
	own := p.ByColor(c)
	return fold(own.AndNot(p.ByKind(position.Pawn)), 0xE7037ED1A0B428DB, 0xBF58476D1CE4E5B9) ^
		fold(own.And(p.ByKind(position.Rook).Or(p.ByKind(position.Dragon))), 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3) ^
		fold(own.And(p.ByKind(position.Bishop).Or(p.ByKind(position.Horse))), 0x1D8E4E27C47D124F, 0xEB44ACCAB455D165) ^
		uint64(p.King(c))*0x94D049BB133111EB
}

// correction returns what the tables know of the position of a ply, in units of 1/correctionGrain centipawns: it is to be
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
	return corrPawns*int(board.of(k.pawns).pawns) + corrHands*int(board.of(k.hands).hands) + corrMinors*int(board.of(k.minors).minors) +
		corrPieces*(int(board.of(k.black).black)+int(board.of(k.white).white)) + corrMoves*moves
}

// correctionNull stands for the sum of both continuations after a null move.
const correctionNull = 8

// learnCorrection moves the entries towards the difference between the result of a search and the static evaluation.
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
	learn(&board.of(k.pawns).pawns, bonus, correctionLimit, 0)
	learn(&board.of(k.hands).hands, bonus, correctionLimit, 0)
	learn(&board.of(k.minors).minors, bonus*corrLearnMinors/128, correctionLimit, 0)
	learn(&board.of(k.black).black, bonus*corrLearnPieces/128, correctionLimit, 0)
	learn(&board.of(k.white).white, bonus*corrLearnPieces/128, correctionLimit, 0)
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
// a bound points away from it.
func correctable(result, static Score, found bool) bool {
	return !result.IsDecided() && static != eval.None && (result > static) == found
}

// pawnRowOf is the row of the pawn history for a hash of the pawns.
func pawnRowOf(hash uint64) uint16 { return row(hash) % pawnRows }
