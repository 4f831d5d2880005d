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

// chance returns the winning chance of the side whose score it is, 0 to 100 percent.
func chance(s eval.Score) float64 {
	switch {
	case s.IsWin():
		return 100
	case s.IsLoss():
		return 0
	}
	return 100 / (1 + math.Exp(-float64(s)/float64(eval.FieldScale)))
}
