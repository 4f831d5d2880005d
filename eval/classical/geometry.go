package classical

import "katachi/position"

// farAway is the distance of everything from a king that is not on the board.
const farAway = 9

// distance between two squares: the larger of the differences of files and ranks; the last row is for NoSquare.
var distance = func() (t [position.NumSquares + 1][position.NumSquares]uint8) {
	apart := func(a, b int) int { return max(a-b, b-a) }
	for s := range t {
		for u := range t[s] {
			a, b := position.Square(s), position.Square(u)
			if a == position.NoSquare {
				t[s][u] = farAway
			} else {
				t[s][u] = uint8(max(apart(a.File(), b.File()), apart(a.Rank(), b.Rank())))
			}
		}
	}
	return t
}()

// fileMask holds the squares of each file of the full board, from file 1.
var fileMask = func() (t [9]position.Bitboard) {
	for s := position.Square(0); s < position.NumSquares; s++ {
		t[s.File()-1] = t[s.File()-1].With(s)
	}
	return t
}()

// geometry is what surrounds a king on each square of the variant's board; the sets for NoSquare are empty.
type geometry struct {
	within [3][position.NumSquares + 1]position.Bitboard // at most one, two, three steps away, the square itself included
	zone   [2][position.NumSquares + 1]position.Bitboard // where attacks endanger the king of a colour
}

// makeGeometry fills in the sets. The zone is the king's square, its neighbours and the three squares beyond those in
// front of it, where attacks are prepared.
func (e *Evaluator) makeGeometry() {
	e.geometry = geometry{}
	for squares := e.board; squares.Any(); {
		var s position.Square
		s, squares = squares.Pop()
		for rest := e.board; rest.Any(); {
			var t position.Square
			t, rest = rest.Pop()
			d := int(distance[s][t])
			for steps := max(d, 1); steps <= 3; steps++ {
				e.within[steps-1][s] = e.within[steps-1][s].With(t)
			}
			if ahead := s.Rank() - t.Rank(); d <= 2 && max(s.File()-t.File(), t.File()-s.File()) <= 1 {
				if d <= 1 || ahead == 2 {
					e.zone[position.Black][s] = e.zone[position.Black][s].With(t)
				}
				if d <= 1 || ahead == -2 {
					e.zone[position.White][s] = e.zone[position.White][s].With(t)
				}
			}
		}
	}
}
