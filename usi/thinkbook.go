package usi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
	"katachi/usi/book"
)

// saveEvery is how often makebook saves while it searches; a book that takes long to write is saved less often.
const saveEvery = time.Minute

// think searches the positions of games that a book does not hold yet and puts their moves into it.
func (m *bookMaker) think(ctx context.Context) error {
	path := Locate(m.files[1])
	draft, err := m.change(path)
	if err != nil {
		return err
	}
	games, file, err := openGames(Locate(m.files[0]))
	if err != nil {
		return err
	}
	missing, err := draft.Missing(games, m.first, m.last)
	file.Close()
	if err = m.tellLoss(err); err != nil {
		return err
	}
	if err := canReplace(path); err != nil {
		return err
	}
	m.out.say("makebook: %d positions to search; %s has %v", len(missing), path, draft)
	defer m.engine.again() // these settings are not the user's
	if err := m.prepare(); err != nil {
		return err
	}

	thought, shallow := 0, 0
	save := func() error {
		return m.save(path, draft, fmt.Sprintf("%d of %d positions searched", thought, len(missing)))
	}
	next := time.Now().Add(saveEvery)
	for i, sfen := range missing {
		p, err := position.ParseSFEN(m.settings.rules(), sfen)
		if err != nil {
			return errors.Join(err, save())
		}
		moves := m.moves(ctx, p, m.limits)
		if ctx.Err() != nil {
			break
		}
		if len(moves) == 0 { // the game is over
			continue
		}
		if err := draft.Set(p, moves); err != nil {
			return errors.Join(err, save())
		}
		thought++
		if moves[0].Depth < m.settings.Book.Choice.DepthLimit {
			shallow++
		}
		m.out.say("makebook: %d of %d: %v, value %d, depth %d, sfen %s", i+1, len(missing), moves[0].Move, moves[0].Value, moves[0].Depth, sfen)
		if begin := time.Now(); begin.After(next) {
			if err := save(); err != nil { // the disk may be full, and have room again by the end
				m.out.say("makebook: not saved: %v", err)
			}
			next = time.Now().Add(max(saveEvery, 20*time.Since(begin)))
		}
	}
	if thought > 0 {
		if err := save(); err != nil {
			return err
		}
	}
	if shallow > 0 {
		m.out.say("makebook: %d positions were searched less deeply than BookDepthLimit %d asks for: set it lower to use them", shallow,
			m.settings.Book.Choice.DepthLimit)
	}
	if ctx.Err() != nil {
		m.out.say("makebook: stopped; the same command goes on")
	} else {
		m.out.say("makebook: done")
	}
	return nil
}

// prepare makes the engine ready to search for a book.
func (m *bookMaker) prepare() error {
	m.engine.prepare(m.settings, m.out)
	o := m.settings.Search
	o.MultiPV = m.multiPV
	m.engine.used = true
	return m.engine.config.Engine.SetOptions(o)
}

// moves searches a position and returns the first moves of the lines of MultiPV, the best first.
func (m *bookMaker) moves(ctx context.Context, p *position.Position, limits search.Limits) []book.Move {
	var lines []search.Info
	m.engine.config.Engine.Search(ctx, p, limits, func(i search.Info) {
		if i.Score == eval.None || len(i.PV) == 0 || !isMove(i.PV[0]) {
			return
		}
		number := max(i.MultiPV, 1)
		for len(lines) < number {
			lines = append(lines, search.Info{})
		}
		i.PV = slices.Clone(i.PV)
		lines[number-1] = i
	})
	var moves []book.Move
	for _, i := range lines {
		if len(i.PV) == 0 || slices.ContainsFunc(moves, func(b book.Move) bool { return b.Move == i.PV[0] }) {
			continue
		}
		b := book.Move{Move: i.PV[0], Value: int(i.Score), Depth: i.Depth, Count: 1}
		if len(i.PV) > 1 {
			b.Ponder = i.PV[1]
		}
		moves = append(moves, b)
	}
	return moves
}
