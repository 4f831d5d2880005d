package match

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"katachi/position/command"
	"katachi/position/files"
)

const mergeUsage = `katachi match merge joins the files of a match that was played in shards.

  katachi match merge -o all.jsonl part1.jsonl part2.jsonl part3.jsonl

Flags:
`

// merge is katachi match merge.
func merge(_ context.Context, args []string, cmd *command.IO) error {
	fs := cmd.Flags()
	out := fs.String("o", "", "the joined `file`; without it, standard output")
	names, err := cmd.Parse(fs, mergeUsage, args)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return command.Wrong("want files of games")
	}
	if names, err = expand(names); err != nil {
		return err
	}
	var header *matchHeader
	var games []gameRecord
	from := map[int]string{}
	var leftOut []error
	for _, name := range names {
		h, list, errs, err := readMatchFile(name)
		if err != nil {
			return err
		}
		leftOut = append(leftOut, errs...)
		h.Shard = ""
		if header == nil {
			header = h
		} else if difference := header.difference(h); difference != "" {
			return fmt.Errorf("%s is from a different match than %s (%s)", name, names[0], difference)
		}
		for _, g := range list {
			if other, twice := from[g.Game]; twice {
				return fmt.Errorf("game %d is in %s and in %s", g.Game+1, other, name)
			}
			from[g.Game] = name
			games = append(games, g)
		}
	}
	slices.SortFunc(games, func(a, b gameRecord) int { return cmp.Compare(a.Game, b.Game) })
	incomplete := tellLeftOut(cmd, leftOut)
	if *out == "" {
		return cmp.Or(writeMatch(cmd.Stdout, header, games), incomplete)
	}
	// Not over one of the parts.
	if err := files.Create(*out, func(w io.Writer) error { return writeMatch(w, header, games) }); err != nil {
		return err
	}
	fmt.Fprintf(cmd.Stdout, "%d games of %d files\n", len(games), len(names))
	return cmp.Or(writeSummary(cmd.Stdout, header, games, nil), incomplete)
}

// writeMatch writes a whole match.
func writeMatch(w io.Writer, header *matchHeader, games []gameRecord) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	if err := e.Encode(header); err != nil {
		return err
	}
	for i := range games {
		if err := e.Encode(&games[i]); err != nil {
			return err
		}
	}
	return b.Flush()
}
