//go:build tune

package search

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/search/policy"
)

// TestTrials: what a search has tried is written down, fail highs and others, and searching is not disturbed by it.
func TestTrials(t *testing.T) {
	search := func() Result {
		return newTestEngine(t, nil).Search(context.Background(), parse(t, benchPositions[2]), Limits{Nodes: 50_000}, nil)
	}
	before := search()
	var out bytes.Buffer
	trials = &trialWriter{out: &out}
	defer func() { trials = nil }()
	require.Equal(t, before, search())

	list, err := policy.ReadTrials(&out)
	require.NoError(t, err)
	require.Greater(t, len(list), 1000)
	high, cut := 0, 0
	for _, trial := range list {
		if trial.Success {
			high++
		}
		if trial.Cut {
			cut++
		}
		require.Positive(t, trial.Number)
	}
	require.Greater(t, high, len(list)/50)
	require.Less(t, high, len(list)/2)
	require.Greater(t, cut, len(list)/10)
}
