package search

import (
	"katachi/position"
	"katachi/tt/huge"
)

// History tables remember how moves did in the tree. An entry moves towards +-historyMax by gravity: the nearer it is,
// the less a bonus adds (Stockfish's formula), so old experience fades.

const historyMax = 16384

// update adds a bonus, which may be negative, to an entry.
func update(entry *int16, bonus int) {
	bonus = max(-historyMax, min(historyMax, bonus))
	abs := bonus
	if abs < 0 {
		abs = -abs
	}
	*entry += int16(bonus - int(*entry)*abs/historyMax)
}

const (
	origins    = 128 + 8 // a square, or 128 more than a hand kind
	pieceTo    = position.NumPieces * position.NumSquares
	historyLen = 2 * origins * position.NumSquares
)

// quietHistory scores quiet moves by side, origin (a square or the dropped kind) and destination.
type quietHistory [historyLen]int16

func (h *quietHistory) at(m position.Move) *int16 {
	return &h[(int(m.Piece().Color())*origins+m.Origin())*position.NumSquares+int(m.To())]
}

// lowPlyHistory has a quietHistory for each of the first plies below the root, of this search alone: there the same
// positions come again with every iteration.
type lowPlyHistory [4]quietHistory

// at returns the table for a ply, nil if it is too deep.
func (h *lowPlyHistory) at(ply int) *quietHistory {
	if lowPlyOrder == 0 || ply < 1 || ply > len(h) {
		return nil
	}
	return &h[ply-1]
}

// captureHistory scores captures and promotions by moved piece, destination and captured kind.
type captureHistory [pieceTo * position.NumKinds]int16

func (h *captureHistory) at(m position.Move, captured position.Kind) *int16 {
	return &h[pieceToIndex(m)*position.NumKinds+int(captured)]
}

// pieceToHistory scores quiet moves by moved piece and destination.
type pieceToHistory [pieceTo]int16

func (h *pieceToHistory) at(m position.Move) *int16 { return &h[pieceToIndex(m)] }

func pieceToIndex(m position.Move) int {
	return int(m.Piece())*position.NumSquares + int(m.To())
}

// continuation has a pieceToHistory for every earlier move.
type continuation [pieceTo]pieceToHistory

func (c *continuation) after(m position.Move) *pieceToHistory { return &c[pieceToIndex(m)] }

// history is all that a worker remembers of moves from search to search.
type history struct {
	quiet      quietHistory
	capture    captureHistory
	continued  continuation
	correction correctionHistory
	used       bool // since it was cleared: what was never written needs no clearing, and no memory yet
}

func newHistory() *history {
	one := make([]history, 1)
	huge.Advise(one)
	return &one[0]
}

// clear forgets everything.
func (h *history) clear() {
	if h.used {
		*h = history{}
	}
}
