package usi

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"katachi/position"
	"katachi/search"
)

// errCommand is wrapped by every complaint about a command's words.
var errCommand = errors.New("bad command")

// maxMillis bounds every time in a command, so that sums of them, a thousandfold (SlowMover), cannot overflow: 46 days.
const maxMillis = 4_000_000_000

// goCommand is a parsed go command.
type goCommand struct {
	limits      search.Limits
	searchMoves []string
	random      time.Duration // rtime: a move time with jitter
	mate        bool
	mateTime    time.Duration // 0 = without limit
	perft       int64         // depth; 0 = no perft, -1 = one of no depth that makes sense
}

// parseGo reads the words after go. Unknown words and a value that is not a number, with its key, are reported and ignored.
// Main times may be negative, where a GUI has subtracted an increment in advance; other numbers are raised to their least
// value. A go that names no limit is endless. A clock without any time or increment does not count beside another limit:
// clients that always send a clock send zeros where there is none.
func parseGo(words []string) (goCommand, error) {
	var g goCommand
	var errs []error
	l := &g.limits
	asked := false
	for i := 0; i < len(words); i++ {
		key := words[i]
		number := func(least int64) (int64, bool) {
			if i+1 == len(words) {
				errs = append(errs, fmt.Errorf("%w: go: no number after %s", errCommand, key))
				return 0, false
			}
			n, ok := parseNumber(words[i+1])
			if !ok {
				errs = append(errs, fmt.Errorf("%w: go: %q after %s is not a number", errCommand, words[i+1], key))
				if !slices.Contains(goKeys, words[i+1]) {
					i++
				}
				return 0, false
			}
			i++
			return max(n, least), true
		}
		millis := func(least int64) (time.Duration, bool) {
			n, ok := number(least)
			return time.Duration(min(n, maxMillis)) * time.Millisecond, ok
		}
		clock := func(d *time.Duration, least int64) {
			if v, ok := millis(least); ok {
				*d, l.Timed = v, true
			}
		}
		switch key {
		case "btime":
			clock(&l.Time[position.Black], -maxMillis)
		case "wtime":
			clock(&l.Time[position.White], -maxMillis)
		case "binc":
			clock(&l.Inc[position.Black], 0)
		case "winc":
			clock(&l.Inc[position.White], 0)
		case "byoyomi":
			clock(&l.Byoyomi, 0)
		case "movetime":
			if v, ok := millis(1); ok {
				l.MoveTime = v
			}
		case "rtime":
			if v, ok := millis(1); ok {
				g.random = v
			}
		case "depth":
			if n, ok := number(1); ok {
				l.Depth = int(min(n, 1<<20))
			}
		case "nodes":
			if n, ok := number(1); ok {
				l.Nodes = uint64(n)
			}
		case "infinite":
			l.Infinite, asked = true, true
		case "ponder":
			l.Ponder = search.NewPonder()
		case "perft":
			g.perft = -1
			if i+1 < len(words) && isNumber(words[i+1]) {
				if n, _ := number(0); n > 0 {
					g.perft = n
				}
			}
		case "mate":
			g.mate = true
			if i+1 < len(words) {
				switch next := words[i+1]; {
				case next == "infinite":
					asked = true
					i++
				case isNumber(next):
					g.mateTime, _ = millis(1)
				}
			}
		case "searchmoves":
			for i+1 < len(words) && !slices.Contains(goKeys, words[i+1]) {
				i++
				g.searchMoves = append(g.searchMoves, words[i])
			}
		default:
			if !isNumber(key) { // those follow words that are unknown
				errs = append(errs, fmt.Errorf("%w: go: %q is not known", errCommand, key))
			}
		}
	}
	if g.mate && g.mateTime == 0 && !asked {
		g.mateTime = cmp.Or(l.MoveTime, l.Byoyomi)
	}
	if l.Time == [2]time.Duration{} && l.Inc == l.Time && l.Byoyomi == 0 && (l.MoveTime > 0 || g.random > 0 || l.Depth > 0 || l.Nodes > 0) {
		l.Timed = false
	}
	return g, errors.Join(errs...)
}

// goKeys are the words with a meaning in a go command; they end a list of moves.
var goKeys = strings.Fields("btime wtime binc winc byoyomi movetime rtime depth nodes infinite ponder perft mate searchmoves")

// parseNumber reads a whole number, the nearest one if it is too great for 64 bits. A fraction is cut off.
func parseNumber(s string) (int64, bool) {
	if whole, fraction, found := strings.Cut(s, "."); found && strings.Trim(fraction, "0123456789") == "" {
		s = whole
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil || errors.Is(err, strconv.ErrRange)
}

func isNumber(s string) bool {
	_, ok := parseNumber(s)
	return ok
}

// parseSetOption splits the words after setoption into the option's name and its value. The value is the rest of the
// line with the blanks inside it.
func parseSetOption(rest string) (name, value string, err error) {
	name, ok := cutWord(strings.TrimSpace(rest), "name")
	if i := indexWord(name, "value"); i >= 0 {
		name, value = name[:i], optionValue(name[i+len("value"):])
	}
	name = strings.Join(strings.Fields(name), " ")
	if !ok || name == "" {
		return "", "", fmt.Errorf("%w: setoption: want name NAME value VALUE", errCommand)
	}
	return name, value, nil
}

// optionValue returns the value that a text stands for: "<empty>" is the empty text.
func optionValue(text string) string {
	if text = strings.TrimSpace(text); text == "<empty>" {
		return ""
	}
	return text
}

// SplitQuoted splits a text at blanks outside quotes; each character of quotes is one. The quotes are removed; inside them a
// backslash escapes a quote or another backslash.
func SplitQuoted(text, quotes string) ([]string, error) {
	var words []string
	var word []byte
	quote, inside := byte(0), false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == '\\' && i+1 < len(text) && (text[i+1] == quote || text[i+1] == '\\'):
			i++
			word = append(word, text[i])
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word = append(word, c)
		case strings.IndexByte(quotes, c) >= 0:
			quote, inside = c, true
		case isBlank(c):
			if inside {
				words = append(words, string(word))
			}
			word, inside = word[:0], false
		default:
			word, inside = append(word, c), true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	if inside {
		words = append(words, string(word))
	}
	return words, nil
}

// cutWord returns what follows the word at the start of s.
func cutWord(s, word string) (string, bool) {
	if indexWord(s, word) != 0 {
		return s, false
	}
	return s[len(word):], true
}

// indexWord returns where the word stands in s, between blanks or the ends, -1 if nowhere.
func indexWord(s, word string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(word)
		if (i == 0 || isBlank(s[i-1])) && (end == len(s) || isBlank(s[end])) {
			return i
		}
		from = end
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
