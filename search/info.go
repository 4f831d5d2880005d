package search

import (
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/tt"
)

// Bound says whether a score is exact or a limit.
type Bound = tt.Bound

// The bounds.
const (
	BoundNone  = tt.BoundNone
	BoundUpper = tt.BoundUpper
	BoundLower = tt.BoundLower
	BoundExact = tt.BoundExact
)

// Info is a report of a running search. A report has a PV with its score, or a CurrMove, or a Text.
type Info struct {
	Depth    int
	SelDepth int
	Time     time.Duration
	Nodes    uint64
	NPS      uint64
	HashFull int // permille
	MultiPV  int // number of the line, from 1
	Score    eval.Score
	Bound    Bound
	PV       []position.Move
	PVEnd    string // how the PV ends, such as "rep_draw"; empty if it just ends

	CurrMove       position.Move // the root move that is being searched
	CurrMoveNumber int           // from 1

	Text string // free text, for an info string
}

// Result is the answer of a search.
type Result struct {
	Move   position.Move // MoveResign if there is no legal move, MoveWin for a declaration
	Ponder position.Move // the expected reply, MoveNone if none is known
	Score  eval.Score
}

// resultOf returns the answer that plays a line's first move and expects its second.
func resultOf(line []position.Move, score Score) Result {
	r := Result{Move: line[0], Score: score}
	if len(line) > 1 {
		r.Ponder = line[1]
	}
	return r
}
