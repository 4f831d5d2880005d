package movegen

import (
	"context"

	"golang.org/x/sync/errgroup"

	"katachi/position"
)

// Perft returns the number of lines of legal moves of exactly that many plies. The last ply is counted, not played.
func Perft(p *position.Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(Count(p))
	}
	var buf [MaxMoves]position.Move
	var n uint64
	for _, m := range Legal(p, buf[:0]) {
		p.Do(m)
		n += Perft(p, depth-1)
		p.Undo()
	}
	return n
}

// Divide is Perft per root move, the root moves shared out to that many goroutines. It stops early, with the context's
// error, when the context ends.
func Divide(ctx context.Context, p *position.Position, depth, threads int) ([]position.Move, []uint64, error) {
	moves := Legal(p, nil)
	counts := make([]uint64, len(moves))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(threads, 1))
	for i, m := range moves {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			q := p.Clone()
			q.Do(m)
			counts[i] = Perft(q, depth-1)
			return nil
		})
	}
	return moves, counts, group.Wait()
}
