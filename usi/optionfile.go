package usi

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The files in which publishers of networks and users fix options.
const (
	engineOptionFile = "engine_options.txt" // in the working directory
	evalOptionFile   = "eval_options.txt"   // beside the network
	maxOptionFile    = 1 << 20              // bytes
)

// readOptionFiles applies the option files. Their values take precedence over the GUI's, also over later ones, until the files
// are read again without the option.
func (d *driver) readOptionFiles() {
	d.filesRead = true
	before := d.options.fixed
	d.options.fixed = map[string]fixedOption{}
	path := engineOptionFile
	if !exists(path) {
		path = Locate(path)
	}
	d.readOptionFile(path, before)
	for key, f := range before {
		if _, still := d.options.fixed[key]; !still {
			d.applyOption(key, f.wanted)
		}
	}
	d.readOptionFile(Locate(filepath.Join(filepath.Dir(d.settings.Eval.Path()), evalOptionFile)), nil)
}

// readOptionFile applies one file. before are the options that files fixed until now.
func (d *driver) readOptionFile(path string, before map[string]fixedOption) {
	content, err := readText(path, maxOptionFile, "a file of options")
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		d.out.fail(err)
		return
	}
	for _, text := range strings.Split(strings.TrimPrefix(content, "\ufeff"), "\n") {
		name, value, ok := parseOptionLine(text)
		if !ok {
			continue
		}
		o := d.options.find(name)
		if o == nil {
			d.out.say("%s: No such option: %s", path, name)
			continue
		}
		key := strings.ToLower(o.name)
		f, again := d.options.fixed[key]
		if !again {
			if f, again = before[key]; !again {
				f.wanted = o.get()
			}
		}
		delete(d.options.fixed, key)
		if value != o.get() {
			if err := d.tryOption(name, value); err != nil {
				d.out.say("%s: %v", path, err)
				continue
			}
		}
		f.file = path
		d.options.fixed[key] = f
	}
}

// parseOptionLine reads a line of an option file: "Name value", "Name=value", "Name = value" or a whole declaration,
// of which the default counts. Empty lines and comments are not ok.
func parseOptionLine(text string) (name, value string, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//") {
		return "", "", false
	}
	if rest, found := cutWord(text, "option"); found {
		return parseDeclaration(rest)
	}
	end := strings.IndexAny(text, "= \t")
	if end < 0 {
		return text, "", true
	}
	value = strings.TrimSpace(text[end:])
	value = strings.TrimSpace(strings.TrimPrefix(value, "="))
	if value == "<empty>" {
		value = ""
	}
	return text[:end], value, text[:end] != ""
}

// parseDeclaration reads "name N type T default V ...". V is a word; for type string or filename, the rest of the line.
func parseDeclaration(rest string) (name, value string, ok bool) {
	head, value, ok := strings.Cut(rest+" ", " default ")
	words, kind := strings.Fields(head), ""
	for i := 0; i+1 < len(words); i += 2 {
		switch words[i] {
		case "name":
			name = words[i+1]
		case "type":
			kind = words[i+1]
		}
	}
	if value = strings.TrimSpace(value); kind != "string" && kind != "filename" {
		value = firstWord(value)
	}
	if value == "<empty>" {
		value = ""
	}
	return name, value, ok && name != ""
}

// Locate returns where a file that a user named lies: an absolute path as it is; otherwise beside the executable, or
// else, if it is not there, relative to the working directory.
func Locate(path string) string {
	for _, place := range places(path) {
		if exists(place) {
			return place
		}
	}
	return path
}

// places returns where a file that a user named may lie.
func places(path string) []string {
	if filepath.IsAbs(path) {
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

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
