package nnue

import (
	"slices"

	"katachi/position"
)

// What a trainer needs to turn positions into features without knowing how they are numbered: it keeps a position as
// the numbers of its pieces from Black's perspective and the squares of the two kings.

// Pieces is how many numbers a position has: a complete game's pieces without the kings.
const Pieces = fullPieces

// Numbers is the number of each piece of a position except the kings as Black sees it, 0 for each missing one.
type Numbers [Pieces]uint16

// NumbersOf returns the numbers of a position's pieces: the board square by square, then the hands. No position has
// more than a complete game's pieces.
func NumbersOf(p *position.Position) (n Numbers) {
	v := kingPiece.view(position.Black, homeSquare)
	count := 0
	for rest := p.ByColor(position.Black).Or(p.ByColor(position.White)); rest.Any(); {
		var s position.Square
		s, rest = rest.Pop()
		if piece := p.At(s); piece.Kind() != position.King {
			n[count] = uint16(v.board(piece, s))
			count++
		}
	}
	for _, owner := range []position.Color{position.Black, position.White} {
		for _, k := range position.HandKinds {
			for i := range p.Hand(owner).Count(k) {
				n[count] = uint16(v.hand(owner, k, i))
				count++
			}
		}
	}
	return n
}

// Valid reports whether there can be such numbers.
func (n *Numbers) Valid() bool { return slices.Max(n[:]) < friendKing }

// Mirrored returns the numbers on the board mirrored left to right.
func (n Numbers) Mirrored() Numbers {
	for i, number := range n {
		n[i] = seen[position.Black][1][number]
	}
	return n
}

// seen[perspective][mirrored] turns a number as Black sees it into the perspective's.
var seen = func() (t [2][2][friendKing]uint16) {
	for mirrored := range 2 {
		for _, k := range position.HandKinds {
			friend, enemy := handBase[0][k], handBase[1][k]
			for i := range enemy - friend {
				t[position.Black][mirrored][friend+i], t[position.White][mirrored][friend+i] = friend+i, enemy+i
				t[position.Black][mirrored][enemy+i], t[position.White][mirrored][enemy+i] = enemy+i, friend+i
			}
		}
		for n := uint16(boardStart); n < friendKing; n++ {
			plane, s := (n-boardStart)/position.NumSquares, (n-boardStart)%position.NumSquares
			for _, c := range []position.Color{position.Black, position.White} {
				t[c][mirrored][n] = boardStart + position.NumSquares*(plane^uint16(c)) + uint16(orientations[c][mirrored][s])
			}
		}
	}
	return t
}()

// AppendRows appends to dst the rows of the first layer that are active in perspective c, at most Pieces and two kings.
// The position has the given pieces and the kings on the given squares, Black's first, NoSquare for a missing one. The
// shape is one of Shapes.
func (s *Shape) AppendRows(dst []uint32, n *Numbers, kings [2]position.Square, c position.Color) []uint32 {
	set := s.features
	king := seenKing(kings[c&1], c)
	_, mirrored := set.place(king)
	v := set.view(c, king)
	table := &seen[c&1][mirrored]
	for _, number := range n {
		dst = append(dst, v.first+uint32(table[number]))
	}
	if set.kings != kingsLeftOut {
		for owner, square := range kings {
			if square != position.NoSquare {
				dst = append(dst, v.board(position.NewPiece(position.Color(owner), position.King), square))
			}
		}
	}
	return dst
}

// AppendContacts appends to dst the rows of contacts of a position given as for AppendRows, with the side to move; none
// if the shape has no contacts.
func (s *Shape) AppendContacts(dst []uint32, n *Numbers, kings [2]position.Square, side position.Color) []uint32 {
	if !s.contacts {
		return dst
	}
	var t contacts
	board := n.board(kings)
	in := &t.input
	once, twice, colors := in.planes[0:4:4], in.planes[1:4:4], in.planes[4:]
	occupied := position.Bitboard{}
	for s, piece := range board {
		if piece != position.NoPiece {
			occupied = occupied.With(position.Square(s))
			colors[piece.Color()] = colors[piece.Color()].With(position.Square(s))
		}
	}
	for s, piece := range board {
		if piece != position.NoPiece {
			attacks, c := position.Attacks(piece, position.Square(s), occupied), 2*piece.Color()
			twice[c] = twice[c].Or(once[c].And(attacks))
			once[c] = once[c].Or(attacks)
		}
	}
	for c, king := range kings {
		in.around[c] = &around[c][king]
		if king != position.NoSquare {
			occupied = occupied.Without(king)
		}
	}
	in.others, in.board = occupied, &board
	return append(dst, t.rows[:goKernel.contacts(&t, side)]...)
}

// board returns the pieces on the board; promoted minor pieces are golds.
func (n *Numbers) board(kings [2]position.Square) (board [position.NumSquares]position.Piece) {
	for _, number := range n {
		if number >= boardStart {
			plane, s := (number-boardStart)/position.NumSquares, (number-boardStart)%position.NumSquares
			board[s] = position.NewPiece(position.Color(plane&1), planeOrder[plane/2])
		}
	}
	for c, s := range kings {
		if s != position.NoSquare {
			board[s] = position.NewPiece(position.Color(c), position.King)
		}
	}
	return board
}

// without returns the numbers without a piece on the board.
func (n Numbers) without(piece position.Piece, s position.Square) *Numbers {
	v := kingPiece.view(position.Black, homeSquare)
	gone := uint16(v.board(piece, s))
	for i, number := range n {
		if number == gone {
			n[i] = 0
		}
	}
	return &n
}
