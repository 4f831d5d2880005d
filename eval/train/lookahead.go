package train

import (
	"math"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// lookahead judges the positions of a game by its later positions too, since the searches there saw further. It is
// TD(lambda): the worth of a position is the probability that its search gave, mixed with the worth of the next
// position; after the last one comes the result, if the rules of the game decided it. A ply that was not searched cuts
// off what comes after it.
type lookahead struct {
	share float64 // of the next position; 0 leaves what the searches said
	scale float64 // score in centipawns that is odds of e to 1: probabilities are mixed, not scores
}

// worths returns, for every ply of a game in which first moves first, the probability that its side to move wins. For
// plies that were not searched it means nothing.
func (l *lookahead) worths(g *record.ScoredGame, first position.Color) []float64 {
	list := make([]float64, len(g.Plies))
	side := first // to move after the last ply
	if len(g.Plies)%2 == 1 {
		side = first.Other()
	}
	later, known := g.Points(side), isCertain(g.End) // the next position's worth, for the side to move there
	for i := len(g.Plies) - 1; i >= 0; i-- {
		score := g.Plies[i].Score
		if score == eval.None {
			known = false
			continue
		}
		worth := sigmoid(float64(score) / l.scale)
		if known {
			worth = (1-l.share)*worth + l.share*(1-later)
		}
		list[i], later, known = worth, worth, true
	}
	return list
}

// isCertain reports whether the rules decided the result of a game that ended in this way, right after its last ply.
// Games of an import may be single positions, and a result that players agreed on counts as unknown too.
func isCertain(end record.ScoredEnd) bool {
	return hasResult(end) && end != record.ByAdjudication && end != record.ByUnknown
}

// hasResult reports whether the result of a game that ended in this way says something about its positions.
func hasResult(end record.ScoredEnd) bool { return end != record.ByMoveLimit }

func logit(p float64) float64 { return math.Log(p / (1 - p)) }
