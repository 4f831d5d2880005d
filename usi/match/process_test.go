package match

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestDeaf: an engine that does not read its input counts as hung, and does not make the match hang.
func TestDeaf(t *testing.T) {
	t.Parallel()
	spec := engineSpec{
		Name: "deaf", Cmd: os.Args[0], Args: []string{"fake", "deaf"},
		Options: engineOptions{"Long": strings.Repeat("x", 1<<20)}, // more than a pipe holds
	}
	p, _, err := startPlayer(t.Context(), &spec, testRules())
	require.NoError(t, err)
	defer p.kill()
	var f *failure
	require.ErrorAs(t, p.newGame(t.Context(), &gameSetup{}, 0), &f)
	require.Equal(t, byHang, f.reason)
	require.False(t, p.alive())
}

// TestEndAfterGame: an engine that ends with its game is started again, and loses nothing by it.
func TestEndAfterGame(t *testing.T) {
	out := filepath.Join(t.TempDir(), "m.jsonl")
	succeed(t,
		"-engine1", fakeFlag("a", "good", ""), "-engine2", fakeFlag("b", "dieafter", ""), "-games", "4", "-tc", "depth=1", "-out", out,
	)
	_, games := readFile(t, out)
	require.Len(t, games, 4)
	for _, g := range games {
		require.False(t, g.Reason.IsFailure(), "%s %s", g.Reason, g.Detail)
	}
}

// TestSecondInterrupt: whatever holds up the end of the match, here a full pipe to which it writes its summary, a second
// Ctrl-C ends it at once.
func TestSecondInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("one process cannot send another Ctrl-C here")
	}
	t.Parallel()
	out := filepath.Join(t.TempDir(), "m.jsonl")
	unread, full, err := os.Pipe()
	require.NoError(t, err)
	defer unread.Close()
	defer full.Close()
	for n := 0; n == 0; {
		require.NoError(t, full.SetWriteDeadline(time.Now().Add(10*time.Millisecond)))
		n, _ = full.Write(make([]byte, 1<<20))
	}
	cmd := exec.Command(os.Args[0], "match", "tune", "-engine", fakeFlag("a", "hang", ""), "-params", paramFile(t, "Threads 1 2"), "-tc", "600", "-out", out)
	cmd.Stdout = full
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt) // or the process would ignore it if whoever runs the tests does
	defer signal.Stop(caught)
	require.NoError(t, cmd.Start())
	defer cmd.Process.Kill()
	require.Eventually(t, func() bool { b, _ := os.ReadFile(out); return len(b) > 0 }, 20*time.Second, 5*time.Millisecond)
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	require.Eventually(t, func() bool {
		cmd.Process.Signal(os.Interrupt)
		select {
		case <-ended:
			return true
		default:
			return false
		}
	}, 20*time.Second, 50*time.Millisecond)
	require.Equal(t, syscall.SIGINT, cmd.ProcessState.Sys().(syscall.WaitStatus).Signal())
}

// TestHangingEngine: one that hangs is ended and another takes its seat; its last lines are kept.
func TestHangingEngine(t *testing.T) {
	out := filepath.Join(t.TempDir(), "m.jsonl")
	succeed(t,
		"-engine1", fakeFlag("a", "hang", ""), "-engine2", fakeFlag("b", "good", ""), "-games", "2", "-tc", "depth=1",
		"-movelimit", "0.5", "-grace", "0.2", "-out", out,
	)
	_, games := readFile(t, out)
	require.Len(t, games, 2)
	for _, g := range games {
		last := strings.Join(g.Last, "\n")
		require.Equal(t, byHang, g.Reason, g.Detail)
		require.Contains(t, last, "> stop")
		require.Contains(t, last, "process ended: ")
	}
}

// requireCrash starts an engine that ends before it is ready, which must be noticed at once.
func requireCrash(t *testing.T, spec *engineSpec) {
	t.Helper()
	p, _, err := startPlayer(t.Context(), spec, testRules())
	require.NoError(t, err)
	defer p.kill()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var f *failure
	require.ErrorAs(t, p.newGame(ctx, &gameSetup{}, 0), &f)
	require.Equal(t, byCrash, f.reason)
}
