package classical

import "katachi/position"

// makeSquares fills in what a piece on a square and a piece in hand are worth.
func (e *Evaluator) makeSquares() {
	w := e.weights
	for k := position.Pawn; k <= position.Dragon; k++ {
		black, white := position.NewPiece(position.Black, k), position.NewPiece(position.White, k)
		for s := position.Square(0); s < position.NumSquares; s++ {
			if s.File() > e.rules.Files || s.Rank() > e.rules.Ranks {
				continue
			}
			value := int16(w.Board[k] + e.place(k, s.File(), s.Rank()))
			e.squares[black][s] = value
			e.squares[white][e.rules.Rotate(s)] = -value
		}
		if k < position.King {
			e.inHand[black] = w.Board[k] * w.HandPercent / 100
			e.inHand[white] = -e.inHand[black]
		}
	}
}

// smallRank and smallFile say which rank (0 = the enemy's back rank) and which distance from the middle file of the
// full board the ones of the 5x5 board are like: only its last rank promotes, so the one before is the pawn's threshold.
var (
	smallRank = [5]int{1, 3, 5, 7, 8}
	smallFile = [3]int{0, 2, 4}
)

// place returns what standing on the square is worth for a piece of Black's.
func (e *Evaluator) place(k position.Kind, file, rank int) int32 {
	row, middle := rank-1, (e.rules.Files+1)/2
	column := max(file-middle, middle-file)
	if e.rules.Ranks == len(smallRank) {
		row, column = smallRank[row], smallFile[column]
	}
	return e.weights.Rank[k][row] + e.weights.File[k][column]
}

// sum returns material and squares of the position from Black's view.
func (e *Evaluator) sum(p *position.Position) int32 {
	sum := int32(0)
	for s := position.Square(0); s < position.NumSquares; s++ {
		sum += int32(e.squares[p.At(s)][s])
	}
	for c := position.Black; c <= position.White; c++ {
		for _, k := range position.HandKinds {
			sum += e.inHand[position.NewPiece(c, k)] * int32(p.Hand(c).Count(k))
		}
	}
	return sum
}

// change returns by how much a move changes the sum.
func (e *Evaluator) change(d position.Delta) int32 {
	m := d.Move
	piece, to := m.Piece(), m.To()
	change := int32(e.squares[piece][to])
	if m.IsDrop() {
		return change - e.inHand[piece]
	}
	change -= int32(e.squares[m.Before()][m.From()])
	if d.Captured != position.NoPiece {
		taken := position.NewPiece(piece.Color(), d.Captured.Kind().Unpromoted())
		change += e.inHand[taken] - int32(e.squares[d.Captured][to])
	}
	return change
}
