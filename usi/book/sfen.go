package book

import (
	"errors"
	"fmt"

	"katachi/position"
)

// packer turns the text of an SFEN into its packed form without making a Position: a large book has millions of
// them, and few are ever looked at. Its board is used again and again.
type packer struct {
	rules *position.Rules
	board [position.NumSquares]position.Piece
}

// The reasons why a text is no position. They carry no detail: the message names the line.
var (
	errFields = errors.New("want board, side to move, hands and a move number after sfen")
	errBoard  = errors.New("the board is not an SFEN of this variant")
	errSide   = errors.New("the side to move is not b or w")
	errHands  = errors.New("the hands are not pieces with counts, or -")
	errPly    = errors.New("the move number is not a number")
)

var pieceOf = func() (t [256]position.Piece) {
	for _, k := range append(position.HandKinds[:], position.King) {
		t[k.Letter()] = position.NewPiece(position.Black, k)
		t[k.Letter()|0x20] = position.NewPiece(position.White, k)
	}
	return t
}()

// pack reads board, side, hands and, optionally, the ply (0 if it is missing).
func (s *packer) pack(text []byte) (key position.Packed, ply uint16, err error) {
	board, text := field(text)
	side, text := field(text)
	hands, text := field(text)
	number, text := field(text)
	if len(hands) == 0 || len(text) != 0 {
		return key, 0, errFields
	}
	if !s.readBoard(board) {
		return key, 0, errBoard
	}
	if len(side) != 1 || side[0] != 'b' && side[0] != 'w' {
		return key, 0, errSide
	}
	color := position.Black
	if side[0] == 'w' {
		color = position.White
	}
	inHand, ok := readHands(hands)
	if !ok {
		return key, 0, errHands
	}
	if len(number) > 0 {
		n, ok := parseInt(number)
		if !ok || n < 0 {
			return key, 0, errPly
		}
		ply = toPly(n)
	}
	key, err = position.PackBoard(&s.board, color, inHand)
	if err != nil {
		return key, 0, fmt.Errorf("the position is impossible: %w", err)
	}
	return key, ply, nil
}

func (s *packer) readBoard(text []byte) bool {
	clear(s.board[:])
	file, rank := s.rules.Files, 1
	promoted := false
	for _, c := range text {
		switch piece := pieceOf[c]; {
		case piece != position.NoPiece:
			if file < 1 || promoted && !piece.Kind().CanPromote() {
				return false
			}
			if promoted {
				piece = position.NewPiece(piece.Color(), piece.Kind().Promoted())
				promoted = false
			}
			s.board[position.NewSquare(file, rank)] = piece
			file--
		case promoted:
			return false
		case c >= '1' && c <= '9':
			file -= int(c - '0')
		case c == '+':
			promoted = true
		case c == '/' && file == 0 && rank < s.rules.Ranks:
			file = s.rules.Files
			rank++
		default:
			return false
		}
	}
	return file == 0 && rank == s.rules.Ranks && !promoted
}

func readHands(text []byte) (hands [2]position.Hand, ok bool) {
	if len(text) == 1 && text[0] == '-' {
		return hands, true
	}
	count := 0
	for _, c := range text {
		if c >= '0' && c <= '9' {
			if count = count*10 + int(c-'0'); count < 1 || count > 18 {
				return hands, false
			}
			continue
		}
		piece := pieceOf[c]
		kind := piece.Kind()
		if kind == position.NoKind || kind == position.King {
			return hands, false
		}
		hand := &hands[piece.Color()]
		if hand.Count(kind)+max(count, 1) > position.HandLimit[kind] {
			return hands, false
		}
		for range max(count, 1) {
			*hand = hand.Plus(kind)
		}
		count = 0
	}
	return hands, count == 0
}
