package match

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFullDisk: where the room for a file ends within it nothing is left of it, and the same command works when there is room. A
// limit to the size of files, in blocks of 512 bytes, plays the full disk.
func TestFullDisk(t *testing.T) {
	const in = "../../testdata/games/fairy-stockfish.jsonl"
	for name, args := range map[string][]string{"merge": {"merge", in, "-o"}, "report": {"report", in, "-kif"}} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"match"}, append(args, filepath.Join(t.TempDir(), "out"))...)
			limited := exec.Command("sh", append([]string{"-c", `ulimit -f 3; exec "$@"`, "sh", os.Args[0]}, args...)...)
			text, err := limited.CombinedOutput()
			require.Error(t, err)
			require.Contains(t, string(text), "file too large")
			text, err = exec.Command(os.Args[0], args...).CombinedOutput()
			require.NoError(t, err, string(text))
		})
	}
}
