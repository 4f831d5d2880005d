package analyse

import (
	"math"

	"katachi/eval"
)

// decided is the number that stands for a mate, or a game that is over, where only a number fits.
const decided = 30000

// centipawns returns the score in the centipawns of records, at most 30000.
func centipawns(s eval.Score) int {
	switch {
	case s.IsWin():
		return decided
	case s.IsLoss():
		return -decided
	}
	return int(s)
}

// handicapStart is the score of the start of a handicap game in its own scale. There x/(1+exp(x))/(1+exp(-x)) is
// greatest: mistakes that cost the same part of the handicap show the most.
const handicapStart = 1.543

// scale returns what odds of e to 1 are in the game, centipawns: the field's 600, but more in a handicap game. There both
// players may win, since one of them is stronger, while in equal hands a handicap of two pieces is won by 98 %, and no
// mistake would show. So on its scale the side with more pieces begins with a chance of 82 %, or less if the handicap
// is small.
func (a *game) scale() eval.Scale {
	start := a.thoughts[0].score()
	if !a.handicap || len(a.moves) == 0 || start.IsDecided() {
		return eval.FieldScale
	}
	return max(eval.FieldScale, eval.Scale(math.Abs(float64(start))/handicapStart))
}

// chance returns the winning chance of the side whose score it is, 0 to 100 percent.
func (a *game) chance(s eval.Score) float64 { return chance(s, a.scale()) }

func chance(s eval.Score, scale eval.Scale) float64 {
	switch {
	case s.IsWin():
		return 100
	case s.IsLoss():
		return 0
	}
	return 100 / (1 + math.Exp(-float64(s)/float64(scale)))
}
