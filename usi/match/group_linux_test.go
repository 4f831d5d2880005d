package match

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// requireGone waits for the end of the process whose number the file holds.
func requireGone(t *testing.T, file string) {
	t.Helper()
	pid, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return gone(strings.TrimSpace(string(pid))) }, 20*time.Second, 5*time.Millisecond)
}

// gone reports whether the process of this number has ended, if perhaps nobody has taken note.
func gone(pid string) bool {
	stat, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	return err != nil || bytes.Contains(stat, []byte(") Z "))
}

// TestRestart: an engine with restart=true has a process for each game, and none is left.
func TestRestart(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	succeed(t,
		"-engine1", fakeFlag("a", "tuned "+log, "restart=true"), "-engine2", fakeFlag("b", "good", ""), "-games", "4", "-tc", "depth=1", "-maxplies", "4",
	)
	b, err := os.ReadFile(log)
	require.NoError(t, err)
	processes := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		pid, _, _ := strings.Cut(line, " ")
		processes[pid] = true
		require.True(t, gone(pid))
	}
	require.Len(t, processes, 4)
}

// TestHelperEnds: what an engine has started ends with it, and does not hide its end by holding its output open.
func TestHelperEnds(t *testing.T) {
	for name, output := range map[string]string{"silent": ">/dev/null 2>&1", "holding": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pid := filepath.Join(t.TempDir(), "pid")
			script := `sleep 301 ` + output + ` & echo $! >"$0"; exec "$@"`
			spec := engineSpec{Name: name, Cmd: "sh", Args: []string{"-c", script, pid, os.Args[0], "fake", "unready"}}
			requireCrash(t, &spec)
			requireGone(t, pid)
		})
	}
}

// TestKilled: an engine that was ended is not asked again, even if what it has started, in another group, holds its output open.
func TestKilled(t *testing.T) {
	t.Parallel()
	pid := filepath.Join(t.TempDir(), "pid")
	script := `setsid sh -c 'echo $$ >"$0"; exec sleep 303' "$0" & exec "$@"`
	spec := engineSpec{Name: "a", Cmd: "sh", Args: []string{"-c", script, pid, os.Args[0], "fake", "good"}}
	p, _, err := startPlayer(t.Context(), &spec, testRules())
	require.NoError(t, err)
	require.Eventually(t, func() bool { b, _ := os.ReadFile(pid); return len(b) > 0 }, 20*time.Second, 5*time.Millisecond)
	defer func() {
		b, err := os.ReadFile(pid)
		require.NoError(t, err)
		helper, err := strconv.Atoi(strings.TrimSpace(string(b)))
		require.NoError(t, err)
		require.NoError(t, syscall.Kill(helper, syscall.SIGKILL))
	}()
	p.kill()
	require.False(t, p.alive())
}

// TestEnginesEndWithTheMatch: the match is killed, and its engine does not read its input.
func TestEnginesEndWithTheMatch(t *testing.T) {
	dir := t.TempDir()
	script, pid := filepath.Join(dir, "engine.sh"), filepath.Join(dir, "pid")
	require.NoError(t, os.WriteFile(script, []byte(`echo $$ >`+pid+`.new; mv `+pid+`.new `+pid+`; exec sleep 302`), 0o644))
	cmd := exec.Command(os.Args[0], "match", "-engine1", "cmd=sh name=a args="+script, "-engine2", fakeFlag("b", "good", ""), "-tc", "1", "-games", "2")
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool { _, err := os.Stat(pid); return err == nil }, 20*time.Second, 5*time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	cmd.Wait()
	requireGone(t, pid)
}
