package search

import "time"

// turns lets as many workers run at a time as there are cores. Were the others left to the system, a search of many threads
// would hear a stop only after each had had its share of the cores once more, and Go's scheduler would give the reader of the
// commands its turn after all of them. So the workers take turns themselves; at a stop each sees it at the beginning of
// its turn and is done. Where each worker has a core, there is nothing to wait for: nil.
type turns chan struct{}

// turnTime is how long a turn is while others wait.
const turnTime = 10 * time.Millisecond

func newTurns(threads, cores int) turns {
	if threads <= cores {
		return nil
	}
	t := make(turns, cores)
	for range cores {
		t <- struct{}{}
	}
	return t
}

// take waits for a turn; those who wait longest come first.
func (t turns) take() {
	if t != nil {
		<-t
	}
}

// give ends a turn.
func (t turns) give() {
	if t != nil {
		t <- struct{}{}
	}
}

// takeTurn waits for the worker's turn.
func (w *worker) takeTurn() {
	w.engine.turns.take()
	w.looked = time.Now() // waiting is not standing still
	w.turn = w.looked
}

// passTurn lets others run if the worker's turn was long enough.
func (w *worker) passTurn() {
	if t := w.engine.turns; t != nil && w.looked.Sub(w.turn) >= turnTime {
		t.give()
		w.takeTurn()
	}
}
