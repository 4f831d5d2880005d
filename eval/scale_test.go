package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScale(t *testing.T) {
	require.Equal(t, Score(123), Scale(0).ToField(123), "nothing is known: the field's")
	require.Equal(t, Score(600), Scale(1330).ToField(1330))
	require.Equal(t, Score(-1330), Scale(1330).FromField(-600))
	require.Equal(t, MaxEval, Scale(1330).FromField(MaxEval), "it does not become a decided result")
	for _, s := range []Score{0, None, Superior, -Superior, MateIn(3), MatedIn(0)} {
		require.Equal(t, s, Scale(1330).ToField(s))
		require.Equal(t, s, Scale(1330).FromField(s))
	}
	for s := Score(-3000); s <= 3000; s += 7 {
		require.Equal(t, s, Scale(1330).ToField(Scale(1330).FromField(s)))
	}
}
