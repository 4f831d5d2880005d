package match

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"katachi/position"
)

// Opening is where a game starts: a position and the moves that led on from it.
type Opening struct {
	SFEN  string   // empty = the variant's start position
	Moves []string // USI notation
}

// ParseOpening reads "startpos moves ...", "sfen S moves ...", either with "position" before it, or a bare SFEN.
func ParseOpening(text string) (Opening, error) {
	var o Opening
	fields := strings.Fields(text)
	if len(fields) > 0 && fields[0] == "position" {
		fields = fields[1:]
	}
	n := len(fields)
	for i, field := range fields {
		if field == "moves" {
			n, o.Moves = i, fields[i+1:]
			break
		}
	}
	switch head := fields[:n]; {
	case len(head) == 0:
		return o, fmt.Errorf("no position in %q", text)
	case head[0] == "startpos" && len(head) == 1:
	case head[0] == "sfen":
		o.SFEN = strings.Join(head[1:], " ")
	default:
		o.SFEN = strings.Join(head, " ")
	}
	return o, nil
}

// String writes the opening as ParseOpening reads it.
func (o Opening) String() string {
	text := "startpos"
	if o.SFEN != "" {
		text = "sfen " + o.SFEN
	}
	if len(o.Moves) > 0 {
		text += " moves " + strings.Join(o.Moves, " ")
	}
	return text
}

// command returns the USI command that sets up the game after further moves.
func (o Opening) command(moves []string) string {
	if len(moves) == 0 {
		return "position " + o.String()
	}
	if len(o.Moves) == 0 {
		return "position " + o.String() + " moves " + strings.Join(moves, " ")
	}
	return "position " + o.String() + " " + strings.Join(moves, " ")
}

// root returns the position before the opening's moves.
func (o Opening) root(rules *position.Rules) (*position.Position, error) {
	if o.SFEN == "" {
		return position.New(rules), nil
	}
	return position.ParseSFEN(rules, o.SFEN)
}

// position returns the position after the opening's moves.
func (o Opening) position(rules *position.Rules) (*position.Position, error) {
	p, err := o.root(rules)
	if err != nil {
		return nil, err
	}
	for _, text := range o.Moves {
		m, err := p.ParseLegal(text)
		if err != nil {
			return nil, err
		}
		p.Do(m)
	}
	return p, nil
}

// readOpenings reads openings, one a line; empty lines and those that begin with # or // are skipped. Every one of
// them must be a legal position in which the game is not over.
func readOpenings(r io.Reader, rules *ruling) ([]Opening, error) {
	var list []Opening
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
			continue
		}
		o, err := ParseOpening(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		j, err := rules.newJudge(o)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if v := j.standing(); v != nil {
			return nil, fmt.Errorf("line %d: the game is over before it begins (%s)", n, v.reason)
		}
		list = append(list, o)
	}
	return list, in.Err()
}
