package match

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"
)

// TestEnginesEndWithTheMatch: the match is killed, and its engine does not read its input.
func TestEnginesEndWithTheMatch(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	cmd := exec.Command(os.Args[0], "match", "-engine1", fakeFlag("a", "deaf "+pid, ""), "-engine2", fakeFlag("b", "good", ""), "-tc", "1", "-games", "2")
	require.NoError(t, cmd.Start())
	number := 0
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(pid)
		number, _ = strconv.Atoi(string(text))
		return number > 0
	}, 20*time.Second, 5*time.Millisecond)
	engine, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(number))
	require.NoError(t, err)
	defer windows.CloseHandle(engine)
	require.NoError(t, cmd.Process.Kill())
	cmd.Wait()
	event, err := windows.WaitForSingleObject(engine, 20_000)
	require.NoError(t, err)
	require.EqualValues(t, windows.WAIT_OBJECT_0, event)
}
