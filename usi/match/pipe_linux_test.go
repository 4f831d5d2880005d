package match

import (
	"bytes"
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
	var stdout, stderr bytes.Buffer
	require.Zero(t, runCommand([]string{"report", fmt.Sprintf("/dev/fd/%d", r.Fd())}, &stdout, &stderr), stderr.String())
	require.Contains(t, stdout.String(), "katachi - fairy-stockfish: +10 =0 -0")
}
