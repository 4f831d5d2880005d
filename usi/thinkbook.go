package usi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/position/files"
	"katachi/search"
	"katachi/usi/book"
)

// saveEvery is how often makebook saves while it searches; a book that takes long to write is saved less often.
const saveEvery = time.Minute

// bookSearch searches positions for a book and saves the book from time to time.
type bookSearch struct {
	*bookMaker
	path     string
	draft    *book.Draft
	searched int           // positions
	progress func() string // what is said when the book is saved
	next     time.Time     // time of the next save
}

// beginSearch makes the engine ready to search for a book, which must be writable.
func (m *bookMaker) beginSearch(path string, draft *book.Draft) (*bookSearch, error) {
	if err := files.CanReplace(path); err != nil {
		return nil, err
	}
	m.engine.prepare(m.settings, m.out)
	o := m.settings.Search
	o.MultiPV = m.multiPV
	m.engine.used = true
	if err := m.engine.config.Engine.SetOptions(o); err != nil {
		return nil, err
	}
	return &bookSearch{bookMaker: m, path: path, draft: draft, next: time.Now().Add(saveEvery)}, nil
}

// search searches a position and puts its moves into the book, the best first. There are none if the game is over there, or if
// ctx has ended.
func (b *bookSearch) search(ctx context.Context, p *position.Position) ([]book.Move, error) {
	moves := b.moves(ctx, p, b.limits)
	if ctx.Err() != nil || len(moves) == 0 {
		return nil, nil
	}
	if err := b.draft.Set(p, moves); err != nil {
		return nil, errors.Join(err, b.save())
	}
	b.searched++
	return moves, nil
}

func (b *bookSearch) save() error { return b.bookMaker.save(b.path, b.draft, b.progress()) }

// saveWhenDue saves the book if the last time is long ago.
func (b *bookSearch) saveWhenDue() {
	begin := time.Now()
	if begin.Before(b.next) {
		return
	}
	if err := b.save(); err != nil { // the disk may be full, and have room again by the end
		b.out.say("makebook: not saved: %v", err)
	}
	b.next = time.Now().Add(max(saveEvery, 20*time.Since(begin)))
}

// sayDone says how the work has ended.
func (b *bookSearch) sayDone(ctx context.Context) {
	if ctx.Err() != nil {
		b.out.say("makebook: stopped; the same command goes on")
	} else {
		b.out.say("makebook: done")
	}
}

// think searches the positions of games that a book does not hold yet and puts their moves into it.
func (m *bookMaker) think(ctx context.Context) error {
	path := files.Locate(m.files[1])
	draft, err := m.change(path)
	if err != nil {
		return err
	}
	games, file, err := m.games()
	if err != nil {
		return err
	}
	missing, err := draft.Missing(games, m.first, m.last)
	file.Close()
	if err = m.tellLoss(err); err != nil {
		return err
	}
	m.out.say("makebook: %d positions to search; %s has %v", len(missing), path, draft)
	defer m.engine.again() // these settings are not the user's
	b, err := m.beginSearch(path, draft)
	if err != nil {
		return err
	}
	b.progress = func() string { return fmt.Sprintf("%d of %d positions searched", b.searched, len(missing)) }
	shallow := 0
	for i, sfen := range missing {
		p, err := position.ParseSFEN(m.settings.rules(), sfen)
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
		if moves[0].Depth < m.settings.Book.Choice.DepthLimit {
			shallow++
		}
		m.out.say("makebook: %d of %d: %v, value %d, depth %d, sfen %s", i+1, len(missing), moves[0].Move, moves[0].Value, moves[0].Depth, sfen)
		b.saveWhenDue()
	}
	if b.searched > 0 {
		if err := b.save(); err != nil {
			return err
		}
	}
	if shallow > 0 {
		m.out.say("makebook: %d positions were searched less deeply than BookDepthLimit %d asks for: set it lower to use them", shallow,
			m.settings.Book.Choice.DepthLimit)
	}
	b.sayDone(ctx)
	return nil
}

// moves searches a position and returns the first moves of the lines of MultiPV, the best first.
func (m *bookMaker) moves(ctx context.Context, p *position.Position, limits search.Limits) []book.Move {
	var lines multiPV
	m.engine.config.Engine.Search(ctx, p, limits, func(i search.Info) {
		if i.Score != eval.None && len(i.PV) > 0 && isMove(i.PV[0]) {
			lines.keep(i)
		}
	})
	var moves []book.Move
	for _, i := range lines {
		if len(i.PV) == 0 || slices.ContainsFunc(moves, func(b book.Move) bool { return b.Move == i.PV[0] }) {
			continue
		}
		b := book.Move{Move: i.PV[0], Value: int(m.engine.scale().ToField(i.Score)), Depth: i.Depth, Count: 1}
		if len(i.PV) > 1 {
			b.Ponder = i.PV[1]
		}
		moves = append(moves, b)
	}
	return moves
}
