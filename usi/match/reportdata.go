package match

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"katachi/position"
)

// reportData is what the page shows. Its field names are short in JSON, since a match has many moves.
type reportData struct {
	Title   string         `json:"title"`
	Facts   [][2]string    `json:"facts"`
	Engines []reportEngine `json:"engines"`
	Cross   [][]string     `json:"cross"`  // score of the row's engine against the column's
	Scores  []reportScore  `json:"scores"` // one for each pairing
	Games   []reportGame   `json:"games"`
	Files   int            `json:"files"`
	Ranks   int            `json:"ranks"`
}

type reportEngine struct {
	Name     string       `json:"name"`
	Command  string       `json:"command"`
	TC       string       `json:"tc"`
	Points   float64      `json:"points"`
	Games    int          `json:"games"`
	Rating   float64      `json:"rating"`
	Error    float64      `json:"error"`
	Depth    float64      `json:"depth"`
	SelDepth float64      `json:"seldepth"`
	NPS      float64      `json:"nps"`
	Nodes    float64      `json:"nodes"`
	Millis   float64      `json:"ms"`
	Longest  int          `json:"longest"`
	Failures string       `json:"failures"`
	Plies    []int        `json:"plies"`
	ByPly    [][]*float64 `json:"byply"` // time in ms, depth; null = unknown
}

// reportScore is a pairing with its course: after each pair of games the Elo and its interval.
type reportScore struct {
	A      int           `json:"a"`
	B      int           `json:"b"`
	Penta  pentanomial   `json:"penta"`
	Wins   int           `json:"w"`
	Draws  int           `json:"d"`
	Losses int           `json:"l"`
	Score  float64       `json:"score"`
	LOS    float64       `json:"los"`
	Elo    [3]*float64   `json:"elo"`    // estimate, low, top; null = without limit
	Course [][4]*float64 `json:"course"` // games, estimate, low, top
}

type reportGame struct {
	Number  int      `json:"n"`
	Black   int      `json:"b"`
	White   int      `json:"w"`
	Result  string   `json:"r"`
	Reason  string   `json:"why"`
	Detail  string   `json:"detail,omitempty"`
	Last    []string `json:"last,omitempty"`
	SFEN    string   `json:"sfen"` // of the first position
	Opening int      `json:"o"`    // moves of the opening, the first ones of Moves
	Moves   string   `json:"m"`    // USI, separated by blanks
	Scores  []*int   `json:"s"`    // centipawns from Black's view, a mate beyond 30000; from here on without the opening
	Depths  []int    `json:"d"`
	Times   []int    `json:"t"` // ms
}

func newReport(h *matchHeader, games []gameRecord) (*reportData, error) {
	rules, err := h.rules()
	if err != nil {
		return nil, err
	}
	table := newCrossTable(len(h.Engines), games)
	// Empty lists, not nil: JSON's null is none for the page.
	d := &reportData{Scores: []reportScore{}, Games: []reportGame{}, Files: rules.Files, Ranks: rules.Ranks}
	names := make([]string, len(h.Engines))
	for i := range h.Engines {
		names[i] = h.Engines[i].Name
	}
	d.Title = strings.Join(names, " – ")
	d.Facts = [][2]string{{"time control", h.TC}, {"variant", h.Variant}, {"declaration", h.Declare}, {"openings", strings.SplitN(h.Openings, ":", 2)[0]}}
	if h.MaxPlies > 0 {
		d.Facts = append(d.Facts, [2]string{"move limit", strconv.Itoa(h.MaxPlies)})
	}
	if h.Adjudicate != "" {
		d.Facts = append(d.Facts, [2]string{"adjudication", h.Adjudicate})
	}
	if len(h.Engines) > 2 {
		d.Facts = append(d.Facts, [2]string{"tournament", h.Tournament})
	}
	if h.Shard != "" {
		d.Facts = append(d.Facts, [2]string{"shard", h.Shard})
	}
	if repeats, all := table.repeats(h); repeats > 0 {
		d.Facts = append(d.Facts, [2]string{"repeated games", fmt.Sprintf("%d of %d", repeats, all)})
	}
	d.addEngines(h, games, table)
	for i := range table {
		for j := i + 1; j < len(table); j++ {
			if table[i][j].Games() > 0 {
				d.Scores = append(d.Scores, newReportScore(i, j, &table[i][j], games))
			}
		}
	}
	sorted := slices.Clone(games)
	slices.SortFunc(sorted, func(a, b gameRecord) int { return cmp.Compare(a.Game, b.Game) })
	for i := range sorted {
		g, err := newReportGame(&sorted[i], rules)
		if err != nil {
			return nil, err
		}
		d.Games = append(d.Games, g)
	}
	return d, nil
}

func (d *reportData) addEngines(h *matchHeader, games []gameRecord, table crossTable) {
	usages, ratings := timeUsages(len(h.Engines), games), table.Ratings()
	for i := range h.Engines {
		s, u := &h.Engines[i], &usages[i]
		e := reportEngine{
			Name: s.Name, Command: s.describe(), TC: cmp.Or(s.TC, h.TC), Rating: ratings[i].Elo, Error: ratings[i].Error,
			Depth: u.Depth, SelDepth: u.SelDepth, NPS: u.NPS, Nodes: u.Nodes, Millis: u.Millis, Longest: u.Longest,
			Failures: table.failures(i), ByPly: [][]*float64{{}, {}},
		}
		e.Points, e.Games = table.total(i)
		cross := make([]string, len(table))
		for j := range cross {
			if t := &table[i][j]; t.Games() > 0 {
				cross[j] = t.short()
			}
		}
		for _, p := range u.ByPly {
			e.Plies = append(e.Plies, p.Ply)
			e.ByPly[0], e.ByPly[1] = append(e.ByPly[0], finite(p.Millis)), append(e.ByPly[1], finite(p.Depth))
		}
		d.Engines, d.Cross = append(d.Engines, e), append(d.Cross, cross)
	}
}

// finite returns nil for what JSON cannot write.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

func newReportScore(a, b int, t *pairTally, games []gameRecord) reportScore {
	e := t.Pairs.Estimate()
	s := reportScore{
		A: a, B: b, Penta: t.Pairs, Wins: t.Wins, Draws: t.Draws, Losses: t.Losses, Score: t.Share(), LOS: e.LOS,
		Elo: [3]*float64{finite(e.Elo), finite(e.EloLow), finite(e.EloTop)}, Course: [][4]*float64{},
	}
	var course pairTally
	for i := range games { // in the order in which they ended
		g := &games[i]
		if min(g.Black, g.White) != a || max(g.Black, g.White) != b {
			continue
		}
		before := course.Pairs
		course.add(g.PairNumber(), g.Result.For(g.side(a)), false)
		if course.Pairs != before {
			e, n := course.Pairs.Estimate(), float64(course.Games())
			s.Course = append(s.Course, [4]*float64{&n, finite(e.Elo), finite(e.EloLow), finite(e.EloTop)})
		}
	}
	return s
}

func newReportGame(g *gameRecord, rules *position.Rules) (reportGame, error) {
	o, err := position.ParseGameText(g.Opening)
	if err != nil {
		return reportGame{}, err
	}
	r := reportGame{
		Number: g.Game + 1, Black: g.Black, White: g.White, Result: g.Result.String(), Reason: string(g.Reason), Detail: g.Detail, Last: g.Last,
		SFEN: cmp.Or(o.SFEN, rules.Start), Opening: len(o.Moves),
	}
	moves, side := o.Moves, g.firstSide()
	for i := range g.Moves {
		m := &g.Moves[i]
		moves = append(moves, m.Move)
		r.Scores = append(r.Scores, m.blackScore((side+i)&1))
		r.Depths = append(r.Depths, m.Depth)
		r.Times = append(r.Times, m.Millis)
	}
	r.Moves = strings.Join(moves, " ")
	return r, nil
}
