package match

import (
	"regexp"
	"strings"
)

// encode translates a USI move into the engine's dialect.
func (x *xboardPlayer) encode(move string) string {
	if !x.modern() {
		return move
	}
	text := ""
	if move[1] == '*' {
		text = move[:1] + "@" + x.chessSquare(move[2:4])
	} else {
		text = x.chessSquare(move[:2]) + x.chessSquare(move[2:4]) + move[4:]
	}
	if x.feature("usermove") == "1" {
		text = "usermove " + text
	}
	return text
}

// chessSquare exchanges the USI name of a square (7g) for the chess name (c3), which counts from the other corner.
func (x *xboardPlayer) chessSquare(s string) string {
	return string([]byte{'a' + byte(x.rules.Files) - (s[0] - '0'), '0' + byte(x.rules.Ranks) - (s[1] - 'a')})
}

// usiSquare is the way back.
func (x *xboardPlayer) usiSquare(s string) string {
	return string([]byte{'0' + byte(x.rules.Files) - (s[0] - 'a'), 'a' + byte(x.rules.Ranks) - (s[1] - '0')})
}

var (
	gnuMove     = regexp.MustCompile(`^\s*\d+\. \.\.\. (\S+)`)
	chessMove   = regexp.MustCompile(`^[a-i][1-9][a-i][1-9][+=]?$`)
	chessDrop   = regexp.MustCompile(`^[PLNSGBR][@*][a-i][1-9]$`)
	resignation = regexp.MustCompile(`(?i)^\s*(tellics |black |white )?resigns?\.?\s*$`) // the whole line: chatter may have the word
	resultLine  = regexp.MustCompile(`^(1-0|0-1)\b`)
	// A refusal names a move. Old engines say the same of commands that they do not know, "protover" among them, and say it
	// late where they start slowly.
	refusal = regexp.MustCompile(`(?i)^illegal move(.*\W([1-9a-i]{2}|[PLNSGBR][*@])[1-9a-i]{2}[+=]?)?\W*$`)
)

// decode reads a line of output: a move in USI notation, "resign", or empty if it is neither. It is called with the
// lock held.
func (x *xboardPlayer) decode(line string) (string, error) {
	switch {
	case refusal.MatchString(line):
		return "", &failure{byFalseClaim, "the engine refused a legal move: " + line}
	case resignation.MatchString(line), resultLine.MatchString(line):
		return "resign", nil
	}
	text := ""
	if match := gnuMove.FindStringSubmatch(line); match != nil {
		text = match[1]
	} else if rest, found := strings.CutPrefix(line, "move "); found {
		text = strings.TrimSpace(rest)
	} else {
		return "", nil
	}
	if len(x.features) == 0 {
		return text, nil
	}
	switch {
	case chessDrop.MatchString(text):
		return text[:1] + "*" + x.usiSquare(text[2:]), nil
	case chessMove.MatchString(text):
		return x.usiSquare(text[:2]) + x.usiSquare(text[2:4]) + strings.TrimSuffix(text[4:], "="), nil
	}
	return text, nil // garbage, which the judge names
}
