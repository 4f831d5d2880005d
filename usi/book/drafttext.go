package book

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"katachi/position"
)

// textHeader is the first line of YaneuraOu's text books.
const textHeader = TextHead + "2016 1.00\n"

// TextHead is what text books begin with, whatever their version.
const TextHead = "#YANEURAOU-DB"

// gameDepth is the depth that moves get that were not searched, so that they pass the readers' depth limits; YaneuraOu
// writes the same.
const gameDepth = 32

// Write writes the book as YaneuraOu's text: positions in byte order, as searching on disk needs them, and the moves of
// each by count, then by value.
func (d *Draft) Write(w io.Writer) error {
	type place struct {
		text string
		i    int
	}
	places := make([]place, 0, len(d.known.keys))
	for i, key := range d.known.keys {
		if len(d.known.moves[i]) == 0 {
			continue
		}
		p, err := position.Unpack(d.rules, key.packed, int(key.ply))
		if err != nil {
			return err
		}
		text := p.SFEN()
		if key.ply == 0 { // the book did not tell it
			text = text[:strings.LastIndexByte(text, ' ')]
		}
		places = append(places, place{text, i})
	}
	slices.SortFunc(places, func(a, b place) int { return strings.Compare(a.text, b.text) })
	out := bufio.NewWriter(w)
	out.WriteString(textHeader)
	for _, at := range places {
		fmt.Fprintf(out, "sfen %s\n", at.text)
		moves := slices.Clone(d.known.moves[at.i])
		slices.SortStableFunc(moves, func(a, b record) int {
			return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(b.value, a.value))
		})
		for _, m := range moves {
			if m.depth == unknownDepth {
				m.depth = gameDepth
			}
			fmt.Fprintf(out, "%v %v %d %d %d\n", m.move, m.ponder, m.value, m.depth, m.count)
		}
	}
	return out.Flush()
}
