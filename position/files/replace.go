package files

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Replace writes a temporary file beside path and renames it when it is complete and on the disk: whatever happens
// meanwhile, there is the old file or the new one. The next call overwrites what an interrupted one left. It makes the folder
// if there is none.
func Replace(path string, write func(io.Writer) error) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // keeps a symbolic link
	}
	file, err := beginReplacement(path)
	if err != nil {
		return err
	}
	defer func() {
		file.Close()
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	out := bufio.NewWriterSize(file, 1<<20)
	if err := write(out); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
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
	file, err := beginReplacement(path)
	if err != nil {
		return err
	}
	file.Close()
	return os.Remove(file.Name())
}

// MayReplace returns an error if path holds what is not to be lost: it may be empty, or a file of the kind that takes its
// place, which all begin with one of these texts. kind is what the error calls such a file, "a book".
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
	head, err := io.ReadAll(io.LimitReader(file, 64))
	if err != nil {
		return err
	}
	text := strings.TrimLeft(string(head), "\ufeff \t\r\n")
	if len(head) > 0 && !slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(text, b) }) {
		return fmt.Errorf("%s is there already and is not %s; choose another name", path, kind)
	}
	return nil
}

// beginReplacement makes the file that will replace path.
func beginReplacement(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	return os.Create(path + ".tmp")
}
