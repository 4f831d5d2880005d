package tsume

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"katachi/position"
	"katachi/position/files"
	"katachi/position/record"
)

// problem is one position of a file.
type problem struct {
	name string // from the file, or file:line
	pos  *position.Position
}

// findFiles lists the files: instead of patterns those that they fit, instead of folders those that are named like records,
// or end in .jsonl. The folder in which mates are written is left out of what is found.
// unread says which folders within others cannot be read.
func (s *settings) findFiles() (list []string, unread []error, err error) {
	written := func(path string) bool { return files.Same(path, s.kif) }
	names, err := files.Expand(s.files, written)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		if name == "-" {
			list = append(list, name)
			continue
		}
		info, err := os.Stat(name)
		if err != nil { // a typo, before hours of work
			return nil, nil, err
		}
		if !info.IsDir() {
			list = append(list, name)
			continue
		}
		found, errs, err := files.Within(name, append([]string{".jsonl"}, record.Endings...), written)
		if err != nil {
			return nil, nil, err
		}
		list, unread = append(list, found...), append(unread, errs...)
	}
	return list, unread, nil
}

// readProblems reads a file with a position a line (see position.GameLines): an SFEN, a USI position command with its
// moves, or a JSON object with either in its field sfen and perhaps a name in its field name; or a KIF, KI2, CSA or JKF
// file; "-" is standard input. leftOut says which lines, records and variations cannot be read, or why the file cannot.
func readProblems(file string, stdin io.Reader, rules *position.Rules) (list []problem, leftOut []error) {
	in := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, []error{err}
		}
		defer f.Close()
		in = f
	}
	games, in, leftOut, err := record.Games(file, in)
	if err != nil {
		return nil, []error{fmt.Errorf("%s: %w", file, err)}
	}
	for i, g := range games {
		list = append(list, problemOf(g, fmt.Sprintf("%s:%d", file, i+1)))
	}
	if games != nil {
		return list, leftOut
	}
	lines := position.NewGameLines(in)
	for lines.Next() {
		place := fmt.Sprintf("%s:%d", file, lines.Number)
		p, err := parseProblem(lines.Text, place, rules)
		if err != nil {
			leftOut = append(leftOut, fmt.Errorf("%s: %w", place, err))
			continue
		}
		list = append(list, p)
	}
	leftOut = record.Few(file, leftOut)
	if err := lines.Err(); err != nil {
		leftOut = append(leftOut, fmt.Errorf("%s: %w", file, err))
	}
	return list, leftOut
}

// parseProblem reads a line; name is the problem's if it has none of its own.
func parseProblem(text, name string, rules *position.Rules) (problem, error) {
	item := struct{ SFEN, Name string }{SFEN: text}
	if text[0] == '{' {
		item.SFEN = ""
		if err := json.Unmarshal([]byte(text), &item); err != nil {
			return problem{}, err
		}
	}
	game, err := position.ParseGameText(item.SFEN)
	if err != nil {
		return problem{}, err
	}
	p, err := game.Play(rules)
	return problem{cmp.Or(item.Name, name), p}, err
}

// problemOf returns the position of a record that is to be solved: the one that it starts with, or the last one of a game
// from a usual start position.
func problemOf(g *record.Game, name string) problem {
	if title := g.Field("表題"); title != "" {
		name = title
	}
	p := g.Start.Clone()
	if g.Handicap() != "" {
		moves, _ := g.Moves()
		for _, m := range moves {
			p.Do(m)
		}
	}
	return problem{name, p}
}
