package mate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

func TestLoneKingDistances(t *testing.T) {
	for _, want := range loadProblems(t, "../../testdata/krk_public.jsonl") {
		p := parse(t, want.SFEN)
		line, ok := LoneKing(p)
		require.True(t, ok, want.SFEN)
		require.Len(t, line, want.DTM, want.SFEN)
		for _, m := range line {
			require.True(t, p.IsLegal(m), "%v in %s", m, p.SFEN())
			p.Do(m)
		}
		require.False(t, movegen.HasLegal(p), p.SFEN())
	}
}

// randomEnding puts the three pieces anywhere, for either side.
func randomEnding(rng *rand.Rand) *position.Position {
	for {
		sfen := [81]byte{}
		letters := []byte("KRk")
		plus := -1
		if rng.IntN(2) == 0 {
			letters = []byte("krK")
		}
		squares := rng.Perm(81)[:3]
		for i, s := range squares {
			sfen[s] = letters[i]
		}
		if rng.IntN(2) == 0 {
			plus = squares[1]
		}
		text := ""
		for i, c := range sfen {
			if i > 0 && i%9 == 0 {
				text += "/"
			}
			switch {
			case c == 0:
				text += "1"
			case i == plus:
				text += "+" + string(c)
			default:
				text += string(c)
			}
		}
		side := " b - 1"
		if letters[0] == 'k' {
			side = " w - 1"
		}
		if p, err := position.ParseSFEN(position.Shogi, text+side); err == nil {
			return p
		}
	}
}

// The distance of every position follows from those of the positions after it, by the rules of package position: the
// least of its moves plus one for the strong side, the greatest for the lone king, and none where he takes the rook.
func TestLoneKingDistancesAgreeWithTheMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	table := endingDistances()
	tries := 20_000
	if testing.Short() {
		tries = 500
	}
	longest := 0
	for range tries {
		p := randomEnding(rng)
		e, ok := endingOf(p)
		require.True(t, ok)
		best := uint8(never)
		for _, m := range movegen.Legal(p, nil) {
			p.Do(m)
			e, ok := endingOf(p)
			require.True(t, ok)
			lose := table.lose[e.index()]
			best = min(best, lose)
			worst, escapes := uint8(0), false
			answers := movegen.Legal(p, nil)
			for _, m := range answers {
				p.Do(m)
				if e, ok := endingOf(p); !ok || table.win[e.index()] == never {
					escapes = true
				} else {
					worst = max(worst, table.win[e.index()]+1)
				}
				p.Undo()
			}
			if escapes {
				worst = never
			}
			require.Equal(t, worst, lose, p.SFEN())
			p.Undo()
		}
		if best != never {
			best++
			longest = max(longest, int(best))
		}
		require.Equal(t, best, table.win[e.index()], p.SFEN())
		if line, ok := LoneKing(p); ok {
			require.Len(t, line, int(best))
		}
	}
	t.Logf("the longest distance met is %d plies", longest)
}

func TestLoneKingIsForKingAndRookOnly(t *testing.T) {
	for _, sfen := range []string{
		position.Shogi.Start,
		"4k4/9/4K4/9/9/9/9/9/9 b R 1",
		"4k4/9/4K4/9/9/9/9/8B/9 b - 1",
		"4k4/9/4K4/9/9/9/9/8R/9 w - 1",
		"4k4/9/4K4/9/9/9/9/8R/9 b p 1",
	} {
		p := parse(t, sfen)
		_, ok := LoneKing(p)
		require.False(t, ok, sfen)
	}
}

func BenchmarkLoneKingTable(b *testing.B) {
	for range b.N {
		newDistances()
	}
}
