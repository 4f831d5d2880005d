package movegen

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"katachi/position"
)

// MaxPerftDepth is the greatest depth of Divide, plies; nobody could wait for half of it.
const MaxPerftDepth = 100

// perft returns the number of lines of depth legal moves. The last ply is counted, not played. It adds the lines to
// leaves as it goes. When it is told to stop it returns early, and the number means nothing.
func perft(p *position.Position, depth int, stop *atomic.Bool, leaves *atomic.Uint64) uint64 {
	switch {
	case depth <= 0 || depth > 2 && stop.Load():
		return 1
	case depth == 1:
		return uint64(Count(p))
	}
	var buf [MaxMoves]position.Move
	var n uint64
	for _, m := range Legal(p, buf[:0]) {
		p.Do(m)
		n += perft(p, depth-1, stop, leaves)
		p.Undo()
	}
	if depth == 3 {
		leaves.Add(n)
	}
	return n
}

// Divide counts the lines of depth legal moves (at most MaxPerftDepth), for each root move by itself, on threads
// goroutines. It calls each with every root move and its count, in the order of generation, as soon as that move and
// those before it are counted, from one goroutine at a time. leaves, which may be nil, says meanwhile roughly how many
// were counted. It returns the sum; if the context ends, it returns early, with the context's error and the sum of the
// root moves that were counted.
func Divide(ctx context.Context, p *position.Position, depth, threads int, leaves *atomic.Uint64, each func(m position.Move, n uint64)) (uint64, error) {
	if leaves == nil {
		leaves = new(atomic.Uint64)
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var (
		moves   = Legal(p, nil)
		counts  = make([]uint64, len(moves))
		counted = make([]bool, len(moves))
		told    int // the root moves before this one have been
		total   uint64
		mu      sync.Mutex
		group   errgroup.Group
	)
	tell := func(through bool) { // through those that are not counted too
		for ; told < len(moves) && (through || counted[told]); told++ {
			if counted[told] {
				total += counts[told]
				each(moves[told], counts[told])
			}
		}
	}
	group.SetLimit(max(threads, 1))
	for i, m := range moves {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			q := p.Clone()
			q.Do(m)
			n := perft(q, min(depth, MaxPerftDepth)-1, &stop, leaves)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			mu.Lock()
			defer mu.Unlock()
			counts[i], counted[i] = n, true
			tell(false)
			return nil
		})
	}
	err := group.Wait()
	tell(true)
	return total, err
}
