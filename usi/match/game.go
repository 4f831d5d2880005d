package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"katachi/position"
)

// gameSetup is what is known of a game before its first move.
type gameSetup struct {
	opening position.GameText
	options [2]engineOptions // by colour: to be set before the game
	control [2]timeControl   // by colour
	margin  [2]time.Duration // by colour: how far a clock may be overstepped
	rules   *ruling
	moved   func(plies int) // called after every move, may be nil
	warn    func(string)    // called with what the user should know of an engine, may be nil
}

// playGame plays a game between two ready engines, by colour, and returns its moves and its end. The error is the
// context's, or says that the opening is none; whatever an engine does wrong is a verdict.
func playGame(ctx context.Context, g *gameSetup, players [2]player) ([]moveRecord, verdict, error) {
	j, err := g.rules.newJudge(g.opening)
	if err != nil {
		return nil, verdict{}, fmt.Errorf("opening %q: %w", g.opening, err)
	}
	first := int(j.pos.Side())
	for _, side := range [2]int{first, first ^ 1} {
		if err := players[side].newGame(ctx, g, side); err != nil {
			v, err := blame(err, side)
			return nil, v, err
		}
	}
	clock := newClock(g.control)
	var moves []moveRecord
	var texts []string
	for v := j.standing(); ; {
		if v != nil {
			return moves, *v, nil
		}
		side := int(j.pos.Side())
		t := g.newTurn(clock, side)
		t.opening, t.moves = g.opening, texts
		a, err := players[side].think(ctx, t)
		if err != nil {
			v, err := blame(err, side)
			return moves, v, err
		}
		if _, limited := clock.allowed(side); limited && a.used > t.limit+g.margin[side] {
			detail := fmt.Sprintf("%v used of %v", a.used.Round(time.Millisecond), max(0, t.limit.Round(time.Millisecond)))
			return moves, verdict{winOf(side ^ 1), byTime, detail}, nil
		}
		clock.spend(side, a.used)
		before := j.pos.Ply()
		v = j.play(a.move)
		if j.pos.Ply() != before {
			texts = append(texts, a.move)
			moves = append(moves, moveRecord{Move: a.move, Millis: int(a.used.Milliseconds()), thought: a.info})
			if g.moved != nil {
				g.moved(len(moves))
			}
		}
		if v == nil {
			v = j.standing()
		}
		if v == nil { // the rules come first
			v = g.rules.agree.judge(moves, side)
		}
	}
}

// blame turns an engine's failure into the loss of its game; any other error is passed on.
func blame(err error, side int) (verdict, error) {
	var f *failure
	if errors.As(err, &f) {
		return verdict{winOf(side ^ 1), f.reason, f.detail}, nil
	}
	return verdict{}, err
}

// newTurn says how long the player may think and how long its answer is waited for.
func (g *gameSetup) newTurn(c *clock, side int) *turn {
	limit, limited := c.allowed(side)
	t := &turn{clock: c, side: side, limit: limit, stopAt: g.rules.moveLimit}
	if limited {
		t.stopAt = limit + g.margin[side]
	}
	t.patience = t.stopAt + g.rules.grace
	return t
}
