package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// sameScored compares games, of which one with no plies may have nil for them.
func sameScored(t testing.TB, want, got []*ScoredGame, message string, args ...any) {
	t.Helper()
	require.Equal(t, len(want), len(got), append([]any{message}, args...)...)
	a, _ := writtenScored(t, want)
	b, _ := writtenScored(t, got)
	require.True(t, bytes.Equal(a, b), append([]any{message}, args...)...)
}

// Damage costs the games that it touches and no other.
func TestScoredDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	var games []*ScoredGame
	for id := range uint64(6) {
		games = append(games, randomScored(random, id))
	}
	file, ends := writtenScored(t, games)
	gameAt := func(offset int) int {
		for i, end := range ends {
			if offset < end {
				return i
			}
		}
		panic("behind the last")
	}
	without := func(i int) []*ScoredGame { return append(append([]*ScoredGame{}, games[:i]...), games[i+1:]...) }
	t.Run("a byte changed", func(t *testing.T) {
		for offset := 0; offset < len(file); offset += 1 + random.IntN(7) {
			damaged := bytes.Clone(file)
			damaged[offset] ^= 1 << random.IntN(8)
			got, r := readScored(t, bytes.NewReader(damaged))
			sameScored(t, without(gameAt(offset)), got, "byte %d", offset)
			require.Equal(t, 1, r.Damaged(), "byte %d", offset)
		}
	})
	t.Run("bytes lost", func(t *testing.T) {
		for range 100 {
			offset := random.IntN(len(file) - 1)
			i := gameAt(offset)
			n := min(1+random.IntN(30), ends[i]-offset)
			got, r := readScored(t, bytes.NewReader(append(bytes.Clone(file[:offset]), file[offset+n:]...)))
			sameScored(t, without(i), got, "%d bytes from %d on", n, offset)
			require.Equal(t, 1, r.Damaged())
		}
	})
	t.Run("bytes between, a magic among them", func(t *testing.T) {
		junk := "xKtG1" + string(file[:40]) + "KtG1\xff\xff\xff\xff"
		got, r := readScored(t, bytes.NewReader(append(append(bytes.Clone(file[:ends[2]]), junk...), file[ends[2]:]...)))
		sameScored(t, games, got, "junk between")
		require.Equal(t, 1, r.Damaged())
	})
	t.Run("a whole block that is no game", func(t *testing.T) {
		block := func(change func(b []byte)) []byte {
			b := bytes.Clone(file[ends[0]:ends[1]])
			change(b[blockHeader:])
			binary.LittleEndian.PutUint32(b[8:], checksum(b))
			return b
		}
		var small bytes.Buffer
		w := NewScoredWriter(&small)
		require.NoError(t, w.block(gameMagic, append(w.begin(), make([]byte, gameHeader-ScoredPlyBytes)...)))
		odd := append(bytes.Clone(file[ends[0]:ends[1]]), 0)
		require.NoError(t, w.block(gameMagic, odd))
		for name, bad := range map[string][]byte{
			"no move number": block(func(b []byte) { b[8], b[9] = 0, 0 }),
			"result 2":       block(func(b []byte) { b[10] = 2 }),
			"result -2":      block(func(b []byte) { b[10] = 0xfe }),
			"unknown end":    block(func(b []byte) { b[11] = byte(NumScoredEnds) }),
			"odd sizes":      small.Bytes(),
		} {
			got, r := readScored(t, bytes.NewReader(slices.Concat(file[:ends[0]], bad, file[ends[1]:])))
			sameScored(t, without(1), got, name)
			require.Equal(t, 1, r.Damaged(), name)
		}
	})
	t.Run("cut off", func(t *testing.T) {
		for range 100 {
			size := random.IntN(len(file))
			i := gameAt(size)
			got, r := readScored(t, bytes.NewReader(file[:size]))
			sameScored(t, games[:i], got, "cut to %d", size)
			whole := 0
			if i > 0 {
				whole = ends[i-1]
			}
			require.EqualValues(t, whole, r.Whole())
			require.Equal(t, whole < size, r.Damaged() == 1)
		}
	})
	t.Run("in small pieces", func(t *testing.T) {
		got, _ := readScored(t, iotest.OneByteReader(bytes.NewReader(file)))
		sameScored(t, games, got, "byte by byte")
	})
	t.Run("an error while reading", func(t *testing.T) {
		broken := errors.New("broken")
		r := NewScoredReader(io.MultiReader(bytes.NewReader(file[:ends[0]]), iotest.ErrReader(broken)))
		var g ScoredGame
		require.NoError(t, r.Next(&g))
		require.ErrorIs(t, r.Next(&g), broken)
	})
}

// The settings are those that stand before the game.
func TestScoredRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	var out bytes.Buffer
	w := NewScoredWriter(&out)
	require.NoError(t, w.Write(randomScored(random, 0)))
	require.NoError(t, w.WriteRun("first"))
	require.NoError(t, w.Write(randomScored(random, 0)))
	require.NoError(t, w.Write(randomScored(random, 1)))
	require.NoError(t, w.WriteRun("second"))
	require.NoError(t, w.Write(randomScored(random, 0)))
	r := NewScoredReader(&out)
	for _, run := range []string{"", "first", "first", "second"} {
		var g ScoredGame
		require.NoError(t, r.Next(&g))
		require.Equal(t, run, r.Run())
	}
	require.ErrorIs(t, w.WriteRun(string(make([]byte, maxPayload+1))), ErrScored)
}

func TestScoredWriterRefuses(t *testing.T) {
	for name, change := range map[string]func(*ScoredGame){
		"too long":  func(g *ScoredGame) { g.Plies = make([]ScoredPly, MaxScoredPlies+1) },
		"no number": func(g *ScoredGame) { g.Ply = 0 },
		"number":    func(g *ScoredGame) { g.Ply = 1 << 16 },
		"result":    func(g *ScoredGame) { g.Result = 2 },
		"end":       func(g *ScoredGame) { g.End = NumScoredEnds },
		"score":     func(g *ScoredGame) { g.Plies = []ScoredPly{{0, 40000}} },
	} {
		t.Run(name, func(t *testing.T) {
			g := randomScored(rand.New(rand.NewPCG(4, 4)), 0)
			change(g)
			require.ErrorIs(t, NewScoredWriter(io.Discard).Write(g), ErrScored)
		})
	}
	require.NoError(t, NewScoredWriter(io.Discard).Write(&ScoredGame{Ply: 1<<16 - 1, Plies: make([]ScoredPly, MaxScoredPlies)}))
}

// Whatever is in a file, reading it ends, and what is read can be written and read back.
func FuzzScoredReader(f *testing.F) {
	random := rand.New(rand.NewPCG(5, 5))
	file, ends := writtenScored(f, []*ScoredGame{randomScored(random, 1), {Ply: 1}, randomScored(random, 3)})
	f.Add(file)
	f.Add(file[3:])
	f.Add(file[:ends[1]-1])
	f.Fuzz(func(t *testing.T, data []byte) {
		games, r := readScored(t, bytes.NewReader(data))
		require.LessOrEqual(t, r.Whole(), int64(len(data)))
		again, ends := writtenScored(t, games)
		require.LessOrEqual(t, len(again), len(data))
		back, r := readScored(t, bytes.NewReader(again))
		require.Zero(t, r.Damaged())
		require.Len(t, back, len(ends))
		for _, g := range games {
			if err := g.Replay(func(*position.Position, *ScoredPly) bool { return true }); err != nil {
				require.ErrorIs(t, err, ErrScored)
			}
		}
	})
}
