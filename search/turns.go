package search

import "time"

// turns lets only as many workers run at a time as there are cores. If the system ran them all, a search of many
// threads would hear a stop only after each had had its share of the cores once more, and Go's scheduler would give the
// goroutine that reads commands its turn after all of them. So the workers take turns themselves; at a stop each sees
// it at the beginning of its turn and is done. Worker 0, whose answer is waited for, has a core to itself where there
// are several. Where each worker has a core, nobody waits.
type turns struct {
	free  chan struct{} // a value for each turn that can be taken; nil: all run at a time
	first bool          // worker 0 runs without
}

// turnTime is how long a turn is while others wait.
const turnTime = 10 * time.Millisecond

func newTurns(threads, cores int) turns {
	if threads <= cores {
		return turns{}
	}
	t := turns{free: make(chan struct{}, max(1, cores-1)), first: cores > 1}
	for range cap(t.free) {
		t.free <- struct{}{}
	}
	return t
}

// takesTurns reports whether the worker has to wait for turns.
func (w *worker) takesTurns() bool {
	t := &w.engine.turns
	return t.free != nil && (w.id > 0 || !t.first)
}

// takeTurn waits for the worker's turn; workers that have waited longest come first.
func (w *worker) takeTurn() {
	if w.takesTurns() {
		<-w.engine.turns.free
	}
	w.looked = time.Now() // waiting is not standing still
	w.turn = w.looked
}

// giveTurn ends the worker's turn.
func (w *worker) giveTurn() {
	if w.takesTurns() {
		w.engine.turns.free <- struct{}{}
	}
}

// passTurn lets others run if the worker's turn was long enough.
func (w *worker) passTurn() {
	if w.takesTurns() && w.looked.Sub(w.turn) >= turnTime {
		w.giveTurn()
		w.takeTurn()
	}
}
