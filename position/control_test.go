package position

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// controlStarts are positions with many pieces promoted, in hand and pinned.
var controlStarts = []string{
	"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
	"3g3nB/3Ssk2l/p1Bp2g1p/2lgp1p2/3S1+r3/3P2P1P/PP1Kn2+l1/5+p3/5+r2L b S3Pg2n4p 137",
	"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
	"8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
	"7nl/7k1/9/7pp/6N2/9/9/9/9 b GS 1", // without a king
}

// TestControl holds it, and LesserControl, against the attacks of one piece after the other, in random games from known
// positions.
func TestControl(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	for _, sfen := range controlStarts {
		for range 20 {
			p, err := ParseProblem(Shogi, sfen)
			require.NoError(t, err)
			for range 60 {
				for _, c := range []Color{Black, White} {
					var once, twice, pawns, light, generals Bitboard
					for b := p.ByColor(c); b.Any(); {
						var s Square
						s, b = b.Pop()
						attacks := Attacks(p.At(s), s, p.Occupied())
						twice = twice.Or(once.And(attacks))
						once = once.Or(attacks)
						switch k := p.At(s).Kind(); {
						case k == Pawn:
							pawns = pawns.Or(attacks)
						case k == Lance || k == Knight:
							light = light.Or(attacks)
						case k == Silver || k.MovesLikeGold():
							generals = generals.Or(attacks)
						}
					}
					light = light.Or(pawns)
					generals = generals.Or(light)
					gotPawns, gotLight, gotGenerals := p.LesserControl(c)
					require.Equal(t, []Bitboard{pawns, light, generals}, []Bitboard{gotPawns, gotLight, gotGenerals}, "%s, colour %d", p.SFEN(), c)
					gotOnce, gotTwice := p.Control(c)
					require.Equal(t, once, gotOnce, "%s, colour %d:\n%v\nwant\n%v", p.SFEN(), c, gotOnce, once)
					require.Equal(t, twice, gotTwice, "%s, colour %d:\n%v\nwant\n%v", p.SFEN(), c, gotTwice, twice)
				}
				for range 10_000 {
					if m := p.Complete(Move16(rng.Uint32())); p.IsLegal(m) {
						p.Do(m)
						break
					}
				}
			}
		}
	}
}

func BenchmarkControl(b *testing.B) {
	p, err := ParseProblem(Shogi, controlStarts[2])
	require.NoError(b, err)
	for b.Loop() {
		p.Control(Black)
		p.Control(White)
	}
}

// TestWords holds the words of a board against its squares.
func TestWords(t *testing.T) {
	for s := range Square(NumSquares) {
		words := SquareBB(s).Words()
		require.Equal(t, uint64(1)<<(s%64), words[s/64], s)
		require.Zero(t, words[1-s/64], s)
	}
}
