package analyse

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// journalName is the file in the folder of the results that says whose they are, a line each time that a game is begun or
// ready; of the lines of a name the last one holds.
const journalName = "analysed.txt"

// journal knows whose the results in a folder are, so that no file is lost and none is taken for what it is not.
type journal struct {
	folder string

	mu      sync.Mutex
	entries map[string]entry
	given   map[string]bool // names in this run, in lower case
}

// entry is what the journal says of a name.
type entry struct {
	fingerprint string   // of the game and its settings
	formats     []string // that are there; none of a game that is begun
	source      string   // the record, as journal.seen names it
}

func openJournal(folder string) (*journal, error) {
	j := &journal{folder: folder, entries: map[string]entry{}, given: map[string]bool{}}
	data, err := os.ReadFile(filepath.Join(folder, journalName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range strings.Lines(string(data)) {
		line, source, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if words := strings.SplitN(line, " ", 3); len(words) == 3 {
			e := entry{words[0], nil, source}
			if words[1] != begun {
				e.formats = strings.Split(words[1], ",")
			}
			j.entries[words[2]] = e
		}
	}
	return j, nil
}

// begun stands for the formats of a game that is not ready.
const begun = "-"

// seen names a record by its path from the folder, so that it is the same from wherever the command is called.
func (j *journal) seen(path string) string {
	from, errFrom := filepath.Abs(j.folder)
	to, errTo := filepath.Abs(path)
	if seen, err := filepath.Rel(from, to); errors.Join(errFrom, errTo, err) == nil {
		path = seen
	}
	return filepath.ToSlash(path)
}

// place finds a name for the results that e wants, the wanted one or that with a number, and reports whether they are
// there. An earlier name of the same record, or the same game, is its own; others that are in use are not.
func (j *journal) place(wanted string, e entry) (name string, ready bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	name = wanted
	for n := 2; j.given[strings.ToLower(name)] || !j.owns(name, e) && j.used(name); n++ {
		name = fmt.Sprintf("%s-%d", wanted, n)
	}
	j.given[strings.ToLower(name)] = true
	old := j.entries[name]
	if old.fingerprint != e.fingerprint {
		return name, false, j.note(name, entry{e.fingerprint, nil, e.source})
	}
	missing := slices.ContainsFunc(e.formats, func(format string) bool {
		return !slices.Contains(old.formats, format) || !j.exists(name+endings[format])
	})
	return name, !missing, nil
}

// owns reports whether the files of the name are of that game, or of an earlier analysis of that record.
func (j *journal) owns(name string, e entry) bool {
	old, known := j.entries[name]
	return known && (old.source == e.source || old.fingerprint == e.fingerprint)
}

// used reports whether there are files of the name.
func (j *journal) used(name string) bool {
	for _, ending := range endings {
		if j.exists(name + ending) {
			return true
		}
	}
	return j.exists(name + partEnding)
}

func (j *journal) exists(file string) bool {
	_, err := os.Lstat(filepath.Join(j.folder, file))
	return err == nil
}

// wrote reports whether a file of that name in the folder is a result.
func (j *journal) wrote(file string) bool {
	_, known := j.entries[stem(file)]
	return known && (strings.HasSuffix(file, endings["kif"]) || strings.HasSuffix(file, endings["csa"]))
}

// done notes that the results of the name are written in these formats.
func (j *journal) done(name string, formats []string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	e := j.entries[name]
	for _, format := range formats {
		if !slices.Contains(e.formats, format) {
			e.formats = append(e.formats, format)
		}
	}
	return j.note(name, e)
}

// note writes a line.
func (j *journal) note(name string, e entry) error {
	j.entries[name] = e
	file, err := os.OpenFile(filepath.Join(j.folder, journalName), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	formats := begun
	if len(e.formats) > 0 {
		formats = strings.Join(e.formats, ",")
	}
	_, err = fmt.Fprintf(file, "%s %s %s\t%s\n", e.fingerprint, formats, name, e.source)
	return errors.Join(err, file.Close())
}
