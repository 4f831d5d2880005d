package selfplay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"katachi/position/files"
	"katachi/position/record"
)

// store is the file of a run of self-play. A game is written as soon as it is over, in one piece, so that an interruption
// at any moment leaves at most one torn block at the end, which the next start cuts off.
type store struct {
	mu        sync.Mutex
	file      *os.File
	w         *record.ScoredWriter
	done      map[uint64]bool // IDs of the games in the file
	positions int             // with a score
	damaged   int
}

// openStore opens or makes the file and reads which games it holds. Files of the same settings may have been joined; a
// file with games of other settings is refused.
func openStore(name, settings string) (*store, error) {
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
	for {
		var g record.ScoredGame
		err := r.Next(&g)
		if known := r.Run(); known != settings && (err == nil || known != "") {
			return fmt.Errorf("the file holds games of other settings (%q there, %q here); choose another -o, or repeat the command that began it", known, settings)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if !s.done[g.ID] {
			s.done[g.ID] = true
			s.positions += g.Scored()
		}
	}
	s.damaged = r.Damaged()
	if err := r.Check(); err != nil && !s.torn() {
		return err
	}
	if err := s.file.Truncate(r.Whole()); err != nil {
		return err
	}
	if _, err := s.file.Seek(r.Whole(), io.SeekStart); err != nil {
		return err
	}
	if r.Whole() == 0 {
		return s.w.WriteRun(settings)
	}
	return nil
}

// torn reports whether the file, in which no whole block is, begins as the first block would.
func (s *store) torn() bool {
	b := make([]byte, len(record.RunMagic))
	n, _ := s.file.ReadAt(b, 0)
	return bytes.HasPrefix([]byte(record.RunMagic), b[:n])
}

// add writes a game.
func (s *store) add(g *record.ScoredGame) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done[g.ID] = true
	s.positions += g.Scored()
	return s.w.Write(g)
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
