package movegen

import "katachi/position"

// Ending is how the rules end a game before the next move.
type Ending uint8

// The endings. Resignation, declaration and faults are the players' affair.
const (
	GoesOn         Ending = iota
	Mate                  // the side to move has no legal move and has lost
	Repetition            // the position stands for the fourth time: a draw, or on 5x5 lost by the first player
	PerpetualCheck        // likewise, and one side gave check with every move: it has lost
	MoveLimit             // the game is as long as it may be: a draw
)

// EndOf says whether the game is over before the next move, and who has won; without a winner it is a draw. maxPlies is
// the number of plies, by their numbers, after which the game ends (0 = no limit). Repetition comes before mate, mate
// before the limit.
func EndOf(p *position.Position, maxPlies int) (e Ending, winner position.Color, won bool) {
	us := p.Side()
	rep := p.Sennichite()
	switch rep {
	case position.RepWin:
		winner, won = us, true
	case position.RepLoss:
		winner, won = us.Other(), true
	}
	switch {
	case rep == position.RepDraw:
		return Repetition, 0, false
	case won && p.Rules().FirstPlayerLosesRepetition && winner == position.White:
		return Repetition, winner, true // perpetual check by Black or none: the result is the same
	case won:
		return PerpetualCheck, winner, true
	case !HasLegal(p):
		return Mate, us.Other(), true
	case maxPlies > 0 && p.Ply() > maxPlies:
		return MoveLimit, 0, false
	}
	return GoesOn, 0, false
}
