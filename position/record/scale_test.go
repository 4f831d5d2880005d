package record

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
)

// The scale is found again in games that were drawn up with it.
func TestScaleFit(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	var f ScaleFit
	require.True(t, math.IsNaN(f.Scale()))
	for range 200_000 {
		s := random.NormFloat64() * 700
		points := 0.0
		if random.Float64() < 1/(1+math.Exp(-s/600)) {
			points = 1
		}
		f.Add(eval.Score(math.Round(s)), points)
	}
	require.InDelta(t, 600, f.Scale(), 12)
}
