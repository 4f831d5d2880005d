package search

import (
	"context"
	"time"

	"katachi/position"
)

// tally sums up the searches of a benchmark.
type tally struct {
	searches int
	depths   int
	nodes    uint64
	elapsed  time.Duration
}

// search searches a position and adds it up. depth is that of the last completed iteration.
func (t *tally) search(ctx context.Context, e *Engine, p *position.Position, limits Limits) (r Result, depth int) {
	begin := time.Now()
	r = e.Search(ctx, p, limits, func(info Info) {
		switch {
		case info.PV == nil:
		case info.Bound == BoundExact:
			depth = max(depth, info.Depth)
		default: // the iteration was not completed
			depth = max(depth, info.Depth-1)
		}
	})
	t.elapsed += time.Since(begin)
	t.searches++
	t.depths += depth
	t.nodes += e.Nodes()
	return r, depth
}

// depth returns the mean depth.
func (t *tally) depth() float64 { return float64(t.depths) / float64(max(t.searches, 1)) }
