package usi

import (
	"cmp"
	"context"
	"io"
	"path/filepath"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
)

// Searcher thinks. Its methods are called by one goroutine at a time.
type Searcher interface {
	// Search thinks about the position, which it leaves alone, and returns its answer, not before Limits.Wait would. Once
	// ctx has ended it returns within milliseconds, with a legal move if there is one. It calls report from one goroutine
	// at a time and not after it has returned.
	Search(ctx context.Context, p *position.Position, limits search.Limits, report func(search.Info)) search.Result
	// SetOptions applies the settings. If a part of them fails, such as memory for the table, that part stays as it
	// was and the error says so; all else is applied.
	SetOptions(options search.Options) error
	// SetEvaluator changes the evaluation; every worker calls newEvaluator for its own.
	SetEvaluator(newEvaluator func() eval.Evaluator)
	// Clear forgets everything learned, for a new game.
	Clear()
	// Nodes returns the nodes of the last search.
	Nodes() uint64
	// Placement says which CPUs the threads are bound to; it is empty if the system places them.
	Placement() string
}

// EvalOptions says which evaluation is wanted.
type EvalOptions struct {
	Kind    string // value of the option Eval
	Dir     string // folder of the network file, as the user wrote it
	File    string // name of the network file in Dir, or a path of its own
	FVScale int    // divides the network's output
	Rules   *position.Rules
}

// Path returns the path of the network file, for files.Locate. What is empty is as by default.
func (o *EvalOptions) Path() string {
	dir, file := cmp.Or(o.Dir, DefaultEvalDir), cmp.Or(o.File, DefaultEvalFile)
	if filepath.Base(file) == file {
		return filepath.Join(dir, file)
	}
	return file
}

// LoadEvaluator makes an evaluation ready. It may take long. An evaluation that comes with an error is used only if there
// is no other yet; without New it is none.
type LoadEvaluator func(EvalOptions) (eval.Evaluation, error)

// Tracer is an evaluator that can explain its score in text for a person.
type Tracer interface {
	Trace(p *position.Position) string
}

// Exporter is an evaluator that can write the network that it evaluates with as a file for other programs; it returns
// what the file holds in a line.
type Exporter interface {
	Export(w io.Writer) (string, error)
}

// Config is what main plugs in.
type Config struct {
	Name          string // id name
	Author        string // id author
	Engine        Searcher
	Attend        func()   // called when a line has come, see search.Engine; may be nil
	Evals         []string // values of the option Eval, the default first
	LoadEvaluator LoadEvaluator
	// Knowledge makes what the people of the levels know of positions, whatever the engine evaluates with.
	Knowledge func(*position.Rules) eval.Evaluator
}
