package record

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"

	"katachi/position"
)

// holdsGame reports whether the text has more than comments, and in CSA than what is no line of a record.
func (f Format) holdsGame(text string) bool {
	for row := range strings.Lines(text) {
		row = strings.TrimSpace(row)
		comment := strings.HasPrefix(row, "#") || f == USI && strings.HasPrefix(row, "//") ||
			f == CSA && (!csaLine.MatchString(row) || row[0] == '\'' || row[0] == 'V' && !strings.Contains(row, ","))
		if row != "" && !comment {
			return true
		}
	}
	return false
}

// kifCutter finds out where in a KIF or KI2 file the next game begins.
type kifCutter struct {
	moves          bool // the game has some
	ended          bool // the line of moves that was read last
	drawn          bool // the game has a diagram
	head, headLine int  // offset and number of the first field behind an end, which may be the next game's; 0: none
	next, nextLine int  // those of a field behind a diagram that stands before another one; 0: none
}

// begins takes a line and reports whether it shows that another game has begun, at head.
func (k *kifCutter) begins(text string, at, line int) bool {
	key, _, field := cutField(text)
	if k.drawn && k.next == 0 && (key == "手合割" || strings.HasPrefix(text, "#KI") || aboveDiagram(key)) {
		k.next, k.nextLine = at, line
	}
	switch move := isMoveLine(text) && (k.moves || !isRemark(text)); {
	case text == "" || text[0] == '*' || text[0] == '&':
	case strings.HasPrefix(text, "変化"):
		k.ended, k.head = false, 0
	case strings.HasPrefix(text, "まで"):
		k.moves, k.ended, k.head = true, true, 0
	case move || text[0] == '|':
		if !move && k.head == 0 && k.next > 0 { // another diagram
			k.head, k.headLine = k.next, k.nextLine
		}
		if k.head > 0 {
			return true
		}
		k.drawn, k.next = k.drawn || !move, 0
		k.moves = k.moves || move
		k.ended = k.ended || move && endsLine(text)
	case k.moves && (strings.HasPrefix(text, "#KI") || field && opening(key)):
		if k.head == 0 {
			k.head, k.headLine = at, line
		}
		return true
	case field && k.ended && k.head == 0:
		k.head, k.headLine = at, line
	}
	return false
}

// aboveDiagram reports whether a key is that of the hand that is written above a diagram.
func aboveDiagram(key string) bool {
	return strings.HasSuffix(key, "駒") && (strings.HasPrefix(key, "後手") || strings.HasPrefix(key, "上手"))
}

// opening reports whether a game cannot have the key of a KIF header behind its moves.
func opening(key string) bool {
	switch key {
	case "手合割", "開始日時", "先手", "後手", "下手", "上手", "棋戦":
		return true
	}
	return false
}

// endsLine reports whether a line with moves has an end behind them.
func endsLine(line string) bool {
	if strings.Contains(line, "まで") {
		return true
	}
	if _, rest, numbered := cutNumber(line); numbered {
		line, _, _ = cutTime(rest)
	}
	if last := strings.LastIndexAny(line, "▲△☗☖▼▽"); last >= 0 {
		line = strings.TrimLeft(line[last:], "▲△☗☖▼▽")
	}
	return kifEndOf(strings.TrimSpace(line), position.Black) != nil
}

// isMoveLine reports whether a line of a KIF or KI2 file has moves.
func isMoveLine(line string) bool {
	if startsWithMark(line) {
		return true
	}
	_, rest, ok := cutNumber(line)
	return ok && rest != "" && !isFileNumbers(line)
}

// isRemark reports whether a line is a number and a word that is neither a move nor a usual end, such as 10 分切れ負け or 7 手詰:
// prose, unless moves stand before it.
func isRemark(line string) bool {
	_, text, _ := cutNumber(line)
	text, _, _ = cutTime(text)
	end := kifEndOf(text, position.Black)
	return end != nil && (end.Kind == Other || end.Kind == Checkmate && end.Text != "")
}

func startsWithMark(line string) bool {
	return strings.IndexAny(line, "▲△☗☖▼▽") == 0
}

// cutNumber splits a line into the number of the move and what follows.
func cutNumber(line string) (n int, rest string, ok bool) {
	rest = strings.TrimLeft(line, "0123456789０１２３４５６７８９")
	n, err := strconv.Atoi(toASCII(line[:len(line)-len(rest)]))
	if err != nil || n > 999999 || strings.TrimLeftFunc(rest, unicode.IsSpace) == rest {
		return 0, "", false
	}
	return n, strings.TrimSpace(rest), true
}

// cutField splits a line of a header at its colon.
func cutField(line string) (key, value string, found bool) {
	i := strings.IndexAny(line, "：:")
	if i <= 0 {
		return "", "", false
	}
	size := 1
	if line[i] != ':' {
		size = len("：")
	}
	return strings.TrimSpace(line[:i]), strings.TrimSpace(line[i+size:]), true
}

// detect returns the format of a text.
func detect(text string) (f Format, ok bool) {
	if isJKF(text) {
		return JKF, true
	}
	perhaps := false
	for row := range strings.Lines(text) {
		row = strings.TrimSpace(row)
		switch {
		case row == "":
		case strings.HasPrefix(row, "#KIF"):
			return KIF, true
		case strings.HasPrefix(row, "#KI2"):
			return KI2, true
		case row[0] == '#', row[0] == '*', strings.HasPrefix(row, "//"):
		case isUSI(row):
			return USI, true
		case isCSA(row):
			return CSA, true
		case startsWithMark(row):
			return KI2, true
		case strings.HasPrefix(row, "手数-"), isMoveLine(row) && !isRemark(row):
			return KIF, true
		case row[0] == '|', strings.HasPrefix(row, "+-"), strings.HasPrefix(row, "まで"), strings.HasSuffix(row, "手番"):
			perhaps = true
		default:
			if key, _, found := cutField(row); found && known(key) {
				perhaps = true
			}
		}
	}
	return KIF, perhaps
}

// jkfFields are the fields of the first entry of JKF's moves, with how their values begin.
var jkfFields = map[string]byte{"comment": '"', "comments": '[', "move": '{', "special": '"', "time": '{', "forks": '['}

// isJKF reports whether a text is an object with a list of moves, of which the first looks like one of JKF.
func isJKF(text string) bool {
	d := json.NewDecoder(strings.NewReader(text))
	next := func() json.Token {
		t, _ := d.Token()
		return t
	}
	if next() != json.Delim('{') {
		return false
	}
	for d.More() {
		if next() != "moves" {
			if d.Decode(&json.RawMessage{}) != nil {
				return false
			}
			continue
		}
		if next() != json.Delim('[') || next() != json.Delim('{') {
			return false
		}
		looks := !d.More()
		for d.More() {
			key, _ := next().(string)
			begin, known := jkfFields[key]
			if !known && !looks {
				return false
			}
			looks = true
			var value json.RawMessage
			if d.Decode(&value) != nil {
				break
			}
			if known && value[0] != begin && string(value) != "null" {
				return false
			}
		}
		return looks
	}
	return false
}

// known reports whether the word is a key that only KIF headers have.
func known(key string) bool {
	switch key {
	case "手合割", "先手", "後手", "上手", "下手", "先手の持駒", "後手の持駒", "上手の持駒", "下手の持駒", "棋戦", "開始日時":
		return true
	}
	return false
}

func isUSI(line string) bool {
	fields := strings.Fields(line)
	switch fields[0] {
	case "position", "startpos", "sfen":
		return true
	}
	return len(fields) >= 3 && strings.Count(fields[0], "/") >= 4 && (fields[1] == "b" || fields[1] == "w")
}

// isProse reports whether most lines of a text are none that USI knows, such as those around an example in a manual.
func isProse(text string) bool {
	others := 0
	for row := range strings.Lines(text) {
		row = strings.TrimSpace(row)
		switch {
		case row == "", row[0] == '#', strings.HasPrefix(row, "//"):
		case isUSI(row):
			others--
		default:
			others++
		}
	}
	return others > 0
}

func isCSA(line string) bool {
	switch {
	case line == "+", line == "-", line[0] == '\'', line[0] == '%' && len(line) > 2, line[0] == '$' && strings.Contains(line, ":"):
		return true
	case len(line) < 2:
		return false
	}
	switch line[:2] {
	case "V1", "V2", "V3", "PI", "P1", "P+", "P-", "N+", "N-":
		return true
	}
	return isCSAMove(line)
}

func isCSAMove(line string) bool {
	if len(line) < 7 || line[0] != '+' && line[0] != '-' {
		return false
	}
	for _, c := range line[1:5] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
