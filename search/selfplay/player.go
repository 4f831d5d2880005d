package selfplay

import (
	"context"
	"math"
	"math/rand/v2"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/record"
	"katachi/search"
)

// player plays games with itself, or between two evaluations, one after the other, on one thread.
type player struct {
	settings *settings
	search   *search.Player
	against  *search.Player // the other evaluation's; nil: there is none
	random   *rand.Rand
	moves    []position.Move
	scores   []eval.Score
}

const (
	hardFactor    = 8      // a search is given up after this many times its nodes; its score is that of the last iteration
	openingFactor = 10     // the search that judges an opening has this many times the nodes,
	openingNodes  = 20_000 // but no more than these
)

// newPlayer returns a player; against is nil if the evaluation plays with itself.
func newPlayer(s *settings, newEvaluator, against func() eval.Evaluator) (*player, error) {
	pl := &player{settings: s}
	var err error
	if pl.search, err = search.NewPlayer(newEvaluator, s.HashMB, position.CSARule27); err == nil && against != nil {
		pl.against, err = search.NewPlayer(against, s.HashMB, position.CSARule27)
	}
	return pl, err
}

// mover returns the one who searches for that side: in games of even number Black has the first evaluation.
func (pl *player) mover(id uint64, side position.Color) *search.Player {
	if pl.against != nil && id&1 != uint64(side) {
		return pl.against
	}
	return pl.search
}

// play plays the game with that ID. It depends on the ID and the settings alone. The error is the context's, or says that
// no opening serves.
func (pl *player) play(ctx context.Context, id uint64) (*record.ScoredGame, error) {
	defer context.AfterFunc(ctx, pl.stop)()
	pl.random = rand.New(rand.NewPCG(pl.settings.Seed, id))
	g := &record.ScoredGame{ID: id}
	p, err := pl.open(ctx, g)
	if err != nil {
		return nil, err
	}
	sure := adjudicator{limit: pl.settings.adjudicationLimit()}
	for !pl.judge(p, g) {
		side := p.Side()
		a := pl.mover(id, side).Search(p, pl.settings.Nodes, pl.settings.Nodes*hardFactor)
		if ctx.Err() != nil { // what a search says that was stopped is not of the game
			return nil, ctx.Err()
		}
		switch a.Move {
		case position.MoveResign:
			win(g, side.Other(), record.ByMate)
			return g, nil
		case position.MoveWin:
			win(g, side, record.ByDeclaration)
			return g, nil
		}
		ply := record.ScoredPly{Move: a.Move.To16(), Score: eval.None}
		if a.Depth > 0 {
			ply.Score = a.Score
		}
		g.Plies = append(g.Plies, ply)
		if winner, ok := sure.add(side, ply.Score); ok {
			win(g, winner, record.ByAdjudication)
			return g, nil
		}
		p.Do(a.Move)
	}
	return g, nil
}

// stop ends the running search and all later ones.
func (pl *player) stop() {
	pl.search.Stop()
	if pl.against != nil {
		pl.against.Stop()
	}
}

// adjudicator ends games of which both sides have long been sure.
type adjudicator struct {
	limit  float64 // centipawns; 0: none ends
	winner position.Color
	plies  int // in a row in which the scores named the same winner
}

// adjudicationPlies is for how many plies both sides must agree.
const adjudicationPlies = 6

// adjudicationLimit returns the score of the chances with which games are adjudicated, 0 if none are.
func (s *settings) adjudicationLimit() float64 {
	if s.Adjudicate == 0 {
		return 0
	}
	return s.Scale * math.Log(s.Adjudicate/(1-s.Adjudicate))
}

// add adds the score of a side's search. It reports whether the game is decided, and for whom.
func (j *adjudicator) add(side position.Color, score eval.Score) (winner position.Color, ok bool) {
	if j.limit == 0 || score == eval.None || math.Abs(float64(score)) < j.limit {
		j.plies = 0
		return 0, false
	}
	if score < 0 {
		side = side.Other()
	}
	if side != j.winner {
		j.winner, j.plies = side, 0
	}
	j.plies++
	return j.winner, j.plies >= adjudicationPlies
}

// judge reports whether the rules end the game before the next move, by repetition, mate or its length, and how.
func (pl *player) judge(p *position.Position, g *record.ScoredGame) bool {
	ending, winner, _ := movegen.EndOf(p, 0)
	switch ending {
	case movegen.Repetition:
		g.Result, g.End = 0, record.ByRepetition
	case movegen.PerpetualCheck:
		win(g, winner, record.ByPerpetualCheck)
	case movegen.Mate:
		win(g, winner, record.ByMate)
	default:
		if len(g.Plies) < pl.settings.Plies {
			return false
		}
		g.Result, g.End = 0, record.ByMoveLimit
	}
	return true
}

// win ends the game.
func win(g *record.ScoredGame, winner position.Color, why record.ScoredEnd) {
	g.Result, g.End = 1, why
	if winner == position.White {
		g.Result = -1
	}
}
