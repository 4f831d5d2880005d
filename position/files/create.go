package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Exists is the error that a file of this name is there already.
type Exists string

func (e Exists) Error() string { return string(e) + " exists already; choose another name" }

// Is reports whether the target is fs.ErrExist.
func (e Exists) Is(target error) bool { return target == fs.ErrExist }

// Absent returns Exists if something is at path, and another error if nobody can tell.
func Absent(path string) error {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return Exists(path)
}

// Create makes a file, which must not exist yet (the error is then fs.ErrExist), of what write writes. It comes into being beside
// its place: even where the program is killed there is all of it or nothing. The next call removes what an interrupted one left.
func Create(name string, write func(io.Writer) error) error {
	if err := Absent(name); err != nil {
		return err
	}
	file, err := beginCreation(name)
	if err != nil {
		return err
	}
	return finish(file, name, write, func() error { return Absent(name) })
}

// beginCreation makes the file, locked, that will be called name. There is one name for it, so that what was left is found without
// a look at the whole folder: exports make thousands of files.
func beginCreation(name string) (*os.File, error) {
	unfinished := name + ".0.tmp" // as Temporary knows them
	removeUnlocked(unfinished)
	file, err := os.OpenFile(unfinished, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("another program is writing %s, or was killed and has left this: %w", name, err)
	}
	if err == nil {
		_ = Lock(file) // where there are no locks nobody can take it for a left one
	}
	return file, err
}
