package train

import (
	"context"
	"fmt"
	"math/rand/v2"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/search"
)

// player plays games with itself, one after the other, on one thread.
type player struct {
	settings *Settings
	engine   *search.Engine
	random   *rand.Rand
	moves    []position.Move
}

func newPlayer(s *Settings, newEvaluator func() eval.Evaluator) (*player, error) {
	engine, err := search.NewEngine(newEvaluator)
	if err != nil {
		return nil, err
	}
	o := engine.Options()
	o.Threads, o.HashMB, o.MaxMovesToDraw = 1, s.HashMB, s.Plies
	if err := engine.SetOptions(o); err != nil {
		return nil, err
	}
	return &player{settings: s, engine: engine}, nil
}

// openings is how many random openings a game tries. Of those by default every third serves.
const openings = 1000

// play plays the game with that ID. It depends on the ID and the settings alone. The error is the context's, or says that
// no opening serves.
func (pl *player) play(ctx context.Context, id uint64) (*Game, error) {
	pl.random = rand.New(rand.NewPCG(pl.settings.Seed, id))
	pl.engine.Clear() // what the last game taught would make this one another
	for range openings {
		p := position.New(position.Shogi)
		start, err := p.Pack()
		if err != nil {
			return nil, err
		}
		g := &Game{ID: id, Start: start, Ply: 1}
		if !pl.open(p, g) {
			continue
		}
		first := pl.search(ctx, p)
		if ctx.Err() == nil && (first.Score > pl.settings.Opening || first.Score < -pl.settings.Opening) {
			continue
		}
		if ctx.Err() != nil || !pl.finish(ctx, p, g, first) {
			return nil, ctx.Err()
		}
		return g, nil
	}
	return nil, fmt.Errorf("game %d: of %d openings of %d to %d random moves none is within %d centipawns", id, openings,
		pl.settings.Random[0], pl.settings.Random[1], pl.settings.Opening)
}

// open plays the random moves of the opening. It reports whether there is a game left to play.
func (pl *player) open(p *position.Position, g *Game) bool {
	least, most := pl.settings.Random[0], pl.settings.Random[1]
	for n := least + pl.random.IntN(most-least+1); n > 0; n-- {
		if !pl.randomMove(p, g) {
			return false
		}
	}
	return movegen.HasLegal(p)
}

// randomMove plays a random legal move, if there is one.
func (pl *player) randomMove(p *position.Position, g *Game) bool {
	pl.moves = movegen.Legal(p, pl.moves[:0])
	if len(pl.moves) == 0 {
		return false
	}
	m := pl.moves[pl.random.IntN(len(pl.moves))]
	g.Plies = append(g.Plies, Ply{m.To16(), eval.None})
	p.Do(m)
	return true
}

func (pl *player) search(ctx context.Context, p *position.Position) search.Result {
	return pl.engine.Search(ctx, p, search.Limits{Nodes: pl.settings.Nodes}, nil)
}

// finish plays the game from where it stands to its end. next is what the search says of the position. It reports whether
// the end was reached before the context's.
func (pl *player) finish(ctx context.Context, p *position.Position, g *Game, next search.Result) bool {
	var hopeless [2]bool // the last score of each side was
	for {
		side := p.Side()
		switch next.Move {
		case position.MoveResign:
			return g.end(side.Other(), EndMate)
		case position.MoveWin:
			return g.end(side, EndDeclaration)
		}
		g.Plies = append(g.Plies, Ply{next.Move.To16(), next.Score})
		lost := next.Score <= -pl.settings.Resign
		switch {
		case next.Score.IsMate() && next.Score > 0:
			return g.end(side, EndMateScore)
		case next.Score.IsMate():
			return g.end(side.Other(), EndMateScore)
		case lost && hopeless[side]:
			return g.end(side.Other(), EndResign)
		}
		hopeless[side] = lost
		p.Do(next.Move)
		for {
			if g.isOver(p, pl.settings.Plies) {
				return true
			}
			if p.Ply() > pl.settings.LaterPly || pl.random.Float64() >= pl.settings.Later {
				break
			}
			pl.randomMove(p, g) // where there is none the search will say so
		}
		if next = pl.search(ctx, p); ctx.Err() != nil {
			return false
		}
	}
}

// isOver ends the game if the rules do before the next move: by repetition or by its length.
func (g *Game) isOver(p *position.Position, plies int) bool {
	switch p.Sennichite() {
	case position.RepDraw:
		return g.draw(EndRepetition)
	case position.RepWin:
		return g.end(p.Side(), EndPerpetual)
	case position.RepLoss:
		return g.end(p.Side().Other(), EndPerpetual)
	}
	if p.Ply() <= plies {
		return false
	}
	if !movegen.HasLegal(p) {
		return g.end(p.Side().Other(), EndMate)
	}
	return g.draw(EndMoveLimit)
}

func (g *Game) end(winner position.Color, why End) bool {
	g.Result, g.End = 1, why
	if winner == position.White {
		g.Result = -1
	}
	return true
}

func (g *Game) draw(why End) bool {
	g.Result, g.End = 0, why
	return true
}
