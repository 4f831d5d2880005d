package match

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Param is what a tune measures: an option, or several that move together, with two values of each.
type Param struct {
	Names, Low, High []string // as long as each other
}

// ParseParam reads "NAME LOW HIGH" or, for options that move together, "NAME+NAME LOW+LOW HIGH+HIGH".
func ParseParam(line string) (p Param, err error) {
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
func (p *Param) words() (name, low, high string) {
	return strings.Join(p.Names, "+"), strings.Join(p.Low, "+"), strings.Join(p.High, "+")
}

// String writes the parameter as ParseParam reads it.
func (p Param) String() string {
	name, low, high := p.words()
	return name + " " + low + " " + high
}

// MarshalText writes the parameter as ParseParam reads it.
func (p Param) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Param) UnmarshalText(b []byte) (err error) {
	*p, err = ParseParam(string(b))
	return err
}

// ReadParams reads parameters, one a line; # begins a comment. No option may be in two of them.
func ReadParams(r io.Reader) ([]Param, error) {
	var list []Param
	lines := map[string]int{} // where an option stands
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line, _, _ := strings.Cut(strings.TrimPrefix(in.Text(), "\ufeff"), "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		p, err := ParseParam(line)
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
