package level

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func TestResigns(t *testing.T) {
	at := func(ply int) *position.Position {
		return parse(t, fmt.Sprintf("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P %d", ply))
	}
	for _, l := range []int{1, 5, 6, 20} {
		r := NewPlayer(l, knowledge(), 1)
		gives := 0
		require.False(t, r.Resigns(at(80), 50))
		for i := range 6 {
			r.Resigns(at(82+2*i), -5000) // on a reply that did not come
			if r.Resigns(at(82+2*i), -5000) && gives == 0 {
				gives = i + 1
			}
		}
		if l < resignFrom {
			require.Zero(t, gives, "level %d", l)
		} else {
			require.Equal(t, resignAfter, gives, "level %d", l)
		}
	}
}

// A person gives up in Choose itself, unless moves to choose from were given.
func TestChooseResigns(t *testing.T) {
	for _, l := range []int{5, 6, 11} {
		for _, given := range []bool{false, true} {
			r, resigned := NewPlayer(l, knowledge(), 1), 0
			for i := range resignAfter {
				p := parse(t, fmt.Sprintf("4k4/9/9/9/9/9/9/9/4K4 w 2R2B4G4S4N4L18P %d", 80+2*i))
				var among []position.Move
				if given {
					among = legal(p, nil)
				}
				r.first = 0 // it was an even game
				if r.Choose(t.Context(), p, among).Move == position.MoveResign {
					resigned = i + 1
				}
			}
			want := 0
			if l >= resignFrom && !given {
				want = resignAfter
			}
			require.Equal(t, want, resigned, "level %d, %v", l, given)
		}
	}
}

// A level that the engine's search plays is asked for no more than whether it resigns.
func TestResignsInTheNextGame(t *testing.T) {
	r := NewPlayer(20, knowledge(), 1)
	at := func(ply int) *position.Position {
		return parse(t, fmt.Sprintf("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P %d", ply))
	}
	require.False(t, r.Resigns(at(1), -4000), "eight pieces, which the player gives")
	for i := range 2 * resignAfter {
		require.False(t, r.Resigns(at(41+2*i), -5000), "little more is lost than was given")
	}
	require.False(t, r.Resigns(at(99), 0))
	require.False(t, r.Resigns(at(1), 0), "an even game")
	for i := range resignAfter {
		require.Equal(t, i+1 == resignAfter, r.Resigns(at(81+2*i), -5000))
	}
}
