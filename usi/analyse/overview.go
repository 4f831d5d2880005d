package analyse

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"katachi/position/files"
)

// overviewName is the page that leads to those of all games in the folder of the results.
const overviewName = "all_games"

//go:embed page/overview.html
var overviewHTML string

var overviewTemplate = template.Must(template.New("overview").Parse(overviewHTML))

// overviewGame is a game as the overview has it. Of its moves, which are nearly all of a page, little is read and nothing kept:
// there may be thousands of games.
type overviewGame struct {
	Link string `json:"-"` // to its page
	Date string `json:"-"`
	Report
	Moves []struct {
		Color, USI string
		Choices    []struct{}
	} `json:"moves"` // instead of the report's
	Tasks [2]int `json:"-"` // mistakes of either player that can be practised
}

// overviewPlayer sums up the games of somebody who played in several.
type overviewPlayer struct {
	Name                    string
	Games, Won, Lost, Moves int
	MeanLoss                float64      // percent a move
	Marks                   map[Mark]int // of all games
}

// PerGame returns how many marks there are in a game on average.
func (p *overviewPlayer) PerGame(m Mark) float64 { return float64(p.Marks[m]) / float64(p.Games) }

// writeOverview writes the overview of the pages in the folder, if there are several, and returns its path. Something else that
// has its name is an error.
func (j *journal) writeOverview() (path string, err error) {
	games := j.pages()
	if len(games) < 2 {
		return "", nil
	}
	path = filepath.Join(j.folder, overviewName+endings["html"])
	if err := files.MayReplace(path, "a page of analyse", pageHead); err != nil {
		return "", err
	}
	if _, err := readPage(path); err == nil { // a record's of this name: earlier versions gave it no number
		return "", fmt.Errorf("%s is the page of a game; move it to another folder to have a page of all games", path)
	}
	var b bytes.Buffer
	err = overviewTemplate.Execute(&b, map[string]any{
		"Games": games, "Players": players(games), "Style": template.CSS(pageCSS), "Marks": []Mark{Inaccuracy, Mistake, Blunder},
	})
	if err != nil {
		return "", err
	}
	return path, files.Write(path, b.Bytes())
}

// pages reads the games of the pages in the folder, by date and name; of a game that was analysed twice the page of the longer
// search. A page that is no longer there, or was edited so that it cannot be read, is left out.
func (j *journal) pages() (games []overviewGame) {
	longest := map[string]overviewGame{}
	for _, name := range slices.Sorted(maps.Keys(j.entries)) { // of equally long searches always the same page
		if !slices.Contains(j.entries[name].formats, "html") {
			continue
		}
		file := name + endings["html"]
		g, err := readPage(filepath.Join(j.folder, file))
		if err != nil || len(g.Moves) == 0 {
			continue
		}
		g.Link, g.Date = "./"+url.PathEscape(file), g.date()
		var key strings.Builder
		fmt.Fprint(&key, g.Names, g.Date, g.SFEN)
		for _, m := range g.Moves {
			key.WriteString(" " + m.USI)
			if c := slices.Index(colorNames[:], m.Color); c >= 0 && len(m.Choices) > 0 {
				g.Tasks[c]++
			}
		}
		g.Moves = nil
		if old, known := longest[key.String()]; !known || g.Nodes > old.Nodes {
			longest[key.String()] = g
		}
	}
	games = slices.Collect(maps.Values(longest))
	slices.SortFunc(games, func(a, b overviewGame) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Link, b.Link)) })
	return games
}

// readPage reads the game that a page shows.
func readPage(path string) (g overviewGame, err error) {
	page, err := os.ReadFile(path)
	if err != nil {
		return g, err
	}
	_, rest, _ := bytes.Cut(page, []byte(`<script type="application/json" id="data">`))
	data, _, _ := bytes.Cut(rest, []byte("</script>"))
	err = json.Unmarshal(data, &g)
	return g, err
}

// date returns when the game was played, as its record says it.
func (r *Report) date() string {
	for _, key := range []string{"開始日時", "対局日"} {
		for _, f := range r.Header {
			if f.Key == key {
				return f.Value
			}
		}
	}
	return ""
}

// players returns those who played in several of the games, who played most first.
func players(games []overviewGame) (list []*overviewPlayer) {
	known := map[string]*overviewPlayer{}
	for _, g := range games {
		for c, name := range g.Names {
			if name = strings.TrimSpace(name); name == "" {
				continue
			}
			p := known[name]
			if p == nil {
				p = &overviewPlayer{Name: name, Marks: map[Mark]int{}}
				known[name] = p
			}
			p.Games++
			switch g.Winner {
			case colorNames[c]:
				p.Won++
			case colorNames[1-c]:
				p.Lost++
			}
			s := &g.Players[c]
			p.MeanLoss = (p.MeanLoss*float64(p.Moves) + s.MeanLoss*float64(s.Moves)) / float64(max(1, p.Moves+s.Moves))
			p.Moves += s.Moves
			for mark, n := range s.Marks {
				p.Marks[mark] += n
			}
		}
	}
	for _, p := range known {
		if p.Games > 1 {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *overviewPlayer) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	return list
}
