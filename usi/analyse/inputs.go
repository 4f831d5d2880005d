package analyse

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"katachi/position/files"
	"katachi/position/record"
)

// input is a file of records.
type input struct {
	path string
	pipe bool   // it can be read only once
	data []byte // of a pipe: what was read
}

// stdinName is what standard input is called in messages and results.
const stdinName = "stdin"

// sources returns the games of the file, which are not read yet.
func (in *input) sources() ([]record.Source, error) {
	data := in.data
	if !in.pipe {
		var err error
		if data, err = os.ReadFile(in.path); err != nil {
			return nil, err
		}
	}
	return record.Split(in.path, data)
}

// source names the record in the journal: by its path, or what comes through a pipe by what it is, since the next one there
// is another.
func (in *input) source(j *journal) string {
	if in.pipe {
		return "pipe " + checksum(in.data)
	}
	return j.seen(in.path)
}

// findRecords lists the files, those that patterns fit, and those in folders that are named like records, each once; -
// is standard input. Patterns and folders leave out the results of earlier runs, see earlier. Pipes are read here.
// unread says which folders within others cannot be read.
func findRecords(names []string, stdin io.Reader, results *journal) (list []input, unread []error, err error) {
	e := earlier{results, map[string]*journal{}}
	names, err = files.Expand(names, func(path string) bool { return e.has(path, filepath.Dir(path)) })
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	add := func(name string, in input) {
		if whole, err := filepath.Abs(name); err == nil {
			name = whole
		}
		if !seen[name] {
			seen[name] = true
			list = append(list, in)
		}
	}
	for _, name := range names {
		if name == "-" || name == "/dev/stdin" {
			data, err := io.ReadAll(stdin)
			if err != nil {
				return nil, nil, fmt.Errorf("standard input: %w", err)
			}
			add("/dev/stdin", input{path: stdinName, pipe: true, data: data}) // by either name once
			continue
		}
		info, err := os.Stat(name)
		if err != nil {
			return nil, nil, err
		}
		path := filepath.Clean(name)
		switch {
		case info.IsDir():
			found, errs, err := files.Within(name, record.Endings, func(path string) bool { return e.has(path, name) })
			if err != nil {
				return nil, nil, err
			}
			unread = append(unread, errs...)
			for _, path := range found {
				add(path, input{path: path})
			}
		case info.Mode().IsRegular():
			add(path, input{path: path})
		default:
			data, err := os.ReadFile(name)
			if err != nil {
				return nil, nil, err
			}
			add(path, input{path: path, pipe: true, data: data})
		}
	}
	return list, unread, nil
}

// earlier knows the results of earlier runs: those in the folder of this run's results, and those in any other folder
// whose records are there to be read as well.
type earlier struct {
	results *journal
	others  map[string]*journal // by folder; nil where none can be read
}

// has reports whether the path, found below root, is to be left out: it is the folder of this run's results, or a result.
func (e *earlier) has(path, root string) bool {
	if e.results.has(path) {
		return true
	}
	folder := filepath.Dir(path)
	j, known := e.others[folder]
	if !known {
		j, _ = openJournal(folder)
		e.others[folder] = j
	}
	if j == nil {
		return false
	}
	of, known := j.result(path)
	return known && slices.Contains(record.Endings, strings.ToLower(filepath.Ext(of))) && isFileBelow(root, of)
}

// isFileBelow reports whether the path is that of a file in the folder, or in one within it.
func isFileBelow(folder, path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	below, err := relative(folder, path)
	return err == nil && filepath.IsLocal(below)
}
