//go:build unix

package usi

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A named pipe in the place of a file would be waited for without end: it is refused wherever a file can be named.
func TestPipesAreNoFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo("pipe.db", 0o600))
	s := startSession(t, mockConfig(newMock()))
	for _, c := range []struct{ command, answer string }{
		{"setoption name DebugLogFile value pipe.db", "info string Error! log file: pipe.db: not a regular file"},
		{"bench 1 1 1 pipe.db", "info string bench: pipe.db: not a regular file"},
		{"f pipe.db", "info string f: pipe.db is not a file of commands"},
		{"makebook from pipe.db new.db", "info string makebook: pipe.db: not a regular file"},
		{"makebook sort pipe.db new.db", "info string makebook: book pipe.db: not a usable book: not a regular file"},
	} {
		s.send(c.command)
		require.Equal(t, c.answer, s.next(), c.command)
	}
	for _, onTheFly := range []string{"false", "true"} {
		s.send("setoption name BookDir value .", "setoption name BookFile value pipe.db", "setoption name BookOnTheFly value "+onTheFly, "isready")
		require.Contains(t, s.until("readyok"), "info string Error! book pipe.db: not a usable book: not a regular file")
	}
	require.NoError(t, syscall.Mkfifo(engineOptionFile, 0o600))
	s.send("isready")
	require.Contains(t, s.until("readyok"), "info string Error! "+engineOptionFile+" is not a file of options")
	require.NoFileExists(t, filepath.Join(".", "new.db"))
}
