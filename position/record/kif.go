package record

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"katachi/position"
)

// KIF returns the game as KIF text in UTF-8 (a .kifu file), every variation included.
func (g *Game) KIF() (string, error) {
	w := kifWriter{game: g, pos: g.Start.Clone()}
	w.line("#KIF version=2.0 encoding=UTF-8")
	w.header()
	w.line("手数----指手---------消費時間--")
	w.notes(&g.Root)
	if err := w.moves(&g.Root, 1, position.NoSquare, [2]time.Duration{}, true); err != nil {
		return "", err
	}
	return w.String(), nil
}

// kifWriter writes KIF.
type kifWriter struct {
	strings.Builder
	game         *Game
	pos          *position.Position
	black, white string // what the players are called
}

func (w *kifWriter) line(format string, args ...any) { fmt.Fprintf(w, format+"\r\n", args...) }

// header writes all that stands before the moves.
func (w *kifWriter) header() {
	g := w.game
	for _, f := range g.Header {
		if key, value := oneLine(f.Key), oneLine(f.Value); isHeaderKey(key) {
			w.line("%s：%s", key, value)
		} else {
			w.line("備考：%s %s", key, value)
		}
	}
	name, common := handicapOf(g.Start)
	w.black, w.white = "先手", "後手"
	if odds(g.Start) != "" {
		w.black, w.white = "下手", "上手"
		if !common {
			name = "その他"
		}
	}
	w.line("手合割：%s", name)
	if !common {
		w.WriteString(diagram(g.Start))
	}
	for c, title := range [2]string{w.black, w.white} {
		if g.Names[c] != "" {
			w.line("%s：%s", title, oneLine(g.Names[c]))
		}
	}
}

// isHeaderKey reports whether a line that begins with the key can be nothing but a field of a header that is kept as it is.
func isHeaderKey(key string) bool {
	switch strings.Replace(key, "持ち駒", "持駒", 1) { // as readHeader has them
	case "", "手合割", "手番", "先手", "後手", "上手", "下手", "先手の持駒", "後手の持駒", "上手の持駒", "下手の持駒", "先手持駒", "後手持駒", "上手持駒", "下手持駒":
		return false
	}
	for _, word := range []string{"まで", "変化", "手数", "+", "＋"} {
		if strings.HasPrefix(key, word) {
			return false
		}
	}
	_, _, number := cutNumber(key + " x")
	return !number && !startsWithMark(key) && !strings.ContainsAny(key[:1], "#*&|") && !strings.ContainsAny(key, "：:")
}

// notes writes the comments and the bookmark of a node.
func (w *kifWriter) notes(n *Node) {
	for _, text := range n.Comments {
		for text := range strings.Lines(text + "\n") {
			w.line("*%s", strings.TrimRight(text, "\r\n"))
		}
	}
	if n.Bookmark != "" {
		w.line("&%s", oneLine(n.Bookmark))
	}
}

// moves writes all that follows a node: the main line to its end, then the variations, the last ones first, so that each
// branches from the nearest line above it.
func (w *kifWriter) moves(n *Node, number int, last position.Square, totals [2]time.Duration, main bool) error {
	for i, next := range n.Next {
		if err := w.begin(i, number, next); err != nil {
			return err
		}
		if next.End != nil {
			w.end(next, number, totals, main && i == 0)
			continue
		}
		totals, to := totals, next.Move.To()
		totals[w.pos.Side()] += next.Time
		w.row(number, kifMove(next.Move, last), next, totals[w.pos.Side()])
		if !next.Illegal {
			w.pos.Do(next.Move)
		}
		err := w.moves(next, number+1, to, totals, main && i == 0)
		if !next.Illegal {
			w.pos.Undo()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// begin writes the head of a variation before the i-th continuation, unless it is the main one, and checks its move.
func (w *kifWriter) begin(i, number int, next *Node) error {
	if i > 0 {
		w.line("")
		w.line("変化：%d手", number)
	}
	return check(w.pos, next)
}

// row writes a move or an end.
func (w *kifWriter) row(number int, text string, n *Node, total time.Duration) {
	if n.Timed {
		text = pad(text, 13) + kifTime(n.Time, total)
	}
	w.line("%4d %s", number, text)
	w.notes(n)
}

// end writes the end of a line.
func (w *kifWriter) end(n *Node, number int, totals [2]time.Duration, main bool) {
	toMove := w.game.Start.Side() ^ position.Color((number-1)&1)
	w.row(number, n.End.kifWord(toMove), n, totals[toMove]+n.Time)
	if main {
		w.summary(n, number)
	}
}

// summary writes まで…手で for an end.
func (w *kifWriter) summary(n *Node, number int) {
	w.line("まで%d手で%s", number-1, n.End.summary(w.black, w.white, w.game.Names == [2]string{}))
}

// kifMove returns the move as KIF names it; last is the destination of the move before.
func kifMove(m position.Move, last position.Square) string {
	text := place(m.To(), last) + kifPieces[m.Before().Kind()]
	switch {
	case m.IsDrop():
		return text + "打"
	case m.IsPromotion():
		text += "成"
	}
	return text + fmt.Sprintf("(%d%d)", m.From().File(), m.From().Rank())
}

func kifTime(used, total time.Duration) string {
	s, t := int(used.Seconds()), int(total.Seconds())
	return fmt.Sprintf("(%2d:%02d/%02d:%02d:%02d)", s/60, s%60, t/3600, t/60%60, t%60)
}

// pad fills the text with blanks to the width, in which a Japanese character counts for two.
func pad(text string, width int) string {
	for _, r := range text {
		width--
		if r > 127 {
			width--
		}
	}
	return text + strings.Repeat(" ", max(1, width))
}

// oneLine returns the text without what would end the line.
func oneLine(text string) string { return strings.TrimSpace(printable(text)) }

// printable returns the text with a blank for each character that controls something.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
