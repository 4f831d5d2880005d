package numa

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBind binds threads to two CPUs, reads back where they may run, and sees that the binding ends with the goroutine.
func TestBind(t *testing.T) {
	before, err := allowed()
	require.NoError(t, err)
	require.NotEmpty(t, before)
	if len(before) < 2 {
		t.Skip("there is one CPU only")
	}
	plan, err := New(Policy(fmt.Sprintf("%d:%d", before[0], before[1])), 4)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("2 on CPUs %d, 2 on CPUs %d", before[0], before[1]), plan.String())

	var on [4][]int
	var wait sync.WaitGroup
	for i := range on {
		wait.Go(func() {
			plan.Bind(i)
			for range 100 {
				runtime.Gosched() // elsewhere, if it could
			}
			on[i], _ = allowed()
		})
	}
	wait.Wait()
	for i, cpus := range on {
		require.Equal(t, []int{before[i%2]}, cpus)
	}

	for range 50 { // new goroutines, on the threads that there are and on new ones
		wait.Go(func() {
			cpus, err := allowed()
			require.NoError(t, err)
			require.Equal(t, before, cpus)
		})
	}
	wait.Wait()
}

func TestBindNowhere(t *testing.T) {
	_, err := New("1022:1023", 2)
	require.ErrorContains(t, err, "NumaPolicy 1022:1023: no thread can run on the CPUs 1022: ")
}
