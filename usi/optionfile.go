package usi

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"katachi/position/files"
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
	if _, err := os.Stat(path); err != nil {
		path = files.Locate(path)
	}
	d.readOptionFile(path, before)
	for key, f := range before {
		if _, still := d.options.fixed[key]; !still {
			d.applyOption(key, f.wanted)
		}
	}
	d.readOptionFile(files.Locate(filepath.Join(filepath.Dir(d.settings.Eval.Path()), evalOptionFile)), nil)
}

// readOptionFile applies one file. before are the options that files fixed until now.
func (d *driver) readOptionFile(path string, before map[string]fixedOption) {
	content, err := readText(path, maxOptionFile, "a file of options")
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // EvalDir is a file: loading it says so
		return
	}
	if err != nil {
		d.out.fail(err)
		return
	}
	for _, text := range strings.Split(content, "\n") {
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
	value = strings.TrimPrefix(strings.TrimSpace(text[end:]), "=")
	return text[:end], optionValue(value), text[:end] != ""
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
	return name, optionValue(value), ok && name != ""
}
