package makebook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"katachi/position/files"
	"katachi/position/record"
	"katachi/usi/book"
)

// from adds the moves of games to a book.
func (m *Maker) from(context.Context) error {
	n := 0
	path, draft, err := m.readGames(func(draft *book.Draft, games io.Reader) (err error) {
		n, err = draft.AddGames(games, m.last)
		return err
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("no games in %s", m.files[0])
	}
	return m.save(path, draft, fmt.Sprintf("%d games read", n))
}

// readGames opens the book that will be overwritten and has the games read for it. What the book cannot hold is reported.
func (m *Maker) readGames(read func(draft *book.Draft, games io.Reader) error) (path string, draft *book.Draft, err error) {
	path = m.files[1]
	if draft, err = m.change(path); err != nil {
		return path, nil, err
	}
	games, file, err := m.games()
	if err != nil {
		return path, nil, err
	}
	defer file.Close()
	if err = read(draft, games); err != nil {
		err = fmt.Errorf("%s: %w", m.files[0], err)
	}
	return path, draft, m.tellLoss(err)
}

// merge joins two books in a third file, which may be one of them.
func (m *Maker) merge(context.Context) error {
	var drafts [2]*book.Draft
	for i := range drafts {
		var err error
		if drafts[i], err = m.read(m.files[i], m.files[2]); err != nil {
			return err
		}
	}
	drafts[0].Merge(drafts[1])
	return m.save(m.files[2], drafts[0], "merged")
}

// sort writes a book again in the usual order.
func (m *Maker) sort(context.Context) error {
	draft, err := m.read(m.files[0], m.files[1])
	if err != nil {
		return err
	}
	return m.save(m.files[1], draft, "sorted")
}

// read reads a book that must exist, to write another one. What the new book cannot hold is reported; if the new one would
// overwrite the one that is read, that is an error.
func (m *Maker) read(path, to string) (*book.Draft, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	draft, err := m.open(path)
	if err != nil && !errors.Is(err, book.ErrLoss) {
		return nil, err
	}
	if err := mayBecomeBook(to); err != nil {
		return nil, err
	}
	if err != nil && files.Same(path, to) {
		return nil, fmt.Errorf("%w; write into another file to have the book without them", err)
	}
	return draft, m.tellLoss(err)
}

// change reads a book that will be overwritten, or begins a new one. If something of it would be lost, that is an error.
func (m *Maker) change(path string) (*book.Draft, error) {
	if err := mayBecomeBook(path); err != nil {
		return nil, err
	}
	draft, err := m.open(path)
	if errors.Is(err, book.ErrLoss) {
		err = fmt.Errorf("%w; makebook sort writes another book without them", err)
	}
	return draft, err
}

// mayBecomeBook returns an error if the file holds anything but a book.
func mayBecomeBook(path string) error {
	return files.MayReplace(path, "a text book (.db), which begins with "+book.TextHead, book.TextHead)
}

func (m *Maker) open(path string) (*book.Draft, error) {
	return book.OpenDraft(path, m.Options.Rules, m.Options.IgnorePly)
}

// games opens the file of games, a line of USI moves or an SFEN each: as it stands, or made of the games of a KIF, KI2,
// CSA or JKF file. It reports what cannot be read of these.
func (m *Maker) games() (lines io.Reader, file io.Closer, err error) {
	path := m.files[0]
	f, err := files.Open(path)
	if err != nil {
		return nil, nil, err
	}
	_, lines, leftOut, err := record.Games(path, f)
	if err != nil {
		f.Close()
	}
	for _, e := range leftOut {
		m.Say("%v", e)
	}
	return lines, f, err
}

// tellLoss reports a loss and returns nil for it; other errors it returns.
func (m *Maker) tellLoss(err error) error {
	if errors.Is(err, book.ErrLoss) {
		m.Say("%v", err)
		return nil
	}
	return err
}

// save replaces the book in the file.
func (m *Maker) save(path string, draft *book.Draft, done string) error {
	if err := files.Replace(path, draft.Write); err != nil {
		return err
	}
	m.Say("%s; %s has %v", done, path, draft)
	return nil
}
