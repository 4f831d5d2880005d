package nnue

import (
	"encoding/binary"
	"math/bits"

	"katachi/position"
)

// Contacts tell what accumulators, which are sums over single pieces, cannot: which squares around the kings and which
// pieces the two sides attack and defend, counted up to two. In networks that have them, every square within two steps
// of a king and every other piece on the board selects a row by its class, that is by how often either side attacks its
// square. The rows are added to the first dense layer's sums. They are counted anew at every evaluation.
//
// The rows come in this order. First the side to move's king, then its opponent's: for each of the 24 squares around
// it, as its owner sees them and mirrored if it stands on files 6 to 9, 27 classes. Then the side to move's pieces,
// then its opponent's: for each kind, for each third of the board from the far one on, as the owner sees it, 9 classes.
// The class of a square around a king is 9 times what stands there (nothing, a piece of the king's side, one of the
// other) plus 3 times the other side's attacks plus those of the king's side. A piece's class is 3 times its enemy's
// attacks plus its own side's.
const (
	aroundKing    = 24
	squareClasses = 27
	kingRows      = aroundKing * squareClasses // of one king
	pieceClasses  = 9
	pieceRows     = len(planeOrder) * 3 * pieceClasses // of one side
	contactRows   = 2*kingRows + 2*pieceRows
)

// maxContacts is the largest number of rows that a position has.
const maxContacts = 2*aroundKing + fullPieces

// contactShift is how many bits the numbers in the rows are shifted to the left before they are added to the layer's
// sums.
const contactShift = 2

// codes has for each square, at codeAt, Black's attacks up to two, plus 3 times White's, plus 9 if a piece of Black's
// is there and 18 if one of White's. The places past the last square are padding.
type codes [128]uint8

// codeAt returns the place of a square in codes: the second word of a bitboard begins at place 64.
func codeAt(s position.Square) uint8 { return uint8(s) + uint8(s/63) }

// planes are the bitboards that codes are made of: the squares that Black attacks once and twice, those that White
// does, and those with a piece of Black's and of White's.
type planes [6]position.Bitboard

// contactInput determines the rows of a position, together with the side to move.
type contactInput struct {
	planes planes
	others position.Bitboard // squares with a piece that is no king
	around [2]*surroundings  // of each side's king
	board  *[position.NumSquares]position.Piece
}

// controlGo writes the planes of what both sides attack, with position.Control.
func controlGo(dst *planes, p *position.Position) {
	dst[0], dst[1] = p.Control(position.Black)
	dst[2], dst[3] = p.Control(position.White)
}

// planeWorth is what a plane adds to the code.
var planeWorth = [len(planes{})]uint8{1, 1, 3, 3, 9, 18}

// spread has each bit of a byte in a byte of its own.
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

// gatherGo adds the given rows, shifted, to sums; a row is as long as sums.
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

// surroundings are the squares around a king: for each its place in codes, and its first row if the king is the side to
// move's. Entries past the last one are padding.
type surroundings struct {
	at    [32]uint8
	row   [32]uint16
	count int
}

// around[c][king] are the surroundings of a king of side c; those of a missing king are empty.
var around = func() (t [2][position.NoSquare + 1]surroundings) {
	for _, c := range []position.Color{position.Black, position.White} {
		for king := position.Square(0); king < position.NumSquares; king++ {
			seen, to := king.SeenBy(c), &t[c][king]
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
						to.at[to.count], to.row[to.count] = codeAt(s.SeenBy(c)), uint16(number*squareClasses)
						to.count++
					}
					number++
				}
			}
		}
	}
	return t
}()

// contactTables give the row of a code. The assembly relies on the layout of these tables, of surroundings and of
// contactInput in memory.
type contactTables struct {
	// A code's class, for a king or a piece of side c.
	square, piece [2][32]uint8
	// What the place of a piece of side c adds to its row: 9 for each third of the board.
	third [2][96]uint8
	// A piece's first row, for each side to move.
	kind [2][position.NumPieces]uint16
	// The first row of side c's king, for each side to move.
	king [2][2]uint16
	// The bits of a byte that are set, from the lowest on: which of eight bytes to move to the front.
	compress [256]uint64
	// What a kind adds to the first row of a side's pieces.
	within [position.NumKinds]uint8
}

// The number of a piece's row among those of its side fits into a byte.
const _ = uint8(pieceRows - 1)

var rowOf = func() (t contactTables) {
	for code := range uint8(squareClasses) {
		attacks, there := [2]uint8{code % 3, code / 3 % 3}, code/9
		for c := range uint8(2) {
			t.piece[c][code] = 3*attacks[c^1] + attacks[c]
			t.square[c][code] = 9*([2][3]uint8{{0, 1, 2}, {0, 2, 1}}[c][there]) + t.piece[c][code]
		}
	}
	for i, k := range planeOrder {
		kinds := []position.Kind{k}
		if k == position.Gold {
			kinds = append(kinds, position.ProPawn, position.ProLance, position.ProKnight, position.ProSilver)
		}
		for _, k := range kinds {
			t.within[k] = uint8(3 * i * pieceClasses)
			for c := range position.Color(2) {
				for side := range position.Color(2) {
					t.kind[side][position.NewPiece(c, k)] = uint16(2*kingRows + 3*i*pieceClasses + int(c^side)*pieceRows)
				}
			}
		}
	}
	for c := range position.Color(2) {
		for s := position.Square(0); s < position.NumSquares; s++ {
			t.third[c][codeAt(s)] = uint8((s.SeenBy(c).Rank() - 1) / 3 * pieceClasses)
		}
		t.king[c][c^1] = kingRows
	}
	for b := range t.compress {
		for left, n := uint8(b), 0; left != 0; left, n = left&(left-1), n+8 {
			t.compress[b] |= uint64(bits.TrailingZeros8(left)) << n
		}
	}
	return t
}()

// contacts holds the rows of one position at a time.
type contacts struct {
	input contactInput
	codes codes
	rows  [128]uint32 // maxContacts, and the 32 that a kernel may write behind the last one; a power of two spares a test of bounds
}

// of returns the rows of a position, valid until the next call.
func (t *contacts) of(p *position.Position, k *kernel) []uint32 {
	in := &t.input
	black, white := p.ByColor(position.Black), p.ByColor(position.White)
	k.control(&in.planes, p)
	in.planes[4], in.planes[5] = black, white
	in.others = black.Or(white).AndNot(p.ByKind(position.King))
	in.around = [2]*surroundings{&around[position.Black][p.King(position.Black)], &around[position.White][p.King(position.White)]}
	in.board = p.Board()
	return t.rows[:k.contacts(t, p.Side())]
}

// rowsBy finds the rows with a kernel's codes and returns how many there are: first those of the squares around the
// kings, then those of Black's and of White's pieces.
func (t *contacts) rowsBy(codes func(dst *codes, p *planes), side position.Color) int {
	in := &t.input
	codes(&t.codes, &in.planes)
	n := 0
	for c, around := range in.around {
		classes, first := &rowOf.square[c], rowOf.king[side&1][c]
		at := around.at[:around.count]
		row, rows := around.row[:len(at)], t.rows[n:][:len(at)]
		for i, at := range at {
			rows[i] = uint32(first + row[i] + uint16(classes[t.codes[at&127]&31]))
		}
		n += len(at)
	}
	kinds, board := &rowOf.kind[side&1], in.board
	for c := range 2 {
		classes, thirds := &rowOf.piece[c], &rowOf.third[c]
		own := in.others.And(in.planes[4+c])
		for word := own.Lo; word != 0; word &= word - 1 {
			s := bits.TrailingZeros64(word) & 63
			t.rows[n&127] = uint32(kinds[board[s]&31] + uint16(thirds[s]) + uint16(classes[t.codes[s]&31]))
			n++
		}
		for word := own.Hi; word != 0; word &= word - 1 {
			s := bits.TrailingZeros64(word) & 31
			t.rows[n&127] = uint32(kinds[board[63+s]&31] + uint16(thirds[64+s]) + uint16(classes[t.codes[64+s]&31]))
			n++
		}
	}
	return n
}
