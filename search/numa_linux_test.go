package search

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/position"
	"katachi/search/numa"
)

// seen is an evaluator that notes on which sets of CPUs it works.
type seen struct {
	eval.Evaluator
	on func(unix.CPUSet)
}

func (s seen) Evaluate(p *position.Position) eval.Score {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) == nil {
		s.on(set)
	}
	return s.Evaluator.Evaluate(p)
}

// TestWorkersAreBound sees every worker of a search on the CPU that the option gives it, in either driver.
func TestWorkersAreBound(t *testing.T) {
	var own unix.CPUSet
	require.NoError(t, unix.SchedGetaffinity(0, &own))
	if own.Count() < 2 {
		t.Skip("there is one CPU only")
	}
	first := 0
	for !own.IsSet(first) {
		first++
	}
	second := first + 1
	for !own.IsSet(second) {
		second++
	}
	for _, driver := range []Deepening{Full, Selective} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		var mu sync.Mutex
		on := map[int]bool{}
		note := func(set unix.CPUSet) {
			mu.Lock()
			defer mu.Unlock()
			for _, c := range []int{first, second} {
				if set.Count() == 1 && set.IsSet(c) {
					on[c] = true
				}
			}
			if len(on) == 2 {
				cancel()
			}
		}
		e, err := NewEngine(func() eval.Evaluator { return seen{classical.New(), note} })
		require.NoError(t, err)
		o := e.Options()
		o.Threads, o.Deepening, o.Numa = 2, driver, numa.Policy(fmt.Sprintf("%d:%d", first, second))
		require.NoError(t, e.SetOptions(o))
		require.Equal(t, fmt.Sprintf("1 on CPUs %d, 1 on CPUs %d", first, second), e.Placement())
		r := e.Search(ctx, position.New(position.Shogi), Limits{Infinite: true}, nil)
		require.NotEqual(t, position.MoveResign, r.Move)
		mu.Lock() // a worker may end a little after the answer
		require.Len(t, on, 2, "driver %d", driver)
		mu.Unlock()

		o.Numa = "1022:1023"
		require.ErrorContains(t, e.SetOptions(o), "no thread can run on the CPUs 1022")
		require.Equal(t, fmt.Sprintf("1 on CPUs %d, 1 on CPUs %d", first, second), e.Placement(), "what was in force stays")
		o.Numa = numa.None
		require.NoError(t, e.SetOptions(o))
		require.Empty(t, e.Placement())
	}
}
