package files

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Replace writes a temporary file beside path and renames it when it is complete and on the disk: whatever happens
// meanwhile, there is the old file or the new one, and of several at the same time that of the last. The next call removes what an
// interrupted one left. It makes the folder if there is none.
func Replace(path string, write func(io.Writer) error) error {
	path = target(path)
	file, err := beginReplacement(path)
	if err != nil {
		return err
	}
	return finish(file, path, write, file.Sync)
}

// finish writes a temporary file, closes it and gives it its name. If it cannot be written, or ready then returns an error, the
// file is removed.
func finish(file *os.File, name string, write func(io.Writer) error, ready func() error) error {
	out := bufio.NewWriterSize(file, 1<<20)
	err := write(out)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = ready()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = Rename(file.Name(), name)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// Write is Replace by these bytes.
func Write(path string, data []byte) error {
	return Replace(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// CanReplace returns the error that Replace would meet on creating its file, to be known before long work.
func CanReplace(path string) error {
	file, err := beginReplacement(target(path))
	if err != nil {
		return err
	}
	file.Close()
	return os.Remove(file.Name())
}

// MayReplace returns an error if path holds what is not to be lost: it may be empty, or a file of the kind that takes its
// place, which all begin with one of these texts, of at most 200 bytes. kind is what the error calls such a file, "a book".
func MayReplace(path, kind string, beginnings ...string) error {
	info, err := os.Stat(path)
	if err != nil {
		return nil // nothing is there, or Replace will tell
	}
	if !info.Mode().IsRegular() { // not to be opened: a pipe blocks
		return fmt.Errorf("%s is not an ordinary file; want the name of %s", path, kind)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	head, err := io.ReadAll(io.LimitReader(file, 256))
	if err != nil {
		return err
	}
	text := strings.TrimLeft(string(head), "\ufeff \t\r\n")
	if len(head) > 0 && !slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(text, b) }) {
		return fmt.Errorf("%s is there already and is not %s; choose another name", path, kind)
	}
	return nil
}

// target returns where the symbolic link at path leads, so that the link stays; path itself if there is none.
func target(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// beginReplacement makes the file that will replace path, locked, and removes those of calls that have not come to their end.
func beginReplacement(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	for _, e := range Temporary(path) {
		if e.Type().IsRegular() {
			removeUnlocked(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	file, err := os.OpenFile(fmt.Sprintf("%s.%d.tmp", path, rand.Uint32()), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		_ = Lock(file) // where there are no locks nobody can take it for a left one
	}
	return file, err
}

// removeUnlocked removes a file whose lock nobody holds.
func removeUnlocked(name string) {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return
	}
	err = Lock(file)
	file.Close()
	if err == nil {
		os.Remove(name)
	}
}

// Temporary returns what is beside path under the names of temporary files and folders for it: its own, a number and tmp, joined by
// dots.
func Temporary(path string) (list []os.DirEntry) {
	entries, _ := os.ReadDir(filepath.Dir(path))
	for _, e := range entries {
		middle, ok := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if number, tmp := strings.CutSuffix(middle, ".tmp"); ok && tmp && number != "" && strings.Trim(number, "0123456789") == "" {
			list = append(list, e)
		}
	}
	return list
}
