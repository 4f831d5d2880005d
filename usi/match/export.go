package match

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"katachi/position"
	"katachi/position/files"
	"katachi/position/record"
)

// timeField is the time control's field in records.
const timeField = "持ち時間"

// writeRecords writes each game into the directory as KIF in both encodings and as CSA (shogi only), over no file that holds
// anything else. It returns the number of files.
func writeRecords(dir string, header *matchHeader, games []gameRecord) (written int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	rules, err := header.rules()
	if err != nil {
		return 0, err
	}
	for i := range games {
		g, err := games[i].record(header, rules)
		if err != nil {
			return written, fmt.Errorf("game %d: %w", games[i].Game+1, err)
		}
		kif, err := g.KIF()
		if err != nil {
			return written, fmt.Errorf("game %d: %w", games[i].Game+1, err)
		}
		name := filepath.Join(dir, fmt.Sprintf("%04d_%s_%s", games[i].Game+1, fileName(games[i].Names[0]), fileName(games[i].Names[1])))
		texts := map[string][]byte{".kifu": []byte(kif), ".kif": record.ShiftJIS(kif)}
		if games[i].kept == nil {
			limitForCSA(g)
		}
		csa, err := g.CSA()
		if err == nil {
			texts[".csa"] = []byte(csa)
		} else if !errors.Is(err, record.ErrVariant) {
			return written, fmt.Errorf("game %d: %w", games[i].Game+1, err)
		}
		for extension, b := range texts {
			if err := keepFile(name+extension, b); err != nil {
				return written, err
			}
			written++
		}
	}
	return written, nil
}

// keepFile sees to it that there is a file of that content; it writes over no other.
func keepFile(name string, content []byte) error {
	there, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return files.Create(name, func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
	case err == nil && !bytes.Equal(there, content):
		return fmt.Errorf("%s is there already and is another record; choose another folder", name)
	}
	return err
}

// limitForCSA writes the time control as CSA has it, if it can.
func limitForCSA(g *record.Game) {
	for i := range g.Header {
		f := &g.Header[i]
		if f.Key != timeField {
			continue
		}
		if tc, err := parseTimeControl(f.Value); err == nil {
			f.Value = cmp.Or(tc.csa(), f.Value)
		}
	}
}

// fileName makes a part of a file's name of an engine's: it replaces blanks and what some file system does not take, and cuts
// it at a third of the 255 bytes that most allow a name.
func fileName(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r == utf8.RuneError || !unicode.IsGraphic(r) || unicode.IsSpace(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			r = '-'
		}
		if b.Len()+utf8.RuneLen(r) > 85 {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// record returns the game as other programs know games.
func (g *gameRecord) record(header *matchHeader, rules *position.Rules) (*record.Game, error) {
	if g.kept != nil {
		return g.kept, nil
	}
	clock := header.TC
	for _, i := range [2]int{g.Black, g.White} {
		if own := header.Engines[i].TC; own != "" {
			clock += fmt.Sprintf(" (%s: %s)", header.Engines[i].Name, own)
		}
	}
	r := &record.Game{Names: g.Names}
	if !g.Start.IsZero() {
		r.AddField("開始日時", g.Start.Local().Format("2006/01/02 15:04:05"))
	}
	r.AddField("棋戦", "katachi match")
	r.AddField(timeField, clock)
	n := &r.Root
	var err error
	r.Start, err = g.replay(rules, func(p *position.Position, move position.Move, said *moveRecord) {
		n = n.Append(move)
		if said != nil {
			// Whole seconds, as all programs read them.
			n.Time, n.Timed = (time.Duration(said.Millis) * time.Millisecond).Truncate(time.Second), true
			n.Comments = said.comments(int(p.Side()))
		}
	})
	if err != nil {
		return nil, err
	}
	end, note := g.end()
	n.Next = append(n.Next, &record.Node{End: end, Comments: []string{note}})
	return r, nil
}

// comments tells what the engine said of its move, from Black's view, in the form that ShogiHome reads and draws its
// graph from.
func (m *moveRecord) comments(side int) []string {
	var lines []string
	if score := m.blackScore(side); score != nil {
		plies := 0 // of a mate whose length is known
		if m.Mate != nil {
			plies = max(*m.Mate, -*m.Mate)
		}
		if plies != 0 && plies != mateUnknown {
			winner := "先手勝ち"
			if *score < 0 {
				winner = "後手勝ち"
			}
			lines = append(lines, fmt.Sprintf("*詰み=%s:%d手", winner, plies))
		} else {
			lines = append(lines, fmt.Sprintf("*評価値=%d", max(-maxScore, min(*score, maxScore))))
		}
	}
	if m.Depth > 0 {
		lines = append(lines, fmt.Sprintf("*深さ=%d", m.Depth))
	}
	if m.Nodes > 0 {
		lines = append(lines, fmt.Sprintf("*ノード数=%d", m.Nodes))
	}
	return lines
}

// end translates the reason. The records know no crash: it stands as a breach of the rules, with a note.
func (g *gameRecord) end() (end *record.End, note string) {
	winner := position.White
	if g.Result == blackWins {
		winner = position.Black
	}
	toMove := position.Color(g.firstSide() ^ len(g.Moves)&1)
	note = string(g.Reason)
	if g.Detail != "" {
		note += ": " + g.Detail
	}
	kind := record.Foul
	switch g.Reason {
	case byMate:
		kind = record.Checkmate
	case byResignation, byTry:
		kind = record.Resigned
	case byAdjudication:
		// To resign is for the side to move; where that is the winner the records have no word for his win.
		if toMove == winner {
			note = winner.Name() + " wins by " + note
			return record.NewEnd(record.Interrupted, toMove), note
		}
		kind = record.Resigned
	case byDeclaration:
		kind = record.Declaration
	case byRepetition:
		if g.Result == drawn { // not so in minishogi
			return record.NewEnd(record.Repetition, toMove), note
		}
	case byPerpetualCheck:
		kind = record.Perpetual
	case byMoveLimit:
		return record.NewEnd(record.MoveLimit, toMove), note
	case byTime:
		kind = record.TimeUp
	}
	return record.WonBy(kind, winner), note
}
