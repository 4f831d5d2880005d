package search

import (
	"context"
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
	MoveTime time.Duration    // for this move, all of which is used; 0 = no such limit
	Depth    int              // plies, 0 = no limit
	Nodes    uint64           // of all threads together, 0 = no limit
	Infinite bool             // until the context ends
	Ponder   *Ponder          // on the opponent's time until its ponderhit or the end of the context; nil = no pondering
	Moves    []position.Move  // search only these root moves; empty = all
}

// bounded reports whether something ends the search by itself once it no longer ponders.
func (l *Limits) bounded() bool {
	return l.Timed || l.MoveTime > 0 || l.Depth > 0 || l.Nodes > 0
}

// Endless reports whether only the end of the context ends the search.
func (l *Limits) Endless() bool { return l.Infinite || l.Ponder == nil && !l.bounded() }

// AtMost adds limits of depth (plies) and nodes, 0 = none, to those already set; the smaller ones hold.
func (l *Limits) AtMost(depth int, nodes uint64) {
	l.Depth = int(least(uint64(max(l.Depth, 0)), uint64(max(depth, 0))))
	l.Nodes = least(l.Nodes, nodes)
}

// least returns the smaller of two limits, where 0 means no limit.
func least(a, b uint64) uint64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// held reports whether an answer may not be given yet.
func (l *Limits) held() bool { return l.Ponder != nil && !l.Ponder.isHit() || l.Endless() }

// Wait returns when an answer may be given: while pondering, not before the ponderhit; in an endless search, never; in
// any case when ctx ends.
func (l *Limits) Wait(ctx context.Context) {
	if l.Ponder != nil {
		select {
		case <-l.Ponder.hit:
		case <-ctx.Done():
		}
	}
	if l.Endless() {
		<-ctx.Done()
	}
}
