package train

import "math"

// target says what the network is to learn: the probability to win, estimated by a blend of the position's worth (see
// lookahead) and the result of the game.
type target struct {
	scale  float64 // score of the network in centipawns that is odds of e to 1
	result float64 // the result's share
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// points returns a result as a share of the point.
func points(result int8) float64 { return float64(result+1) / 2 }

// of returns the probability to win that the network is to learn for the example.
func (t *target) of(s *example) float64 {
	worth := s.worth.of()
	if s.result == unknown {
		return worth
	}
	return (1-t.result)*worth + t.result*points(s.result)
}

// loss returns the cross entropy between the wanted probability and that of the score, and its derivative by the score.
func (t *target) loss(want, score float64) (loss, slope float64) {
	x := score / t.scale
	return softplus(x) - want*x, (sigmoid(x) - want) / t.scale
}
