package analyse

import (
	"bytes"
	_ "embed"
	"html/template"
	"math"
	"slices"

	"katachi/usi/board"
)

//go:embed page/page.html
var pageHTML string

// pageHead is what a page of this command begins with, and no other page.
const pageHead = `<!doctype html><html lang="ja"><head><meta name="generator" content="Katachi analyse">`

//go:embed page/page.css
var pageCSS string

//go:embed page/page.js
var pageJS string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// How many moves of a line the page names, and how many it plays.
const (
	namedMoves  = 12
	playedMoves = 24
)

// pageReport is a report as the page needs it.
type pageReport struct {
	*Report
	Legal map[int][]string `json:"legal,omitempty"` // see Report.legal
}

// shown returns the report as the page needs it: a long game would make a large page otherwise, in which each line stands
// twice, as the one after a move and the one before the next.
func (r *Report) shown() pageReport {
	cut := func(l Line) Line {
		l.Japanese, l.Moves = l.Japanese[:min(len(l.Japanese), namedMoves)], l.Moves[:min(len(l.Moves), playedMoves)]
		l.Chance = rounded(l.Chance)
		return l
	}
	page := *r
	page.Start = cut(r.Start)
	page.Lines = slices.Clone(r.Lines)
	for i, l := range page.Lines {
		page.Lines[i] = cut(l)
	}
	page.Moves = slices.Clone(r.Moves)
	for i := range page.Moves {
		m := &page.Moves[i]
		m.Second, m.After, m.Before, m.Loss = nil, cut(m.After), cut(m.Before), rounded(m.Loss)
		m.Choices = slices.Clone(m.Choices)
		for k, c := range m.Choices {
			m.Choices[k] = Choice{rounded(c.Loss), cut(c.Line)}
		}
		if m.Best {
			m.Before = Line{}
		}
	}
	return pageReport{&page, r.legal}
}

func rounded(percent float64) float64 { return math.Round(100*percent) / 100 }

// Page returns the report as one HTML page that needs no other file.
func (r *Report) Page() ([]byte, error) {
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, map[string]any{
		"Report": r.shown(), "Style": template.CSS(board.Style + pageCSS), "Script": template.JS(board.Script + pageJS),
	})
	return b.Bytes(), err
}
