package makebook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"katachi/position"
	"katachi/position/files"
	"katachi/usi/book"
)

// saveEvery is how often a book is saved while positions are searched for it; a book that takes long to write is saved less often.
const saveEvery = time.Minute

// searching searches positions for a book and saves the book from time to time.
type searching struct {
	*Maker
	path     string
	draft    *book.Draft
	searched int           // positions
	progress func() string // what is said when the book is saved
	next     time.Time     // time of the next save
}

// beginSearch makes the engine ready to search for a book, which must be writable.
func (m *Maker) beginSearch(path string, draft *book.Draft) (*searching, error) {
	if err := files.CanReplace(path); err != nil {
		return nil, err
	}
	if err := m.Engine.Begin(m.multiPV); err != nil {
		return nil, err
	}
	return &searching{Maker: m, path: path, draft: draft, next: time.Now().Add(saveEvery)}, nil
}

// search searches a position and puts its moves into the book, the best first. There are none if the game is over there, or if
// ctx has ended.
func (b *searching) search(ctx context.Context, p *position.Position) ([]book.Move, error) {
	moves := b.Engine.Moves(ctx, p, b.limits)
	if ctx.Err() != nil || len(moves) == 0 {
		return nil, nil
	}
	if err := b.draft.Set(p, moves); err != nil {
		return nil, errors.Join(err, b.save())
	}
	b.searched++
	return moves, nil
}

// save saves the book, for the last time. If it cannot take its place, as on Windows while another program has the old one
// open, it goes into a new file beside it, so that the searches are not lost.
func (b *searching) save() error {
	err := b.Maker.save(b.path, b.draft, b.progress())
	if err == nil {
		return nil
	}
	extension := filepath.Ext(b.path)
	beside := strings.TrimSuffix(b.path, extension) + "_new"
	name := beside + extension
	created := files.Create(name, b.draft.Write)
	for n := 2; n < 100 && errors.Is(created, fs.ErrExist); n++ { // it happened before
		name = fmt.Sprintf("%s-%d%s", beside, n, extension)
		created = files.Create(name, b.draft.Write)
	}
	if created != nil { // the disk is full
		return err
	}
	return fmt.Errorf("%w; what was searched is in %s", err, name)
}

// saveWhenDue saves the book if the last time is long ago.
func (b *searching) saveWhenDue() {
	begin := time.Now()
	if begin.Before(b.next) {
		return
	}
	if err := b.Maker.save(b.path, b.draft, b.progress()); err != nil { // there may be room on the disk again by the end
		b.Say("not saved: %v", err)
	}
	b.next = time.Now().Add(max(saveEvery, 20*time.Since(begin)))
}

// sayDone says how the work has ended.
func (b *searching) sayDone(ctx context.Context) {
	if ctx.Err() != nil {
		b.Say("stopped; the same command goes on")
	} else {
		b.Say("done")
	}
}

// think searches the positions of games that a book does not hold yet and puts their moves into it.
func (m *Maker) think(ctx context.Context) error {
	var missing []string
	met := book.NewDraft(m.Options.Rules, m.Options.IgnorePly)
	path, draft, err := m.readGames(func(draft *book.Draft, games io.Reader) error {
		found, err := draft.Missing(games, m.first, m.last, met)
		missing = append(missing, found...)
		return err
	})
	if err != nil {
		return err
	}
	m.Say("%d positions to search; %s has %v", len(missing), path, draft)
	b, err := m.beginSearch(path, draft)
	if err != nil {
		return err
	}
	b.progress = func() string { return fmt.Sprintf("%d of %d positions searched", b.searched, len(missing)) }
	shallow := 0
	for i, sfen := range missing {
		p, err := position.ParseSFEN(m.Options.Rules, sfen)
		if err != nil {
			return errors.Join(err, b.save())
		}
		moves, err := b.search(ctx, p)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		if len(moves) == 0 {
			continue
		}
		if moves[0].Depth < m.Options.DepthLimit {
			shallow++
		}
		m.Say("%d of %d: %v, value %d, depth %d, sfen %s", i+1, len(missing), moves[0].Move, moves[0].Value, moves[0].Depth, sfen)
		b.saveWhenDue()
	}
	if b.searched > 0 {
		if err := b.save(); err != nil {
			return err
		}
	}
	if shallow > 0 {
		m.Say("%d positions were searched less deeply than BookDepthLimit %d asks for: set it lower to use them", shallow, m.Options.DepthLimit)
	}
	b.sayDone(ctx)
	return nil
}
