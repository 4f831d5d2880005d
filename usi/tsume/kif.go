package tsume

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"katachi/position/files"
	"katachi/position/record"
	"katachi/search/mate"
)

// record writes the mate of the i-th problem as a KIF file, if that is wanted. It has the problem's number, and another one behind
// it if there is such a file already.
func (s *settings) record(i int, p problem, r mate.Result) error {
	if s.kif == "" || r.Status != mate.Mate {
		return nil
	}
	game := record.Game{Start: p.pos}
	game.Root.Comments = []string{p.name, fmt.Sprintf("%d plies, %d nodes, %v", len(r.Line), r.Nodes, r.Time.Round(time.Millisecond))}
	n := &game.Root
	for _, m := range r.Line {
		n = n.Append(m)
	}
	n.Next = append(n.Next, &record.Node{End: record.WonBy(record.Checkmate, p.pos.Side())})
	text, err := game.KIF()
	if err != nil {
		return err
	}
	content, ending := []byte(text), ".kifu"
	if s.sjis {
		content, ending = record.ShiftJIS(text), ".kif"
	}
	name := filepath.Join(s.kif, fmt.Sprintf("mate%04d", i+1))
	for path, n := name+ending, 2; ; n++ {
		err := files.Create(path, func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		path = fmt.Sprintf("%s-%d%s", name, n, ending)
	}
}
