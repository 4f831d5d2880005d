package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTarget checks blend, loss and slope.
func TestTarget(t *testing.T) {
	target := target{scale: 500, result: 0.25}
	require.InDelta(t, 0.75*0.5+0.25, target.of(&example{worth: newChance(0.5), result: 1}), 1e-5)
	require.InDelta(t, 0.75*0.2+0.125, target.of(&example{worth: newChance(0.2), result: 0}), 1e-5)
	require.InDelta(t, 0.2, target.of(&example{worth: newChance(0.2), result: unknown}), 1e-5)
	for _, score := range []float64{-3000, -100, 0, 700, 9000} {
		const h = 1e-2
		up, _ := target.loss(0.3, score+h)
		down, _ := target.loss(0.3, score-h)
		at, slope := target.loss(0.3, score)
		require.InDelta(t, (up-down)/(2*h), slope, 1e-8)
		p := sigmoid(score / 500)
		require.InDelta(t, -0.3*math.Log(p)-0.7*math.Log(1-p), at, 1e-6)
	}
	least, slope := target.loss(0.3, 500*math.Log(0.3/0.7))
	require.InDelta(t, entropy(0.3), least, 1e-12)
	require.InDelta(t, 0, slope, 1e-12)
	require.Zero(t, entropy(1))
}
