package match

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"katachi/position"
	"katachi/usi/record"
)

// writeRecords writes each game into the directory as KIF in both encodings and as CSA (shogi only).
func writeRecords(dir string, header *Header, games []GameRecord) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	rules, err := header.rules()
	if err != nil {
		return err
	}
	for i := range games {
		g, err := games[i].record(header, rules)
		if err != nil {
			return fmt.Errorf("game %d: %w", games[i].Game+1, err)
		}
		kif, err := g.KIF()
		if err != nil {
			return fmt.Errorf("game %d: %w", games[i].Game+1, err)
		}
		name := filepath.Join(dir, fmt.Sprintf("%04d_%s_%s", games[i].Game+1, fileName(games[i].Names[0]), fileName(games[i].Names[1])))
		files := map[string][]byte{".kifu": []byte(kif), ".kif": record.ShiftJIS(kif)}
		csa, err := g.CSA()
		if err == nil {
			files[".csa"] = []byte(csa)
		} else if !errors.Is(err, record.ErrVariant) {
			return fmt.Errorf("game %d: %w", games[i].Game+1, err)
		}
		for extension, b := range files {
			if err := os.WriteFile(name+extension, b, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// fileName replaces what does not belong into the name of a file.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '-'
	}, name)
}

// record returns the game as other programs know games.
func (g *GameRecord) record(header *Header, rules *position.Rules) (*record.Game, error) {
	o, err := ParseOpening(g.Opening)
	if err != nil {
		return nil, err
	}
	start, err := o.root(rules)
	if err != nil {
		return nil, err
	}
	clock := header.TC
	for _, i := range [2]int{g.Black, g.White} {
		if own := header.Engines[i].TC; own != "" {
			clock += fmt.Sprintf(" (%s: %s)", header.Engines[i].Name, own)
		}
	}
	r := &record.Game{Start: start, Names: g.Names, Date: g.Start.Local(), Event: "katachi match", Clock: clock}
	r.End, r.Winner, r.Note = g.end()
	p := start.Clone()
	add := func(text string, m *MoveRecord) error {
		move, err := p.ParseLegal(text)
		if err != nil {
			return err
		}
		rm := record.Move{Move: move}
		if m != nil {
			rm.Time = time.Duration(m.Millis) * time.Millisecond
			rm.Score = m.blackScore(int(p.Side()))
			rm.Comment = m.comment()
		}
		r.Moves = append(r.Moves, rm)
		p.Do(move)
		return nil
	}
	for _, text := range o.Moves {
		if err := add(text, nil); err != nil {
			return nil, err
		}
	}
	for i := range g.Moves {
		if err := add(g.Moves[i].Move, &g.Moves[i]); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// comment tells what the engine said of its move; the score is the mover's.
func (m *MoveRecord) comment() string {
	var parts []string
	switch {
	case m.Score != nil:
		parts = append(parts, fmt.Sprintf("score %+d", *m.Score))
	case m.Mate != nil:
		parts = append(parts, fmt.Sprintf("mate %+d", *m.Mate))
	}
	if m.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", m.Depth))
	}
	if m.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes %d", m.Nodes))
	}
	return strings.Join(parts, " ")
}

// end translates the reason. The records know no crash: it stands as a breach of the rules, with a note.
func (g *GameRecord) end() (record.End, position.Color, string) {
	winner := position.White
	if g.Result == BlackWins {
		winner = position.Black
	}
	note := string(g.Reason)
	if g.Detail != "" {
		note += ": " + g.Detail
	}
	switch g.Reason {
	case Mate:
		return record.Checkmate, winner, note
	case Resignation, Try:
		return record.Resigned, winner, note
	case Adjudicated:
		// To resign is for the side to move; where that is the winner the records have no word for his win.
		if toMove := g.firstSide() ^ len(g.Moves)&1; toMove == int(winner) {
			return record.Interrupted, winner, [...]string{"Black", "White"}[winner] + " wins by " + note
		}
		return record.Resigned, winner, note
	case Declared:
		return record.Declaration, winner, note
	case Repetition:
		if g.Result != Drawn { // minishogi
			return record.Foul, winner, note
		}
		return record.Repetition, winner, note
	case Perpetual:
		return record.Perpetual, winner, note
	case MaxPlies:
		return record.MoveLimit, winner, note
	case TimeForfeit:
		return record.TimeUp, winner, note
	}
	return record.Foul, winner, note
}
