package nnue

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"katachi/eval"
	"katachi/position"
	"katachi/search"
)

// checked compares every accumulator that a search uses with one that is summed afresh.
type checked struct {
	*Evaluator
	mu        sync.Mutex
	evaluated int
	wrong     error
}

func (e *checked) Evaluate(p *position.Position) eval.Score {
	score := e.Evaluator.Evaluate(p)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.evaluated++
	for _, c := range []position.Color{position.Black, position.White} {
		if e.wrong == nil && !slices.Equal(freshAccumulator(e.net, p, c), e.frames[e.top].values[c]) {
			e.wrong = fmt.Errorf("%v's view after %d evaluations, at %s", c, e.evaluated, p.SFEN())
		}
	}
	return score
}

// TestSearch holds the accumulators against fresh ones on every evaluated node of real searches.
func TestSearch(t *testing.T) {
	starts := oraclePositions(t)
	for i := range recipes {
		r := &recipes[i]
		t.Run(r.name, func(t *testing.T) {
			skipLarge(t, r)
			e := &checked{Evaluator: generated(t, r, 1).NewEvaluator()}
			engine, err := search.NewEngine(func() eval.Evaluator { return e })
			require.NoError(t, err)
			o := engine.Options()
			o.Threads, o.HashMB = 1, 1
			require.NoError(t, engine.SetOptions(o))
			for _, name := range []string{"hirate+0", "hirate+62", "hirate+149", "six_piece+37", "entering_kings"} {
				engine.Search(context.Background(), starts[name].Clone(), search.Limits{Nodes: 2000}, func(search.Info) {})
			}
			require.NoError(t, e.wrong)
			require.Greater(t, e.evaluated, 3000)
		})
	}
}

// BenchmarkSearch measures nodes per second of a search with one thread for each network and kernel. The weights are
// random, so the trees are not those of a real network; they are the same for every kernel.
//
//	go test ./eval/nnue -run - -bench Search
//
// Networks of hundreds of megabytes take part if KATACHI_HUGE_NETS is set.
func BenchmarkSearch(b *testing.B) {
	const nodes = 200_000
	p := oraclePositions(b)["hirate+62"]
	benchNetworks(b, func(name string, n *Network) {
		engine, err := search.NewEngine(func() eval.Evaluator { return n.NewEvaluator() })
		require.NoError(b, err)
		o := engine.Options()
		o.Threads, o.HashMB = 1, 16
		require.NoError(b, engine.SetOptions(o))
		b.Run(name, func(b *testing.B) {
			searched := uint64(0)
			for b.Loop() {
				engine.Clear()
				engine.Search(context.Background(), p.Clone(), search.Limits{Nodes: nodes}, nil)
				searched += engine.Nodes()
			}
			b.ReportMetric(float64(searched)/b.Elapsed().Seconds(), "nodes/s")
		})
	})
}
