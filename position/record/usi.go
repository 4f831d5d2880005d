package record

import (
	"fmt"
	"strings"

	"katachi/position"
)

// usiEnds are the ends that a line of USI moves can have.
var usiEnds = map[string]EndKind{
	"resign": Resigned, "win": Declaration, "rep_draw": Repetition, "draw": Draw, "timeout": TimeUp, "break": Interrupted,
}

// readUSI reads a line as position.ParseGameText does.
func (s *Source) readUSI() (*Game, error) {
	b := newBuilder(s)
	for word := range strings.FieldsSeq(s.Text) {
		if len(word) > 160 { // longer than any board
			return nil, b.at(fmt.Errorf("not a word of a game or an SFEN: %s", quote(word)))
		}
	}
	text, err := position.ParseGameText(s.Text)
	if err != nil {
		return nil, b.at(err)
	}
	p := position.New(position.Shogi)
	if text.SFEN != "" {
		if p, err = position.ParseProblem(position.Shogi, text.SFEN); err != nil {
			return nil, b.at(err)
		}
	}
	b.begin(p)
	for i, word := range text.Moves {
		m, err := b.pos.ParseLegal(word)
		if err != nil {
			return nil, b.at(fmt.Errorf("move %d: %w", i+1, err))
		}
		b.play(m, nil)
	}
	if kind, ended := usiEnds[text.End]; ended {
		if _, err := b.finish(NewEnd(kind, b.toMove())); err != nil {
			return nil, b.at(err)
		}
	}
	return b.game, nil
}

// USI returns the main line as USI writes positions: startpos moves 7g7f ...
func (g *Game) USI() string {
	text := "startpos"
	if !isStart(g.Start) {
		text = "sfen " + g.Start.SFEN()
	}
	if moves, _ := g.Moves(); len(moves) > 0 {
		text += " moves " + position.MoveList(moves)
	}
	return text
}
