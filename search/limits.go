package search

import (
	"time"

	"katachi/position"
)

// Limits is what a go command allows. The zero value searches without end, like Infinite.
type Limits struct {
	Start    time.Time        // when the command arrived; the zero value means the call of Search
	Time     [2]time.Duration // main time left, by colour; negative if an increment to come is owed
	Inc      [2]time.Duration // Fischer increment, by colour
	Byoyomi  time.Duration    // time per move after the main time
	Timed    bool             // one of the three above was given
	MoveTime time.Duration    // exactly so long, 0 = no such limit
	Depth    int              // plies, 0 = no limit
	Nodes    uint64           // of all threads together, 0 = no limit
	Infinite bool             // until the context ends
	Ponder   bool             // until Engine.PonderHit or the end of the context
	Moves    []position.Move  // search only these root moves; empty = all
}

// bounded reports whether the search ends by itself, or at the ponderhit.
func (l *Limits) bounded() bool {
	return l.Timed || l.MoveTime != 0 || l.Depth != 0 || l.Nodes != 0 || l.Ponder
}
