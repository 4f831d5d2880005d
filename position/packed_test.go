package position_test

import (
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

const packedStart = "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c"

func TestPackStartPosition(t *testing.T) {
	packed, err := position.New(position.Shogi).Pack()
	require.NoError(t, err)
	require.Equal(t, packedStart, hex.EncodeToString(packed[:]))
}

// positions walks random games and calls check with every position.
func positions(rules *position.Rules, games int, check func(p *position.Position)) {
	rng := rand.New(rand.NewPCG(1, uint64(games)))
	var buf []position.Move
	for range games {
		p := position.New(rules)
		for range 300 {
			check(p)
			buf = movegen.Legal(p, buf[:0])
			if len(buf) == 0 {
				break
			}
			p.Do(buf[rng.IntN(len(buf))])
		}
	}
}

func TestPackRoundTrip(t *testing.T) {
	for _, rules := range []*position.Rules{position.Shogi, position.Minishogi} {
		t.Run(rules.Name, func(t *testing.T) {
			seen := make(map[position.Packed]uint64)
			positions(rules, 10, func(p *position.Position) {
				packed, err := p.Pack()
				require.NoError(t, err)
				q, err := position.Unpack(rules, packed, p.Ply())
				require.NoError(t, err)
				require.Equal(t, p.SFEN(), q.SFEN())
				require.NoError(t, q.Validate())
				if key, ok := seen[packed]; ok {
					require.Equal(t, key, p.Key(), "two positions with the same bytes")
				}
				seen[packed] = p.Key()
			})
		})
	}
}

func TestPackWithoutPieces(t *testing.T) {
	for _, sfen := range []string{
		"4k4/9/9/9/9/9/9/9/4K4 b - 1",               // everything in the box
		"4k4/9/9/9/9/9/9/9/4K4 w 2R2B4G4S4N4L18P 1", // everything in hand
		"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	} {
		p, err := position.ParseSFEN(position.Shogi, sfen)
		require.NoError(t, err)
		packed, err := p.Pack()
		require.NoError(t, err)
		q, err := position.Unpack(position.Shogi, packed, 1)
		require.NoError(t, err)
		require.Equal(t, sfen, q.SFEN())
	}
}

// Old writers put the gold last in the hands; readers take the pieces in any order.
func TestUnpackHandsInAnyOrder(t *testing.T) {
	p, err := position.ParseSFEN(position.Shogi, "4k4/9/9/9/9/9/9/9/4K4 w 2R2B4G4S4N4L18P 1")
	require.NoError(t, err)
	packed, err := p.Pack()
	require.NoError(t, err)
	// The hands stand behind 15 bits and 79 free squares; the last 7 bits are a rook. Move it to the front.
	bit := func(b *position.Packed, i int) byte { return b[i/8] >> (i % 8) & 1 }
	var other position.Packed
	for i := range 256 {
		const hands, rook = 15 + 79, 7
		from := i
		switch {
		case i >= hands+rook:
			from = i - rook
		case i >= hands:
			from = 256 - rook + i - hands
		}
		other[i/8] |= bit(&packed, from) << (i % 8)
	}
	require.NotEqual(t, packed, other)
	q, err := position.Unpack(position.Shogi, other, 1)
	require.NoError(t, err)
	require.Equal(t, p.SFEN(), q.SFEN())
}

func TestPackErrors(t *testing.T) {
	p, err := position.ParseSFEN(position.Shogi, "4k4/9/9/9/9/9/9/9/9 b R 1")
	require.NoError(t, err)
	_, err = p.Pack()
	require.ErrorIs(t, err, position.ErrInvalid)

	var board [position.NumSquares]position.Piece
	board[0], board[80] = position.NewPiece(position.White, position.King), position.NewPiece(position.Black, position.King)
	for s := 20; s < 23; s++ {
		board[s] = position.NewPiece(position.Black, position.Dragon)
	}
	_, err = position.PackBoard(&board, position.Black, [2]position.Hand{})
	require.ErrorContains(t, err, "3 pieces of kind R")

	pack := func(sfen string) position.Packed {
		p, err := position.ParseProblem(position.Shogi, sfen)
		require.NoError(t, err)
		packed, err := p.Pack()
		require.NoError(t, err)
		return packed
	}
	// ones has Black's king on 1a, White's on the square of that number, and dragons without end.
	ones := func(white byte) position.Packed {
		packed := position.Packed{1, white | 1<<7}
		for i := range packed[2:] {
			packed[2+i] = 0xFF
		}
		return packed
	}
	whiteInBox := pack("4k4/9/9/9/9/9/9/9/4K4 b - 1")
	whiteInBox[12] |= 1 // the first pawn of the box is White's
	for _, c := range []struct {
		rules  *position.Rules
		packed position.Packed
		says   string
		kind   error
	}{
		{position.Shogi, ones(81), "king of w on square number 81", position.ErrSyntax},
		{position.Shogi, ones(0), "king of w on square number 0", position.ErrSyntax},
		{position.Shogi, ones(1), "board and hands need 307 bits", position.ErrSyntax},
		{position.Shogi, whiteInBox, "no code of a piece in hand at bit 94", position.ErrSyntax},
		{position.Shogi, pack("4k3P/9/9/9/9/9/9/9/4K4 b - 1"), "could never move again", position.ErrInvalid},
		{position.Minishogi, pack(position.Shogi.Start), "king of b on square number", position.ErrSyntax},
		{position.Minishogi, pack("8k/9/9/8K/9/4P4/9/9/9 b - 1"), "a piece on 5f, outside the board", position.ErrInvalid},
		{position.Minishogi, pack("8k/9/9/8K/9/9/9/9/9 b L 1"), "more than 0 pieces of kind L in one hand", position.ErrInvalid},
	} {
		_, err := position.Unpack(c.rules, c.packed, 1)
		require.ErrorIs(t, err, c.kind, c.says)
		require.ErrorContains(t, err, c.says)
	}
}

func FuzzUnpack(f *testing.F) {
	start, _ := hex.DecodeString(packedStart)
	f.Add(start, false)
	packed, _ := position.New(position.Minishogi).Pack()
	f.Add(packed[:], true)
	f.Fuzz(func(t *testing.T, bits []byte, small bool) {
		if len(bits) != 32 {
			return
		}
		rules := position.Shogi
		if small {
			rules = position.Minishogi
		}
		p, err := position.Unpack(rules, position.Packed(bits), 7)
		if err != nil {
			return
		}
		require.NoError(t, p.Validate())
		again, err := p.Pack()
		require.NoError(t, err)
		q, err := position.Unpack(rules, again, 7)
		require.NoError(t, err)
		require.Equal(t, p.SFEN(), q.SFEN())
	})
}

func TestRotated(t *testing.T) {
	for _, rules := range []*position.Rules{position.Shogi, position.Minishogi} {
		t.Run(rules.Name, func(t *testing.T) {
			var moves, turned []position.Move
			positions(rules, 5, func(p *position.Position) {
				q := p.Rotated()
				require.NoError(t, q.Validate())
				require.Equal(t, p.SFEN(), q.Rotated().SFEN())
				moves, turned = movegen.Legal(p, moves[:0]), movegen.Legal(q, turned[:0])
				require.Len(t, turned, len(moves))
				for _, m := range moves {
					r := m.To16().Rotated(rules)
					require.Contains(t, turned, q.Complete(r))
					require.Equal(t, m.To16(), r.Rotated(rules))
				}
			})
		})
	}
}

func BenchmarkPack(b *testing.B) {
	p := position.New(position.Shogi)
	for b.Loop() {
		_, _ = p.Pack()
	}
}

func BenchmarkUnpack(b *testing.B) {
	packed, _ := position.New(position.Shogi).Pack()
	for b.Loop() {
		_, _ = position.Unpack(position.Shogi, packed, 1)
	}
}
