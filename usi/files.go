package usi

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// readText reads a file of at most limit bytes, without a byte order mark; what says what it should be.
func readText(path string, limit int64, what string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return "", fmt.Errorf("%s is not %s", path, what)
	}
	content, err := os.ReadFile(path)
	return strings.TrimPrefix(decode(content), "\ufeff"), err
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
