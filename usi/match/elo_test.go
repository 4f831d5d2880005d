package match

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEstimate holds the formulas against examples worked out by hand.
func TestEstimate(t *testing.T) {
	// 100 pairs: 10 lost 0-2, 20 half, 30 even, 25 one and a half, 15 won 2-0.
	// Mean (0*10 + 1*20 + 2*30 + 3*25 + 4*15)/400 = 215/400 = 0.5375.
	// Mean square (0*10 + 1*20 + 4*30 + 9*25 + 16*15)/1600 = 605/1600 = 0.378125; variance 0.378125 - 0.5375² = 0.08921875.
	// Standard error sqrt(0.08921875/100) = 0.0298695.
	// Elo 400*log10(0.5375/0.4625) = 400*0.0652667 = 26.1067.
	// 95 %: 0.5375 ± 1.959964*0.0298695 = 0.478957 and 0.596043: Elo -14.631 and 67.577.
	// LOS Phi(0.0375/0.0298695) = Phi(1.255461) = 0.895345.
	e := pentanomial{10, 20, 30, 25, 15}.Estimate()
	require.InDelta(t, 26.1067, e.Elo, 1e-3)
	require.InDelta(t, -14.631, e.EloLow, 2e-3)
	require.InDelta(t, 67.577, e.EloTop, 2e-3)
	require.InDelta(t, 0.895345, e.LOS, 1e-5)

	// A mirrored result has mirrored figures.
	m := pentanomial{15, 25, 30, 20, 10}.Estimate()
	require.InDelta(t, -e.Elo, m.Elo, 1e-9)
	require.InDelta(t, -e.EloTop, m.EloLow, 1e-9)
	require.InDelta(t, 1-e.LOS, m.LOS, 1e-12)
}

// TestEstimateWithoutVariance: results that are all alike still have an interval.
func TestEstimateWithoutVariance(t *testing.T) {
	all := pentanomial{0, 0, 0, 0, 50}.Estimate()
	require.Equal(t, math.Inf(1), all.Elo)
	require.Equal(t, math.Inf(1), all.EloTop)
	require.Greater(t, all.EloLow, 400.0)
	require.Less(t, all.EloLow, 1000.0)
	require.Greater(t, all.LOS, 0.999)
	drawn := pentanomial{0, 0, 50, 0, 0}.Estimate()
	require.InDelta(t, 0, drawn.Elo, 1e-9)
	require.InDelta(t, 0.5, drawn.LOS, 1e-9)
	require.Greater(t, drawn.EloTop, 1.0)
	require.InDelta(t, -drawn.EloTop, drawn.EloLow, 1e-9)
	none := pentanomial{}.Estimate()
	require.Equal(t, 0.5, none.LOS)
}

func TestEloOf(t *testing.T) {
	require.InDelta(t, 190.8485, eloOf(0.75), 1e-4)
	require.InDelta(t, 0.75, scoreOf(190.8485), 1e-7)
	require.InDelta(t, 0, eloOf(0.5), 1e-12)
}

// TestLLR holds the ratio against values worked out apart from this program.
func TestLLR(t *testing.T) {
	// Two results only, 40 pairs lost 0-2 and 60 won 2-0: the only distribution with a given mean s has p[4] = s, so
	// LLR = 60 ln(s1/s0) + 40 ln((1-s1)/(1-s0)). With elo0 = 0, elo1 = 50: s0 = 0.5, s1 = 1/(1+10^-0.125) = 0.571463;
	// 60*0.133591 + 40*(-0.154231) = 1.84626.
	test, err := parseSPRT("elo0=0,elo1=50")
	require.NoError(t, err)
	// The results that did not occur count a thousandth of a pair, hence the tolerance.
	require.InDelta(t, 1.84626, test.LLR(pentanomial{40, 0, 0, 0, 60}), 2e-3)

	// Where the expected scores are close the ratio is nearly n*(s1-s0)*(2*mean-s0-s1)/(2*variance), with the variance
	// about the two means. 1000 pairs, 100/200/300/250/150 as above: mean 0.5375, variance 0.08921875; elo 0 and 5:
	// s1 = 0.507196; the variance about a mean s is 0.08921875 + (0.5375-s)²: 0.0906250 and 0.0901371.
	// 1000/2 * ln(0.0906250/0.0901371) = 2.6989, the form of the ratio for an unknown variance.
	test, err = parseSPRT("elo0=0,elo1=5")
	require.NoError(t, err)
	require.InDelta(t, 2.6989, test.LLR(pentanomial{100, 200, 300, 250, 150}), 0.02)
	require.Zero(t, test.LLR(pentanomial{}))
}

func TestSPRT(t *testing.T) {
	test, err := parseSPRT("elo0=0,elo1=5")
	require.NoError(t, err)
	lower, upper := test.Bounds()
	require.InDelta(t, -2.94444, lower, 1e-5) // ln(0.05/0.95)
	require.InDelta(t, 2.94444, upper, 1e-5)
	require.Equal(t, undecided, test.Decide(pentanomial{100, 200, 300, 250, 150}))
	require.Equal(t, acceptH1, test.Decide(pentanomial{200, 400, 600, 500, 300}))
	require.Equal(t, acceptH0, test.Decide(pentanomial{300, 500, 600, 400, 200}))

	test, err = parseSPRT("elo0=-3 elo1=1 alpha=0.01 beta=0.1")
	require.NoError(t, err)
	lower, upper = test.Bounds()
	require.InDelta(t, math.Log(0.1/0.99), lower, 1e-12)
	require.InDelta(t, math.Log(0.9/0.01), upper, 1e-12)
	for _, text := range []string{"", "elo0=-5", "elo1=5", "elo0=5,elo1=0", "elo0=0,elo1=x", "elo0=0,elo1=5,gamma=1", "elo0=0,elo1=5,alpha=0", "elo0=0,elo1=5,alpha=0.5,beta=0.5",
		"elo0=0,elo1=5,beta=0", "elo0=5,elo1=5", "elo0=0,elo1=nan"} {
		_, err := parseSPRT(text)
		require.Error(t, err, text)
	}
}
