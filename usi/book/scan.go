package book

import "katachi/position"

// field splits off the first word of a line; blanks, tabs and other control characters separate.
func field(line []byte) (word, rest []byte) {
	for len(line) > 0 && isBlank(line[0]) {
		line = line[1:]
	}
	end := 0
	for end < len(line) && !isBlank(line[end]) {
		end++
	}
	word, rest = line[:end], line[end:]
	for len(rest) > 0 && isBlank(rest[0]) {
		rest = rest[1:]
	}
	return word, rest
}

func isBlank(c byte) bool { return c <= ' ' }

// trim cuts the blanks and the line's end off both sides.
func trim(line []byte) []byte {
	for len(line) > 0 && isBlank(line[0]) {
		line = line[1:]
	}
	for len(line) > 0 && isBlank(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	return line
}

// parseInt reads a number with an optional sign; one that is too large for any use is cut short.
func parseInt(text []byte) (int64, bool) {
	negative := false
	if len(text) > 1 && (text[0] == '-' || text[0] == '+') {
		negative = text[0] == '-'
		text = text[1:]
	}
	if len(text) == 0 {
		return 0, false
	}
	var n int64
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n < 1<<40 {
			n = n*10 + int64(c-'0')
		}
	}
	if negative {
		n = -n
	}
	return n, true
}

// parseMove reads a USI move without an allocation. position.ParseMove says better what is wrong; here millions are
// read and the line's number is enough.
func parseMove(text []byte) (position.Move16, bool) {
	if len(text) < 4 || len(text) > 5 || len(text) == 5 && text[4] != '+' {
		return 0, false
	}
	to, ok := parseSquare(text[2], text[3])
	if !ok {
		return 0, false
	}
	if text[1] == '*' {
		piece := pieceOf[text[0]]
		if len(text) == 5 || piece == position.NoPiece || piece.Color() != position.Black || piece.Kind() == position.King {
			return 0, false
		}
		return position.NewDrop(piece, to).To16(), true
	}
	from, ok := parseSquare(text[0], text[1])
	if !ok || from == to {
		return 0, false
	}
	if len(text) == 5 {
		return position.NewPromotion(from, to, position.NoPiece).To16(), true
	}
	return position.NewMove(from, to, position.NoPiece).To16(), true
}

func parseSquare(file, rank byte) (position.Square, bool) {
	if file < '1' || file > '9' || rank < 'a' || rank > 'i' {
		return position.NoSquare, false
	}
	return position.NewSquare(int(file-'0'), int(rank-'a')+1), true
}
