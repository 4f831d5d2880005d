package match

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// parameter is what a tune measures: an option, or several that move together, with two values of each.
type parameter struct {
	Names, Low, High []string // as long as each other
}

// parseParam reads "NAME LOW HIGH" or, for options that move together, "NAME+NAME LOW+LOW HIGH+HIGH".
func parseParam(line string) (p parameter, err error) {
	words := strings.Fields(line)
	if len(words) != 3 {
		return p, fmt.Errorf("%q has %d words, want three: NAME LOW HIGH", line, len(words))
	}
	p.Names = strings.Split(words[0], "+")
	for i, list := range []*[]string{&p.Names, &p.Low, &p.High} {
		*list = strings.SplitN(words[i], "+", len(p.Names)) // the value of a single option may hold a +
		if len(*list) != len(p.Names) || slices.Contains(*list, "") {
			return p, fmt.Errorf("%q does not join %d names or values by +, as in a+b 1+2 3+4", words[i], len(p.Names))
		}
	}
	if slices.Equal(p.Low, p.High) {
		return p, fmt.Errorf("LOW and HIGH of %s are both %s, want two different values", words[0], words[1])
	}
	return p, nil
}

// words returns the line's three words.
func (p *parameter) words() (name, low, high string) {
	return strings.Join(p.Names, "+"), strings.Join(p.Low, "+"), strings.Join(p.High, "+")
}

// String writes the parameter as parseParam reads it.
func (p parameter) String() string {
	name, low, high := p.words()
	return name + " " + low + " " + high
}

// MarshalText writes the parameter as parseParam reads it.
func (p parameter) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (p *parameter) UnmarshalText(b []byte) (err error) {
	*p, err = parseParam(string(b))
	return err
}

// readParams reads parameters, one a line; # begins a comment. No option may be in two of them.
func readParams(r io.Reader) ([]parameter, error) {
	var list []parameter
	lines := map[string]int{} // where an option stands
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line, _, _ := strings.Cut(in.Text(), "#")
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		p, err := parseParam(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		for _, name := range p.Names {
			if first := lines[strings.ToLower(name)]; first > 0 {
				return nil, fmt.Errorf("line %d: the option %s is in line %d already", n, name, first)
			}
			lines[strings.ToLower(name)] = n
		}
		list = append(list, p)
	}
	if in.Err() == nil && len(list) == 0 {
		return nil, errors.New("no parameters, want lines of NAME LOW HIGH")
	}
	return list, in.Err()
}
