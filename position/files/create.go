package files

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Exists is the error that a file of this name is there already.
type Exists string

func (e Exists) Error() string { return string(e) + " exists already; choose another name" }

// Is reports whether the target is fs.ErrExist.
func (e Exists) Is(target error) bool { return target == fs.ErrExist }

// Create makes a file, which must not exist yet (the error is then fs.ErrExist), of what write writes. A failure leaves no file.
func Create(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return Exists(name)
	}
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	if err = write(out); err == nil {
		err = out.Flush()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(name)
	}
	return err
}
