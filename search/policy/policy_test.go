package policy

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"katachi/movegen"
	"katachi/position"
)

// randomGames calls visit for the positions of random games of shogi, with their last moves.
func randomGames(t *testing.T, games int, visit func(p *position.Position, last position.Move)) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	for range games {
		p, last := position.New(position.Shogi), position.MoveNone
		for range 120 {
			moves := movegen.Legal(p, nil)
			if len(moves) == 0 {
				break
			}
			visit(p, last)
			last = moves[random.IntN(len(moves))]
			p.Do(last)
		}
	}
}

func look(p *position.Position, last position.Move) *View {
	v := new(View)
	v.Look(p, last)
	return v
}

// place is a square as seen from another by a side, counted in files and ranks.
func place(s, from position.Square, c position.Color) uint16 {
	s, from = s.SeenBy(c), from.SeenBy(c)
	return uint16((s.File()-from.File()+8)*17 + s.Rank() - from.Rank() + 8)
}

// class is how a square is attacked, looked up piece by piece: up to two of either side, and the enemy's least: 3 a pawn, 2 a lance
// or knight, 1 a silver or a piece that moves like a gold.
func class(p *position.Position, s position.Square) uint16 {
	var attacks [2]uint16
	least := uint16(0)
	for b := p.Occupied(); b.Any(); {
		var from position.Square
		from, b = b.Pop()
		piece := p.At(from)
		if !position.Attacks(piece, from, p.Occupied()).Has(s) {
			continue
		}
		attacks[piece.Color()]++
		if piece.Color() == p.Side() {
			continue
		}
		switch piece.Kind() {
		case position.Pawn:
			least = 3
		case position.Lance, position.Knight:
			least = max(least, 2)
		case position.Silver, position.Gold, position.ProPawn, position.ProLance, position.ProKnight, position.ProSilver:
			least = max(least, 1)
		}
	}
	return 12*min(attacks[p.Side()], 2) + 4*min(attacks[p.Side()^1], 2) + least
}

// TestEntries holds what is seen of moves against the board, and the score against the entries.
func TestEntries(t *testing.T) {
	drops, promotions, checked := 0, 0, 0
	randomGames(t, 10, func(p *position.Position, last position.Move) {
		v, us := look(p, last), p.Side()
		moves := movegen.Drops(p, movegen.Quiets(p, nil))
		scores := make([]int32, len(moves)+1)
		v.Score(moves, scores)
		for i, m := range moves {
			want := [tables]uint16{
				toEnemyKing: place(m.To(), p.King(us^1), us), toOwnKing: place(m.To(), p.King(us), us), toLast: none,
				toClass: class(p, m.To()), fromEnemyKing: none, fromOwnKing: none, fromClass: none, check: none,
			}
			if last != position.MoveNone {
				want[toLast] = place(m.To(), last.To(), us)
			}
			if m.IsDrop() {
				drops++
			} else {
				want[fromEnemyKing], want[fromOwnKing] = place(m.From(), p.King(us^1), us), place(m.From(), p.King(us), us)
				want[fromClass] = class(p, m.From())
			}
			if m.IsPromotion() {
				promotions++
			}
			gives := p.GivesCheck(m)
			if gives {
				want[check] = 0
				checked++
			}
			require.Equal(t, want, v.entries(m, gives), "%s in %s", m, p.SFEN())
			sum := int32(0)
			for table, e := range want {
				if e != none && table != check {
					sum += int32(entry(table, m, e))
				}
			}
			require.Equal(t, sum, scores[i], m)
			require.Equal(t, int(entry(check, m, 0)), Check(m))
		}
		require.Zero(t, scores[len(moves)])
	})
	require.Positive(t, drops)
	require.Positive(t, promotions)
	require.Positive(t, checked)
}

// entry looks an entry up in the file.
func entry(table int, m position.Move, e uint16) int8 {
	at := 0
	for _, size := range sizes[:table] {
		at += 64 * size
	}
	kind := int(m.Piece().Kind()) << 2
	if m.IsPromotion() {
		kind |= 2
	}
	if m.IsDrop() {
		kind |= 1
	}
	return int8(embedded[at+kind*sizes[table]+int(e)])
}

// TestNoKing: problems have positions without a king, from which nothing is seen.
func TestNoKing(t *testing.T) {
	p, err := position.ParseProblem(position.Shogi, "4k4/9/9/9/9/9/9/9/9 b G 1")
	require.NoError(t, err)
	v := look(p, position.MoveNull)
	moves := movegen.Drops(p, nil)
	require.NotEmpty(t, moves)
	scores := make([]int32, len(moves))
	v.Score(moves, scores)
	for i, m := range moves {
		at := v.entries(m, false)
		require.Equal(t, uint16(none), at[toOwnKing])
		require.Equal(t, uint16(none), at[toLast])
		require.Equal(t, int32(entry(toEnemyKing, m, at[toEnemyKing]))+int32(entry(toClass, m, at[toClass])), scores[i])
	}
}

// TestSense: what any player would say of a move the policy has learned.
func TestSense(t *testing.T) {
	score := func(sfen, usi string) int {
		p, err := position.ParseSFEN(position.Shogi, sfen)
		require.NoError(t, err)
		m, err := p.ParseLegal(usi)
		require.NoError(t, err)
		scores := make([]int32, 1)
		look(p, position.MoveNone).Score([]position.Move{m}, scores)
		return int(scores[0])
	}
	for _, c := range []struct{ sfen, better, worse string }{
		{"lnsgkgsnl/1r5b1/p1ppppppp/9/1p7/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "7g7f", "8g8f"},   // not into a pawn's reach
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "G*5h"},                                       // a gold at the king's head
		{"lnsgkgsnl/1r5b1/ppppp1ppp/9/5p3/5S3/PPPPPPPPP/1B5R1/LNSGKG1NL b - 1", "4f5e", "1g1f"}, // out of a pawn's reach
		{"4k4/9/9/9/9/9/4p4/9/4K4 w g 1", "G*5h", "G*9a"},                                       // the same for White
	} {
		require.Greater(t, score(c.sfen, c.better), score(c.sfen, c.worse), "%s and not %s in %s", c.better, c.worse, c.sfen)
	}
}
