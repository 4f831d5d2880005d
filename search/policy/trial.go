package policy

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"katachi/position"
)

// Trial is one quiet move that a search has tried, and what came of it: what the policy learns from.
type Trial struct {
	Success                                bool // a fail high
	Cut, TTHit, TTMove, InCheck, Improving bool
	Depth, Number                          uint8 // of the node; how many moves were tried up to this one
	History                                int32 // the sum of the histories by which quiet moves are ordered
	Gap                                    int16 // static evaluation less alpha, 0 in check
	Kind                                   uint8
	Entries                                [tables]uint16
}

// See sets what the policy knows of the move.
func (t *Trial) See(v *View, m position.Move, check bool) {
	t.Kind, t.Entries = uint8(kindOf(m)), v.entries(m, check)
}

// Write appends the trial to a file of trials, which is its fields in order, little-endian.
func (t *Trial) Write(w io.Writer) error { return binary.Write(w, binary.LittleEndian, t) }

// trialSize is the length of a trial in a file.
var trialSize = binary.Size(Trial{})

// ReadTrials reads a file of trials to its end. One that was cut off there is left out.
func ReadTrials(file io.Reader) (list []Trial, err error) {
	r, buf := bufio.NewReaderSize(file, 1<<20), make([]byte, trialSize)
	for {
		if _, err := io.ReadFull(r, buf); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		var t Trial
		if _, err := binary.Decode(buf, binary.LittleEndian, &t); err != nil {
			return nil, err
		}
		if t.Kind >= kinds {
			return nil, fmt.Errorf("no file of trials: a move of kind %d", t.Kind)
		}
		for i, e := range t.Entries {
			if e != none && int(e) >= sizes[i] {
				return nil, fmt.Errorf("no file of trials: entry %d in a table of %d", e, sizes[i])
			}
		}
		list = append(list, t)
	}
}

// loadTrials reads files of trials.
func loadTrials(paths []string) (all []Trial, err error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		list, err := ReadTrials(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, list...)
	}
	return all, nil
}
