//go:build unix

package command

import (
	"context"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestHangUp: the closing of the terminal ends a command in order, though it is told twice, but not one that nohup has started.
func TestHangUp(t *testing.T) {
	hangUp := func() { require.NoError(t, syscall.Kill(syscall.Getpid(), syscall.SIGHUP)) }
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("these tests are to go on when the terminal is closed")
	}
	ctx, stop := Interruptible()
	defer stop()
	hangUp()
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Second):
		require.Fail(t, "the command goes on")
	}
	require.ErrorIs(t, ctx.Err(), context.Canceled)
	hangUp()
	time.Sleep(50 * time.Millisecond) // in which the signal would have ended the tests

	stop()
	signal.Ignore(syscall.SIGHUP) // as nohup does
	defer signal.Reset(syscall.SIGHUP)
	ctx, stop = Interruptible()
	defer stop()
	hangUp()
	time.Sleep(50 * time.Millisecond)
	require.NoError(t, ctx.Err())
}
