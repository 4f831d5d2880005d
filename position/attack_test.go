package position

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// slowAttacks walks the board square by square.
func slowAttacks(piece Piece, s Square, occ Bitboard) Bitboard {
	forward := -1
	if piece.Color() == White {
		forward = 1
	}
	type step struct{ file, rank int }
	gold := []step{{0, 1}, {1, 1}, {-1, 1}, {1, 0}, {-1, 0}, {0, -1}}
	orthogonal, diagonal := []step{{0, 1}, {1, 0}, {-1, 0}, {0, -1}}, []step{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
	var steps, slides []step
	switch piece.Kind() {
	case Pawn:
		steps = []step{{0, 1}}
	case Lance:
		slides = []step{{0, 1}}
	case Knight:
		steps = []step{{1, 2}, {-1, 2}}
	case Silver:
		steps = append([]step{{0, 1}}, diagonal...)
	case Bishop:
		slides = diagonal
	case Rook:
		slides = orthogonal
	case King:
		steps = append(orthogonal, diagonal...)
	case Horse:
		slides, steps = diagonal, orthogonal
	case Dragon:
		slides, steps = orthogonal, diagonal
	default:
		steps = gold
	}
	set := Bitboard{}
	walk := func(d step, far int) {
		f, r := s.File(), s.Rank()
		for range far {
			f, r = f+d.file, r+forward*d.rank
			if f < 1 || f > 9 || r < 1 || r > 9 {
				return
			}
			set = set.With(NewSquare(f, r))
			if occ.Has(NewSquare(f, r)) {
				return
			}
		}
	}
	for _, d := range steps {
		walk(d, 1)
	}
	for _, d := range slides {
		walk(d, 8)
	}
	return set
}

func TestAttacksAgainstSlow(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		occ := Bitboard{rng.Uint64() & rng.Uint64(), rng.Uint64() & rng.Uint64()}.And(All)
		if rng.IntN(4) == 0 {
			occ = occ.And(Bitboard{rng.Uint64(), rng.Uint64()})
		}
		for s := Square(0); s < NumSquares; s++ {
			for c := Black; c <= White; c++ {
				for k := Pawn; k <= Dragon; k++ {
					piece := NewPiece(c, k)
					want := slowAttacks(piece, s, occ)
					require.Equal(t, want, Attacks(piece, s, occ), "%v on %v\n%v", piece, s, occ)
					for to := Square(0); to < NumSquares; to++ {
						if want.Has(to) != attacksSquare(piece, s, to, occ) {
							t.Fatalf("attacksSquare: %v %v%v\n%v", piece, s, to, occ)
						}
					}
				}
			}
		}
	}
}

func TestBetween(t *testing.T) {
	at := func(names ...string) Bitboard {
		b := Bitboard{}
		for _, n := range names {
			s, err := ParseSquare(n)
			require.NoError(t, err)
			b = b.With(s)
		}
		return b
	}
	sq := func(n string) Square { return at(n).First() }
	require.Equal(t, at("5b", "5c", "5d"), Between(sq("5a"), sq("5e")))
	require.Equal(t, at("8b", "7c", "6d"), Between(sq("9a"), sq("5e")))
	require.Equal(t, at("7c"), Between(sq("8d"), sq("6b")))
	require.Equal(t, at("8e", "7e"), Between(sq("9e"), sq("6e")))
	require.True(t, Between(sq("9a"), sq("8c")).IsEmpty())
	require.True(t, Between(sq("9a"), sq("9b")).IsEmpty())
}

func TestBitboard(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 500 {
		b := Bitboard{rng.Uint64() & rng.Uint64(), rng.Uint64() & rng.Uint64()}.And(All)
		if rng.IntN(3) == 0 {
			b.Lo = 0
		}
		var squares []Square
		for s := Square(0); s < NumSquares; s++ {
			if b.Has(s) {
				squares = append(squares, s)
			}
		}
		require.Equal(t, len(squares), b.Count())
		require.Equal(t, len(squares) > 1, b.MoreThanOne())
		require.Equal(t, len(squares) > 0, b.Any())
		require.Equal(t, 81-len(squares), b.Not().Count())
		var popped []Square
		for c := b; c.Any(); {
			var s Square
			require.Equal(t, c.First(), func() Square { s, _ := c.Pop(); return s }())
			s, c = c.Pop()
			popped = append(popped, s)
		}
		require.Equal(t, squares, popped)
	}
}

func TestHandCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	for range 5000 {
		var a, b Hand
		covers := true
		for k := Pawn; k <= Gold; k++ {
			na, nb := rng.IntN(HandLimit[k]+1), rng.IntN(HandLimit[k]+1)
			if rng.IntN(2) == 0 {
				nb = rng.IntN(na + 1)
			}
			for range na {
				a = a.Plus(k)
			}
			for range nb {
				b = b.Plus(k)
			}
			require.Equal(t, na, a.Count(k))
			require.Equal(t, na > 0, a.Has(k))
			covers = covers && na >= nb
		}
		require.Equal(t, covers, a.Covers(b))
		require.True(t, a.Covers(a))
	}
}

func TestKeyAfter(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	p := New(Shogi)
	for range 400 {
		var moves []Move
		for m := range Move(1 << 16) {
			if m := p.Complete(Move16(m)); p.IsLegal(m) {
				moves = append(moves, m)
			}
		}
		if len(moves) == 0 {
			p = New(Shogi)
			continue
		}
		m := moves[random.IntN(len(moves))]
		board, key := p.BoardKeyAfter(m), p.KeyAfter(m)
		p.Do(m)
		require.Equal(t, p.BoardKey(), board, "%v", m)
		require.Equal(t, p.Key(), key, "%v", m)
	}
}
