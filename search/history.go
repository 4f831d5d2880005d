package search

import (
	"katachi/position"
	"katachi/tt/huge"
)

// History tables remember how well moves did in the tree. An entry e moves by gravity, e += b - e*|b|/limit
// (Stockfish's formula): the nearer it is to the limit, the less a bonus b adds, so old experience fades. A table's
// limit and the size of its bonuses together determine how many samples an entry remembers.
//
// Some tables start below or above zero, since an unknown move is a little worse than one that was tried with success
// and better than one that was tried in vain. Their entries are stored as the difference from that start, so that
// fresh memory needs no filling.

// learn moves an entry, kept as the difference to start, by a bonus, which may be negative.
func learn(entry *int16, bonus, limit, start int) {
	bonus = max(-limit, min(limit, bonus))
	size := bonus
	if size < 0 {
		size = -size
	}
	e := int(*entry) + start
	*entry = int16(e + bonus - e*size/limit - start)
}

// The starts of the tables; their limits are in params.go.
const (
	lowPlyStart       = 98
	captureStart      = -678
	continuationStart = -523
	shapeStart        = -1238
	ttMoveLimit       = 8192
)

const (
	butterfly = 2 << 16
	// A little more than is used: all that the bits of a move can express, so that no access needs a test of its bounds.
	pieceTo = (position.NumPieces-1)*position.NumSquares + 128
)

// butterflyIndex distinguishes moves by side, promotion, origin (a square or the dropped kind) and destination.
func butterflyIndex(m position.Move) int {
	return int(m.Piece().Color())<<16 | int(m.To16())
}

// pieceToIndex distinguishes moves by the piece as it stands after the move and by the destination.
func pieceToIndex(m position.Move) int { return int(m.Piece())*position.NumSquares + int(m.To()) }

// mainHistory scores quiet moves by butterflyIndex.
type mainHistory [butterfly]int16

// lowPlyHistory scores the quiet moves of the first plies of this search alone: there the same positions come up again
// in every iteration. Clearing takes no longer than learning did.
type lowPlyHistory struct {
	plies   [lowPlies][butterfly]int16
	touched []uint32 // entries learned since the last clear; when it is full everything is cleared
}

const lowPlies = 5

func newLowPlyHistory() *lowPlyHistory {
	return &lowPlyHistory{touched: make([]uint32, 0, 4096)}
}

func (h *lowPlyHistory) learn(ply, index, bonus int) {
	e := &h.plies[ply][index]
	if *e == 0 && len(h.touched) < cap(h.touched) {
		h.touched = append(h.touched, uint32(ply*butterfly+index))
	}
	learn(e, bonus, mainLimit, lowPlyStart)
}

func (h *lowPlyHistory) clear() {
	if len(h.touched) == cap(h.touched) {
		h.plies = [lowPlies][butterfly]int16{}
	}
	for _, i := range h.touched {
		h.plies[i/butterfly][i%butterfly] = 0
	}
	h.touched = h.touched[:0]
}

// captureHistory scores captures, and quiet checks as captures of nothing, by moved piece, destination and captured
// kind.
type captureHistory [pieceTo * position.NumKinds]int16

func captureIndex(m position.Move, captured position.Kind) int {
	return pieceToIndex(m)*position.NumKinds + int(captured)
}

func (h *captureHistory) of(m position.Move, captured position.Kind) int {
	return int(h[captureIndex(m, captured)]) + captureStart
}

func (h *captureHistory) learn(m position.Move, captured position.Kind, bonus int) {
	learn(&h[captureIndex(m, captured)], bonus, captureLimit, captureStart)
}

// pieceToHistory scores moves by pieceToIndex.
type pieceToHistory [pieceTo]int16

// continuationHistory has a row of history.rows for every earlier move.
type continuationHistory [pieceTo]rowNumber

// rowNumber is 0 for a move that has learned nothing yet. Most moves never come up, so memory, and with it large pages,
// goes only to those that do.
type rowNumber uint16

// shapeHistory scores quiet moves by where the mover has its king and its pieces, pawns left out (see shapeRowOf).
type shapeHistory [shapeRows]pieceToHistory

const shapeRows = 1 << 10

// shapeRowOf is the row of the shape history for a position: by the pieces of the side to move. Two shapes may share a
// row.
func shapeRowOf(p *position.Position) uint16 {
	parts := p.Parts()
	if p.Side() == position.Black {
		return parts.Black() % shapeRows
	}
	return parts.White() % shapeRows
}

// history is all that a worker remembers of moves from search to search.
type history struct {
	main       mainHistory
	capture    captureHistory
	continued  continuationHistory
	none       rowNumber // of null moves and of what came before the root: always 0
	shapes     shapeHistory
	ttMove     int16 // how often the ttMove turns out best
	correction correctionHistory

	rows  [1 + 2*pieceTo]pieceToHistory // of continued and correction.continued; the first is never written
	taken rowNumber                     // the last row that has learned something
}

func newHistory() *history {
	return &huge.Make[history](1)[0]
}

// toLearn returns the row for writing.
func (h *history) toLearn(n *rowNumber) *pieceToHistory {
	if *n == 0 {
		h.taken++
		*n = h.taken
	}
	return &h.rows[*n]
}

// clear forgets everything.
func (h *history) clear() {
	clear(h.rows[:h.taken+1])
	clear(h.continued[:])
	clear(h.correction.continued[:])
	clear(h.main[:])
	clear(h.capture[:])
	clear(h.shapes[:])
	clear(h.correction.board[:])
	h.ttMove, h.taken = 0, 0
}

// learnContinuations updates the continuation histories of a move at a ply: as an answer to the moves before it.
func (w *worker) learnContinuations(ply int, m position.Move, bonus int) {
	at := pieceToIndex(m)
	shares := [...]int{continueOne, continueTwo, continueThree, continueFour, continueFive, continueSix}
	n := len(shares)
	if w.frame(ply).inCheck {
		n = 2
	}
	drift := continuationDrift
	for k, share := range shares[:n] {
		if after := w.frame(ply - 1 - k).after; after != &w.history.none {
			learn(&w.history.toLearn(after)[at], bonus*share/1024+drift, continuationLimit, continuationStart)
		}
		drift = 0
	}
}

// learnQuiet updates all tables for a quiet move at a ply. Inlined copies would crowd the instruction cache.
//
//go:noinline
func (w *worker) learnQuiet(ply int, m position.Move, bonus int) {
	at := butterflyIndex(m)
	learn(&w.history.main[at], bonus, mainLimit, 0)
	if ply < lowPlies {
		w.low.learn(ply, at, bonus*lowPlyShare/1024)
	}
	w.learnContinuations(ply, m, bonus*continuationShare/1024)
	share := bonus * shapeShareBad / 1024
	if bonus > 0 {
		share = bonus * shapeShareGood / 1024
	}
	learn(&w.history.shapes[w.frame(ply).shapeRow][pieceToIndex(m)], share, shapeLimit, shapeStart)
}

// triedMoves are the moves of a node that were searched and were not best; they get a malus when another one is.
type triedMoves struct {
	quiets   [maxTried]position.Move
	captures [maxTried]position.Move
	kinds    [maxTried]position.Kind // captured kinds
	nq, nc   int
}

const maxTried = 32

func (t *triedMoves) add(m position.Move, captured position.Kind) {
	if captured == position.NoKind {
		t.quiets[t.nq] = m
		t.nq++
	} else {
		t.captures[t.nc], t.kinds[t.nc] = m, captured
		t.nc++
	}
}

// learnBest learns from a node that found a best move. The best move gets a bonus. The moves tried before it get a
// malus, and so does the opponent's move that led to the node if it was the first one searched there, or the second
// after a ttMove. Inlined, it would be in the way of code that is needed more often.
//
//go:noinline
func (w *worker) learnBest(n *node, best position.Move) {
	f := w.frame(n.ply)
	parent := w.frame(n.ply - 1)
	bonus := min(bonusFactor*n.depth-bonusOffset, bonusMax) + parent.stat/bonusParent
	if best == n.tt.move {
		bonus += bonusTTMove
	}
	malus := min(malusFactor*n.depth-malusOffset, malusMax)
	if captured := w.pos.At(best.To()).Kind(); captured == position.NoKind {
		w.learnQuiet(n.ply, best, bonus*quietBonusShare/1024)
		each := malus * quietMalusShare / 1024
		for _, m := range f.tried.quiets[:f.tried.nq] {
			each = each * quietMalusDecay / 1024
			w.learnQuiet(n.ply, m, -each)
		}
	} else {
		w.history.capture.learn(best, captured, bonus*captureBonusShare/1024)
	}
	for i, m := range f.tried.captures[:f.tried.nc] {
		w.history.capture.learn(m, f.tried.kinds[i], -malus*captureMalusShare/1024)
	}
	first := 1
	if parent.ttHit {
		first = 2
	}
	if m, ok := w.lastQuiet(n.ply); ok && parent.moveCount == first {
		w.learnContinuations(n.ply-1, m, -malus*refutedShare/1024)
	}
}

// learnFailLow learns from a node in which no move reached alpha: the opponent's move that led here was good. Its bonus
// is small if it was expected to be good, large if it was a late one. Inlined, it would be in the way of code that is
// needed more often.
//
//go:noinline
func (w *worker) learnFailLow(n *node, best Score) {
	if n.ply == 0 {
		return
	}
	parent := w.frame(n.ply - 1)
	if m, ok := w.lastQuiet(n.ply); ok {
		scale := failLowBase - parent.stat/failLowStat + min(failLowFactor*n.depth, failLowMax)
		if parent.moveCount > 8 {
			scale += failLowLate
		}
		if !n.inCheck && best <= n.static-Score(failLowMargin) {
			scale += failLowSurprise
		}
		if !parent.inCheck && best <= -parent.static-Score(failLowParent) {
			scale += failLowParentSurprise
		}
		if scale <= 0 {
			return
		}
		bonus := min(failLowBonusFactor*n.depth-failLowBonusOffset, failLowBonusMax) * scale
		w.learnContinuations(n.ply-1, m, bonus*failLowContinuation/16384)
		learn(&w.history.main[butterflyIndex(m)], bonus*failLowMain/32768, mainLimit, 0)
	} else if captured := w.pos.Captured(); captured != position.NoPiece {
		w.history.capture.learn(parent.move, captured.Kind(), failLowCapture)
	}
}

// learnDifference learns from how a quiet move changed the static evaluation: a first opinion of the move before any
// cut-off.
func (w *worker) learnDifference(n *node) {
	m, ok := w.lastQuiet(n.ply)
	parent := w.frame(n.ply - 1)
	if !ok || parent.inCheck {
		return
	}
	x := max(-differenceLow, min(differenceHigh, -int(parent.static+n.static)*9/10)) + differenceShift
	learn(&w.history.main[butterflyIndex(m)], differenceMain*x, mainLimit, 0)
}

// learnTTMove learns whether ttMoves can be relied on.
func (w *worker) learnTTMove(bonus int) { learn(&w.history.ttMove, bonus, ttMoveLimit, 0) }

// lastQuiet returns the move that led to the node of a ply, if it was searched and is quiet.
func (w *worker) lastQuiet(ply int) (position.Move, bool) {
	if ply == 0 {
		return position.MoveNone, false
	}
	m := w.frame(ply - 1).move
	return m, m != position.MoveNull && m != position.MoveNone && w.pos.Captured() == position.NoPiece
}
