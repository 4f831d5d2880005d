package usi

import (
	"bufio"
	"io"
	"os"
)

// replaceFile writes a file beside its place and renames it when it is whole and on the disk: whatever happens
// meanwhile, there is the old file or the new one. The next one takes the place of what an interrupted one left.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	unfinished := path + ".tmp"
	file, err := os.Create(unfinished)
	if err != nil {
		return err
	}
	defer func() {
		file.Close()
		if err != nil {
			os.Remove(unfinished)
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
	return os.Rename(unfinished, path)
}
