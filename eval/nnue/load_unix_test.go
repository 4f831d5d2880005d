//go:build unix

package nnue

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A named pipe in the place of a network is refused; to open it would wait without end.
func TestLoadPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nn.bin")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	_, err := Load(path, 16)
	require.ErrorIs(t, err, ErrFile)
	require.ErrorContains(t, err, "not a regular file")
}
