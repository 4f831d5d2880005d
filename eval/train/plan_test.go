package train

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSchedule follows the learning rate and the result's share.
func TestSchedule(t *testing.T) {
	p := plan{Rate: 1e-3, LastRate: 1e-5, WarmUp: 9, Batch: 10, Examples: 11000, Last: 0.1, Result: [2]float64{0.1, 0.4}, LastResult: 0.8}
	all, main := p.steps()
	require.Equal(t, [2]int{1100, 990}, [2]int{all, main})
	p.Last = 91.0 / 1100
	require.InDelta(t, 1e-4, p.rate(0), 1e-12)
	require.InDelta(t, 9e-4, p.rate(8), 1e-12)
	require.InDelta(t, 1e-3, p.rate(9), 1e-12)
	require.InDelta(t, (1e-3+1e-5)/2, p.rate(509), 2e-6)
	require.InDelta(t, 1e-5, p.rate(1008), 1e-8)
	require.InDelta(t, 1e-5, p.rate(1009), 1e-12)
	require.InDelta(t, 1e-5, p.rate(1099), 1e-12)
	require.Equal(t, 0.1, p.result(0))
	require.Equal(t, 0.1, p.result(252))
	require.InDelta(t, 0.25, p.result(252+378), 1e-3)
	require.InDelta(t, 0.4, p.result(1008), 1e-3)
	require.Equal(t, 0.8, p.result(1009))
}

func TestCount(t *testing.T) {
	for text, want := range map[string]int64{"500000": 500000, "400M": 400e6, "1.5G": 1.5e9, "20k": 20000, "1": 1} {
		got, err := count(text)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"", "G", "-1", "0", "4T", "nan", "1e300"} {
		_, err := count(text)
		require.Error(t, err, text)
	}
}
