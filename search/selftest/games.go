package selftest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"katachi/movegen"
	"katachi/position"
)

const (
	games     = 30  // of each kind of random games
	longest   = 150 // plies of a game
	checkEach = 4   // one move of this many is a check, if there is one: kings get into trouble
)

// randomGame plays random moves until the game is over or long enough. It calls visit after each.
func randomGame(rng *rand.Rand, p *position.Position, visit func(position.Delta) error) error {
	for p.History() < longest {
		moves := movegen.Legal(p, nil)
		if checks := movegen.Checks(p, nil); len(checks) > 0 && rng.IntN(checkEach) == 0 {
			moves = checks
		}
		if len(moves) == 0 {
			return nil
		}
		if err := visit(p.Do(moves[rng.IntN(len(moves))])); err != nil {
			return err
		}
	}
	return nil
}

// playGames holds positions that moves have led to, and that taking moves back has led to, against fresh ones, and
// packs and unpacks them.
func playGames(ctx context.Context, _ Subject) (string, error) {
	checked := 0
	for _, rules := range []*position.Rules{position.Shogi, position.Minishogi} {
		for g := range games {
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			p := position.New(rules)
			err := randomGame(rand.New(rand.NewPCG(uint64(g), 1)), p, func(position.Delta) error {
				checked++
				if err := p.Validate(); err != nil {
					return err
				}
				return packs(p)
			})
			for ; err == nil && p.History() > 0; checked++ {
				p.Undo()
				err = p.Validate()
			}
			if err == nil && p.SFEN() != rules.Start {
				err = fmt.Errorf("taken back, a game begins with %s", p.SFEN())
			}
			if err != nil {
				return "", err
			}
		}
	}
	return fmt.Sprintf("%d games, %d positions", 2*games, checked), nil
}

// packs reports what is wrong with a position's packed form.
func packs(p *position.Position) error {
	packed, err := p.Pack()
	if err != nil {
		return err
	}
	q, err := position.Unpack(p.Rules(), packed, p.Ply())
	if err != nil {
		return err
	}
	if q.SFEN() != p.SFEN() || q.Key() != p.Key() {
		return fmt.Errorf("packed and unpacked, %s becomes %s", p.SFEN(), q.SFEN())
	}
	return nil
}
