package files

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// Create makes a file, which must not exist yet, of what write writes. A failure leaves no file.
func Create(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
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
