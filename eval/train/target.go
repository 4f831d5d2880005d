package train

import (
	"math"

	"katachi/eval"
	"katachi/position/record"
)

// target says what the network is to learn: the probability to win, for which a blend of what the search said and what
// came of the game stands.
type target struct {
	scale  float64 // score in centipawns that is worth odds of e to 1
	lambda float64 // the score's share; the result has the rest
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// points returns a result as a share of the point.
func points(result int8) float64 { return float64(result+1) / 2 }

// of returns the probability to win that the network is to learn for the example.
func (t *target) of(s *example) float64 {
	return t.lambda*sigmoid(float64(s.score)/t.scale) + (1-t.lambda)*points(s.result)
}

// loss returns the cross entropy between the wanted probability and that of the score, and its derivative by the score.
func (t *target) loss(want, score float64) (loss, slope float64) {
	x := score / t.scale
	return softplus(x) - want*x, (sigmoid(x) - want) / t.scale
}

// fitScale returns the scale with which the scores predict the results best, and the mean cross entropy that is left.
// ok is false if there is none: scores that say nothing or everything.
func fitScale(l *examples) (scale, rest float64, ok bool) {
	const most = 1 << 20 // examples: more change nothing
	stride := max(1, l.n/most)
	var f record.ScaleFit
	for i := 0; i < l.n; i += stride {
		f.Add(eval.Score(l.at(i).score), points(l.at(i).result))
	}
	if scale = f.Scale(); math.IsNaN(scale) {
		return 0, 0, false
	}
	t, n := target{scale: scale}, 0
	for i := 0; i < l.n; i += stride {
		loss, _ := t.loss(points(l.at(i).result), float64(l.at(i).score))
		rest, n = rest+loss, n+1
	}
	return scale, rest / float64(n), true
}
