package match

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"

	"katachi/position/command"
	"katachi/position/files"
	"katachi/usi/board"
)

//go:embed page/page.html
var pageHTML string

// pageHead is what a page of this command begins with, and no other page.
const pageHead = `<!DOCTYPE html><html lang="en"><head><meta name="generator" content="Katachi match report">`

//go:embed page/page.css
var pageCSS string

//go:embed page/page.js
var pageJS string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

const reportUsage = `katachi match report shows a match, finished or still going on.

  katachi match report match.jsonl                            the score as text
  katachi match report match.jsonl -o page.html -kif games    also one HTML page, and the games as files for GUIs
  katachi match report -o page.html a.csa b.kif               the same for records from elsewhere
  katachi match report match.jsonl -ktg games.ktg             also the games in the form that katachi train learns from

A pattern such as *.csa that the shell does not expand stands for the files that match it.

Flags:
`

// report is katachi match report.
func report(_ context.Context, args []string, io *command.IO) error {
	fs := io.Flags()
	page := fs.String("o", "", "write one self-contained HTML `page`; of files that are there, only such a page is replaced")
	kif := fs.String("kif", "", "write each game to this `folder` as KIF (.kifu in UTF-8, .kif in Shift_JIS) and CSA, over no\nfile that holds anything else; records from elsewhere keep all that they hold")
	scored := fs.String("ktg", "", "write the games with their scores to this new `file`, as katachi selfplay does, for katachi train")
	test := fs.String("sprt", "", "judge by this test: `elo0=0,elo1=5`[,alpha=0.05,beta=0.05]")
	names, err := io.Parse(fs, reportUsage, args)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return command.Wrong("want the file of a match, or records of games")
	}
	if names, err = expand(names); err != nil {
		return err
	}
	var sprt *sprtTest
	if *test != "" {
		if sprt, err = parseSPRT(*test); err != nil {
			return command.WrongUse(err)
		}
	}
	if err := files.MayReplace(*page, "a page of match report", pageHead); err != nil {
		return err
	}
	header, games, unfinished, leftOut, err := readGames(names)
	incomplete := tellLeftOut(io, leftOut)
	if err != nil {
		return err
	}
	if unfinished > 0 {
		fmt.Fprintf(io.Stdout, "%d games without a result are left out\n", unfinished)
	}
	if sprt != nil && len(header.Engines) != 2 {
		return command.Wrong("sprt is a test of two engines, not of %d", len(header.Engines))
	}
	if err := writeSummary(io.Stdout, header, games, sprt); err != nil {
		return err
	}
	if err := writeUsage(io.Stdout, header.Engines, games); err != nil {
		return err
	}
	if *page != "" {
		b, err := reportPage(header, games)
		if err != nil {
			return err
		}
		if err := files.Write(*page, b); err != nil {
			return err
		}
		fmt.Fprintf(io.Stdout, "%s: a page of %d games, %d kB\n", *page, len(games), (len(b)+1023)/1024)
	}
	if *kif != "" {
		written, err := writeRecords(*kif, header, games)
		if err != nil {
			return err
		}
		fmt.Fprintf(io.Stdout, "%s: %d games in %d files\n", *kif, len(games), written)
	}
	if *scored != "" {
		written, err := writeScored(*scored, header, games)
		if err != nil {
			return err
		}
		fmt.Fprintf(io.Stdout, "%s: %d games, %d left out that a failure ended\n", *scored, written, len(games)-written)
	}
	return incomplete
}

// expand puts the files that a pattern fits in its place.
func expand(names []string) ([]string, error) {
	return files.Expand(names, func(string) bool { return false })
}

// readMatchFile reads the file of a match; leftOut says what could not be read.
func readMatchFile(name string) (header *matchHeader, games []gameRecord, leftOut []error, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, nil, err
	}
	defer f.Close()
	return readMatchIn(name, f)
}

// readMatchIn is readMatchFile of what an open file of that name has left.
func readMatchIn(name string, r io.Reader) (header *matchHeader, games []gameRecord, leftOut []error, err error) {
	if header, games, err = readMatch(r); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	if errors.Is(err, errCut) {
		return header, games, []error{err}, nil
	}
	return header, games, nil, err
}

// reportPage returns the match as one HTML page that needs no other file.
func reportPage(header *matchHeader, games []gameRecord) ([]byte, error) {
	data, err := newReport(header, games)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(data) // escapes <, > and &, so that nothing in it ends the script element
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = pageTemplate.Execute(&b, map[string]any{
		"Title": data.Title, "Style": template.CSS(board.Style + pageCSS), "Data": template.JS(text), "Script": template.JS(board.Script + pageJS),
	})
	return b.Bytes(), err
}
