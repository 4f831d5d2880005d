package train

import (
	"errors"
	"fmt"
	"io"
	"os"

	"katachi/position/record"
)

// examples is a list that grows without being copied.
type examples struct {
	blocks [][]example
	n      int
}

const blockExamples = 1 << 16

func (l *examples) add(s *example) {
	if l.n%blockExamples == 0 {
		l.blocks = append(l.blocks, make([]example, blockExamples))
	}
	*l.at(l.n) = *s
	l.n++
}

func (l *examples) at(i int) *example { return &l.blocks[i/blockExamples][i%blockExamples] }

// dataSet is what a network is trained on, and what it is measured on. No game gives to both.
type dataSet struct {
	training, validation examples
	games, plies         int
	damaged              int // stretches of the files that were no records
}

// gamesAtOnce is how many games are read before they are replayed in parallel.
const gamesAtOnce = 4096

// load adds the games of a file, replayed by the workers.
func (d *dataSet) load(path string, f *filter, workers int) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	in := record.NewScoredReader(file)
	games, parts := make([]record.ScoredGame, gamesAtOnce), make([][]example, gamesAtOnce)
	errs := make([]error, gamesAtOnce)
	for done := false; !done; {
		n := 0
		for ; n < gamesAtOnce; n++ {
			if err := in.Next(&games[n]); errors.Is(err, io.EOF) {
				done = true
				break
			} else if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		parallel(workers, n, func(i int) { parts[i], errs[i] = f.examplesOf(parts[i][:0], &games[i]) })
		for i := range n {
			if errs[i] != nil {
				return fmt.Errorf("%s: %w", path, errs[i])
			}
			d.plies += len(games[i].Plies)
			to := &d.training
			if f.validates(d.games) {
				to = &d.validation
			}
			for j := range parts[i] {
				to.add(&parts[i][j])
			}
			d.games++
		}
	}
	d.damaged += in.Damaged()
	return nil
}
