package usi

import (
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"katachi/eval"
	"katachi/search"
)

// engineRoom holds what tasks work with and brings it up to date with the settings. It belongs to the task that runs;
// the driver's loop may only call evaluator.
type engineRoom struct {
	config Config

	ready    bool // the settings below have been applied
	options  search.Options
	eval     EvalOptions
	bookFrom BookOptions
	book     Book
	used     bool // something was searched since the last clear

	newEvaluator atomic.Pointer[func() eval.Evaluator]
}

func newEngineRoom(config Config) *engineRoom { return &engineRoom{config: config} }

// prepare applies what has changed in the settings. What fails is reported and stays as it was.
func (e *engineRoom) prepare(s Settings, out *writer) {
	if !e.ready || e.options != s.Search {
		e.options = s.Search
		if err := e.config.Engine.SetOptions(s.Search); err != nil {
			out.fail(err)
		}
	}
	s.Eval.Rules = s.rules()
	if !e.ready || e.eval != s.Eval {
		e.eval = s.Eval
		e.load(out)
	}
	if !e.ready || e.bookFrom != s.Book {
		e.bookFrom = s.Book
		e.openBook(out)
	}
	e.ready = true
}

func (e *engineRoom) load(out *writer) {
	newEvaluator, description, err := e.config.LoadEvaluator(e.eval)
	if err != nil {
		out.fail(fmt.Errorf("evaluation: %w", err))
		if newEvaluator == nil || e.newEvaluator.Load() != nil {
			return
		}
	}
	e.config.Engine.SetEvaluator(newEvaluator)
	e.newEvaluator.Store(&newEvaluator)
	out.say("evaluation: %s", description)
}

// evaluator returns a new evaluator of the loaded kind, or nil before anything is loaded.
func (e *engineRoom) evaluator() eval.Evaluator {
	if f := e.newEvaluator.Load(); f != nil {
		return (*f)()
	}
	return nil
}

func (e *engineRoom) openBook(out *writer) {
	if e.config.OpenBook == nil {
		return
	}
	if e.book != nil {
		if err := e.book.Close(); err != nil {
			out.fail(fmt.Errorf("book: %w", err))
		}
		e.book = nil
	}
	if !e.bookFrom.Own || e.bookFrom.File == "no_book" || e.bookFrom.File == "" {
		return
	}
	book, err := e.config.OpenBook(e.bookFrom)
	switch {
	case err == nil:
		e.book = book
	case errors.Is(err, fs.ErrNotExist) && e.bookFrom.File == defaultBook:
		// Nobody asked for this book.
	default:
		out.fail(fmt.Errorf("book: %w", err))
	}
}

// clear forgets the last game.
func (e *engineRoom) clear() {
	if e.used {
		e.used = false
		e.config.Engine.Clear()
	}
}
