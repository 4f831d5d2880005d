package book

import (
	"fmt"
	"io"

	"katachi/position"
)

// AddGames adds the moves of played games, a line each ("startpos moves ..." or "sfen ... moves ..."), up to a ply; how
// often a move was played is its count, beside what the book has; where that has searched moves, only their counts rise. It
// returns the number of games. An error that wraps ErrLoss says that some lines could not be read to their end, and which was
// the first.
func (d *Draft) AddGames(r io.Reader, last int) (games int, err error) {
	return eachGame(r, d.rules, func(p *position.Position, m position.Move) error {
		if m == position.MoveNone || p.Ply() > last {
			return nil
		}
		key, err := keyOf(p)
		if err == nil {
			d.known.countPlayed(d.place(key), playedOnce(m.To16()))
		}
		return err
	})
}

// Missing returns the positions of games (see AddGames), or single ones, an SFEN a line, between two plies, that
// neither the book holds nor met, to which they are added without moves: each once, in the order of the games, as
// SFENs.
func (d *Draft) Missing(r io.Reader, first, last int, met *Draft) (sfens []string, err error) {
	_, err = eachGame(r, d.rules, func(p *position.Position, _ position.Move) error {
		if p.Ply() < first || p.Ply() > last {
			return nil
		}
		key, err := keyOf(p)
		if err == nil && d.find(key) < 0 && met.index(key) < 0 {
			met.at(key)
			sfens = append(sfens, p.SFEN())
		}
		return err
	})
	return sfens, err
}

// eachGame calls visit with every position of every line and the move that was played there (see position.GameText), and
// counts the lines that are games, to their end or not.
func eachGame(r io.Reader, rules *position.Rules, visit func(p *position.Position, played position.Move) error) (games int, err error) {
	var faults faults
	lines := position.NewGameLines(r)
	for lines.Next() {
		game, err := position.ParseGameText(lines.Text)
		if err == nil {
			games++
			_, err = game.Replay(rules, visit)
		}
		if err != nil {
			faults.note(lines.Number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return games, err
	}
	if faults.n > 0 {
		return games, fmt.Errorf("%d %w, the first of them: %w", faults.n, errUnusable, faults.err())
	}
	return games, nil
}
