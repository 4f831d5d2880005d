package search

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// TestNodesAreALimit: a search never takes more nodes than its limit and a hundredth, in decided and undecided positions, with
// one thread and with two. KATACHI_NODE_POSITIONS says how many positions to try.
func TestNodesAreALimit(t *testing.T) {
	positions := 40
	if testing.Short() {
		positions = 10
	}
	if n, err := strconv.Atoi(os.Getenv("KATACHI_NODE_POSITIONS")); err == nil {
		positions = n
	}
	for _, threads := range []int{1, 2} {
		e := newTestEngine(t, func(o *Options) { o.Threads = threads; o.HashMB = 1 })
		done, most := 0, 0.0
		for seed := uint64(0); done < positions; seed++ {
			rng := rand.New(rand.NewPCG(seed, 3))
			p := position.New(position.Shogi)
			for range 20 + rng.IntN(150) {
				moves := movegen.Legal(p, nil)
				if checks := movegen.Checks(p, nil); len(checks) > 0 && rng.IntN(2) == 0 {
					moves = checks
				}
				if len(moves) == 0 {
					break
				}
				p.Do(moves[rng.IntN(len(moves))])
			}
			if !movegen.HasLegal(p) {
				continue
			}
			limit := uint64(1000 + rng.IntN(3000))
			e.Search(t.Context(), p, Limits{Nodes: limit}, nil)
			require.LessOrEqual(t, e.Nodes(), limit+limit/100, "%d threads: %s", threads, p.SFEN())
			most = max(most, float64(e.Nodes())/float64(limit))
			done++
		}
		t.Logf("%d threads, %d positions: at most %.4f of the limit", threads, positions, most)
	}
}

// TestFirstIterationIsSmall: where checks abound quiescence does not explode. (It took 16,386 nodes here.)
func TestFirstIterationIsSmall(t *testing.T) {
	e := newTestEngine(t, nil)
	e.Search(t.Context(), parse(t, "3g3nB/3Ssk2l/p1Bp2g1p/2lgp1p2/3S1+r3/3P2P1P/PP1Kn2+l1/5+p3/5+r2L b S3Pg2n4p 137"), Limits{Depth: 1}, nil)
	require.Less(t, e.Nodes(), uint64(3000))
}
