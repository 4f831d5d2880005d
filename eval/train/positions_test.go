package train

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// all reads the examples, those of the validation first.
func (p *positions) all(t testing.TB) []example {
	list := make([]example, p.head.Validation+p.head.Training)
	require.NoError(t, p.read(list, 0, 2))
	return list
}

// A file that is not what it says is refused, with a word on what would be right.
func TestBadPositions(t *testing.T) {
	good := shuffled(t, (&shuffling{filter: filter{FirstPly: 1}, scale: 600, validation: 5}).from(writeGames(t, randomGames(t, 20))))
	b, err := os.ReadFile(good.file.Name())
	require.NoError(t, err)
	change := func(at int, to byte) []byte { c := bytes.Clone(b); c[at] = to; return c }
	for want, data := range map[string][]byte{
		"does not begin":     []byte("games"),
		"without checksums":  change(3, '1'),
		"its head has":       change(7, 1),
		"its head: ":         change(8, '?'),
		"bytes, want":        b[:len(b)-1],
		"katachi train shuf": nil,
	} {
		path := filepath.Join(t.TempDir(), "bad")
		require.NoError(t, os.WriteFile(path, data, 0o644))
		_, err := openPositions(path)
		require.ErrorIs(t, err, errPositions)
		require.ErrorContains(t, err, want)
	}
	empty := positionsOf(t, make([]example, 2), make([]example, 1))
	require.ErrorContains(t, empty.read(make([]example, 3), 0, 1), "no position among the 3 from number 0 on")
}

// TestChecksums: what is read in any parts is what was written, and a changed bit anywhere is found when its block is read.
func TestChecksums(t *testing.T) {
	list := randomExamples(1, 2*blockExamples+100, material)
	good := positionsOf(t, list[7:], list[:7])
	got := make([]example, len(list))
	for _, part := range []int{len(list), 1000, blockExamples, 3 * blockExamples} {
		for first := 0; first < len(list); first += part {
			require.NoError(t, good.read(got[first:min(len(list), first+part)], int64(first), 2))
		}
		require.Equal(t, list, got)
		clear(got)
	}
	b, err := os.ReadFile(good.file.Name())
	require.NoError(t, err)
	for _, c := range []struct{ at, block int }{{headBytes, 0}, {headBytes + blockBytes + 3, 0}, {headBytes + blockBytes + sumBytes, 1}, {len(b) - 1, 2}} {
		path := filepath.Join(t.TempDir(), "bad")
		b[c.at] ^= 1
		require.NoError(t, os.WriteFile(path, b, 0o644))
		b[c.at] ^= 1
		p, err := openPositions(path)
		require.NoError(t, err)
		for i := range 3 {
			err := p.read(got[:1], int64(i*blockExamples), 1)
			if i == c.block {
				require.ErrorIs(t, err, errPositions)
				require.ErrorContains(t, err, "damaged between bytes")
			} else {
				require.NoError(t, err)
			}
		}
		require.NoError(t, p.close())
	}
}
