package movegen

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// FuzzRandomGame plays a random game from the seed and holds every list against the rules, and the board against one
// built afresh, after each move and each move taken back.
func FuzzRandomGame(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(seed, seed%5 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, mini bool) {
		rules := position.Shogi
		if mini {
			rules = position.Minishogi
		}
		p := position.New(rules)
		rng := rand.New(rand.NewPCG(seed, 1))
		plies := 150
		if testing.Short() {
			plies = 60
		}
		for p.History() < plies {
			moves := checkLists(t, p)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if checks := Checks(p, nil); len(checks) > 0 && rng.IntN(3) == 0 {
				m = checks[rng.IntN(len(checks))]
			}
			gives := p.GivesCheck(m)
			p.Do(m)
			require.NoError(t, p.Validate())
			require.Equal(t, p.InCheck(), gives, "%v gives check in %s", m, p.SFEN())
			if rng.IntN(10) == 0 {
				p.Undo()
				require.NoError(t, p.Validate(), "after undoing %v", m)
				p.Do(moves[rng.IntN(len(moves))])
				require.NoError(t, p.Validate())
				p.Undo()
				p.Do(m)
				require.NoError(t, p.Validate(), "what another move left behind")
			}
			if !p.InCheck() && rng.IntN(10) == 0 {
				key := p.Key()
				p.DoNull()
				require.NotEqual(t, key, p.Key())
				require.NoError(t, p.Validate(), "after a pass")
				p.UndoNull()
				require.NoError(t, p.Validate(), "after undoing a pass")
			}
		}
		for p.History() > 0 {
			p.Undo()
			require.NoError(t, p.Validate())
		}
		require.Equal(t, rules.Start, p.SFEN())
	})
}

// checkLists compares all lists of the position with each other and with the rules, and returns the legal moves.
func checkLists(t *testing.T, p *position.Position) []position.Move {
	sfen := p.SFEN()
	legal := Legal(p, nil)
	require.Len(t, legal, Count(p), "Count: %s", sfen)
	require.Equal(t, len(legal) > 0, HasLegal(p))
	require.ElementsMatch(t, everyLegalMove(p), legal, "Legal: %s", sfen)

	var narrow, checks []position.Move
	for _, m := range legal {
		if sensible(p, m) {
			narrow = append(narrow, m)
		}
		if p.GivesCheck(m) {
			checks = append(checks, m)
		}
	}
	require.ElementsMatch(t, narrow, Search(p, nil), "Search: %s", sfen)
	require.ElementsMatch(t, checks, Checks(p, nil), "Checks: %s", sfen)
	if p.InCheck() {
		require.ElementsMatch(t, narrow, Evasions(p, nil), "Evasions: %s", sfen)
		return legal
	}
	captures := Captures(p, nil)
	for _, m := range captures {
		require.NotEqual(t, position.NoPiece, p.At(m.To()), "%v in Captures: %s", m, sfen)
	}
	require.ElementsMatch(t, narrow, Drops(p, Quiets(p, slices.Clone(captures))), "stages: %s", sfen)
	return legal
}

// TestRareLists has what random games hardly reach. Pieces that can never move again, as in diagrams of mate problems, do not move.
func TestRareLists(t *testing.T) {
	for _, sfen := range []string{
		"7Pk/9/8P/9/9/9/9/9/9 b G 1",
		"7Pk/9/9/9/9/9/9/9/9 w - 1",         // nobody checks a king that is not there
		"4k4/9/9/4K4/9/4R4/9/9/9 b - 1",     // a king gives way to a check
		"4k4/9/4S4/9/4R4/9/9/9/4K4 b - 1",   // a piece does, and may promote
		"9/9/4k4/9/3KP3r/9/9/9/9 b - 1",     // a pinned pawn would check
		"4k4/5g3/5N3/9/4R4/9/9/9/4K4 w r 1", // nothing but a king's move answers two checks
		"P1L6/N6N1/4k4/9/9/9/4K4/l1n6/p1l4n1 b RBGSrbgsp 1",
		"P1L6/N6N1/4k4/9/9/9/4K4/l1n6/p1l4n1 w RBGSrbgsp 1",
		"PPPPPPPPP/9/4k4/9/9/9/4K4/9/ppppppppp b - 1",
		"PPPPPPPPP/9/4k4/9/9/9/4K4/9/ppppppppp w - 1",
	} {
		p, err := position.ParseProblem(position.Shogi, sfen)
		require.NoError(t, err)
		legal := checkLists(t, p)
		var found []position.Move // among all that a table may hold
		for m := range 1 << 16 {
			if m := p.Complete(position.Move16(m)); p.IsLegal(m) {
				found = append(found, m)
			}
		}
		require.ElementsMatch(t, legal, found, sfen)
	}
}

// everyLegalMove tries all moves that the notation can express, slowly: a board move is legal if the piece attacks the
// square, may (not) promote and the king is not attacked afterwards.
func everyLegalMove(p *position.Position) []position.Move {
	var moves []position.Move
	try := func(m16 position.Move16) {
		if m := p.Complete(m16); p.IsLegal(m) {
			moves = append(moves, m)
		}
	}
	for to := position.Square(0); to < position.NumSquares; to++ {
		for k := position.Pawn; k <= position.Gold; k++ {
			try(position.NewDrop(position.NewPiece(p.Side(), k), to).To16())
		}
		for from := position.Square(0); from < position.NumSquares; from++ {
			if piece := p.At(from); from != to && piece != position.NoPiece {
				try(position.NewMove(from, to, piece).To16())
				try(position.NewPromotion(from, to, piece).To16())
			}
		}
	}
	return moves
}

// sensible says in the words of the package comment whether the search's width has the legal move.
func sensible(p *position.Position, m position.Move) bool {
	if m.IsDrop() || m.IsPromotion() {
		return true
	}
	us := p.Side()
	zone := p.Rules().Zone(us)
	may := zone.Has(m.From()) || zone.Has(m.To())
	switch m.Before().Kind() {
	case position.Pawn, position.Bishop, position.Rook:
		return !may
	case position.Lance:
		return !may || !p.Rules().LastTwoRanks(us).Has(m.To())
	}
	return true
}

func TestGeneratingAllocatesNothing(t *testing.T) {
	p, err := position.ParseSFEN(position.Shogi, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1")
	require.NoError(t, err)
	buf := make([]position.Move, 0, MaxMoves)
	var stop atomic.Bool
	var leaves atomic.Uint64
	require.Zero(t, testing.AllocsPerRun(10, func() {
		for _, m := range Legal(p, buf) {
			p.Do(m)
			p.Undo()
		}
		Checks(p, Captures(p, buf))
		perft(p, 2, &stop, &leaves)
	}))
}
