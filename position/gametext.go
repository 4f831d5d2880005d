package position

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// GameText is a game as USI writes it: its start and the moves from there. The zero value is a game without moves from
// the variant's start position.
type GameText struct {
	SFEN  string   // empty = the variant's start position
	Moves []string // USI notation
	End   string   // how the game ended, if the text says it: one of gameEnds
}

// gameEnds are the words for the end of a game that ShogiHome writes behind the moves.
var gameEnds = [...]string{"resign", "win", "rep_draw", "draw", "timeout", "break"}

// ParseGameText reads "startpos", "sfen SFEN" or a bare SFEN, with or without "position" in front and "moves 7g7f ..."
// behind. The last word behind "moves" may be one for the end, such as "resign". It checks the form alone. The error
// wraps ErrSyntax.
func ParseGameText(text string) (GameText, error) {
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "position" {
		words = words[1:]
	}
	var g GameText
	head := words
	if i := slices.Index(words, "moves"); i >= 0 {
		head, g.Moves = words[:i], words[i+1:]
	}
	if n := len(g.Moves) - 1; n >= 0 && slices.Contains(gameEnds[:], g.Moves[n]) {
		g.Moves, g.End = g.Moves[:n], g.Moves[n]
	}
	switch {
	case len(head) == 0:
		return GameText{}, fmt.Errorf("%w: want startpos or an SFEN", ErrSyntax)
	case head[0] == "startpos" && len(head) > 1:
		return GameText{}, fmt.Errorf("%w: want moves, not %q", ErrSyntax, head[1])
	case head[0] == "startpos":
	case head[0] == "sfen" && len(head) > 1:
		g.SFEN = strings.Join(head[1:], " ")
	case head[0] == "sfen":
		return GameText{}, fmt.Errorf("%w: want an SFEN after sfen", ErrSyntax)
	case strings.Contains(head[0], "/"):
		g.SFEN = strings.Join(head, " ")
	default:
		return GameText{}, fmt.Errorf("%w: want startpos or an SFEN, not %q", ErrSyntax, head[0])
	}
	return g, nil
}

// GameLines reads a text with a position or a game on each line, for ParseGameText. It passes over empty lines, lines
// that begin with # or //, and byte order marks.
type GameLines struct {
	Number int    // of the line, from 1
	Text   string // without the blanks around it
	scan   *bufio.Scanner
}

// NewGameLines returns a reader that stands before the first line. A line of more than a megabyte ends it with an
// error.
func NewGameLines(r io.Reader) *GameLines {
	l := &GameLines{scan: bufio.NewScanner(r)}
	l.scan.Buffer(nil, 1<<20)
	return l
}

// Next goes on to the next line and reports whether there is one.
func (l *GameLines) Next() bool {
	for l.scan.Scan() {
		l.Number++
		l.Text = strings.TrimSpace(strings.TrimPrefix(l.scan.Text(), "\ufeff"))
		if l.Text != "" && !strings.HasPrefix(l.Text, "#") && !strings.HasPrefix(l.Text, "//") {
			return true
		}
	}
	return false
}

// Err returns why there is no next line, nil at the end of the text.
func (l *GameLines) Err() error {
	if err := l.scan.Err(); !errors.Is(err, bufio.ErrTooLong) {
		return err
	}
	return fmt.Errorf("line %d: longer than a megabyte", l.Number+1)
}

// String writes start and moves as ParseGameText reads them. It leaves the end out, since this is the position that
// engines are sent.
func (g GameText) String() string {
	text := "startpos"
	if g.SFEN != "" {
		text = "sfen " + g.SFEN
	}
	if len(g.Moves) > 0 {
		text += " moves " + strings.Join(g.Moves, " ")
	}
	return text
}

// Start returns the position before the first move, which may be a diagram of a mate problem (see ParseProblem).
func (g GameText) Start(rules *Rules) (*Position, error) {
	if g.SFEN == "" {
		return New(rules), nil
	}
	return ParseProblem(rules, g.SFEN)
}

// Play returns the position after the last move. If an error comes with a position, that is the position before the
// move that the error names.
func (g GameText) Play(rules *Rules) (*Position, error) {
	return g.Replay(rules, func(*Position, Move) error { return nil })
}

// Replay is Play, and calls visit with every position and the move that is played there, MoveNone in the last one. It
// stops at visit's first error.
func (g GameText) Replay(rules *Rules, visit func(p *Position, next Move) error) (*Position, error) {
	p, err := g.Start(rules)
	if err != nil {
		return nil, err
	}
	for i, text := range g.Moves {
		m, err := p.ParseLegal(text)
		if err != nil {
			return p, errors.Join(visit(p, MoveNone), fmt.Errorf("move %d of %d: %w", i+1, len(g.Moves), err))
		}
		if err := visit(p, m); err != nil {
			return p, err
		}
		p.Do(m)
	}
	return p, visit(p, MoveNone)
}
