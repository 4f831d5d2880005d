package train

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// sameGames compares games, of which one with no plies may have nil for them.
func sameGames(t testing.TB, want, got []*Game, message string, args ...any) {
	t.Helper()
	require.Equal(t, len(want), len(got), append([]any{message}, args...)...)
	a, _ := written(t, want)
	b, _ := written(t, got)
	require.True(t, bytes.Equal(a, b), append([]any{message}, args...)...)
}

// Damage costs the games that it touches and no other.
func TestDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	var games []*Game
	for id := range uint64(6) {
		games = append(games, randomGame(random, id))
	}
	file, ends := written(t, games)
	gameAt := func(offset int) int {
		for i, end := range ends {
			if offset < end {
				return i
			}
		}
		panic("behind the last")
	}
	without := func(i int) []*Game { return append(append([]*Game{}, games[:i]...), games[i+1:]...) }
	t.Run("a byte changed", func(t *testing.T) {
		for offset := 0; offset < len(file); offset += 1 + random.IntN(7) {
			damaged := bytes.Clone(file)
			damaged[offset] ^= 1 << random.IntN(8)
			got, r := readAll(t, bytes.NewReader(damaged))
			sameGames(t, without(gameAt(offset)), got, "byte %d", offset)
			require.Equal(t, 1, r.Damaged(), "byte %d", offset)
		}
	})
	t.Run("bytes lost", func(t *testing.T) {
		for range 100 {
			offset := random.IntN(len(file) - 1)
			i := gameAt(offset)
			n := min(1+random.IntN(30), ends[i]-offset)
			got, r := readAll(t, bytes.NewReader(append(bytes.Clone(file[:offset]), file[offset+n:]...)))
			sameGames(t, without(i), got, "%d bytes from %d on", n, offset)
			require.Equal(t, 1, r.Damaged())
		}
	})
	t.Run("bytes between, a magic among them", func(t *testing.T) {
		junk := "xKtG1" + string(file[:40]) + "KtG1\xff\xff\xff\xff"
		got, r := readAll(t, bytes.NewReader(append(append(bytes.Clone(file[:ends[2]]), junk...), file[ends[2]:]...)))
		sameGames(t, games, got, "junk between")
		require.Equal(t, 1, r.Damaged())
	})
	t.Run("cut off", func(t *testing.T) {
		for range 100 {
			size := random.IntN(len(file))
			i := gameAt(size)
			got, r := readAll(t, bytes.NewReader(file[:size]))
			sameGames(t, games[:i], got, "cut to %d", size)
			whole := 0
			if i > 0 {
				whole = ends[i-1]
			}
			require.EqualValues(t, whole, r.Whole())
			require.Equal(t, whole < size, r.Damaged() == 1)
		}
	})
	t.Run("in small pieces", func(t *testing.T) {
		got, _ := readAll(t, iotest.OneByteReader(bytes.NewReader(file)))
		sameGames(t, games, got, "byte by byte")
	})
	t.Run("an error while reading", func(t *testing.T) {
		broken := errors.New("broken")
		r := NewReader(io.MultiReader(bytes.NewReader(file[:ends[0]]), iotest.ErrReader(broken)))
		var g Game
		require.NoError(t, r.Next(&g))
		require.ErrorIs(t, r.Next(&g), broken)
	})
}

// The settings are those that stand before the game.
func TestRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	var out bytes.Buffer
	w := NewWriter(&out)
	require.NoError(t, w.Write(randomGame(random, 0)))
	require.NoError(t, w.WriteRun("first"))
	require.NoError(t, w.Write(randomGame(random, 0)))
	require.NoError(t, w.Write(randomGame(random, 1)))
	require.NoError(t, w.WriteRun("second"))
	require.NoError(t, w.Write(randomGame(random, 0)))
	r := NewReader(&out)
	for _, run := range []string{"", "first", "first", "second"} {
		var g Game
		require.NoError(t, r.Next(&g))
		require.Equal(t, run, r.Run())
	}
	require.ErrorIs(t, w.WriteRun(string(make([]byte, maxPayload+1))), ErrRecord)
}

func TestWriterRefuses(t *testing.T) {
	for name, change := range map[string]func(*Game){
		"too long":  func(g *Game) { g.Plies = make([]Ply, MaxPlies+1) },
		"no number": func(g *Game) { g.Ply = 0 },
		"number":    func(g *Game) { g.Ply = 1 << 16 },
		"result":    func(g *Game) { g.Result = 2 },
		"end":       func(g *Game) { g.End = numEnds },
		"score":     func(g *Game) { g.Plies = []Ply{{0, 40000}} },
	} {
		t.Run(name, func(t *testing.T) {
			g := randomGame(rand.New(rand.NewPCG(4, 4)), 0)
			change(g)
			require.ErrorIs(t, NewWriter(io.Discard).Write(g), ErrRecord)
		})
	}
}

// Whatever is in a file, reading it ends, and what is read can be written and read back.
func FuzzReader(f *testing.F) {
	random := rand.New(rand.NewPCG(5, 5))
	file, ends := written(f, []*Game{randomGame(random, 1), {Ply: 1}, randomGame(random, 3)})
	f.Add(file)
	f.Add(file[3:])
	f.Add(file[:ends[1]-1])
	f.Fuzz(func(t *testing.T, data []byte) {
		games, r := readAll(t, bytes.NewReader(data))
		require.LessOrEqual(t, r.Whole(), int64(len(data)))
		again, ends := written(t, games)
		require.LessOrEqual(t, len(again), len(data))
		back, r := readAll(t, bytes.NewReader(again))
		require.Zero(t, r.Damaged())
		require.Len(t, back, len(ends))
		for _, g := range games {
			if err := g.Replay(func(*position.Position, *Ply) bool { return true }); err != nil {
				require.ErrorIs(t, err, ErrRecord)
			}
		}
	})
}
