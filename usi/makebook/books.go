package makebook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"katachi/position/files"
	"katachi/position/record"
	"katachi/usi/book"
)

// from adds the moves of games to a book.
func (m *Maker) from(context.Context) error {
	n := 0
	path, draft, err := m.readGames(func(draft *book.Draft, games io.Reader) error {
		added, err := draft.AddGames(games, m.last)
		n += added
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

// readGames opens the book that will be overwritten and has the games read for it, file by file if they are in a
// folder. What the book cannot hold is reported, and of a folder's files what cannot be read.
func (m *Maker) readGames(read func(draft *book.Draft, games io.Reader) error) (path string, draft *book.Draft, err error) {
	from, path := m.files[0], m.files[1]
	if draft, err = m.change(path); err != nil {
		return path, nil, err
	}
	if info, err := os.Stat(from); err != nil || !info.IsDir() {
		return path, draft, m.readFile(from, draft, read, nil)
	}
	names, unread, err := files.Within(from, record.Endings, func(string) bool { return false })
	if err != nil {
		return path, nil, err
	}
	known := map[string]bool{}
	for _, name := range names {
		if err := m.readFile(name, draft, read, known); err != nil {
			unread = append(unread, err)
		}
	}
	for _, err := range unread {
		m.Say("%v", err)
	}
	return path, draft, nil
}

// readFile has the games of a file read, without those of records that are known already, unless known is nil.
func (m *Maker) readFile(name string, draft *book.Draft, read func(draft *book.Draft, games io.Reader) error, known map[string]bool) error {
	file, err := files.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	games, lines, leftOut, err := record.Games(name, file)
	for _, e := range leftOut {
		m.Say("%v", e)
	}
	if err == nil && known != nil && games != nil {
		lines, err = unknown(games, lines, known)
	}
	if err == nil {
		err = read(draft, lines)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return m.tellLoss(err)
}

// unknown leaves the lines of games that are known empty, and gets to know the others. Folders have a game in several
// formats, and with its analysis beside it: it is the same for the same players, start and moves.
func unknown(games []*record.Game, lines io.Reader, known map[string]bool) (io.Reader, error) {
	text, err := io.ReadAll(lines)
	if err != nil {
		return nil, err
	}
	var left strings.Builder
	for line := range strings.Lines(string(text)) {
		if line != "\n" {
			key := fmt.Sprint(games[0].Names, line)
			games = games[1:]
			if known[key] {
				line = "\n"
			}
			known[key] = true
		}
		left.WriteString(line)
	}
	return strings.NewReader(left.String()), nil
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
