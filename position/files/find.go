package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Expand puts the files and folders that a pattern fits in its place, without those to be left out: not every shell does.
// What is there under the very name is no pattern.
func Expand(names []string, leaveOut func(path string) bool) ([]string, error) {
	var list []string
	for _, name := range names {
		if _, err := os.Stat(name); err == nil || !strings.ContainsAny(name, "*?[") {
			list = append(list, name)
			continue
		}
		found, err := filepath.Glob(name)
		if err != nil {
			return nil, fmt.Errorf("%s: there is no such file, and as a pattern: %w", name, err)
		}
		found = slices.DeleteFunc(found, leaveOut)
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no file matches this pattern, apart from results of earlier runs", name)
		}
		list = append(list, found...)
	}
	return list, nil
}

// Within lists the files in a folder, and in those within it, whose names have one of the endings (in small letters),
// without files and folders to be left out. None at all is an error. Folders within it that cannot be read, such as
// those in which a system keeps things of its own, are passed over; unread says which. The folder may be a link to one;
// links within it are not followed to others.
func Within(folder string, endings []string, leaveOut func(path string) bool) (list []string, unread []error, err error) {
	root := filepath.Clean(folder) + string(filepath.Separator) // what a link leads to
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == root:
			return err
		case err != nil:
			unread = append(unread, err)
			if d.IsDir() {
				return filepath.SkipDir
			}
		case path != root && leaveOut(path):
			if d.IsDir() {
				return filepath.SkipDir
			}
		case strings.HasPrefix(d.Name(), "._"): // what macOS keeps of a file on foreign disks
		case !d.IsDir() && slices.Contains(endings, strings.ToLower(filepath.Ext(path))):
			list = append(list, filepath.Clean(path))
		}
		return nil
	})
	if err == nil && len(list) == 0 {
		err = errors.Join(append(unread, fmt.Errorf("%s: no file in this folder is named like a record (%s)", folder, strings.Join(endings, " ")))...)
	}
	return list, unread, err
}
