package usi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"katachi/position"
	"katachi/usi/book"
)

// grow makes or enlarges a book from the start position: again and again it searches the position that a game by the
// book is most likely to come to and that the book does not hold yet.
func (m *bookMaker) grow(ctx context.Context) error {
	path := Locate(m.files[0])
	draft, err := m.change(path)
	if err != nil {
		return err
	}
	if err := canReplace(path); err != nil {
		return err
	}
	defer m.engine.again() // these settings are not the user's
	if err := m.prepare(); err != nil {
		return err
	}
	growth := book.Growth{Root: position.New(m.settings.rules()), Last: m.last, Within: m.within, Over: map[string]bool{}}
	thought := 0
	save := func() error { return m.save(path, draft, fmt.Sprintf("%d positions searched", thought)) }
	next := time.Now().Add(saveEvery)
	for draft.Len() < m.positions && ctx.Err() == nil {
		p, chance, err := draft.Next(growth)
		if err != nil {
			return errors.Join(err, save())
		}
		if p == nil {
			break
		}
		moves := m.moves(ctx, p, m.limits)
		if ctx.Err() != nil {
			break
		}
		if len(moves) == 0 {
			growth.Over[p.SFEN()] = true
			continue
		}
		if err := draft.Set(p, moves); err != nil {
			return errors.Join(err, save())
		}
		thought++
		m.out.say("makebook: %d of %d: %v, value %d, depth %d, 1 game in %.0f, sfen %s", draft.Len(), m.positions, moves[0].Move, moves[0].Value,
			moves[0].Depth, 1/chance, p.SFEN())
		if begin := time.Now(); begin.After(next) {
			if err := save(); err != nil { // the disk may be full, and have room again by the end
				m.out.say("makebook: not saved: %v", err)
			}
			next = time.Now().Add(max(saveEvery, 20*time.Since(begin)))
		}
	}
	if ctx.Err() == nil {
		if err := draft.Settle(growth); err != nil {
			return errors.Join(err, save())
		}
	}
	if err := save(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		m.out.say("makebook: stopped; the same command goes on")
	} else {
		m.out.say("makebook: done")
	}
	return nil
}
