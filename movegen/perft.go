package movegen

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"katachi/position"
)

// perft returns the number of lines of legal moves of exactly that many plies. The last ply is counted, not played. Told to
// stop it returns early, and the number means nothing.
func perft(p *position.Position, depth int, stop *atomic.Bool) uint64 {
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
		n += perft(p, depth-1, stop)
		p.Undo()
	}
	return n
}

// Divide counts the lines of legal moves of that many plies per root move, the root moves shared out to that many goroutines. It stops early, with the context's
// error, when the context ends.
func Divide(ctx context.Context, p *position.Position, depth, threads int) ([]position.Move, []uint64, error) {
	moves := Legal(p, nil)
	counts := make([]uint64, len(moves))
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var group errgroup.Group
	group.SetLimit(max(threads, 1))
	for i, m := range moves {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			q := p.Clone()
			q.Do(m)
			counts[i] = perft(q, depth-1, &stop)
			return ctx.Err()
		})
	}
	return moves, counts, group.Wait()
}
