package analyse

import (
	"math"

	"katachi/eval"
)

// engineScale is the score of the engine, in its own centipawns, at which the odds of winning are e to 1: the scale that
// its network was trained with.
const engineScale = 1400

// recordScale is the same of the centipawns in records and GUIs: ShogiHome and its kin draw 100/(1+exp(-cp/600)) percent.
const recordScale = 600

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
	return int(math.Round(float64(s) * recordScale / engineScale))
}

// chance returns the winning chance of the side whose score it is, 0 to 100 percent.
func chance(s eval.Score) float64 {
	switch {
	case s.IsWin():
		return 100
	case s.IsLoss():
		return 0
	}
	return 100 / (1 + math.Exp(-float64(s)/engineScale))
}
