package nnue

import "katachi/position"

// What a trainer needs to turn positions into features without knowing how they are numbered: it keeps a position as the
// numbers of its pieces from Black's perspective and the squares of the two kings.

// Pieces is how many numbers a position has: a complete game's pieces without the kings.
const Pieces = fullPieces

// Numbers is the number of each piece of a position but the kings as Black sees it, with 0 for each missing one.
type Numbers [Pieces]uint16

// NumbersOf returns the numbers of a position's pieces: the board square by square, then the hands. A position with more
// than a complete game's pieces does not exist.
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

// AppendRows appends the rows of the first layer that are active in perspective c, at most Pieces and two kings, to dst: of a
// position with the given pieces and the kings on the given squares, Black's first, NoSquare for a missing one. The
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

// Features appends the rows that are active in perspective c of the position to dst. See AppendRows.
func (s *Shape) Features(dst []uint32, p *position.Position, c position.Color) []uint32 {
	n := NumbersOf(p)
	return s.AppendRows(dst, &n, [2]position.Square{p.King(position.Black), p.King(position.White)}, c)
}
