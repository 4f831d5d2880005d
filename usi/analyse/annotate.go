package analyse

import (
	"fmt"
	"slices"
	"strings"

	"katachi/position"
	"katachi/position/record"
)

// What marks this program's own lines: the first move of a variation that it has added, the sentences, and its name, which stands
// below what it has found.
const (
	ownVariation = "#変化="
	ownRemark    = "#解説="
	ownEngine    = "#エンジン=Katachi"
)

// analysisKeys begin the lines of a comment that an analysis has written. Lines without # are the players' own.
var analysisKeys = []string{"#評価値=", "#詰み=", "#宣言=", "#トライ=", "#読み筋=", "#深さ=", "#ノード数=", "#エンジン=", ownRemark, ownVariation}

func isAnalysis(line string) bool {
	return slices.ContainsFunc(analysisKeys, func(key string) bool { return strings.HasPrefix(line, key) })
}

// annotated returns the record with what the report says, in the form that ShogiHome reads and draws its graph from:
// below each move the score after it from Black's view, the line from there on, and what is said of the move; a better
// move is a variation. All that stood in the record stays, but for what wipe has removed.
func (a *game) annotated(r *Report) *record.Game {
	g := *a.record
	g.Root = *a.record.Root.Clone()
	g.Root.Comments = append(g.Root.Comments, a.comments(r, a.positions[0], &r.Start, a.thoughts[0].Nodes, "")...)
	at := &g.Root
	for i := range r.Moves {
		m, node := &r.Moves[i], at.Next[0]
		text := m.Remark.Japanese
		if name := mistakeName(m.Mark, m.Loss); name != "" {
			text = "【" + name + "】" + text
		}
		node.Comments = append(node.Comments, a.comments(r, a.positions[i+1], &m.After, a.thoughts[i+1].Nodes, text)...)
		if !m.Best && m.Loss >= goodLoss && len(a.thoughts[i].Lines) > 0 {
			a.addVariation(at, i, r, m)
		}
		at = node
	}
	return &g
}

// addVariation adds the better move, with its line.
func (a *game) addVariation(at *record.Node, i int, r *Report, m *Move) {
	p := a.positions[i].Clone()
	for k, text := range m.Before.Moves {
		move, err := p.ParseLegal(text)
		if err != nil {
			return
		}
		parent, known := at, len(at.Next)
		at = parent.Append(move)
		p.Do(move)
		if k > 0 {
			continue
		}
		score := m.Before
		score.Moves = score.Moves[1:]
		for _, plies := range []*int{&score.Mate, &score.Entering} { // counted from the position after the move
			if *plies > 0 {
				*plies--
			} else if *plies < 0 {
				*plies++
			}
		}
		at.Comments = append(at.Comments, a.comments(r, p, &score, 0, "")...)
		if len(parent.Next) == known { // a variation of the record, which stays as it is
			return
		}
		at.Comments = append(at.Comments, ownVariation+r.Engine)
	}
}

// comments are the lines for the position p.
func (a *game) comments(r *Report, p *position.Position, l *Line, nodes uint64, remark string) []string {
	lines := []string{fmt.Sprintf("#評価値=%d", l.Centipawns)}
	winner, plies := "先手勝ち", l.Mate+l.Entering // one of them is 0
	if plies < 0 {
		winner, plies = "後手勝ち", -plies
	}
	if l.Mate != 0 {
		lines = append(lines, fmt.Sprintf("#詰み=%s:%d手", winner, plies))
	} else if l.Entering != 0 {
		by, n := a.byEntering(plies)
		lines = append(lines, fmt.Sprintf("#%s=%s:%d手", by.japanese, winner, n))
	}
	if len(l.Moves) > 0 {
		// ShogiHome reads a line without the move before it: the first move names its square, even where people say 同.
		ja, _ := lineWords(p, position.NoSquare, l.Moves, len(l.Moves))
		lines = append(lines, "#読み筋="+ja)
	}
	if l.Depth > 0 {
		lines = append(lines, fmt.Sprintf("#深さ=%d", l.Depth))
	}
	if nodes > 0 {
		lines = append(lines, fmt.Sprintf("#ノード数=%d", nodes))
	}
	lines = append(lines, "#エンジン="+r.Engine)
	if remark != "" {
		lines = append(lines, ownRemark+remark)
	}
	return lines
}

// wipe removes older analyses below and with the node: from the main line all of them, from variations, where this one writes
// nothing in their place, only this program's own.
func wipe(n *record.Node, main bool) {
	if main {
		n.Comments = slices.DeleteFunc(n.Comments, isAnalysis)
	} else {
		n.Comments = withoutOwn(n.Comments)
	}
	for i := len(n.Next) - 1; i > 0; i-- {
		if isOwn(n.Next[i]) {
			n.Next = slices.Delete(n.Next, i, i+1)
		}
	}
	for i, next := range n.Next {
		wipe(next, main && i == 0)
	}
}

// withoutOwn returns the lines that others have written.
func withoutOwn(lines []string) []string {
	var kept []string
	begin := 0 // of the analysis whose engine has not been named yet
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, ownEngine):
			kept = kept[:begin]
		case strings.HasPrefix(line, ownRemark), strings.HasPrefix(line, ownVariation):
		default:
			if strings.HasPrefix(line, "#評価値=") { // this program's analyses begin so
				begin = len(kept)
			}
			kept = append(kept, line)
			if !isAnalysis(line) || strings.HasPrefix(line, "#エンジン=") {
				begin = len(kept)
			}
		}
	}
	return kept
}

// isOwn reports whether an analysis has added the variation, and nobody has added anything to it since.
func isOwn(n *record.Node) bool {
	if !slices.ContainsFunc(n.Comments, func(line string) bool { return strings.HasPrefix(line, ownVariation) }) {
		return false
	}
	for len(withoutOwn(n.Comments)) == 0 && n.Bookmark == "" && len(n.Next) < 2 {
		if len(n.Next) == 0 {
			return true
		}
		n = n.Next[0]
	}
	return false
}
