package train

import (
	"sync"
	"sync/atomic"
)

// parallel calls do with 0 to n-1 on workers goroutines, in no fixed order. If the calls touch no common data, the
// result does not depend on the number of goroutines.
func parallel(workers, n int, do func(i int)) {
	var next atomic.Int64
	work := func() {
		for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
			do(int(i))
		}
	}
	var wait sync.WaitGroup
	for range min(workers, n) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}

// parallelParts does the same with the parts of 0 to n-1, from first up to last, of size numbers each; the last may be
// smaller.
func parallelParts(workers, n, size int, do func(first, last int)) {
	parallel(workers, (n+size-1)/size, func(i int) { do(i*size, min((i+1)*size, n)) })
}
