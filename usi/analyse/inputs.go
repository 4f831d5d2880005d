package analyse

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

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

// findRecords lists the files, those that patterns fit, and those in folders that are named like records, each once; - is
// standard input. What patterns and folders give leaves out the results of earlier runs. Pipes are read here.
func findRecords(names []string, stdin io.Reader, results *journal) ([]input, error) {
	names, err := files.Expand(names, results.has)
	if err != nil {
		return nil, err
	}
	var list []input
	seen := map[string]bool{}
	add := func(name string, in input) {
		if !seen[name] {
			seen[name] = true
			list = append(list, in)
		}
	}
	for _, name := range names {
		if name == "-" || name == "/dev/stdin" {
			data, err := io.ReadAll(stdin)
			if err != nil {
				return nil, fmt.Errorf("standard input: %w", err)
			}
			add("/dev/stdin", input{path: stdinName, pipe: true, data: data}) // by either name once
			continue
		}
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		path := filepath.Clean(name)
		switch {
		case info.IsDir():
			found, err := files.Within(name, record.Endings, results.has)
			if err != nil {
				return nil, err
			}
			for _, path := range found {
				add(path, input{path: path})
			}
		case info.Mode().IsRegular():
			add(path, input{path: path})
		default:
			data, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			add(path, input{path: path, pipe: true, data: data})
		}
	}
	return list, nil
}
