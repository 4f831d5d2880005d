//go:build tune

package usi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/search"
)

// A number of the search that is set while a search runs is another only when that search is over.
func TestTuningARunningSearch(t *testing.T) {
	tunable := search.Tunables()[0]
	before := *tunable.Value
	defer func() { *tunable.Value = before }()
	seen := make(chan int, 10)
	release := make(chan struct{})
	m := newMock()
	m.before = func(*position.Position, func(search.Info)) {
		seen <- *tunable.Value
		<-release
		seen <- *tunable.Value
	}
	s := startSession(t, mockConfig(m))
	s.send("go infinite")
	require.Equal(t, before, <-seen)
	other := tunable.Min
	if other == before {
		other = tunable.Max
	}
	s.send(fmt.Sprintf("setoption name %s value %d", tunable.Name, other), "getoption "+tunable.Name)
	s.until(fmt.Sprintf("Options[%s] == %d", tunable.Name, other))
	close(release)
	require.Equal(t, before, <-seen)
	s.send("stop")
	s.until("bestmove")
	s.send("go depth 1")
	require.Equal(t, other, <-seen)
	s.until("bestmove")
}
