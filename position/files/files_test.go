package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "folder", "book")
	require.NoError(t, Replace(path, write("first")))
	require.NoError(t, os.WriteFile(path+".17.tmp", []byte("of an interrupted one"), 0o666))
	require.NoError(t, Write(path, []byte("second")))

	failure := errors.New("half written")
	require.ErrorIs(t, Replace(path, func(w io.Writer) error {
		return errors.Join(write("third")(w), failure)
	}), failure)
	require.NoError(t, CanReplace(path))
	require.Error(t, CanReplace(filepath.Join(path, "below a file")))
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left beside the file")

	if runtime.GOOS != "windows" {
		link := filepath.Join(dir, "link")
		require.NoError(t, os.Symlink(path, link))
		left := path + ".18.tmp"
		require.NoError(t, os.WriteFile(left, nil, 0o666))
		require.NoError(t, CanReplace(link))
		require.NoFileExists(t, left, "it tries where Replace would write, beside what the link leads to")
		require.NoError(t, Replace(link, write("through the link")))
		require.NoError(t, os.Remove(link))
	} else {
		require.NoError(t, Replace(path, write("through the link")))
	}
	require.Equal(t, "through the link", content(t, path))
}

// What only looks like a temporary file may be somebody's work.
func TestTemporary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	for _, ending := range []string{".17.tmp", "", ".17", ".tmp", "..tmp", ".old.tmp", ".1a.tmp", "17.tmp", "s.17.tmp"} {
		require.NoError(t, os.WriteFile(path+ending, nil, 0o666))
	}
	list := Temporary(path)
	require.Len(t, list, 1)
	require.Equal(t, "book.17.tmp", list[0].Name())
}

// TestReplaceAtOnce: two that replace the same file do not disturb each other.
func TestReplaceAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	require.NoError(t, Replace(path, func(w io.Writer) error {
		return errors.Join(write("half ")(w), Write(path, []byte("another's")), CanReplace(path), write("and half")(w))
	}))
	require.Equal(t, "half and half", content(t, path))
}

// TestReplaceWhileRead: somebody has the file open, but not for ever.
func TestReplaceWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page")
	require.NoError(t, Write(path, []byte("old")))
	reader, err := os.Open(path)
	require.NoError(t, err)
	time.AfterFunc(100*time.Millisecond, func() { reader.Close() })
	require.NoError(t, Write(path, []byte("new")))
	require.Equal(t, "new", content(t, path))
}

func TestMayReplace(t *testing.T) {
	dir := t.TempDir()
	for content, want := range map[string]bool{"": true, "#BOOK 1\n": true, "\ufeff#BOOK": true, "%": true, "#BOO": false, "a text\n": false} {
		path := filepath.Join(dir, "file")
		require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
		err := MayReplace(path, "a book", "#BOOK", "%")
		if want {
			require.NoError(t, err, content)
		} else {
			require.EqualError(t, err, path+" is there already and is not a book; choose another name")
		}
	}
	require.NoError(t, MayReplace(filepath.Join(dir, "none"), "a book", "#BOOK"))
	require.EqualError(t, MayReplace(dir, "a book", "#BOOK"), dir+" is not an ordinary file; want the name of a book")
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	first, err := os.Create(path)
	require.NoError(t, err)
	second, err := os.Open(path)
	require.NoError(t, err)
	defer second.Close()
	require.NoError(t, Lock(first))
	require.Error(t, Lock(second))
	_, err = first.WriteString("a game")
	require.NoError(t, err)
	text, err := io.ReadAll(second)
	require.NoError(t, err, "what is locked can be read")
	require.Equal(t, "a game", string(text))
	require.NoError(t, first.Close())
	require.NoError(t, Lock(second))
}

func TestCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	require.NoError(t, Create(path, write("first")))
	err := Create(path, func(io.Writer) error { return errors.New("made for nothing") })
	require.ErrorIs(t, err, fs.ErrExist)
	require.EqualError(t, err, path+" exists already; choose another name")
	require.Equal(t, "first", content(t, path))
}

// TestCreateNowhere: where there can be no file, it is not said that there is one.
func TestCreateNowhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	require.NoError(t, Create(path, write("first")))
	for _, name := range []string{filepath.Join(path, "below"), path + strings.Repeat("x", 300)} {
		err := Create(name, write("second"))
		require.Error(t, err)
		require.NotErrorIs(t, err, fs.ErrExist)
		require.NotContains(t, err.Error(), "exists")
	}
}

// TestCreateWhole: a program that is killed leaves nothing under the name, and what it leaves is in nobody's way.
func TestCreateWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games")
	require.NoError(t, os.WriteFile(path+".0.tmp", []byte("of an interrupted one, and longer"), 0o666))
	require.NoError(t, Create(path, func(w io.Writer) error {
		require.NoFileExists(t, path)
		err := Create(path, write("another's"))
		require.ErrorIs(t, err, fs.ErrExist)
		require.ErrorContains(t, err, "another program is writing "+path)
		return write("all of it")(w)
	}))
	require.Equal(t, "all of it", content(t, path))

	late := filepath.Join(dir, "late")
	require.ErrorIs(t, Create(late, func(io.Writer) error { return os.WriteFile(late, []byte("mine"), 0o666) }), fs.ErrExist)
	require.Equal(t, "mine", content(t, late), "what has come meanwhile stays")

	failure := errors.New("half written")
	require.ErrorIs(t, Create(filepath.Join(dir, "failed"), func(w io.Writer) error {
		return errors.Join(write("third")(w), failure)
	}), failure)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2, "nothing is left beside the files")
}

// TestWithinLink: a link to a folder of records is such a folder too.
func TestWithinLink(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "games"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "games", "x.kif"), nil, 0o666))
	if err := os.Symlink(filepath.Join(dir, "games"), link); err != nil {
		t.Skip(err) // on Windows not everybody may
	}
	list, unread, err := Within(link, []string{".kif"}, func(string) bool { return false })
	require.NoError(t, err)
	require.Empty(t, unread)
	require.Equal(t, []string{filepath.Join(link, "x.kif")}, list)
}

// TestWithinUnread: a folder that cannot be read does not keep back the files beside it.
func TestWithinUnread(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "gone", "z"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "x.kif"), nil, 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "._x.kif"), []byte("\x00\x05\x16\x07"), 0o666)) // of macOS
	}
	gone := filepath.Join(dir, "gone")
	list, unread, err := Within(dir, []string{".kif"}, func(path string) bool {
		if path == gone { // before it is read: even those who may read everything cannot then
			require.NoError(t, os.RemoveAll(gone))
		}
		return false
	})
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(dir, "a", "x.kif"), filepath.Join(dir, "z", "x.kif")}, list)
	require.Len(t, unread, 1)
	require.ErrorContains(t, unread[0], gone)

	_, _, err = Within(gone, []string{".kif"}, func(string) bool { return false })
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, _, err = Within(dir, []string{".ki2"}, func(string) bool { return false })
	require.ErrorContains(t, err, "no file in this folder is named like a record")
}
