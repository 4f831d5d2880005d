package match

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"
)

// processIn waits for the file to hold the number of a process and returns that process.
func processIn(t *testing.T, file string) windows.Handle {
	t.Helper()
	number := 0
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(file)
		number, _ = strconv.Atoi(string(text))
		return number > 0
	}, 20*time.Second, 5*time.Millisecond)
	process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(number))
	require.NoError(t, err)
	t.Cleanup(func() { windows.CloseHandle(process) })
	return process
}

// requireEnd waits for the end of the process.
func requireEnd(t *testing.T, process windows.Handle) {
	t.Helper()
	event, err := windows.WaitForSingleObject(process, 20_000)
	require.NoError(t, err)
	require.EqualValues(t, windows.WAIT_OBJECT_0, event)
}

// batchFile returns an engine behind a batch file, of these lines and the one that starts the fake.
func batchFile(t *testing.T, lines, behaviour string) *engineSpec {
	path := filepath.Join(t.TempDir(), "engine.bat")
	text := fmt.Sprintf("@echo off\r\n%s\"%s\" fake %s\r\n", lines, os.Args[0], behaviour)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return &engineSpec{Name: "batch", Cmd: path}
}

// TestBatchFile: an engine behind a batch file is ended with it, though the match goes on.
func TestBatchFile(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	p, _, err := startPlayer(t.Context(), batchFile(t, "", "deaf "+pid), testRules())
	require.NoError(t, err)
	engine := processIn(t, pid)
	p.kill()
	requireEnd(t, engine)
}

// TestHelperEnds: what an engine has started ends with it, and does not hide its end by holding its output open.
func TestHelperEnds(t *testing.T) {
	requireCrash(t, batchFile(t, "start /b ping -n 301 127.0.0.1\r\n", "unready"))
}

// TestEnginesEndWithTheMatch: the match is killed, and its engine does not read its input.
func TestEnginesEndWithTheMatch(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	cmd := exec.Command(os.Args[0], "match", "-engine1", fakeFlag("a", "deaf "+pid, ""), "-engine2", fakeFlag("b", "good", ""), "-tc", "1", "-games", "2")
	require.NoError(t, cmd.Start())
	engine := processIn(t, pid)
	require.NoError(t, cmd.Process.Kill())
	cmd.Wait()
	requireEnd(t, engine)
}
