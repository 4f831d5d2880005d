package book

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// mt19937-64 with its default seed gives this number at its ten thousandth call (the C++ standard says so).
func TestMersenne(t *testing.T) {
	m := newMersenne(5489)
	for range 9999 {
		m.next()
	}
	require.Equal(t, uint64(9981545732273789042), m.next())
}

func TestAperyKey(t *testing.T) {
	p := position.New(position.Shogi)
	require.Equal(t, uint64(0xEEBE8EE7E1AD7E15), aperyKey(p))
	m, err := p.ParseLegal("7g7f")
	require.NoError(t, err)
	p.Do(m)
	require.NotEqual(t, uint64(0xEEBE8EE7E1AD7E15), aperyKey(p))
}

// toApery is the inverse of fromApery.
func toApery(m position.Move) uint16 {
	bits := uint16(m.To())
	switch {
	case m.IsDrop():
		return bits | (80+uint16(m.DropKind()))<<7
	case m.IsPromotion():
		bits |= 1 << 14
	}
	return bits | uint16(m.From())<<7
}

// game returns positions of a random game, long enough for hands and promotions, and for each some legal moves.
func game(seed uint64, plies int) (positions []*position.Position, moves [][]position.Move) {
	r := rand.New(rand.NewPCG(seed, 1))
	p := position.New(position.Shogi)
	for range plies {
		legal := movegen.Legal(p, nil)
		if len(legal) == 0 {
			break
		}
		r.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		positions, moves = append(positions, p.Clone()), append(moves, legal[:min(3, len(legal))])
		p.Do(legal[0])
	}
	return positions, moves
}

func bothWays(t *testing.T, name string, content []byte, check func(t *testing.T, b *Book)) {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, content, 0o600))
	for way, onTheFly := range map[string]bool{"in memory": false, "on the fly": true} {
		t.Run(way, func(t *testing.T) {
			o := DefaultOptions()
			o.OnTheFly, o.Moves, o.Flipped = onTheFly, 1000, false
			b, err := Open(path, o)
			require.NoError(t, err)
			check(t, b)
			require.NoError(t, b.Err())
			require.NoError(t, b.Close())
		})
	}
}

func TestApery(t *testing.T) {
	positions, moves := game(3, 150)
	var entries [][]byte
	for i, p := range positions {
		for j, m := range moves[i] {
			e := binary.LittleEndian.AppendUint64(nil, aperyKey(p))
			e = binary.LittleEndian.AppendUint16(e, toApery(m))
			e = binary.LittleEndian.AppendUint16(e, uint16(100-j))
			entries = append(entries, binary.LittleEndian.AppendUint32(e, uint32(int32(-i))))
		}
	}
	slices.SortStableFunc(entries, func(a, b []byte) int {
		return cmp.Compare(binary.LittleEndian.Uint64(a), binary.LittleEndian.Uint64(b))
	})
	bothWays(t, "book.bin", bytes.Join(entries, nil), func(t *testing.T, b *Book) {
		for i, p := range positions {
			found := b.moves(p)
			require.Len(t, found, len(moves[i]))
			for j, c := range found {
				require.Equal(t, candidate{move: moves[i][j], value: -i, depth: unknownDepth, count: uint64(100 - j)}, c)
			}
		}
		// The format has no depths, so the limit on them does not count.
		hit, ok := b.Probe(positions[0], rand.New(rand.NewPCG(1, 1)))
		require.True(t, ok)
		require.Contains(t, moves[0], hit.Move)
		require.Equal(t, 0, hit.Depth)
		require.Equal(t, hit.Move, hit.PV[0])
	})
}

// writeYBB builds a binary book.
func writeYBB(positions []*position.Position, moves [][]position.Move, depth bool) []byte {
	type item struct {
		key  position.Packed
		i    int
		from uint64
	}
	var items []item
	var list []byte
	for i, p := range positions {
		key, _ := p.Pack()
		items = append(items, item{key, i, uint64(len(list))})
		for j, m := range moves[i] {
			list = binary.LittleEndian.AppendUint16(list, uint16(m.To16()))
			list = binary.LittleEndian.AppendUint16(list, uint16(int16(-i-j)))
			if depth {
				list = binary.LittleEndian.AppendUint16(list, uint16(20+j))
			}
		}
	}
	slices.SortStableFunc(items, func(a, b item) int { return bytes.Compare(a.key[:], b.key[:]) })
	content := binary.LittleEndian.AppendUint64([]byte(ybbMagic), uint64(len(items)))
	flags := uint64(0)
	if depth {
		flags = ybbDepth
	}
	content = binary.LittleEndian.AppendUint64(content, flags)
	for _, it := range items {
		content = append(content, it.key[:]...)
		content = binary.LittleEndian.AppendUint64(content, it.from)
		content = binary.LittleEndian.AppendUint16(content, uint16(positions[it.i].Ply()))
		content = binary.LittleEndian.AppendUint16(content, uint16(len(moves[it.i])))
	}
	return append(content, list...)
}

func TestYBB(t *testing.T) {
	positions, moves := game(4, 150)
	for _, depth := range []bool{false, true} {
		bothWays(t, "user.ybb", writeYBB(positions, moves, depth), func(t *testing.T, b *Book) {
			require.Equal(t, "150 positions", b.String())
			for i, p := range positions {
				found := b.moves(p)
				require.Len(t, found, len(moves[i]))
				for j, c := range found {
					want := candidate{move: moves[i][j], value: -i - j, depth: unknownDepth}
					if depth {
						want.depth = 20 + j
					}
					require.Equal(t, want, c)
				}
			}
		})
	}
}

// A position may stand there for several plies; the nearest counts that has moves.
func TestYBBPlies(t *testing.T) {
	positions, moves := game(4, 1)
	later := positions[0].Clone()
	for range 4 {
		later.DoNull()
	}
	content := writeYBB([]*position.Position{positions[0], positions[0], later}, [][]position.Move{nil, moves[0][:1], moves[0][1:2]}, false)
	bothWays(t, "user.ybb", content, func(t *testing.T, b *Book) {
		found := b.moves(positions[0])
		require.Len(t, found, 1)
		require.Equal(t, moves[0][0], found[0].move)
	})
}

// The index of a damaged book points anywhere; the probe says so and has no move.
func TestYBBDamaged(t *testing.T) {
	positions, moves := game(4, 1)
	content := writeYBB(positions, moves, true)
	for name, damage := range map[string]func([]byte) []byte{
		"offset":       func(c []byte) []byte { c[ybbHeader+34] = 1; return c },
		"large offset": func(c []byte) []byte { c[ybbHeader+39] = 0xFF; return c },
		"cut":          func(c []byte) []byte { return c[:len(c)-1] },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "user.ybb")
			require.NoError(t, os.WriteFile(path, damage(bytes.Clone(content)), 0o600))
			b, err := Open(path, DefaultOptions())
			require.NoError(t, err)
			_, ok := b.Probe(positions[0], rand.New(rand.NewPCG(1, 1)))
			require.False(t, ok)
			require.ErrorIs(t, b.Err(), ErrBook)
		})
	}
}
