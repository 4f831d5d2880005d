package usi

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"katachi/position/record"
)

// mayOpen returns an error if path exists and is not a regular file: opening a pipe could block for ever.
func mayOpen(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", path)
	}
	return nil
}

// openFile opens a file for reading.
func openFile(path string) (*os.File, error) {
	if err := mayOpen(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// openGames opens a file of games for reading, a line of USI moves or an SFEN each: as it stands, or made of the games of
// a KIF, KI2 or CSA file.
func openGames(path string) (lines io.Reader, file io.Closer, err error) {
	f, err := openFile(path)
	if err != nil {
		return nil, nil, err
	}
	if _, lines, err = record.Games(path, f); err != nil {
		f.Close()
	}
	return lines, f, err
}

// readFile reads a file.
func readFile(path string) ([]byte, error) {
	if err := mayOpen(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// stamp says whether a file has been replaced under the same name. The zero value stands for no file.
type stamp struct {
	size int64
	time time.Time
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if path == "" || err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// replaceFile writes a temporary file beside path and renames it when it is complete and on the disk: whatever happens
// meanwhile, there is the old file or the new one. The next call overwrites what an interrupted one left.
func replaceFile(path string, write func(io.Writer) error) (err error) {
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

// canReplace returns the error that replaceFile would meet on creating its file, to be known before long work.
func canReplace(path string) error {
	file, err := beginReplacement(path)
	if err != nil {
		return err
	}
	file.Close()
	return os.Remove(file.Name())
}

// beginReplacement makes the file that will take the place of path, and its folder if there is none.
func beginReplacement(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	return os.Create(path + ".tmp")
}
