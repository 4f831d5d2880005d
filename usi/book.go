package usi

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"path/filepath"

	"katachi/eval"
	"katachi/position"
	"katachi/position/files"
	"katachi/search"
	"katachi/usi/book"
)

// defaultBook is the book that is looked for without being asked for.
const defaultBook = "standard_book.db"

// BookOptions are the settings of the opening book.
type BookOptions struct {
	Own    bool   // USI_OwnBook: use the book at all
	File   string // "no_book" for none
	Dir    string
	Choice book.Options
}

// path returns where the book lies, empty if none is wanted.
func (o *BookOptions) path() string {
	switch {
	case !o.Own || o.File == "no_book" || o.File == "":
		return ""
	case o.File == defaultBook && o.Choice.Rules == position.Minishogi: // it is of shogi, and nobody asked for it
		return ""
	case files.IsRooted(o.File):
		return o.File
	}
	return files.Locate(filepath.Join(o.Dir, o.File))
}

// library is the open book, if any.
type library struct {
	opened BookOptions
	failed bool  // to open it
	file   stamp // as it was opened
	book   *book.Book
	rng    *rand.Rand
}

// update opens the book that the options name, or changes how the open one chooses.
func (l *library) update(o BookOptions, out *writer) {
	before, file := l.opened, l.file
	l.opened, l.failed, l.file = o, false, stamp{}
	if l.book != nil {
		b, a := before, o
		b.Choice, a.Choice = book.Options{}, book.Options{}
		if a == b && before.Choice.Rules == o.Choice.Rules && before.Choice.OnTheFly == o.Choice.OnTheFly {
			l.book.SetOptions(o.Choice)
			l.file = file
			return
		}
		if err := l.book.Close(); err != nil {
			out.fail(err)
		}
		l.book = nil
	}
	if o.path() == "" {
		return
	}
	path := o.path()
	l.file = stampOf(path)
	b, err := book.Open(path, o.Choice)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.File == defaultBook:
		l.failed = true // it may come
		return          // nobody asked for it
	case err != nil:
		l.failed = true
		out.fail(err)
		return
	}
	l.book = b
	l.rng = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	out.say("book %s: %v", path, b)
	if n, first := b.Skipped(); n > 0 {
		out.say("book %s: %d lines cannot be used; the first: %v", path, n, first)
	}
}

// fromBook returns the book's move, if the go command leaves the choice free and the game is not won already.
func (t *thought) fromBook(report func(search.Info)) (search.Result, bool) {
	l := &t.engine.library
	if l.book == nil || t.limits.Endless() || len(t.limits.Moves) > 0 {
		return search.Result{}, false
	}
	if position.NewDeclaration(t.settings.Search.EnteringKing, t.pos).Claim(t.pos) != position.MoveNone {
		return search.Result{}, false
	}
	hit, ok := l.book.Probe(t.pos, l.rng)
	if err := l.book.Err(); err != nil {
		t.out.fail(err)
	}
	if !ok {
		return search.Result{}, false
	}
	score := t.engine.scale().FromField(eval.Score(hit.Value).Clamp())
	report(search.Info{Depth: hit.Depth, MultiPV: 1, Score: score, PV: hit.PV})
	return search.Result{Move: hit.Move, Ponder: hit.Ponder, Score: score}, true
}
