package selfplay

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/record"
)

// The openings come in their shares, begin on either side, and are within the chances that were asked for.
func TestOpenings(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	s := testSettings()
	s.Nodes = 2
	pl := newTestPlayer(t, s)
	counts, sides := map[string]int{}, map[position.Color]int{}
	const games = 400
	for id := range uint64(games) {
		pl.random = rand.New(rand.NewPCG(1, id))
		g := &record.ScoredGame{ID: id}
		p, err := pl.open(t.Context(), g)
		require.NoError(t, err)
		start, err := position.Unpack(position.Shogi, g.Start, g.Ply)
		require.NoError(t, err)
		switch n := len(g.Plies); {
		case g.Ply == enteringPly:
			counts["entering"]++
		case start.SFEN() != position.Shogi.Start:
			counts["handicap"]++
		case n <= randomMoves+1:
			counts["random"]++
			sides[p.Side()]++
		default:
			counts["natural"]++
			sides[p.Side()]++
		}
		for _, ply := range g.Plies {
			require.Equal(t, eval.None, ply.Score)
		}
		if start.SFEN() == position.Shogi.Start {
			a := pl.search.Search(p, 20, 160)
			require.Less(t, math.Abs(float64(a.Score)), 600*4.0, "%v", p.SFEN())
		}
	}
	require.InDelta(t, games*handicapShare, counts["handicap"], 12)
	require.InDelta(t, games*enteringShare, counts["entering"], 12)
	require.InDelta(t, counts["random"], counts["natural"], 60)
	require.InDelta(t, sides[position.Black], sides[position.White], 60)
}

// Kings that have entered: one in the enemy camp or both, every piece of the game, half of them in hand, some promoted.
func TestEnteringKings(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const draws = 300
	var entered [4]int
	inHands, promoted, positions := 0, 0, 0
	for range draws {
		p := enteringKings(random)
		if p == nil {
			continue
		}
		positions++
		require.NoError(t, p.Validate())
		bits := 0
		for _, c := range []position.Color{position.Black, position.White} {
			if position.Shogi.Zone(c).Has(p.King(c)) {
				bits |= 1 << c
			}
			inHands += p.Hand(c).Total()
		}
		entered[bits]++
		onBoard := p.ByColor(position.Black).Or(p.ByColor(position.White)).Count()
		require.Equal(t, 40, onBoard+p.Hand(position.Black).Total()+p.Hand(position.White).Total(), p.SFEN())
		for k := position.ProPawn; k <= position.ProSilver; k++ {
			promoted += p.ByKind(k).Count()
		}
	}
	require.Greater(t, positions, draws/4)
	require.Zero(t, entered[0])
	for _, n := range entered[1:] {
		require.InDelta(t, positions/3, n, draws/10)
	}
	require.InDelta(t, 26, float64(inHands)/float64(positions), 4)
	require.InDelta(t, 2, float64(promoted)/float64(positions), 1)
}

// openLong opens a game, whose moves so far have no scores and which goes on.
func openLong(t *testing.T, pl *player, id uint64) (*record.ScoredGame, *position.Position) {
	t.Helper()
	pl.random = rand.New(rand.NewPCG(1, id))
	g := &record.ScoredGame{ID: id}
	p, err := pl.open(t.Context(), g)
	require.NoError(t, err)
	require.True(t, movegen.HasLegal(p))
	for _, ply := range g.Plies {
		require.Equal(t, eval.None, ply.Score)
	}
	return g, p
}

// A lead makes openings longer, by none of its moves to all of them, and leaves them without scores and open.
func TestLead(t *testing.T) {
	s := testSettings()
	s.Nodes, s.Lead = 2, 40
	pl := newTestPlayer(t, s)
	var lengths []int
	for id := range uint64(40) {
		g, _ := openLong(t, pl, id)
		if start, err := position.Unpack(position.Shogi, g.Start, g.Ply); err == nil && start.SFEN() == position.Shogi.Start {
			lengths = append(lengths, len(g.Plies))
		}
	}
	require.Less(t, slices.Min(lengths), 20)
	require.Greater(t, slices.Max(lengths), naturalMovesMax+10)
	require.LessOrEqual(t, slices.Max(lengths), naturalMovesMax+s.Lead)
	other := s
	other.Lead = 0
	require.NotEqual(t, other.String(), s.String(), "games of the one go on in a file of the other")
}

// Games begin where enough pieces are in hand, and where nobody has won yet.
func TestInHand(t *testing.T) {
	s := testSettings()
	s.Nodes, s.InHand = 2, 6
	pl := newTestPlayer(t, s)
	games := uint64(10)
	if testing.Short() {
		games = 2 // most openings are tried in vain
	}
	for id := range games {
		_, p := openLong(t, pl, id)
		require.GreaterOrEqual(t, inHand(p), s.InHand)
	}
	p, err := position.ParseSFEN(position.Shogi, "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L9p 1")
	require.NoError(t, err)
	require.Equal(t, 20, inHand(p))
	other := s
	other.InHand = 0
	require.NotEqual(t, other.String(), s.String(), "games of the one go on in a file of the other")
}

// An even distribution comes out of equal scores, the best alone of a temperature near zero, and none but the best few.
func TestSoftmax(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	scores := []eval.Score{10, 30, 30, -500, 20}
	for most, want := range map[int][]float64{
		1: {0, 1, 0, 0, 0},
		3: {0, .38, .38, 0, .24},
		5: {.12, .36, .36, 0, .22},
	} {
		counts := make([]float64, len(scores))
		for range 4000 {
			counts[softmax(random, scores, most, 20)] += 1.0 / 4000
		}
		require.InDeltaSlice(t, want, counts, 0.06, "of the best %d", most)
	}
	for range 100 {
		require.Contains(t, []int{1, 2}, softmax(random, scores, 5, 0.1))
	}
}

// An opening that is never balanced enough is an error, not an endless search for one.
func TestNoOpening(t *testing.T) {
	s := testSettings()
	s.Nodes = 1
	pl, err := newPlayer(&s, func() eval.Evaluator { return lopsided{} }, nil)
	require.NoError(t, err)
	_, err = pl.play(context.Background(), 2)
	require.EqualError(t, err, "game 2: none of 1000 openings ends before ply 90 of the game with winning chances of 0.15 for both sides")
}

// Games that have no room for a scored ply are none: with -positions a run of them would never end.
func TestNoRoom(t *testing.T) {
	for inHand, want := range map[int]string{0: "for both sides", 20: "for both sides and 20 pieces other than pawns in hand"} {
		s := testSettings()
		s.Nodes, s.Plies, s.InHand = 1, randomMoves, inHand
		_, err := newTestPlayer(t, s).play(t.Context(), 2)
		require.EqualError(t, err, "game 2: none of 1000 openings ends before ply 7 of the game with winning chances of 0.15 "+want)
	}
}
