package train

import (
	"math"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// outlook makes better scores for the plies of a game out of its own later ones: the games knew more of a position some
// moves on. It is TD(lambda): what a position is worth is what its search said, mixed with what the next position is
// worth; past the end stands the result. A ply that was not searched cuts what comes after it off.
type outlook struct {
	share float64 // of the next position; 0 leaves the scores as they are
	scale float64 // score in centipawns that is odds of e to 1: probabilities are mixed, not scores
}

// outlookScale is the scale where none is given: about that of games of few nodes a move.
const outlookScale = 1000

// scores returns a score for every ply of a game in which first moves first, in the side to move's view, centipawns; those of
// plies that were not searched mean nothing.
func (o *outlook) scores(g *record.ScoredGame, first position.Color) []int16 {
	list := make([]int16, len(g.Plies))
	side := first // to move after the last ply
	if len(g.Plies)%2 == 1 {
		side = first.Other()
	}
	later, known := g.Points(side), true // the next position's worth, for the side to move there
	for i := len(g.Plies) - 1; i >= 0; i-- {
		score := g.Plies[i].Score
		if score == eval.None {
			known = false
			continue
		}
		worth := sigmoid(float64(score) / o.scale)
		if known {
			worth = (1-o.share)*worth + o.share*(1-later)
		}
		list[i] = int16(math.Round(o.scale * logit(max(0.01, min(0.99, worth)))))
		later, known = worth, true
	}
	return list
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }
