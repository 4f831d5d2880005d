package search

import (
	"katachi/eval"
	"katachi/tt"
)

// What the search writes into the transposition table, and how.

// Depths of entries that no full search wrote: quiescence with and without quiet checks; where the evaluation alone was
// enough, so that nobody has looked for a mate yet; and a static evaluation with nothing else.
const (
	depthQuietChecks = 0
	depthQuiet       = -1
	depthStandPat    = -2
	depthEvalOnly    = -7
)

// hasTable reports whether the transposition table is in use.
func (w *worker) hasTable() bool { return useTable != 0 && w.engine.options.UseTable }

// probe looks the position of a key up, if the table is in use.
func (w *worker) probe(key uint64) (entry tt.Entry, hit bool) {
	if w.hasTable() {
		entry, hit = w.engine.table.Probe(key)
	}
	return entry, hit
}

// store writes to the table, if it is in use.
func (w *worker) store(key uint64, e tt.Entry) {
	if w.hasTable() {
		w.engine.table.Store(key, e)
	}
}

// toTable and fromTable turn decided scores from plies from the root into plies from the node and back.
func toTable(s Score, ply int) Score {
	switch {
	case s.IsWin():
		return s + Score(ply)
	case s.IsLoss():
		return s - Score(ply)
	}
	return s
}

func fromTable(s Score, ply int) Score {
	switch {
	case s == eval.None:
		return s
	case s.IsWin():
		return s - Score(ply)
	case s.IsLoss():
		return s + Score(ply)
	}
	return s
}
