package mate

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// allLegal lists the legal moves by asking IsLegal about everything that could be a move, so that it shares nothing
// with the move generator.
func allLegal(p *position.Position) []position.Move {
	var moves []position.Move
	try := func(m position.Move16) {
		if full := p.Complete(m); p.IsLegal(full) {
			moves = append(moves, full)
		}
	}
	us := p.Side()
	for to := position.Square(0); to < position.NumSquares; to++ {
		for k := position.Pawn; k <= position.Gold; k++ {
			if p.Hand(us).Has(k) && p.At(to) == position.NoPiece {
				try(position.NewDrop(position.NewPiece(us, k), to).To16())
			}
		}
		for from := p.ByColor(us); from.Any(); {
			var s position.Square
			s, from = from.Pop()
			try(position.NewMove(s, to, p.At(s)).To16())
			if p.At(s).Kind().CanPromote() {
				try(position.NewPromotion(s, to, p.At(s)).To16())
			}
		}
	}
	return moves
}

// wildPosition makes a random position with few pieces around the kings and much in hand: full of mates.
func wildPosition(rng *rand.Rand, rules *position.Rules) *position.Position {
	for {
		if p := tryWildPosition(rng, rules); p != nil {
			return p
		}
	}
}

func tryWildPosition(rng *rand.Rand, rules *position.Rules) *position.Position {
	board := [9][9]string{}
	put := func(name string, near [2]int, spread int) {
		for range 20 {
			f, r := near[0]+rng.IntN(2*spread+1)-spread, near[1]+rng.IntN(2*spread+1)-spread
			if f >= 0 && r >= 0 && f < rules.Files && r < rules.Ranks && board[r][f] == "" {
				board[r][f] = name
				return
			}
		}
	}
	at := func() [2]int { return [2]int{rng.IntN(rules.Files), rng.IntN(rules.Ranks)} }
	white, black := at(), at()
	put("k", white, 0)
	if rng.IntN(4) > 0 {
		put("K", black, 0)
	}
	hands := [2]map[byte]int{{}, {}}
	complete, err := position.ParseSFEN(rules, rules.Start)
	if err != nil {
		panic(err)
	}
	for _, k := range []position.Kind{position.Pawn, position.Lance, position.Knight, position.Silver, position.Gold, position.Bishop, position.Rook} {
		for range complete.ByKind(k).Count() {
			c := rng.IntN(2)
			letter := k.Letter() | byte(c)<<5
			name := string(letter)
			if k.CanPromote() && rng.IntN(3) == 0 {
				name = "+" + name
			}
			switch rng.IntN(5) {
			case 0:
				put(name, white, 3)
			case 1:
				put(name, black, 3)
			case 2:
				put(name, at(), 4)
			case 3:
				hands[c][letter]++
			}
		}
	}
	sfen := ""
	for r := range rules.Ranks {
		if r > 0 {
			sfen += "/"
		}
		for f := range rules.Files {
			if board[r][f] == "" {
				sfen += "1"
			} else {
				sfen += board[r][f]
			}
		}
	}
	sfen += []string{" b ", " w "}[rng.IntN(2)]
	n := 0
	for _, c := range hands {
		for _, letter := range []byte("RBGSNLPrbgsnlp") {
			if c[letter] > 0 {
				sfen += strconv.Itoa(c[letter]) + string(letter)
				n++
			}
		}
	}
	if n == 0 {
		sfen += "-"
	}
	p, err := position.ParseSFEN(rules, sfen)
	if err != nil {
		return nil
	}
	return p
}

func TestOneAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tries := 3000
	if testing.Short() {
		tries = 300
	}
	mates := 0
	for i := range tries {
		rules := position.Shogi
		if i%5 == 4 {
			rules = position.Minishogi
		}
		p := wildPosition(rng, rules)
		if p.King(p.Side().Other()) == position.NoSquare {
			require.Equal(t, position.MoveNone, One(p))
			continue
		}
		exists := false
		for _, m := range allLegal(p) {
			if p.GivesCheck(m) {
				p.Do(m)
				exists = exists || len(allLegal(p)) == 0
				p.Undo()
			}
		}
		m := One(p)
		require.Equal(t, exists, m != position.MoveNone, "%s: One says %v", p.SFEN(), m)
		if m != position.MoveNone {
			mates++
			require.True(t, p.IsLegal(m), "%s: %v is illegal", p.SFEN(), m)
			p.Do(m)
			require.True(t, p.InCheck() && len(allLegal(p)) == 0, "%s: %v is no mate", p.SFEN(), m)
			p.Undo()
		}
	}
	require.Greater(t, mates, tries/30, "the positions must be rich in mates")
	t.Logf("%d of %d positions have a mate in one", mates, tries)
}

// playedPositions returns the positions of random games, which stand for the nodes of a search.
func playedPositions(rng *rand.Rand, games int) []*position.Position {
	var list []*position.Position
	for range games {
		p := position.New(position.Shogi)
		for range 120 {
			moves := movegen.Legal(p, nil)
			if len(moves) == 0 {
				break
			}
			p.Do(moves[rng.IntN(len(moves))])
			if !p.InCheck() && rng.IntN(8) == 0 {
				list = append(list, p.Clone())
			}
		}
	}
	return list
}

// The rook's capture of the pawn on 5e lets the opponent drop one in between.
func TestOneKnowsThatACapturedPawnIsGone(t *testing.T) {
	p := parse(t, "7r1/1g+PpKp3/pn+L+p1g1+B1/b1pP1g1+N1/k2+pP1r2/1s+p6/1lN2+s3/+P1+s6/2+p3P2 w Psl 5")
	require.Equal(t, position.MoveNone, One(p))
}

// The rook on 2c uncovers the horse on 3d, which attacks no square next to the king but that of the rook.
func TestOneFindsTheDiscoveryNextToTheKing(t *testing.T) {
	p, err := position.ParseSFEN(position.Minishogi, "g1p2/2s1K/1k1r1/2+b1g/5 w bs 1")
	require.NoError(t, err)
	require.Equal(t, "2c2a", One(p).String())
}

// Where the promoted piece would not even check, the other one mates.
func TestOneDoesNotPromote(t *testing.T) {
	for sfen, want := range map[string]string{
		"7nk/7nl/9/9/6N2/9/9/9/4K4 b - 1":       "3e2c",
		"6S2/6G1l/7nk/7pp/9/9/9/9/4K4 b - 1":    "3a2b",
		"3lkl3/3p1p3/4p4/9/9/9/9/4L4/4K4 b - 1": "5h5c",
	} {
		p := parse(t, sfen)
		require.Equal(t, want, One(p).String(), sfen)
	}
}

func TestOneDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	p := wildPosition(rng, position.Shogi)
	require.Zero(t, testing.AllocsPerRun(100, func() { One(p) }))
}

var sink position.Move

func BenchmarkOne(b *testing.B) {
	list := playedPositions(rand.New(rand.NewPCG(5, 6)), 20)
	b.ResetTimer()
	for i := range b.N {
		sink = One(list[i%len(list)])
	}
}
