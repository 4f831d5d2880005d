package makebook

import (
	"context"
	"errors"
	"fmt"

	"katachi/position"
	"katachi/usi/book"
)

// grow makes or enlarges a book from the start position: again and again it searches the position that a game by the
// book is most likely to come to and that the book does not hold yet.
func (m *Maker) grow(ctx context.Context) error {
	path := m.files[0]
	draft, err := m.change(path)
	if err != nil {
		return err
	}
	b, err := m.beginSearch(path, draft)
	if err != nil {
		return err
	}
	b.progress = func() string { return fmt.Sprintf("%d positions searched", b.searched) }
	growth := book.Growth{
		Root: position.New(m.Options.Rules), Last: m.last, Within: m.within, Replies: max(m.within, m.replies), Over: map[string]bool{},
	}
	for draft.Len() < m.positions && ctx.Err() == nil {
		p, chance, err := draft.Next(growth)
		if err != nil {
			return errors.Join(err, b.save())
		}
		if p == nil {
			break
		}
		moves, err := b.search(ctx, p)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		if len(moves) == 0 {
			growth.Over[p.SFEN()] = true
			continue
		}
		m.Say("%d of %d: %v, value %d, depth %d, 1 game in %.0f, sfen %s", draft.Len(), m.positions, moves[0].Move, moves[0].Value,
			moves[0].Depth, 1/chance, p.SFEN())
		b.saveWhenDue()
	}
	if ctx.Err() == nil {
		if err := draft.Settle(growth); err != nil {
			return errors.Join(err, b.save())
		}
	}
	if draft.Len() > 0 { // the engine takes a book without positions for a broken one
		if err := b.save(); err != nil {
			return err
		}
	}
	b.sayDone(ctx)
	return nil
}
