package position

import (
	"encoding/binary"
	"fmt"
)

// Packed is a position in 256 bits: side to move, board and hands, without ply and history (YaneuraOu's PackedSfen).
// Bit k of the stream is bit k%8 of byte k/8, and numbers are written from their lowest bit: the side to move, both
// kings' squares, a code for every other square, a code for every piece in hand, a code for every piece of the forty
// that is missing from the game. A piece's code in hand or in the box is one bit shorter than on the board, where an
// empty square takes that bit, so the sum is 256 for every set of pieces, and equal positions have equal bytes. A
// smaller board packs as the full one with free squares around it.
type Packed [32]byte

// packCode is the code of one thing in the stream, its first bit lowest.
type packCode struct{ bits, length uint8 }

var (
	// packPrefix is the beginning of a kind's code on the board, before the bits for promotion and colour.
	packPrefix = [8]packCode{
		Pawn: {0b01, 2}, Lance: {0b0011, 4}, Knight: {0b1011, 4}, Silver: {0b0111, 4}, Gold: {0b01111, 5},
		Bishop: {0b011111, 6}, Rook: {0b111111, 6},
	}
	packOrder = [7]Kind{Pawn, Lance, Knight, Silver, Gold, Bishop, Rook} // in hands and box

	packBoard = [NumPieces]packCode{NoPiece: {0, 1}}
	packHand  [NumPieces]packCode
	packBox   [8]packCode

	// The decoders are indexed by the next eight bits of the stream; length 0 marks bits that are no code of a piece in
	// hand or box.
	unpackBoard [256]struct{ piece, length uint8 }
	unpackRest  [256]struct {
		piece, length uint8
		box           bool
	}
)

func init() {
	for i := range unpackBoard {
		if i&1 == 0 {
			unpackBoard[i].length = 1
		}
	}
	for _, k := range packOrder {
		for c := Black; c <= White; c++ {
			for _, promoted := range []uint8{0, 1} {
				if promoted == 1 && !k.CanPromote() {
					continue
				}
				code, piece := packPrefix[k], NewPiece(c, k|Kind(promoted)*promotionBit)
				if k.CanPromote() {
					code.bits |= promoted << code.length
					code.length++
				}
				code.bits |= uint8(c) << code.length
				code.length++
				packBoard[piece] = code
				fill(code, func(i int) { unpackBoard[i].piece, unpackBoard[i].length = uint8(piece), code.length })

				rest := packCode{code.bits >> 1, code.length - 1}
				switch {
				case promoted == 0:
					packHand[piece] = rest
				case c == Black:
					packBox[k] = rest
				case k == Silver: // White's promoted silver in hand stands for the gold, which cannot promote
					packBox[Gold] = rest
					piece = NewPiece(Black, Gold)
				default:
					continue
				}
				fill(rest, func(i int) {
					unpackRest[i].piece, unpackRest[i].length, unpackRest[i].box = uint8(NewPiece(piece.Color(), piece.Kind().Unpromoted())), rest.length, promoted == 1
				})
			}
		}
	}
}

// fill calls set for every byte that begins with the code.
func fill(code packCode, set func(int)) {
	for i := int(code.bits); i < 256; i += 1 << code.length {
		set(i)
	}
}

// packer appends bits to the stream.
type packer struct {
	words [4]uint64
	n     uint
}

func (w *packer) put(c packCode) { w.number(uint64(c.bits), uint(c.length)) }

func (w *packer) number(v uint64, length uint) {
	i, shift := w.n>>6&3, w.n&63
	w.words[i] |= v << shift
	if shift+length > 64 {
		w.words[(i+1)&3] |= v >> (64 - shift)
	}
	w.n += length
}

// Pack returns the position in 256 bits. The error wraps ErrInvalid: a position without one of the kings has no
// packed form.
func (p *Position) Pack() (Packed, error) { return PackBoard(p.Board(), p.side, p.hand) }

// PackBoard is Pack for a board without a Position, such as one of millions in a file. It checks the number of pieces
// and nothing else. The hands must not hold more of a kind than the game has.
func PackBoard(board *[NumSquares]Piece, side Color, hands [2]Hand) (Packed, error) {
	var w packer
	var pieces [NumPieces]int8
	kings := [2]Square{NoSquare, NoSquare}
	for s, piece := range board {
		pieces[piece&31]++
		if piece.Kind() == King {
			kings[piece.Color()] = Square(s)
		}
	}
	if pieces[NewPiece(Black, King)] != 1 || pieces[NewPiece(White, King)] != 1 {
		return Packed{}, fmt.Errorf("%w: to be packed it needs one king of each side", ErrInvalid)
	}
	w.number(uint64(side), 1)
	w.number(uint64(kings[Black]), 7)
	w.number(uint64(kings[White]), 7)
	for _, piece := range board {
		w.put(packBoard[piece&31]) // the kings' codes are empty
	}
	var count [8]int8
	for _, k := range packOrder {
		for c := Black; c <= White; c++ {
			count[k] += pieces[NewPiece(c, k)]
			if k.CanPromote() {
				count[k] += pieces[NewPiece(c, k.Promoted())]
			}
		}
	}
	for c, hand := range hands {
		if hand == 0 {
			continue
		}
		for _, k := range packOrder {
			n := hand.Count(k)
			count[k] += int8(n)
			for range n {
				w.put(packHand[NewPiece(Color(c), k)])
			}
		}
	}
	for _, k := range packOrder {
		missing := HandLimit[k] - int(count[k])
		if missing < 0 {
			return Packed{}, fmt.Errorf("%w: %d pieces of kind %v, the game has %d", ErrInvalid, count[k], k, HandLimit[k])
		}
		for range missing {
			w.put(packBox[k])
		}
	}
	var packed Packed
	for i, word := range w.words {
		binary.LittleEndian.PutUint64(packed[8*i:], word)
	}
	return packed, nil
}

// Unpack returns the position of the variant, with ply as the number of the next move. The error wraps ErrSyntax if
// the bits are no codes, and ErrInvalid if they describe an impossible position.
func Unpack(rules *Rules, packed Packed, ply int) (*Position, error) {
	p := &Position{rules: rules, sets: sets{occupied: rules.walls}, ply: max(ply, 1)}
	r := unpacker{packed: packed}
	p.side = Color(r.number(1))
	for c := Black; c <= White; c++ {
		k := Square(r.number(7))
		if k >= NumSquares || rules.walls.Has(k) || p.board[k] != NoPiece {
			return nil, fmt.Errorf("%w: packed position: king of %v on square number %d", ErrSyntax, c, k)
		}
		p.put(NewPiece(c, King), k)
	}
	for s := Square(0); s < NumSquares; s++ {
		if p.board[s] != NoPiece {
			continue
		}
		code := unpackBoard[r.peek()] // all bits are a code of something
		r.n += uint(code.length)
		if code.piece != 0 {
			if rules.walls.Has(s) {
				return nil, fmt.Errorf("%w: packed position: a piece on %v, outside the board", ErrInvalid, s)
			}
			p.put(Piece(code.piece), s)
		}
	}
	if err := p.unpackHands(&r); err != nil {
		return nil, err
	}
	if err := p.start(false); err != nil {
		return nil, err
	}
	return p, nil
}

// unpackHands reads what follows the board: the hands in any order of pieces, and the pieces that are missing.
func (p *Position) unpackHands(r *unpacker) error {
	for r.n < 256 {
		code := unpackRest[r.peek()]
		if code.length == 0 {
			return fmt.Errorf("%w: packed position: no code of a piece in hand at bit %d", ErrSyntax, r.n)
		}
		r.n += uint(code.length)
		if code.box {
			continue
		}
		piece := Piece(code.piece)
		hand := &p.hand[piece.Color()]
		if hand.Count(piece.Kind()) >= p.rules.limits[piece.Kind()] {
			return fmt.Errorf("%w: packed position: more than %d pieces of kind %v in one hand", ErrInvalid, p.rules.limits[piece.Kind()], piece.Kind())
		}
		*hand = hand.Plus(piece.Kind())
	}
	if r.n != 256 {
		return fmt.Errorf("%w: packed position: board and hands need %d bits, more than there are", ErrSyntax, r.n)
	}
	return nil
}

// unpacker reads the stream.
type unpacker struct {
	packed Packed
	n      uint
}

// peek returns the next eight bits, zeros past the end.
func (r *unpacker) peek() uint8 {
	i := r.n >> 3
	if i >= 32 {
		return 0
	}
	v := uint16(r.packed[i])
	if i < 31 {
		v |= uint16(r.packed[i+1]) << 8
	}
	return uint8(v >> (r.n & 7))
}

func (r *unpacker) number(length uint) uint8 {
	v := r.peek() & (1<<length - 1)
	r.n += length
	return v
}
