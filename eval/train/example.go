package train

import (
	"katachi/eval/nnue"
	"katachi/position"
)

// example is a position to learn from, 82 bytes.
type example struct {
	numbers nnue.Numbers
	kings   [2]uint8 // squares, Black's first
	side    position.Color
	result  int8  // side to move's view: 1 won, 0 drawn, -1 lost
	score   int16 // side to move's view, centipawns
}

// newExample returns the example of a position of a game with the result in Black's view. Both kings are there.
func newExample(p *position.Position, score int16, result int8) example {
	s := example{
		numbers: nnue.NumbersOf(p),
		kings:   [2]uint8{uint8(p.King(position.Black)), uint8(p.King(position.White))},
		side:    p.Side(),
		result:  result,
		score:   score,
	}
	if s.side == position.White {
		s.result = -result
	}
	return s
}

// mirroredNumbers is what becomes of a piece's number when the board is mirrored left to right.
var mirroredNumbers = func() (t [firstBoard + 18*position.NumSquares]uint16) {
	for n := range t {
		t[n] = uint16(n)
		if n >= firstBoard {
			plane, s := (n-firstBoard)/position.NumSquares, position.Square((n-firstBoard)%position.NumSquares)
			t[n] = uint16(firstBoard + plane*position.NumSquares + int(s.Mirrored()))
		}
	}
	return t
}()

// firstBoard is the first number of a piece on the board; those below it are in hand.
const firstBoard = 90

// appendRows appends the rows of the side to move's perspective and then those of its opponent's. With mirrored, the
// board is mirrored first: the rules are the same on both sides of it, so the score is too.
func (s *example) appendRows(dst []uint32, shape *nnue.Shape, mirrored bool) []uint32 {
	numbers := s.numbers
	kings := [2]position.Square{position.Square(s.kings[0]), position.Square(s.kings[1])}
	if mirrored {
		for i, n := range numbers {
			numbers[i] = mirroredNumbers[n]
		}
		kings = [2]position.Square{kings[0].Mirrored(), kings[1].Mirrored()}
	}
	dst = shape.AppendRows(dst, &numbers, kings, s.side)
	return shape.AppendRows(dst, &numbers, kings, s.side.Other())
}
