package analyse

import (
	"slices"

	"katachi/position/record"
)

// Variation is a line that people have written beside the game. What the analysis found to be better is no variation.
type Variation struct {
	Number   int      `json:"number"`   // of the move in whose place it begins; one more than there are if the game ended there
	Moves    []string `json:"moves"`    // USI
	Japanese []string `json:"japanese"` // ▲７六歩
	// Comments are those after so many moves. What another variation has said of moves that both have is not repeated.
	Comments map[int][]string `json:"comments,omitempty"`
}

// variations returns those of the record, in the order of the game. A variation of a variation follows it and has its
// first moves too.
func (a *game) variations() []Variation {
	var list []Variation
	at := &a.record.Root
	for i := range a.positions {
		for k := 1; k < len(at.Next); k++ {
			list = a.addVariations(list, i, nil, at.Next[k])
		}
		if i < len(a.moves) {
			at = a.nodes[i]
		}
	}
	return list
}

// addVariations adds the line that leads from the i-th position over the nodes before to the first of its own and on,
// and then its variations.
func (a *game) addVariations(list []Variation, i int, before []*record.Node, first *record.Node) []Variation {
	line := append(slices.Clone(before), first)
	for n := first; len(n.Next) > 0; n = n.Next[0] {
		line = append(line, n.Next[0])
	}
	v := Variation{Number: i + 1, Moves: []string{}, Japanese: []string{}, Comments: map[int][]string{}}
	p, last := a.positions[i].Clone(), a.lastTo(i)
	for k, n := range line {
		if n.End == nil && !n.Illegal {
			v.Moves = append(v.Moves, n.Move.String())
			v.Japanese = append(v.Japanese, record.Japanese(p, last, n.Move))
			p.Do(n.Move)
			last = n.Move.To()
		}
		for _, comment := range n.Comments {
			if k >= len(before) && !isAnalysis(comment) {
				v.Comments[len(v.Moves)] = append(v.Comments[len(v.Moves)], comment)
			}
		}
	}
	if len(v.Moves) > len(before) || len(v.Comments) > 0 {
		list = append(list, v)
	}
	for k := len(before); k < len(line); k++ {
		for _, next := range line[k].Next[min(1, len(line[k].Next)):] {
			list = a.addVariations(list, i, line[:k+1], next)
		}
	}
	return list
}

// endComments returns what the record says below how the game ended, or below an illegal move at its end.
func (a *game) endComments() (list []string) {
	for _, n := range a.record.Main()[len(a.moves):] {
		list = append(list, n.Comments...)
	}
	return list
}
