package book

import (
	"bytes"
	"errors"
	"strings"
)

// The kinds of line in a text book.
type lineKind uint8

const (
	lineNothing  lineKind = iota // blank or a comment
	linePosition                 // "sfen ..."
	lineGame                     // moves from a position on: "startpos moves ...", "sfen ... moves ..."
	lineMove                     // a move of the last position
)

var (
	wordSFEN     = []byte("sfen")
	wordStart    = []byte("startpos")
	wordPosition = []byte("position")
	wordMoves    = []byte(" moves")
	byteOrder    = []byte("\xEF\xBB\xBF") // the UTF-8 byte order mark of Windows' editors
)

// classify tells what a trimmed line is, and for a position or a game the text behind the keyword "sfen" or "position".
func classify(line []byte) (lineKind, []byte) {
	if len(line) == 0 || isComment(line) {
		return lineNothing, nil
	}
	if line[0] == 's' || line[0] == 'p' { // no move begins so
		word, rest := field(line)
		switch {
		case bytes.Equal(word, wordSFEN) && bytes.Contains(rest, wordMoves):
			return lineGame, line
		case bytes.Equal(word, wordSFEN):
			return linePosition, rest
		case bytes.Equal(word, wordPosition):
			return lineGame, rest
		case bytes.Equal(word, wordStart):
			return lineGame, line
		}
	}
	return lineMove, line
}

func isComment(text []byte) bool {
	return len(text) > 0 && text[0] == '#' || len(text) > 1 && text[0] == '/' && text[1] == '/'
}

var (
	errMove   = errors.New("the line begins neither with a move nor with sfen")
	errPonder = errors.New("the expected reply is neither a move nor none")
	errNumber = errors.New("value, depth or count is neither a number nor none")
)

// readMove reads "move ponder value depth count"; everything behind the first field may be missing.
func readMove(line []byte) (record, error) {
	word, rest := field(line)
	r := record{count: 1}
	var ok bool
	if r.move, ok = parseMove(word); !ok {
		return r, errMove
	}
	if word, rest = field(rest); len(word) == 0 || isComment(word) {
		return r, nil
	}
	if r.ponder, ok = parseMove(word); !ok && !isNone(word) {
		return r, errPonder
	}
	for i := range 3 {
		if word, rest = field(rest); len(word) == 0 || isComment(word) {
			break
		}
		n, ok := parseInt(word)
		switch {
		case !ok && isNone(word): // absent: the default stays
		case !ok:
			return r, errNumber
		case i == 0:
			r.value = toValue(n)
		case i == 1:
			r.depth = toDepth(n)
		case i == 2:
			r.count = toCount(n)
		}
	}
	return r, nil
}

// isNone reports whether the word stands for no move or no number.
func isNone(word []byte) bool {
	switch strings.ToLower(string(word)) {
	case "none", "resign", "win", "null", "pass", "0000", "-":
		return true
	}
	return false
}
