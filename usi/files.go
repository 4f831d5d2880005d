package usi

import (
	"fmt"
	"os"
	"time"
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

// readText reads a file of at most limit bytes; what says what it should be.
func readText(path string, limit int64, what string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return "", fmt.Errorf("%s is not %s", path, what)
	}
	content, err := os.ReadFile(path)
	return decode(content), err
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
