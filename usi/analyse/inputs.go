package analyse

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

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

// recordEndings are the names by which records are found in folders.
var recordEndings = []string{".kif", ".kifu", ".ki2", ".ki2u", ".csa", ".usi", ".sfen"}

// findRecords lists the files, those that patterns fit, and those in folders that are named like records, each once; - is
// standard input. What patterns and folders give leaves out the results of earlier runs. Pipes are read here.
func findRecords(names []string, stdin io.Reader, results *journal) ([]input, error) {
	names, err := expand(names, results)
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
			found, err := recordsIn(name, results)
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

// expand puts the files and folders that a pattern fits in its place: not every shell does. What is there under the very
// name is no pattern.
func expand(names []string, results *journal) ([]string, error) {
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
		found = slices.DeleteFunc(found, results.has)
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no file fits this pattern, results of earlier runs left aside", name)
		}
		list = append(list, found...)
	}
	return list, nil
}

// recordsIn lists the files in a folder, and in those within it, that are named like records.
func recordsIn(folder string, results *journal) ([]string, error) {
	var list []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != folder && results.has(path):
			if d.IsDir() {
				return filepath.SkipDir
			}
		case !d.IsDir() && slices.Contains(recordEndings, strings.ToLower(filepath.Ext(path))):
			list = append(list, filepath.Clean(path))
		}
		return nil
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s: no file in this folder is named like a record (%s)", folder, strings.Join(recordEndings, " "))
	}
	return list, err
}
