package usi

import (
	"context"
	"slices"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
	"katachi/usi/book"
	"katachi/usi/makebook"
)

// makeBook makes opening books, as a task that keeps what it has done when it is stopped.
func (d *driver) makeBook(l line, words []string) {
	if len(words) == 0 {
		d.out.lines(makebook.Usage)
		return
	}
	words, err := SplitQuoted(l.rest(), `"`)
	if err != nil {
		d.out.say("makebook: %v", err)
		return
	}
	job, err := makebook.Parse(words)
	if err != nil {
		d.out.say("%v: %v", errCommand, err)
		return
	}
	settings := d.current()
	settings.Book.Own = false
	options := settings.Book.Choice
	options.Rules = settings.rules()
	m := &makebook.Maker{
		Job: job, Engine: bookEngine{d.engine, settings, d.out}, Options: options,
		Say: func(format string, args ...any) { d.out.say("makebook: "+format, args...) },
	}
	d.start(keeping, func(ctx context.Context, _ *task) {
		d.engine.library.update(settings.Book, d.out) // it may be the one that is written; the next go opens it again
		if err := m.Run(ctx); err != nil {
			m.Say("%v", err)
		}
	})
}

// bookEngine is the engine as makebook needs it.
type bookEngine struct {
	room     *engineRoom
	settings Settings
	out      *writer
}

// Begin leaves the user's settings; the next task that needs them puts them in force again.
func (e bookEngine) Begin(multiPV int) error {
	e.room.prepare(e.settings, e.out)
	e.room.used = true
	defer e.room.again()
	o := e.settings.Search
	o.MultiPV = multiPV
	return e.room.config.Engine.SetOptions(o)
}

// Moves returns the first moves of the lines of MultiPV.
func (e bookEngine) Moves(ctx context.Context, p *position.Position, limits search.Limits) []book.Move {
	var lines multiPV
	e.room.config.Engine.Search(ctx, p, limits, func(i search.Info) {
		if i.Score != eval.None && len(i.PV) > 0 && isMove(i.PV[0]) {
			lines.keep(i)
		}
	})
	var moves []book.Move
	for _, i := range lines {
		if len(i.PV) == 0 || slices.ContainsFunc(moves, func(b book.Move) bool { return b.Move == i.PV[0] }) {
			continue
		}
		b := book.Move{Move: i.PV[0], Value: int(e.room.scale().ToField(i.Score)), Depth: i.Depth, Count: 1}
		if len(i.PV) > 1 {
			b.Ponder = i.PV[1]
		}
		moves = append(moves, b)
	}
	return moves
}
