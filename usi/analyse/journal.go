package analyse

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"katachi/position/files"
)

// journalName is the file in the folder of the results that says whose they are, a line each time that a game is begun or
// ready; of the lines of a name the last one holds. Before files are written a line has their checksums.
const journalName = "analysed.txt"

// journal knows whose the results in a folder are, so that no file is lost and none is taken for what it is not.
type journal struct {
	folder string

	mu      sync.Mutex
	entries map[string]entry
	sums    map[string]bool // of all that was ever written
	given   map[string]bool // names in this run, in lower case
}

// entry is what the journal says of a name.
type entry struct {
	fingerprint string   // of the game and its settings
	formats     []string // that are there; none of a game that is begun
	source      string   // the record, as journal.seen names it
	game        int      // its number in the record, from 1 if there are several
}

func openJournal(folder string) (*journal, error) {
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file; want a folder for the results", folder)
	}
	j := &journal{folder: folder, entries: map[string]entry{}, sums: map[string]bool{}, given: map[string]bool{overviewName: true}}
	data, err := os.ReadFile(filepath.Join(folder, journalName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range strings.Lines(string(data)) {
		line, source, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if sums, found := strings.CutPrefix(line, written); found {
			j.know(strings.Fields(sums))
		} else if words := strings.SplitN(line, " ", 3); len(words) == 3 {
			source, game, _ := strings.Cut(source, "\t")
			e := entry{fingerprint: words[0], source: plain(source)}
			e.game, _ = strconv.Atoi(game)
			if words[1] != begun {
				e.formats = strings.Split(words[1], ",")
			}
			j.entries[plain(words[2])] = e
		}
	}
	return j, nil
}

// begun stands for the formats of a game that is not ready.
const begun = "-"

// written is what a line of checksums begins with.
const written = "= "

func (j *journal) know(sums []string) {
	for _, s := range sums {
		j.sums[s] = true
	}
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:12])
}

// seen names a record by its path from the folder, so that it is the same from wherever the command is called.
func (j *journal) seen(path string) string {
	if seen, err := relative(j.folder, path); err == nil {
		path = seen
	}
	return filepath.ToSlash(path)
}

// relative returns the path as it is called from the folder.
func relative(folder, path string) (string, error) {
	from, errFrom := filepath.Abs(folder)
	to, errTo := filepath.Abs(path)
	seen, err := filepath.Rel(from, to)
	return seen, errors.Join(errFrom, errTo, err)
}

// place finds a name for the results that e wants, and reports whether they are there. A name is not used again if a
// file that would be replaced has been edited: kept is that file.
func (j *journal) place(wanted string, e entry) (name string, ready bool, kept string, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for name = range j.names(wanted, e) {
		ready = j.ready(name, e)
		edited := j.edited(name, e.formats)
		if ready || edited == "" {
			break
		}
		kept = edited
	}
	j.given[strings.ToLower(name)] = true
	if old := j.entries[name]; old.fingerprint != e.fingerprint {
		err = j.note(name, entry{e.fingerprint, nil, e.source, e.game})
	} else if old.source != e.source {
		err = j.note(name, entry{e.fingerprint, old.formats, e.source, e.game})
	}
	return name, ready, kept, err
}

// names yields the names that the results may have, the best first: those that the record has already, whatever is
// wanted, so that it makes no difference what else is analysed with it; then the wanted one and that with a number, if
// nothing else is called so.
func (j *journal) names(wanted string, e entry) iter.Seq[string] {
	var own []string
	for name := range j.entries {
		if j.owns(name, wanted, e) && !j.given[strings.ToLower(name)] {
			own = append(own, name)
		}
	}
	slices.Sort(own)
	if i := slices.IndexFunc(own, func(name string) bool { return j.ready(name, e) }); i >= 0 {
		own = own[i:]
	}
	return func(yield func(string) bool) {
		for _, name := range own {
			if !yield(name) {
				return
			}
		}
		name := wanted
		for n := 2; ; n++ {
			if !j.given[strings.ToLower(name)] && (!j.used(name) || j.orphaned(name, e)) && !yield(name) {
				return
			}
			name = fmt.Sprintf("%s-%d", wanted, n)
		}
	}
}

// ready reports whether the files of the name are there and what e wants.
func (j *journal) ready(name string, e entry) bool {
	old := j.entries[name]
	return old.fingerprint == e.fingerprint && !slices.ContainsFunc(e.formats, func(format string) bool {
		return !slices.Contains(old.formats, format) || !j.exists(name+endings[format])
	})
}

// edited returns one of the name's files in these formats that is there and not as it was written, or of which that is not
// known, since the journal is of an older version; empty if there is none.
func (j *journal) edited(name string, formats []string) string {
	for _, format := range formats {
		file := name + endings[format]
		if data, err := os.ReadFile(filepath.Join(j.folder, file)); !errors.Is(err, fs.ErrNotExist) && !j.sums[checksum(data)] {
			return file
		}
	}
	return ""
}

// owns reports whether the files of the name are of an analysis of that game of that record. Earlier versions did not
// note which game of a record it is: there its name tells.
func (j *journal) owns(name, wanted string, e entry) bool {
	old := j.entries[name]
	return old.source == e.source && (old.game == e.game || name == wanted)
}

// orphaned reports whether the files of the name are of that game, and its record is no longer where it was.
func (j *journal) orphaned(name string, e entry) bool {
	old, known := j.entries[name]
	if !known || old.fingerprint != e.fingerprint {
		return false
	}
	_, err := os.Stat(j.record(old))
	return old.source == "" || errors.Is(err, fs.ErrNotExist)
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

// has reports whether the path is a result that could be taken for a record, or the folder of the results.
func (j *journal) has(path string) bool {
	if _, known := j.result(path); known && files.Same(filepath.Dir(path), j.folder) {
		return true
	}
	return files.Same(path, j.folder)
}

// result reports whether a file of the folder is a result that could be taken for a record. It returns the path of the
// record that it is the result of.
func (j *journal) result(path string) (record string, known bool) {
	file := filepath.Base(path)
	if !strings.HasSuffix(file, endings["kif"]) && !strings.HasSuffix(file, endings["csa"]) {
		return "", false
	}
	e, known := j.entries[stem(file)]
	return j.record(e), known
}

// record returns the path of the record that a result is of.
func (j *journal) record(e entry) string {
	path := filepath.FromSlash(e.source)
	if !filepath.IsAbs(path) {
		path = filepath.Join(j.folder, path)
	}
	return path
}

// write writes the results of the name, by format.
func (j *journal) write(name string, results map[string][]byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if file := j.edited(name, slices.Collect(maps.Keys(results))); file != "" {
		return fmt.Errorf("%s has been edited during the analysis; move it to another folder, and the same command goes on", filepath.Join(j.folder, file))
	}
	var sums []string
	for _, data := range results {
		sums = append(sums, checksum(data))
	}
	j.know(sums)
	if err := j.add(written + strings.Join(sums, " ")); err != nil {
		return err
	}
	e := j.entries[name]
	for _, format := range formats {
		data, wanted := results[format]
		if !wanted {
			continue
		}
		if err := files.Write(filepath.Join(j.folder, name+endings[format]), data); err != nil {
			return err
		}
		if !slices.Contains(e.formats, format) {
			e.formats = append(e.formats, format)
		}
	}
	return j.note(name, e)
}

// note writes the line of a game.
func (j *journal) note(name string, e entry) error {
	j.entries[name] = e
	formats := begun
	if len(e.formats) > 0 {
		formats = strings.Join(e.formats, ",")
	}
	line := fmt.Sprintf("%s %s %s\t%s", e.fingerprint, formats, quoted(name), quoted(e.source))
	if e.game > 0 {
		line += fmt.Sprintf("\t%d", e.game)
	}
	return j.add(line)
}

// quoted returns a name as a line has it: in quotes if it has a tab or another control character, or begins with a quote
// itself.
func quoted(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) || strings.HasPrefix(name, `"`) {
		return strconv.Quote(name)
	}
	return name
}

// plain is the reverse of quoted.
func plain(name string) string {
	if text, err := strconv.Unquote(name); err == nil && strings.HasPrefix(name, `"`) {
		return text
	}
	return name
}

// add adds a line.
func (j *journal) add(line string) error {
	file, err := os.OpenFile(filepath.Join(j.folder, journalName), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(file, line)
	return errors.Join(err, file.Close())
}
