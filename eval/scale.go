package eval

import (
	"cmp"
	"math"
)

// Scale is the score at which the odds of winning are e to 1, in the centipawns of an evaluation; 0 stands for
// FieldScale.
type Scale Score

// FieldScale is the scale of other engines and of GUIs, which draw the winning chance as 100/(1+exp(-score/600))
// percent.
const FieldScale Scale = 600

// ToField converts a score on this scale to the centipawns of GUIs. A decided score stays as it is.
func (s Scale) ToField(score Score) Score { return convert(score, s, FieldScale) }

// FromField is the inverse of ToField.
func (s Scale) FromField(score Score) Score { return convert(score, FieldScale, s) }

func convert(score Score, from, to Scale) Score {
	if score == None || score.IsDecided() {
		return score
	}
	ratio := float64(cmp.Or(to, FieldScale)) / float64(cmp.Or(from, FieldScale))
	return Score(math.Round(float64(score) * ratio)).Clamp()
}
