package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"katachi/position/files"
)

// store is the file of a match. Each game is written as one line and flushed to the disk, so that an interruption at
// any moment leaves at most one broken line at the end, which the next start removes.
type store struct {
	file  *os.File // nil: the match is not kept
	Games []gameRecord
}

// openStore opens or makes the file and reads the games that it holds. A file of another match is
// refused if it has a game; without one that match has not begun, as when an engine's name was wrong, and this one takes its place.
func openStore(name string, header *matchHeader) (*store, error) {
	if name == "" {
		return &store{}, nil
	}
	if err := files.MayOpen(name); err != nil { // what cannot be read again, such as /dev/stdout, keeps no match
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	s := &store{file: file}
	if err := s.open(header); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func (s *store) open(header *matchHeader) error {
	if err := files.Lock(s.file); err != nil && !errors.Is(err, errors.ErrUnsupported) { // some network file systems have no locks
		return fmt.Errorf("another match is writing this file: %w", err)
	}
	old, games, whole, err := readWholeLines(s.file)
	if err != nil && !errors.Is(err, errCut) { // the game of a line that was cut is played again
		return err
	}
	if old == nil {
		whole = 0
		if err := s.holdsNothing(header); err != nil {
			return err
		}
	} else if difference := old.difference(header); difference != "" {
		if len(games) > 0 {
			return fmt.Errorf("the file holds another match (%s); choose another -o, or repeat the command that began it", difference)
		}
		old, whole = nil, 0
	}
	if err := s.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := s.file.Seek(whole, io.SeekStart); err != nil {
		return err
	}
	if old == nil {
		return s.write(header)
	}
	s.Games = games
	return nil
}

// holdsNothing returns an error if a file without a whole line holds anything but the beginning of the header, where an
// interruption has cut it.
func (s *store) holdsNothing(header *matchHeader) error {
	line, err := json.Marshal(header)
	if err != nil {
		return err
	}
	there, err := io.ReadAll(io.NewSectionReader(s.file, 0, int64(len(line))+1))
	if err == nil && !bytes.HasPrefix(line, bytes.TrimLeft(there, "\r\n")) {
		err = notMatchFile("it would be overwritten; choose another -o")
	}
	return err
}

// add writes a game.
func (s *store) add(g *gameRecord) error {
	if s.file != nil {
		if err := s.write(g); err != nil {
			return err
		}
	}
	s.Games = append(s.Games, *g)
	return nil
}

func (s *store) write(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	end, err := s.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	if _, err := s.file.Write(append(b, '\n')); err != nil {
		// Half a line, such as a full disk leaves, must not stay: the game of another goroutine may still find room.
		_, back := s.file.Seek(end, io.SeekStart)
		return errors.Join(err, back, s.file.Truncate(end))
	}
	return s.file.Sync()
}

func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// difference names the first field in which two headers differ, empty if they are of the same match.
func (h *matchHeader) difference(other *matchHeader) string {
	// Through JSON, so that what a file cannot tell apart is not a difference.
	canonical := func(h *matchHeader) map[string]any {
		b, _ := json.Marshal(h)
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber() // a seed is more than a float holds
		var m map[string]any
		d.Decode(&m)
		return m
	}
	a, b := canonical(h), canonical(other)
	for _, key := range []string{"type", "engines", "tc", "variant", "tournament", "params", "seed", "openings", "maxplies", "declare", "adjudicate", "timemargin", "grace", "movelimit", "shard"} {
		if reflect.DeepEqual(a[key], b[key]) {
			continue
		}
		there, _ := a[key].([]any)
		here, _ := b[key].([]any)
		for i := range min(len(there), len(here)) { // of lists, the element that differs
			if !reflect.DeepEqual(there[i], here[i]) {
				return fmt.Sprintf("%s, number %d: %s there, %s here", key, i+1, told(there[i]), told(here[i]))
			}
		}
		if there != nil && here != nil {
			return fmt.Sprintf("%s: %d there, %d here", key, len(there), len(here))
		}
		return fmt.Sprintf("%s: %s there, %s here", key, told(a[key]), told(b[key]))
	}
	return ""
}

// told writes a value of a header as it stands in the file, a text without quotes.
func told(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	text, _ := json.Marshal(value)
	return string(text)
}

// readMatch reads the file of a match, finished or not. An error that wraps errCut comes with the games.
func readMatch(r io.Reader) (*matchHeader, []gameRecord, error) {
	header, games, _, err := readWholeLines(r)
	if header == nil && err == nil {
		err = notMatchFile("the file is empty")
	} else if header == nil && errors.Is(err, errCut) {
		err = errNoHeader
	}
	return header, games, err
}

// errCut is the error of a file whose last line has no end.
var errCut = errors.New("the last line is incomplete, cut off or still being written, and is left out")

// readWholeLines is readMatch of a file that may be empty; it also returns the length in bytes of the whole lines. An unfinished
// line at the end is left out, which errCut tells beside the rest; a broken one before it is an error. No game is returned twice.
func readWholeLines(r io.Reader) (header *matchHeader, games []gameRecord, whole int64, err error) {
	in := bufio.NewReaderSize(r, 1<<20)
	seen := map[int]bool{}
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF && len(bytes.TrimSpace(line)) > 0 {
			return header, games, whole, errCut
		}
		if err == io.EOF {
			return header, games, whole, nil
		}
		if err != nil {
			return nil, nil, 0, err
		}
		whole += int64(len(line))
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if header == nil {
			header = &matchHeader{}
			if err := json.Unmarshal(line, header); err != nil || header.Type != "match" && header.Type != "tune" || len(header.Engines) < 2 {
				return nil, nil, 0, errNoHeader
			}
			continue
		}
		var g gameRecord
		if err := json.Unmarshal(line, &g); err != nil || g.Type != "game" {
			return nil, nil, 0, notMatchFile("line %d is no game: %v", n, err)
		}
		if k := len(header.Engines); g.Game < 0 || g.Black < 0 || g.Black >= k || g.White < 0 || g.White >= k || g.Black == g.White {
			return nil, nil, 0, notMatchFile("line %d: game %d between engines %d and %d of %d", n, g.Game, g.Black, g.White, k)
		}
		if !seen[g.Game] {
			seen[g.Game] = true
			games = append(games, g)
		}
	}
}
