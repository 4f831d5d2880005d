package analyse

import (
	"encoding/json"
	"fmt"
	"slices"

	"katachi/movegen"
	"katachi/position"
	"katachi/position/record"
)

// Report is all that is said of a game: what the JSON file holds and the page shows.
type Report struct {
	Title       string         `json:"title"`  // "" for a single position
	Source      string         `json:"source"` // FILE, or FILE:LINE of one of several games
	Engine      string         `json:"engine"`
	Settings    string         `json:"settings"`
	SettingsJA  string         `json:"settingsJapanese"`
	Rule        string         `json:"rule"`  // of entering kings
	Names       [2]string      `json:"names"` // Black's and White's
	Header      []record.Field `json:"header,omitempty"`
	Handicap    string         `json:"handicap,omitempty"`
	HandicapEN  string         `json:"handicapEnglish,omitempty"` // the same in English
	SFEN        string         `json:"sfen"`                      // of the start position
	Comments    []string       `json:"comments,omitempty"`
	Scale       int            `json:"scale"`           // centipawns that are odds of winning of e to 1
	Start       Line           `json:"start"`           // the best line of the start position
	Lines       []Line         `json:"lines,omitempty"` // all lines of a single position
	Moves       []Move         `json:"moves"`
	Variations  []Variation    `json:"variations,omitempty"` // of the record
	EndComments []string       `json:"endComments,omitempty"`
	Result      Remark         `json:"result"`
	Winner      string         `json:"winner,omitempty"` // black or white
	Players     [2]Player      `json:"players"`          // Black, White
	Fingerprint string         `json:"fingerprint"`
	Nodes       uint64         `json:"nodes"`
	Seconds     float64        `json:"seconds"` // of searching

	legal map[int][]string // all moves, where there are choices, by the number of the move played
}

// Player sums up the moves of one side.
type Player struct {
	Moves     int          `json:"moves"`
	Best      int          `json:"best"` // moves than which no better one was found
	MeanLoss  float64      `json:"meanLoss"`
	Marks     map[Mark]int `json:"marks"`
	Missed    int          `json:"missedMates"`
	Seconds   float64      `json:"seconds"`
	Worst     int          `json:"worst,omitempty"` // number of the move that lost most, if it was an inaccuracy at least
	WorstLoss float64      `json:"worstLoss,omitempty"`
	Opening   string       `json:"opening,omitempty"`
	OpeningJA string       `json:"openingJapanese,omitempty"`
	Castles   []string     `json:"castles,omitempty"`
	CastlesJA []string     `json:"castlesJapanese,omitempty"`
	Summary   Remark       `json:"summary"`
}

// report judges all moves.
func (a *game) report() *Report {
	g := a.record
	r := &Report{
		Names: g.Names, Header: g.Header, Rule: a.rule.String(), SFEN: g.Start.SFEN(), Comments: g.Root.Comments,
		Handicap: g.Handicap(), HandicapEN: record.EnglishHandicap(g.Handicap()), Scale: int(a.scale()), Start: a.lineOf(0), Moves: []Move{},
		Variations: a.variations(), EndComments: a.endComments(), legal: map[int][]string{},
	}
	for i := range a.moves {
		m := a.judge(i)
		if len(m.Choices) > 0 {
			r.legal[m.Number] = texts(movegen.Legal(a.positions[i], nil))
		}
		r.Moves = append(r.Moves, m)
	}
	for i := range a.thoughts {
		r.Nodes += a.thoughts[i].Nodes
		r.Seconds += a.thoughts[i].Time.Seconds()
	}
	r.Result = a.result()
	if a.end != nil && a.end.Won {
		r.Winner = colorNames[a.end.Winner]
	}
	for c := range r.Players {
		r.Players[c] = a.player(r, position.Color(c))
	}
	return r
}

func (a *game) player(r *Report, c position.Color) Player {
	s := Player{Marks: map[Mark]int{}}
	for i := range r.Moves {
		m := &r.Moves[i]
		if a.positions[i].Side() != c {
			continue
		}
		s.Moves++
		s.Marks[m.Mark]++
		s.MeanLoss += m.Loss
		if m.Best {
			s.Best++
		}
		if m.Facts.MateMissed > 0 {
			s.Missed++
		}
		if m.Seconds != nil {
			s.Seconds += *m.Seconds
		}
		if m.Loss >= inaccuracyLoss && m.Loss > s.WorstLoss {
			s.Worst, s.WorstLoss = m.Number, m.Loss
		}
		if m.Facts.Opening != "" {
			s.Opening, s.OpeningJA = m.Facts.Opening, m.Facts.OpeningJA
		}
		if m.Facts.Castle != "" && !slices.Contains(s.Castles, m.Facts.Castle) { // left and taken up again
			s.Castles, s.CastlesJA = append(s.Castles, m.Facts.Castle), append(s.CastlesJA, m.Facts.CastleJA)
		}
	}
	if s.Moves == 0 {
		s.Summary = Remark{"指し手なし。", "No moves."}
		return s
	}
	s.MeanLoss /= float64(s.Moves)
	var w remark
	w.say(fmt.Sprintf("%d手中%d手が最善、損失は1手平均%.1f%%。", s.Moves, s.Best, s.MeanLoss),
		fmt.Sprintf("%d of %d moves %s the best found; %.1f%% lost on average.", s.Best, s.Moves, was(s.Best), s.MeanLoss))
	if s.Worst > 0 {
		worst := r.Moves[s.Worst-1]
		w.say(fmt.Sprintf("最も損をしたのは%d手目%sで%d%%。", s.Worst, worst.Japanese, percent(s.WorstLoss)),
			fmt.Sprintf("Most was lost by move %d, %s: %d%%.", s.Worst, western(a.positions[s.Worst-1], a.moves[s.Worst-1]), percent(s.WorstLoss)))
	}
	if s.Missed > 0 {
		w.say(fmt.Sprintf("詰み逃し%d回。", s.Missed), fmt.Sprintf("Mates missed: %d.", s.Missed))
	}
	s.Summary = w.whole()
	return s
}

// result says how the game ended.
func (a *game) result() Remark {
	n, after := len(a.moves), moves(len(a.moves))
	line := a.record.Main()
	switch {
	case len(line) > n && line[n].Illegal && a.end == nil:
		return Remark{fmt.Sprintf("%d手まで。次の手は反則。", n), fmt.Sprintf("The record stops after %s; the next one is illegal.", after)}
	case a.end == nil && n == 0:
		return Remark{"指し手なし。", "No moves."}
	case a.end == nil:
		return Remark{fmt.Sprintf("%d手まで。", n), fmt.Sprintf("The record stops after %s.", after)}
	}
	e := a.end
	ja := [2]string{"先手", "後手"}
	if a.handicap {
		ja = [2]string{"下手", "上手"}
	}
	how := map[record.EndKind]name{
		record.Resigned: {"resignation", "投了"}, record.Checkmate: {"checkmate", "詰み"}, record.TimeUp: {"time", "切れ負け"},
		record.Foul: {"illegal move", "反則"}, record.Perpetual: {"perpetual check", "連続王手の千日手"}, record.Absent: {"default", "不戦"},
		record.Declaration: {"declaration", "入玉宣言"}, record.Repetition: {"repetition", "千日手"}, record.Impasse: {"impasse", "持将棋"},
		record.Draw: {"agreement", "引き分け"}, record.MoveLimit: {"the limit of moves", "最大手数"},
	}[e.Kind]
	switch {
	case e.Won && e.Unnamed():
		return Remark{fmt.Sprintf("%d手で%sの勝ち（%s）。", n, ja[e.Winner], e.Text), fmt.Sprintf("%s won after %s (%s).", e.Winner.Name(), after, e.Text)}
	case e.Won:
		if e.Kind == record.Foul || e.Kind == record.Perpetual { // the loser's
			how.english = e.Winner.Other().Name() + "'s " + how.english
		}
		return Remark{fmt.Sprintf("%d手で%sの勝ち（%s）。", n, ja[e.Winner], how.japanese), fmt.Sprintf("%s won by %s after %s.", e.Winner.Name(), how.english, after)}
	case how.english != "":
		return Remark{fmt.Sprintf("%d手で%s。", n, how.japanese), fmt.Sprintf("Drawn by %s after %s.", how.english, after)}
	case e.Text != "":
		return Remark{fmt.Sprintf("%d手で%s。", n, e.Text), fmt.Sprintf("Ended after %s (%s).", after, e.Text)}
	}
	how, known := map[record.EndKind]name{
		record.Adjourned: {"Adjourned", "封じ手"}, record.NoMate: {"No mate", "不詰"}, record.TakenBack: {"A move was taken back", "待った"},
		record.Error: {"An error", "エラー"},
	}[e.Kind]
	if !known {
		how = name{"Broken off", "中断"}
	}
	return Remark{fmt.Sprintf("%d手で%s。", n, how.japanese), fmt.Sprintf("%s after %s.", how.english, after)}
}

// JSON returns the report as a JSON file.
func (r *Report) JSON() ([]byte, error) {
	b, err := json.MarshalIndent(r, "", " ")
	return append(b, '\n'), err
}
