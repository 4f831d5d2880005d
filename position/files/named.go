package files

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// IsRooted reports whether a path says itself where it begins, and cannot be joined to a folder: it is absolute or, on
// Windows, begins at the root of the current drive (\x) or in the current folder of a drive (C:x).
func IsRooted(path string) bool {
	return filepath.IsAbs(path) || filepath.VolumeName(path) != "" || path != "" && os.IsPathSeparator(path[0])
}

// Locate returns where a file that a user named lies: a rooted path as it is; otherwise beside the executable, or
// else, if it is not there, relative to the working directory.
func Locate(path string) string {
	for _, place := range places(path) {
		if _, err := os.Stat(place); err == nil {
			return place
		}
	}
	return path
}

// places returns where a file that a user named may lie.
func places(path string) []string {
	if IsRooted(path) {
		return []string{path}
	}
	exe, err := os.Executable()
	if err != nil {
		return []string{path}
	}
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		exe = real
	}
	return []string{filepath.Join(filepath.Dir(exe), path), path}
}

// NotFound returns the error about a file that a user named and that is in none of the folders where it is looked for.
func NotFound(path string) error {
	folders := places(filepath.Dir(path))
	for i, folder := range folders {
		if whole, err := filepath.Abs(folder); err == nil {
			folders[i] = whole
		}
	}
	return fmt.Errorf("no file %s in %s: %w", filepath.Base(path), strings.Join(slices.Compact(folders), " or "), fs.ErrNotExist)
}

// Same reports whether both paths are there and of one file or folder.
func Same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// MayOpen returns an error if path exists and is not a regular file: opening a pipe could block for ever.
func MayOpen(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", path)
	}
	return nil
}

// Open opens a file for reading, if it is a regular one.
func Open(path string) (*os.File, error) {
	if err := MayOpen(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}
