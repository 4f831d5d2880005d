package analyse

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"katachi/position"
	"katachi/position/command"
	"katachi/position/files"
	"katachi/position/record"
)

// position analyses the one position of -sfen.
func (s *settings) position(ctx context.Context, c Config, io *command.IO) error {
	sources, err := record.Split("-sfen", []byte(s.sfen))
	if err != nil || sources[0].Format != record.USI {
		return command.Wrong("-sfen %q: want an SFEN, or a position with moves", s.sfen)
	}
	g, _, err := sources[0].Game()
	if err != nil {
		return command.WrongUse(err)
	}
	path := filepath.Join(s.out, "position.html")
	if s.html {
		if err := files.MayReplace(path, "a page of analyse", pageHead); err != nil {
			return err
		}
	}
	moves, _ := g.Moves()
	p := g.Start.Clone()
	for _, m := range moves {
		p.Do(m)
	}
	one := &record.Game{Start: p}
	t, err := s.newThinker(c, s.threads)
	if err != nil {
		return err
	}
	t.begin(s, one)
	a := newGame(one, c.Castle, s.rule)
	line := command.NewLine(io.Stderr)
	line.Show("searching ...")
	if a.thoughts[0], err = t.think(ctx, p); err != nil {
		return err
	}
	line.Wipe()
	if !s.html {
		a.writePosition(io.Stdout)
		return nil
	}
	r := a.positionReport()
	r.Source, r.Engine, r.Settings, r.SettingsJA = "-sfen", c.Engine, s.text(), s.japanese()
	page, err := r.Page()
	if err != nil {
		return err
	}
	if err := files.Write(path, page); err != nil {
		return err
	}
	fmt.Fprintln(io.Stdout, path)
	if s.open {
		return command.Open(path)
	}
	return nil
}

// positionReport is the report of a single position: what is to be said of it instead of a result, and all of its lines.
func (a *game) positionReport() *Report {
	r := a.report()
	var said remark
	for _, f := range a.about() {
		said.say(f.japanese+"。", f.english+".")
	}
	r.Result = said.whole()
	for _, l := range a.thoughts[0].Lines {
		r.Lines = append(r.Lines, a.newLine(a.positions[0], position.NoSquare, l))
	}
	return r
}

// about is what is to be said of the first position besides its lines.
func (a *game) about() (facts []name) {
	p, t := a.positions[0], &a.thoughts[0]
	say := func(japanese, english string, args ...any) {
		facts = append(facts, name{fmt.Sprintf(english, args...), japanese})
	}
	japanese := [2]string{"先手", "後手"}
	us, them := p.Side(), p.Side().Other()
	say(japanese[us]+"番", "%s to move", us.Name())
	for c := position.Black; c <= position.White; c++ {
		if english, ja := a.castle(p, c); english != "" {
			say(japanese[c]+"は"+ja, "%s's castle: %s", c.Name(), english)
		}
	}
	if p.InCheck() {
		say("王手", "The king is in check")
	}
	winner := them
	if t.Over == overWon {
		winner = us
	}
	switch t.Over {
	case overMate:
		say("詰み", "It is mate: %s has won", winner.Name())
	case overTry:
		say("トライ勝ち", "%s has won by the try", winner.Name())
	case overDraw:
		say("千日手", "The position has come for the fourth time: a draw")
	case overWon, overLost:
		say("千日手で"+japanese[winner]+"の勝ち", "The position has come for the fourth time: %s has won", winner.Name())
	}
	if t.Over != "" {
		return facts
	}
	if t.Claim {
		say("宣言すれば勝ち", "%s can declare the win", us.Name())
	}
	if n := len(t.Threat); n > 0 {
		q := p.Clone()
		q.DoNull()
		ja, english := lineWords(q, position.NoSquare, t.Threat, 3)
		say("詰めろ"+ja, "%s threatens mate in %s: %s", them.Name(), moves(n), english)
	}
	return facts
}

// writePosition says in words what was found in the first position.
func (a *game) writePosition(w io.Writer) {
	p := a.positions[0]
	fmt.Fprint(w, p.String())
	for _, f := range a.about() {
		fmt.Fprintf(w, "%s (%s).\n", f.english, f.japanese)
	}
	for i, found := range a.thoughts[0].Lines {
		l := a.newLine(p, position.NoSquare, found)
		lineJA, lineEN := lineWords(p, position.NoSquare, l.Moves, 8)
		score := fmt.Sprintf("%+d for Black, %.0f%%", l.Centipawns, l.Chance)
		winner, plies := position.Black.Name(), l.Mate+l.Entering // one of them is 0
		if plies < 0 {
			winner, plies = position.White.Name(), -plies
		}
		if l.Mate != 0 {
			score = fmt.Sprintf("%s mates in %s", winner, moves(plies))
		} else if l.Entering != 0 {
			by, n := a.byEntering(plies)
			score = fmt.Sprintf("%s wins by %s after %s (%s勝ち)", winner, by.english, moves(n), by.japanese)
		}
		fmt.Fprintf(w, "%d. %s (depth %d)\n   %s\n   %s\n", i+1, score, l.Depth, lineJA, lineEN)
	}
}
