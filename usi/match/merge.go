package match

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"katachi/position/command"
)

const mergeUsage = `katachi match merge joins the files of a match that was played in shards.

  katachi match merge -o all.jsonl part1.jsonl part2.jsonl part3.jsonl

Flags:
`

// merge is katachi match merge.
func merge(_ context.Context, args []string, io *command.IO) error {
	fs := io.Flags()
	out := fs.String("o", "", "the joined `file`; standard output if it is not given")
	files, err := io.Parse(fs, mergeUsage, args)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return command.Wrong("want files of games")
	}
	var header *matchHeader
	var games []gameRecord
	from := map[int]string{}
	for _, name := range files {
		h, list, err := readMatchFile(name)
		if err != nil {
			return err
		}
		h.Shard = ""
		if header == nil {
			header = h
		} else if difference := header.difference(h); difference != "" {
			return fmt.Errorf("%s is of another match than %s (%s)", name, files[0], difference)
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
	if *out == "" {
		return writeMatch(io.Stdout, header, games)
	}
	f, err := os.OpenFile(*out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) // not over one of the parts
	if err != nil {
		return err
	}
	if err := writeMatch(f, header, games); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	fmt.Fprintf(io.Stdout, "%d games of %d files\n", len(games), len(files))
	return writeSummary(io.Stdout, header.Engines, games, nil)
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
