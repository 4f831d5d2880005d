package usi

import (
	"fmt"
	"strings"
	"sync/atomic"

	"katachi/eval"
	"katachi/position"
	"katachi/position/files"
	"katachi/search"
	"katachi/search/level"
)

// engineRoom holds what tasks work with and brings it up to date with the settings. It belongs to the task that runs;
// the driver's loop may only call evaluator and explain.
type engineRoom struct {
	config Config

	ready   bool // the settings below have been applied
	options search.Options
	eval    EvalOptions
	library library
	tsume   tsume

	player      *level.Player // of the level below full strength that was last played
	playerRules *position.Rules

	used   bool   // something was searched since the last clear
	placed string // where the threads run, as last told

	// What retry tries again.
	optionsFailed, evalFailed bool

	evalFile stamp // the network's file as it was loaded

	evaluation atomic.Pointer[eval.Evaluation] // in use, nil before anything is loaded
}

func newEngineRoom(config Config) *engineRoom { return &engineRoom{config: config} }

// prepare applies what has changed in the settings. What fails is reported and stays as it was.
func (e *engineRoom) prepare(s Settings, out *writer) {
	if !e.ready || e.options != s.Search {
		e.options = s.Search
		e.setOptions(s.Search, out)
		e.tellPlacement(out)
	}
	s.Eval.Rules = s.rules()
	if !e.ready || e.eval != s.Eval {
		e.eval = s.Eval
		e.load(out)
	}
	s.Book.Choice.Rules = s.rules()
	if !e.ready || e.library.opened != s.Book {
		e.library.update(s.Book, out)
	}
	e.ready = true
}

// retry makes the next prepare try again what has failed: the file may be there by now, or the memory free. Files that have
// changed are read again too.
func (e *engineRoom) retry() {
	if e.optionsFailed {
		e.again()
	}
	if e.evalFailed || e.evalFile != stampOf(files.Locate(e.eval.Path())) {
		e.eval = EvalOptions{}
	}
	if e.library.failed || e.library.file != stampOf(e.library.opened.path()) {
		e.library.opened = BookOptions{}
	}
}

func (e *engineRoom) load(out *writer) {
	e.evalFile = stampOf(files.Locate(e.eval.Path()))
	evaluation, err := e.config.LoadEvaluator(e.eval)
	e.evalFailed = err != nil
	if evaluation.New != nil && (err == nil || e.evaluation.Load() == nil) {
		e.config.Engine.SetEvaluator(evaluation.New)
		e.evaluation.Store(&evaluation)
	}
	switch used := e.evaluation.Load(); {
	case err == nil:
		out.say("evaluation: %s", evaluation.Description)
	case used == nil || used.Description == "":
		out.fail(fmt.Errorf("evaluation: %w", err))
	default:
		out.fail(fmt.Errorf("evaluation: %w; in use is %s", err, used.Description))
	}
}

// setOptions brings the engine up to date. If the very first table cannot be allocated, there is no old one to keep: it gets
// the default size, or the largest that can be allocated.
func (e *engineRoom) setOptions(o search.Options, out *writer) {
	err := e.config.Engine.SetOptions(o)
	e.optionsFailed = err != nil
	if err == nil {
		return
	}
	out.fail(err)
	if e.ready {
		return
	}
	for o.HashMB = search.DefaultOptions().HashMB; o.HashMB > 1; o.HashMB /= 2 {
		if e.config.Engine.SetOptions(o) == nil {
			out.say("USI_Hash is %d MB instead", o.HashMB)
			return
		}
	}
}

// tellPlacement says which CPUs the threads run on if they are bound, or have just been.
func (e *engineRoom) tellPlacement(out *writer) {
	placed := e.config.Engine.Placement()
	if placed == e.placed {
		return
	}
	if e.placed = placed; placed == "" {
		out.say("threads are not bound to CPUs any more")
	} else {
		out.say("threads are bound: %s", e.placed)
	}
}

// evaluator returns a new evaluator of the loaded kind, or nil before anything is loaded.
func (e *engineRoom) evaluator() eval.Evaluator {
	if used := e.evaluation.Load(); used != nil {
		return used.New()
	}
	return nil
}

// scale returns the scale of the engine's scores; GUIs, records and books have FieldScale.
func (e *engineRoom) scale() eval.Scale {
	if used := e.evaluation.Load(); used != nil {
		return used.Scale
	}
	return eval.FieldScale
}

// explain writes the score of the position and what makes it up.
func (e *engineRoom) explain(p *position.Position, out *writer) {
	ev := e.evaluator()
	if ev == nil {
		out.say("no evaluation is loaded")
		return
	}
	ev.Reset(p)
	score := e.scale().ToField(ev.Evaluate(p))
	if t, ok := ev.(Tracer); ok {
		out.lines(strings.TrimRight(t.Trace(p), "\n"))
	}
	out.lines(fmt.Sprintf("eval = %d", score), verdict(p.Side(), score)+", as it looks without a search (go searches)")
}

// again makes the next prepare apply the search's settings, whatever they were.
func (e *engineRoom) again() { e.options = search.Options{} }

// clear forgets the last game.
func (e *engineRoom) clear() {
	if e.player != nil {
		e.player.NewGame()
	}
	if e.used {
		e.used = false
		e.config.Engine.Clear()
	}
}
