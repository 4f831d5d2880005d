package selfplay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"

	"katachi/position/files"
	"katachi/position/record"
)

// store is the file of a run of self-play. A game is written as soon as it is over, in one piece, so that an
// interruption at any moment leaves at most one torn block at the end. The next start cuts it off, and other damage
// with it.
type store struct {
	mu        sync.Mutex
	file      *os.File
	w         *record.ScoredWriter
	done      map[uint64]bool // IDs of the games in the file
	positions int             // with a score
	damaged   int
}

// openStore opens or makes the file and reads which games it holds. Files of the same settings may have been joined; a
// file with games of other settings is refused. Without a game their run has not begun, as when -hash was more than there is,
// and this one takes its place.
func openStore(name, settings string) (*store, error) {
	if err := files.MayOpen(name); err != nil { // what cannot be read again, such as /dev/stdout, keeps no run
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	s := &store{file: file, w: record.NewScoredWriter(file), done: map[uint64]bool{}}
	if err := s.open(settings); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func (s *store) open(settings string) error {
	if err := files.Lock(s.file); err != nil && !errors.Is(err, errors.ErrUnsupported) { // some network file systems have no locks
		return fmt.Errorf("another self-play is writing this file: %w", err)
	}
	r := record.NewScoredReader(s.file)
	within := 0   // damaged parts before the last game
	free := false // the file is of another run, without its games
	for {
		var g record.ScoredGame
		err := r.Next(&g)
		if err == nil && r.Run() == "" {
			return errors.New("the beginning of the file, which says with what settings its games were played, is damaged: nobody can tell whether they are " +
				"those of this run; choose another -o. What is left of the games can be used")
		}
		known := r.Run()
		if free = known != settings && errors.Is(err, io.EOF) && len(s.done) == 0 && r.Damaged() == 0; free {
			break
		}
		if known != settings && known != "" {
			return fmt.Errorf("the file holds games of other settings (%q there, %q here); choose another -o, or repeat the command that began it", known, settings)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		within = r.Damaged()
		if !s.done[g.ID] {
			s.done[g.ID] = true
			s.positions += g.Scored()
		}
	}
	s.damaged = r.Damaged()
	if err := r.Check(); err != nil && !s.torn() {
		return err
	}
	end := r.Whole()
	if free {
		end = 0
	}
	if within > 0 {
		var err error
		if end, err = s.closeUp(settings); err != nil {
			return err
		}
	}
	if err := s.file.Truncate(end); err != nil {
		return err
	}
	if _, err := s.file.Seek(end, io.SeekStart); err != nil {
		return err
	}
	if end == 0 {
		return s.w.WriteRun(settings)
	}
	return nil
}

// closeUp moves the games together over the damaged parts between them and returns where they end. Writing stays behind
// reading, and the settings' block is there already, so an interruption costs at most the game being moved.
func (s *store) closeUp(settings string) (end int64, err error) {
	r := record.NewScoredReader(io.NewSectionReader(s.file, 0, math.MaxInt64))
	r.Once(record.SeenGames{}) // an interruption may leave a game twice
	out := io.NewOffsetWriter(s.file, 0)
	w := record.NewScoredWriter(out)
	if err := w.WriteRun(settings); err != nil {
		return 0, err
	}
	for {
		var g record.ScoredGame
		switch err := r.Next(&g); {
		case errors.Is(err, io.EOF):
			return out.Seek(0, io.SeekCurrent)
		case err != nil:
			return 0, err
		}
		if err := w.Write(&g); err != nil {
			return 0, err
		}
	}
}

// torn reports whether the file, which has no whole block, begins as the first block would.
func (s *store) torn() bool {
	b := make([]byte, len(record.RunMagic))
	n, _ := s.file.ReadAt(b, 0)
	return bytes.HasPrefix([]byte(record.RunMagic), b[:n])
}

// add writes a game.
func (s *store) add(g *record.ScoredGame) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.w.Write(g); err != nil {
		return err
	}
	s.done[g.ID] = true
	s.positions += g.Scored()
	return nil
}

// has reports whether the file holds the game with that ID.
func (s *store) has(id uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done[id]
}

// count returns how many games and positions the file holds.
func (s *store) count() (games, positions int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.done), s.positions
}

func (s *store) close() error {
	err := s.file.Sync()
	return errors.Join(err, s.file.Close())
}
