package match

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"katachi/movegen"
	"katachi/position"
	"katachi/position/record"
)

// readGames reads the file of a match, or records of games (KIF, KI2, CSA, JKF) as if they were a match between those
// who played them. Records without a result are left out and counted; leftOut says what could not be read.
func readGames(files []string) (header *matchHeader, games []gameRecord, unfinished int, leftOut []error, err error) {
	var all []*record.Game
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, nil, 0, nil, err
		}
		list, lines, errs, err := record.Games(name, file)
		if err != nil {
			file.Close()
			return nil, nil, 0, nil, err
		}
		if list == nil && len(files) == 1 {
			header, games, leftOut, err := readMatchIn(name, lines) // what has been read of a pipe is nowhere else
			file.Close()
			if errors.Is(err, errNoHeader) {
				err = fmt.Errorf("%w; want the file of a match, or records in KIF, KI2, CSA or JKF (lines of USI moves do not name the players)", err)
			}
			return header, games, 0, leftOut, err
		}
		file.Close()
		if list == nil {
			return nil, nil, 0, nil, fmt.Errorf("%s: several files can be reported together if they are records (KIF, KI2, CSA, JKF)", name)
		}
		all, leftOut = append(all, list...), append(leftOut, errs...)
	}
	header, games, unfinished, err = matchOf(all)
	return header, games, unfinished, leftOut, err
}

// matchOf returns records as if they were the games of a match, and the number of those without a result.
func matchOf(all []*record.Game) (header *matchHeader, games []gameRecord, unfinished int, err error) {
	header = &matchHeader{Type: "match"}
	number, meetings, limits := map[string]int{}, map[[2]int]int{}, map[string]bool{}
	engine := func(name string) int {
		i, known := number[name]
		if !known {
			i = len(header.Engines)
			number[name] = i
			header.Engines = append(header.Engines, engineSpec{Name: name})
		}
		return i
	}
	for _, g := range all {
		r, ok := gameOf(g)
		if !ok {
			unfinished++
			continue
		}
		if variant := g.Start.Rules().Name; header.Variant == "" {
			header.Variant = variant
		} else if variant != header.Variant {
			return nil, nil, 0, fmt.Errorf("games of %s and of %s cannot be reported together", header.Variant, variant)
		}
		names := g.Names
		for c := range names {
			if names[c] == "" {
				names[c] = position.Color(c).Name()
			}
		}
		if names[0] == names[1] {
			names[0], names[1] = names[0]+" (Black)", names[1]+" (White)"
		}
		r.Game, r.Names = len(games), names
		r.Black, r.White = engine(names[0]), engine(names[1])
		two := [2]int{min(r.Black, r.White), max(r.Black, r.White)}
		r.meeting = meetings[two]
		meetings[two]++
		games = append(games, r)
		header.TC = g.Field(timeField)
		limits[header.TC] = true
	}
	if len(limits) > 1 { // there is no time control that all have in common
		header.TC = ""
	}
	if len(games) == 0 {
		err = fmt.Errorf("none of the %d games has a result", len(all))
	}
	return header, games, unfinished, err
}

// gameOf returns a record as a game of a match, false if it has no result.
func gameOf(g *record.Game) (r gameRecord, ok bool) {
	r = gameRecord{Type: "game", Result: drawn, kept: g}
	if g.Handicap() != "平手" {
		r.Opening = "sfen " + g.Start.SFEN()
	} else {
		r.Opening = "startpos"
	}
	side, p := g.Start.Side(), g.Start.Clone()
	for _, n := range g.Main() {
		if n.End != nil {
			ok = r.endOf(n.End)
			if r.Reason == byIllegalMove {
				r.Reason = r.foulAt(p)
			}
			break
		}
		if n.Illegal {
			continue
		}
		m := moveRecord{Move: n.Move.String(), Millis: int(n.Time.Milliseconds())}
		m.readComments(n.Comments, side)
		r.Moves = append(r.Moves, m)
		p.Do(n.Move)
		side ^= 1
	}
	return r, ok
}

// foulAt says what a record means that calls the end a breach of the rules: records have no word for repetitions that are lost.
func (g *gameRecord) foulAt(p *position.Position) endReason {
	ending, winner, won := movegen.EndOf(p, 0)
	if won && g.Result == winOf(int(winner)) {
		switch ending {
		case movegen.PerpetualCheck:
			return byPerpetualCheck
		case movegen.Repetition:
			return byRepetition
		}
	}
	return byIllegalMove
}

// endOf takes over how the record ended; it returns false if that is no result.
func (g *gameRecord) endOf(e *record.End) bool {
	reasons := map[record.EndKind]endReason{
		record.Resigned: byResignation, record.Checkmate: byMate, record.TimeUp: byTime, record.Foul: byIllegalMove,
		record.Perpetual: byPerpetualCheck, record.Declaration: byDeclaration, record.Repetition: byRepetition,
		record.Impasse: byImpasse, record.MoveLimit: byMoveLimit, record.Draw: byAgreement,
	}
	reason, known := reasons[e.Kind]
	g.Reason = reason
	if e.Won {
		g.Result = winOf(int(e.Winner))
	}
	if e.Unnamed() {
		g.Detail = e.Text
	}
	return known
}

// readComments finds what an engine has said of its move: ShogiHome's lines or Floodgate's, both from Black's view.
func (m *moveRecord) readComments(lines []string, side position.Color) {
	for _, line := range lines {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "*" {
			line = "*評価値=" + fields[1]
		}
		key, value, _ := strings.Cut(line, "=")
		if key == "*詰み" {
			m.readMate(value, side)
			continue
		}
		n, err := strconv.Atoi(value)
		if err != nil {
			continue
		}
		switch key {
		case "*評価値":
			if side == position.White {
				n = -n
			}
			m.Score = &n
		case "*深さ":
			m.Depth = n
		case "*ノード数":
			m.Nodes = uint64(max(0, n))
		}
	}
}

// readMate reads the rest of ShogiHome's line of a mate: 先手勝ち:5手, or the winner alone.
func (m *moveRecord) readMate(value string, side position.Color) {
	word, length, _ := strings.Cut(value, ":")
	winner := slices.Index([]string{"先手勝ち", "後手勝ち"}, word)
	if winner < 0 {
		return
	}
	plies, err := strconv.Atoi(strings.TrimSuffix(length, "手"))
	if err != nil || plies <= 0 {
		plies = mateUnknown
	}
	if winner != int(side) {
		plies = -plies
	}
	m.Mate = &plies
}
