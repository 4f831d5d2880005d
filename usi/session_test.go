package usi

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// session is a GUI's end of a conversation with a driver.
type session struct {
	t      *testing.T
	driver *driver
	in     *io.PipeWriter
	lines  chan string
	done   chan struct{} // closed when the driver has left
}

// patience is how long a test waits for a line that must come.
const patience = time.Minute

func startSession(t *testing.T, config Config) *session {
	t.Helper()
	return startSessionIn(t, t.Context(), config)
}

func startSessionIn(t *testing.T, ctx context.Context, config Config) *session {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	s := &session{t: t, in: inWrite, lines: make(chan string, 1<<16), done: make(chan struct{})}
	s.driver = newDriver(outWrite, config)
	go func() {
		s.driver.run(ctx, inRead)
		inRead.Close()
		outWrite.Close()
		close(s.done)
	}()
	go func() {
		defer close(s.lines)
		scanner := bufio.NewScanner(outRead)
		scanner.Buffer(nil, 1<<24)
		for scanner.Scan() {
			s.lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() {
		inWrite.Close()
		s.left()
	})
	return s
}

// send sends lines. Any goroutine may call it: it does not end the test by itself.
func (s *session) send(lines ...string) {
	s.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(s.in, l+"\n"); err != nil {
			s.t.Errorf("sending %q: %v", l, err)
			return
		}
	}
}

// next returns the next line. about is said where none comes.
func (s *session) next(about ...string) string {
	s.t.Helper()
	select {
	case l, ok := <-s.lines:
		require.True(s.t, ok, "the engine has left %s", about)
		return l
	case <-time.After(patience):
		all := make([]byte, 1<<20)
		require.FailNow(s.t, "no line in time", "%s; all goroutines:\n%s", about, all[:runtime.Stack(all, true)])
		return ""
	}
}

// until returns the lines up to and with the first one that has the prefix.
func (s *session) until(prefix string) []string {
	s.t.Helper()
	var all []string
	for {
		l := s.next()
		all = append(all, l)
		if strings.HasPrefix(l, prefix) {
			return all
		}
	}
}

// ready sends lines and isready, and returns what comes up to the answer.
func (s *session) ready(lines ...string) string {
	s.t.Helper()
	s.send(append(lines, "isready")...)
	return strings.Join(s.until("readyok"), "\n")
}

// quiet requires that nothing comes for a while.
func (s *session) quiet(d time.Duration) {
	s.t.Helper()
	select {
	case l, ok := <-s.lines:
		if ok {
			require.FailNow(s.t, "unexpected line", l)
		}
	case <-time.After(d):
	}
}

// left requires that the driver ends.
func (s *session) left() {
	s.t.Helper()
	leaves(s.t, s.done)
}

// leaves requires that a driver ends, which closes the channel.
func leaves(t *testing.T, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(patience):
		require.FailNow(t, "the engine does not leave")
	}
}

// shelf is a folder for files, in which relative names lie.
func shelf(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, content := range files {
		write(t, name, content)
	}
}

// write makes a file, and the folder that it lies in.
func write(t *testing.T, name, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
	require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
}

// move reads a legal move.
func move(t *testing.T, p *position.Position, text string) position.Move {
	t.Helper()
	m, err := p.ParseLegal(text)
	require.NoError(t, err)
	return m
}
