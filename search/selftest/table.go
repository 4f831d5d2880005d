package selftest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"katachi/eval"
	"katachi/position"
	"katachi/tt"
)

// fillTable stores entries in a table that has room for four times as many and probes them: what is found is what was
// stored, nearly all is found, and nothing else is.
func fillTable(context.Context, Subject) (string, error) {
	table, err := tt.New(1)
	if err != nil {
		return "", err
	}
	const n = 1 << 14
	rng := rand.New(rand.NewPCG(3, 4))
	entries := make(map[uint64]tt.Entry, n)
	for len(entries) < n {
		score := func() eval.Score { return eval.Score(rng.IntN(20001) - 10000) }
		e := tt.Entry{
			Move: position.Move16(1 + rng.IntN(1<<16-1)), Score: score(), Eval: score(), Depth: tt.MinDepth + rng.IntN(tt.MaxDepth-tt.MinDepth+1),
			Bound: tt.Bound(1 + rng.IntN(3)), PV: rng.IntN(2) == 0,
		}
		key := rng.Uint64()
		table.Store(key, e)
		entries[key] = e
	}
	found := 0
	for key, want := range entries {
		got, ok := table.Probe(key)
		if ok && got != want {
			return "", fmt.Errorf("stored %+v, found %+v", want, got)
		}
		if ok {
			found++
		}
		if got, ok := table.Probe(rng.Uint64()); ok {
			return "", fmt.Errorf("found %+v, which was never stored", got)
		}
	}
	if found < n*95/100 {
		return "", fmt.Errorf("of %d entries %d were lost", n, n-found)
	}
	return fmt.Sprintf("%d of %d entries found", found, n), nil
}
