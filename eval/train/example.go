package train

import (
	"encoding/binary"
	"math"

	"katachi/eval/nnue"
	"katachi/position"
)

// example is a position to learn from.
type example struct {
	numbers  nnue.Numbers
	kings    [2]uint8 // squares, Black's first
	side     position.Color
	result   int8   // side to move's view: 1 won, 0 drawn, -1 lost; unknown where the game was not played to an end
	searched chance // by the score of its search
	worth    chance // by the later scores of the game too, see lookahead; else as searched
	left     uint8  // plies to the end of the game, at most 255
}

// unknown is the result of a game that was not finished: a move limit does not say who was better.
const unknown = 2

// chance is a probability of the side to move to win, in 65536ths: it is never 0 or 1.
type chance uint16

func newChance(p float64) chance { return chance(max(1, min(math.MaxUint16, math.Round(p*(1<<16))))) }

// of returns the probability.
func (c chance) of() float64 { return float64(c) / (1 << 16) }

// newExample returns the example of a position of a game with the result in Black's view. Both kings are there, as in
// all games that can be recorded.
func newExample(p *position.Position, searched, worth chance, result int8) example {
	s := example{
		numbers:  nnue.NumbersOf(p),
		kings:    [2]uint8{uint8(p.King(position.Black)), uint8(p.King(position.White))},
		side:     p.Side(),
		result:   result,
		searched: searched,
		worth:    worth,
	}
	if s.side == position.White && result != unknown {
		s.result = -result
	}
	return s
}

// An example on disk: the numbers, 11 bits each. Then bytes: Black's king, with the side to move in the highest bit;
// White's king; the result plus 1; plies left. Then searched and worth, 16 bits each, little-endian.
const (
	numberBits   = 11
	numbersBytes = (nnue.Pieces*numberBits + 7) / 8
	exampleBytes = numbersBytes + 8
)

// encode appends the example in its form on disk.
func (s *example) encode(b []byte) []byte {
	bits, n := uint64(0), 0
	for _, v := range s.numbers {
		bits |= uint64(v) << n
		for n += numberBits; n >= 8; n -= 8 {
			b = append(b, byte(bits))
			bits >>= 8
		}
	}
	if n > 0 {
		b = append(b, byte(bits))
	}
	b = append(b, s.kings[0]|uint8(s.side)<<7, s.kings[1], uint8(s.result+1), s.left)
	b = binary.LittleEndian.AppendUint16(b, uint16(s.searched))
	return binary.LittleEndian.AppendUint16(b, uint16(s.worth))
}

// decode reads what encode wrote. It reports whether the bytes can be an example.
func (s *example) decode(b []byte) bool {
	bits, n, at := uint64(0), 0, 0
	for i := range s.numbers {
		for ; n < numberBits; n += 8 {
			bits |= uint64(b[at]) << n
			at++
		}
		s.numbers[i] = uint16(bits & (1<<numberBits - 1))
		bits >>= numberBits
		n -= numberBits
	}
	b = b[numbersBytes:]
	s.side, s.kings = position.Color(b[0]>>7), [2]uint8{b[0] & 0x7f, b[1]}
	s.result, s.left = int8(b[2])-1, b[3]
	s.searched, s.worth = chance(binary.LittleEndian.Uint16(b[4:])), chance(binary.LittleEndian.Uint16(b[6:]))
	return s.numbers.Valid() && s.kings[0] < position.NumSquares && s.kings[1] < position.NumSquares && b[2] <= unknown+1 &&
		s.searched > 0 && s.worth > 0
}

// appendRows appends the rows of the side to move's perspective and then those of its opponent's. With mirrored, the
// board is mirrored first; the rules are the same left and right, so the score is too.
func (s *example) appendRows(dst []uint32, shape *nnue.Shape, mirrored bool) []uint32 {
	numbers, kings := s.pieces(mirrored)
	dst = shape.AppendRows(dst, &numbers, kings, s.side)
	return shape.AppendRows(dst, &numbers, kings, s.side.Other())
}

// appendContacts appends the rows of contacts.
func (s *example) appendContacts(dst []uint32, shape *nnue.Shape, mirrored bool) []uint32 {
	numbers, kings := s.pieces(mirrored)
	return shape.AppendContacts(dst, &numbers, kings, s.side)
}

// pieces returns the numbers of the pieces and the squares of the kings, on request those of the mirrored board.
func (s *example) pieces(mirrored bool) (numbers nnue.Numbers, kings [2]position.Square) {
	numbers, kings = s.numbers, [2]position.Square{position.Square(s.kings[0]), position.Square(s.kings[1])}
	if mirrored {
		numbers = numbers.Mirrored()
		kings = [2]position.Square{kings[0].Mirrored(), kings[1].Mirrored()}
	}
	return numbers, kings
}
