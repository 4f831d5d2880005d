package tsume

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKIFFolder: what is wrong with the folder is told before the search.
func TestKIFFolder(t *testing.T) {
	status, out, errs := try(t, mateInOne, "-hash", "1", "-kif", "/proc", "-")
	require.Equal(t, 1, status)
	require.Empty(t, out)
	require.Contains(t, errs, "/proc/mate")
}

// TestFullDisk: a mate that the disk has no room for is shown all the same. A limit to the size of files plays the full disk.
func TestFullDisk(t *testing.T) {
	if kif := os.Getenv("KATACHI_TEST_KIF"); kif != "" {
		status, out, errs := try(t, mateInOne, "-hash", "1", "-kif", kif, "-")
		fmt.Println(out, errs)
		os.Exit(status)
	}
	limited := exec.Command("sh", "-c", `ulimit -f 0; exec "$@"`, "sh", os.Args[0], "-test.run=^TestFullDisk$")
	limited.Env = append(os.Environ(), "KATACHI_TEST_KIF="+t.TempDir())
	text, err := limited.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(text), "file too large")
	require.Regexp(t, `   1  mate         1 `, string(text))
}
