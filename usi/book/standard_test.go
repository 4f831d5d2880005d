package book

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// The book of the releases can be read to its last line, begins at the start position, and its moves are legal and as deep
// as the usual BookDepthLimit asks for.
func TestStandardBook(t *testing.T) {
	d, err := OpenDraft("../../testdata/standard_book.db", position.Shogi, false)
	require.NoError(t, err)
	require.NotEmpty(t, d.Moves(position.New(position.Shogi)))
	for i, key := range d.known.keys {
		p, err := position.Unpack(position.Shogi, key.packed, int(key.ply))
		require.NoError(t, err)
		require.LessOrEqual(t, p.Ply(), 24)
		moves := d.Moves(p)
		require.Len(t, moves, len(d.known.moves[i]), p.SFEN())
		require.NotEmpty(t, moves)
		for _, m := range moves {
			require.GreaterOrEqual(t, m.Depth, 16, p.SFEN())
		}
	}
}
