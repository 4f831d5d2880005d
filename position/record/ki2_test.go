package record

import "katachi/position"

// KI2 returns the game as KI2 text, every variation included: what the reader is tested with. The format has no place for times.
func (g *Game) KI2() (string, error) {
	w := kifWriter{game: g, pos: g.Start.Clone()}
	w.header()
	w.line("")
	w.notes(&g.Root)
	if err := w.ki2Moves(&g.Root, 1, position.NoSquare, 0); err != nil {
		return "", err
	}
	return w.String(), nil
}

// ki2Moves writes all that follows a node, as moves does; column counts the moves that stand on the current line.
func (w *kifWriter) ki2Moves(n *Node, number int, last position.Square, column int) error {
	newLine := func() {
		if column > 0 {
			w.line("")
		}
		column = 0
	}
	if len(n.Next) == 0 {
		newLine()
	}
	for i, next := range n.Next {
		if err := w.begin(i, number, next); err != nil {
			return err
		}
		if next.End != nil {
			newLine()
			w.notes(next)
			w.summary(next, number)
			continue
		}
		if next.Illegal {
			w.WriteString(Mark(w.pos.Side()) + kifMove(next.Move, last))
		} else {
			w.WriteString(pad(Japanese(w.pos, last, next.Move), 14))
			w.pos.Do(next.Move)
		}
		if column++; column == 6 || len(next.Comments) > 0 || next.Bookmark != "" {
			newLine()
		}
		w.notes(next)
		err := w.ki2Moves(next, number+1, next.Move.To(), column)
		column = 0
		if !next.Illegal {
			w.pos.Undo()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
