package tsume

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"katachi/search/mate"
	"katachi/usi/record"
)

// record writes the mate of the i-th problem as a KIF file, if that is wanted.
func (s *settings) record(i int, p problem, r mate.Result) error {
	if s.kif == "" || r.Status != mate.Mate {
		return nil
	}
	game := record.Game{
		Start: p.pos, End: record.Checkmate, Winner: p.pos.Side(),
		Comments: []string{p.name, fmt.Sprintf("%d plies, %d nodes, %v", len(r.Line), r.Nodes, r.Time.Round(time.Millisecond))},
	}
	for _, m := range r.Line {
		game.Moves = append(game.Moves, record.Move{Move: m})
	}
	text, err := game.KIF()
	if err != nil {
		return err
	}
	content, ending := []byte(text), ".kifu"
	if s.sjis {
		content, ending = record.ShiftJIS(text), ".kif"
	}
	return os.WriteFile(filepath.Join(s.kif, fmt.Sprintf("mate%04d%s", i+1, ending)), content, 0o644)
}
