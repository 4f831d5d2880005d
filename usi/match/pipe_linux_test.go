package match

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReportPipe: a file that comes through a pipe, as from katachi match report <(zcat match.jsonl.gz), can be read once only.
func TestReportPipe(t *testing.T) {
	data, err := os.ReadFile("../../testdata/games/fairy-stockfish.jsonl")
	require.NoError(t, err)
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	go func() {
		w.Write(data)
		w.Close()
	}()
	stdout := succeed(t, "report", fmt.Sprintf("/dev/fd/%d", r.Fd()))
	require.Contains(t, stdout, "katachi - fairy-stockfish: +10 =0 -0")
}
