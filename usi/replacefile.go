package usi

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
)

// replaceFile writes a file beside its place and renames it when it is whole and on the disk: whatever happens
// meanwhile, there is the old file or the new one. The next one takes the place of what an interrupted one left.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays one
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

// canReplace returns the error with which replaceFile would fail to begin: worth knowing before long work.
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
