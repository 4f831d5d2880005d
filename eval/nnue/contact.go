package nnue

import (
	"encoding/binary"
	"slices"

	"katachi/position"
)

// Contacts are what accumulators, sums over single pieces, do not see: which squares around the kings and which pieces the two
// sides attack and defend, as often as twice. In networks that have them, every square within two steps of a king and
// every other piece on the board names a row by its class, how often either side attacks its square, and the rows are added
// to the first dense layer's sums. They are counted anew at every evaluation.
//
// The rows, in this order: for the side to move's king and then for its opponent's, for each of the 24 squares around it, as
// its owner sees them and mirrored if it stands on files 6 to 9, 27 classes; then, for the side to move's pieces and for its
// opponent's, for each kind, for each third of the board from the far one on, as the owner sees it, 9 classes. The class of a
// square around a king is 9 times what stands there (nothing, the king's side, the other) plus 3 times the other side's
// attacks, plus the king's side's; a piece's 3 times its enemy's attacks plus its own side's.
const (
	aroundKing    = 24
	squareClasses = 27
	kingRows      = aroundKing * squareClasses // of one king
	pieceClasses  = 9
	pieceRows     = len(planeOrder) * 3 * pieceClasses // of one side
	contactRows   = 2*kingRows + 2*pieceRows
)

// maxContacts is the most rows that a position has.
const maxContacts = 2*aroundKing + fullPieces

// contactShift is how many bits the rows' numbers are shifted to the left before they are added to the layer's sums.
const contactShift = 2

// codes has for each square, at codeAt, Black's attacks up to two, plus 3 times White's, plus 9 if Black's piece is there and 18 if
// White's. What is behind the last square only fills up.
type codes [128]uint8

// codeAt returns the place of a square in codes: the second word of a bitboard begins with the third 32 places.
func codeAt(s position.Square) uint8 { return uint8(s) + uint8(s/63) }

// planes are the bitboards that codes are made of: the squares that Black attacks once, twice, that White does, and those with a
// piece of Black's and of White's.
type planes [6]position.Bitboard

// planeWorth is what a plane adds to the code.
var planeWorth = [len(planes{})]uint8{1, 1, 3, 3, 9, 18}

// spread has the bits of a byte in bytes of their own.
var spread = func() (t [256]uint64) {
	for b := range t {
		for i := range 8 {
			t[b] |= uint64(b>>i&1) << (8 * i)
		}
	}
	return t
}()

// codesGo turns planes into codes eight squares at a time.
func codesGo(dst *codes, p *planes) {
	write := func(at int, words *[len(planes{})]uint64, count int) {
		for i := range count {
			sum := uint64(0)
			for j, w := range words {
				sum += spread[w>>(8*i)&255] * uint64(planeWorth[j])
			}
			binary.LittleEndian.PutUint64(dst[at+8*i:], sum)
		}
	}
	var lo, hi [len(planes{})]uint64
	for i, b := range p {
		lo[i], hi[i] = b.Lo, b.Hi
	}
	write(0, &lo, 8)
	write(64, &hi, 4)
}

// gatherGo adds to sums the given rows of as many numbers, shifted.
func gatherGo(sums []int32, table []int16, rows []uint32) {
	const width = contactWidth
	var total [width]int16
	for _, r := range rows {
		for i, v := range table[int(r)*width:][:width] {
			total[i] += v
		}
	}
	for i, v := range total {
		sums[i] += int32(v) << contactShift
	}
}

// contactWidth is the outputs of the first dense layer of a network with contacts.
const contactWidth = 32

// neighbour is a square around a king: its place in codes, and its first row.
type neighbour struct{ at, row uint16 }

// neighbours[c][king] are those of a king of side c.
var neighbours = func() (t [2][position.NumSquares][]neighbour) {
	for _, c := range []position.Color{position.Black, position.White} {
		for king := position.Square(0); king < position.NumSquares; king++ {
			seen := king.SeenBy(c)
			mirrored := seen.File() > 5
			if mirrored {
				seen = seen.Mirrored()
			}
			number := 0
			for file := seen.File() - 2; file <= seen.File()+2; file++ {
				for rank := seen.Rank() - 2; rank <= seen.Rank()+2; rank++ {
					if file == seen.File() && rank == seen.Rank() {
						continue
					}
					if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
						s := position.NewSquare(file, rank)
						if mirrored {
							s = s.Mirrored()
						}
						t[c][king] = append(t[c][king], neighbour{uint16(codeAt(s.SeenBy(c))), uint16(number * squareClasses)})
					}
					number++
				}
			}
		}
	}
	return t
}()

// squareClass and pieceClass turn a code into a class, for a king or a piece of side c.
var squareClass, pieceClass = func() (square, piece [2][32]uint8) {
	for code := range uint8(squareClasses) {
		attacks, there := [2]uint8{code % 3, code / 3 % 3}, code/9
		for c := range uint8(2) {
			piece[c][code] = 3*attacks[c^1] + attacks[c]
			square[c][code] = 9*([2][3]uint8{{0, 1, 2}, {0, 2, 1}}[c][there]) + piece[c][code]
		}
	}
	return square, piece
}()

// placed[piece][square] is the first of the piece's rows if it is the side to move's; the opponent's are pieceRows further.
var placed = func() (t [position.NumPieces][position.NumSquares]uint16) {
	for i, k := range planeOrder {
		kinds := []position.Kind{k}
		if k == position.Gold {
			kinds = append(kinds, position.ProPawn, position.ProLance, position.ProKnight, position.ProSilver)
		}
		for _, k := range kinds {
			for _, c := range []position.Color{position.Black, position.White} {
				for s := position.Square(0); s < position.NumSquares; s++ {
					t[position.NewPiece(c, k)][s] = uint16(2*kingRows + (3*i+(s.SeenBy(c).Rank()-1)/3)*pieceClasses)
				}
			}
		}
	}
	return t
}()

// contacts has the rows of one position after another.
type contacts struct {
	planes planes
	codes  codes
	rows   []uint32
}

func newContacts() contacts { return contacts{rows: make([]uint32, 0, maxContacts)} }

// of returns the rows of a position, valid until the next call.
func (t *contacts) of(p *position.Position, k *kernel) []uint32 {
	t.planes[0], t.planes[1] = p.Control(position.Black)
	t.planes[2], t.planes[3] = p.Control(position.White)
	t.planes[4], t.planes[5] = p.ByColor(position.Black), p.ByColor(position.White)
	k.codes(&t.codes, &t.planes)
	rows := t.around(t.rows[:0], p.King(position.Black), p.King(position.White), p.Side())
	n := len(rows)
	all := rows[:maxContacts]
	for b := p.ByColor(position.Black).Or(p.ByColor(position.White)).AndNot(p.ByKind(position.King)); b.Any(); {
		var s position.Square
		s, b = b.Pop()
		all[n] = t.piece(p.At(s), s, p.Side())
		n++
	}
	return all[:n]
}

// piece returns the row of a piece that is no king.
func (t *contacts) piece(piece position.Piece, s position.Square, side position.Color) uint32 {
	c := piece.Color()
	return uint32(pieceRows)*uint32(c^side) + uint32(placed[piece&31][s]) + uint32(pieceClass[c&1][t.codes[codeAt(s)&127]&31])
}

// around appends the rows of the squares around the kings, NoSquare for a missing one.
func (t *contacts) around(rows []uint32, black, white position.Square, side position.Color) []uint32 {
	for c, king := range [2]position.Square{black, white} {
		if king == position.NoSquare {
			continue
		}
		classes := &squareClass[c]
		first := uint32(0)
		if position.Color(c) != side {
			first = uint32(kingRows)
		}
		around := neighbours[c][king]
		rows = slices.Grow(rows, len(around))
		more := rows[len(rows):][:len(around)]
		for i, n := range around {
			more[i] = first + uint32(n.row) + uint32(classes[t.codes[n.at&127]&31])
		}
		rows = rows[:len(rows)+len(around)]
	}
	return rows
}
