package position

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// doAll plays USI moves.
func doAll(t *testing.T, p *Position, moves string) {
	for _, text := range strings.Fields(moves) {
		m, err := p.ParseLegal(text)
		require.NoError(t, err)
		p.Do(m)
	}
}

func parseTest(t *testing.T, rules *Rules, sfen string) *Position {
	p, err := ParseSFEN(rules, sfen)
	require.NoError(t, err)
	return p
}

func TestSennichite(t *testing.T) {
	p := New(Shogi)
	cycle := "2h3h 8b7b 3h2h 7b8b "
	doAll(t, p, cycle+cycle)
	require.Equal(t, RepNone, p.Sennichite(), "third occurrence")
	rep, plies := p.Repetition()
	require.Equal(t, RepDraw, rep)
	require.Equal(t, 4, plies)
	doAll(t, p, "2h3h 8b7b 3h2h")
	require.Equal(t, RepNone, p.Sennichite())
	doAll(t, p, "7b8b")
	require.Equal(t, RepDraw, p.Sennichite(), "the start position counts")
	p.Undo()
	require.Equal(t, RepNone, p.Sennichite())
	doAll(t, p, "7b6b")
	rep, plies = p.Repetition()
	require.Equal(t, RepNone, rep, "nothing is left of the move that was taken back")
	require.Zero(t, plies)
	p.Undo()
	doAll(t, p, "7b8b")
	require.Equal(t, RepDraw, p.Sennichite())
}

// TestRepetitionBehindSuperior: a nearer position with the same board and another hand does not hide the repetition.
func TestRepetitionBehindSuperior(t *testing.T) {
	p := parseTest(t, Shogi, "4k4/7r1/9/9/9/9/9/7R1/4K4 w p 1")
	cycle := "5a5b 5i5h 5b5a 5h5i "
	doAll(t, p, cycle+cycle+"5a5b 5i5h 5b5a 5h5i P*2g 2h2g 5a5b 2g2h 5b4a 5i5h 4a5a 5h5i 5a5b P*2c 2b2c 5i5h 2c2b 5h4i 5b5a 4i5i")
	require.Equal(t, RepDraw, p.Sennichite())
	rep, plies := p.Repetition()
	require.Equal(t, RepDraw, rep)
	require.Equal(t, 16, plies)
	p.Undo()
	require.Equal(t, RepNone, p.Sennichite())
}

func TestPerpetualCheck(t *testing.T) {
	start := "9/4k4/9/9/9/9/9/9/K2R5 b 2b4g4s4n4l18pr 1"
	cycle := "6i5i 5b6b 5i6i 6b5b "
	// The repeated position may have the checked side to move ...
	p := parseTest(t, Shogi, start)
	doAll(t, p, "6i5i "+strings.Repeat("5b6b 5i6i 6b5b 6i5i ", 3))
	require.Equal(t, White, p.Side())
	require.Equal(t, RepWin, p.Sennichite(), "the checked side wins")
	// ... or the checker.
	p = parseTest(t, Shogi, start)
	doAll(t, p, strings.Repeat(cycle, 3))
	require.Equal(t, Black, p.Side())
	require.Equal(t, RepLoss, p.Sennichite(), "the checker loses")
	// The position that was set up, in check, may be the first of the four.
	p = parseTest(t, Shogi, "9/4k4/9/9/9/9/9/9/K3R4 w 2b4g4s4n4l18pr 1")
	doAll(t, p, strings.Repeat("5b6b 5i6i 6b5b 6i5i ", 3))
	require.Equal(t, RepWin, p.Sennichite())
	// One quiet move within the stretch makes it a draw.
	p = parseTest(t, Shogi, start)
	doAll(t, p, cycle+"6i8i 5b6b 8i6i 6b5b "+"6i7i 5b4b 7i6i 4b5b "+cycle)
	require.Equal(t, RepDraw, p.Sennichite())
	// So it is with the nearest repetition alone, whatever was checked before and after.
	p = parseTest(t, Shogi, start)
	doAll(t, p, cycle+cycle)
	for _, c := range []struct {
		moves string
		want  Repetition
		plies int
	}{
		{"6i7i 5b4b 7i6i 4b5b", RepDraw, 4},
		{"6i7i 5b6b 7i6i 6b5a 6i5i 5a6b 5i6i 6b5b", RepDraw, 8},
		{cycle, RepLoss, 4},
	} {
		doAll(t, p, c.moves)
		rep, plies := p.Repetition()
		require.Equal(t, c.want, rep, c.moves)
		require.Equal(t, c.plies, plies)
	}
	// What lies before the first of the four occurrences does not matter.
	p = parseTest(t, Shogi, start)
	doAll(t, p, "6i7i 5b6b "+"7i6i 6b5b "+"6i5i "+strings.Repeat("5b6b 5i6i 6b5b 6i5i ", 3))
	require.Equal(t, RepWin, p.Sennichite())
}

func TestMinishogiRepetition(t *testing.T) {
	for _, c := range []struct {
		rules        *Rules
		white, black Repetition
	}{{Minishogi, RepWin, RepLoss}, {MinishogiDraw, RepDraw, RepDraw}} {
		cycle := "1e1d 5a5b 1d1e 5b5a "
		p := New(c.rules)
		doAll(t, p, strings.Repeat(cycle, 3))
		require.Equal(t, c.black, p.Sennichite(), "Black to move")
		p = New(c.rules)
		doAll(t, p, "1e1d "+strings.Repeat("5a5b 1d1e 5b5a 1e1d ", 3))
		require.Equal(t, c.white, p.Sennichite(), "White to move")
	}
}

// TestBetterHand: the same board comes again, but one side has lost a pawn to the other meanwhile.
func TestBetterHand(t *testing.T) {
	p := parseTest(t, Shogi, "4k4/9/9/9/9/9/9/7R1/4K4 b p 1")
	doAll(t, p, "2h2g P*2f 2g2f 5a5b 2f2h 5b5a")
	rep, plies := p.Repetition()
	require.Equal(t, RepSuperior, rep, "Black to move has won a pawn")
	require.Equal(t, 6, plies)
	require.Equal(t, RepNone, p.Sennichite(), "other hands are another position")

	p = parseTest(t, Shogi, "4k4/9/9/9/9/9/9/7R1/4K4 w p 1")
	doAll(t, p, "P*2g 2h2g 5a5b 2g2h 5b4a 5i5h 4a5a 5h5i")
	rep, plies = p.Repetition()
	require.Equal(t, RepInferior, rep, "White to move has lost a pawn")
	require.Equal(t, 8, plies)
	doAll(t, p, "5a5b 5i5h 5b5a 5h5i")
	rep, plies = p.Repetition()
	require.Equal(t, RepDraw, rep, "the nearest repetition has the same hands")
	require.Equal(t, 4, plies)
}

func TestNullMoveHidesRepetition(t *testing.T) {
	p := New(Shogi)
	doAll(t, p, "2h3h 8b7b 3h2h 7b8b")
	p.Undo()
	p.Undo()
	for range 2 {
		p.DoNull()
		rep, _ := p.Repetition()
		require.Equal(t, RepNone, rep)
		require.Equal(t, MoveNull, p.LastMove())
	}
	doAll(t, p, "3h2h 7b8b")
	rep, _ := p.Repetition()
	require.Equal(t, RepNone, rep)
}

// camp is a position in which Black may declare.
const camp = "1+N1K+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b RB2G2P 1"

func TestDeclaration(t *testing.T) {
	claim := func(rule EnteringKing, sfen string) Move {
		p := parseTest(t, Shogi, sfen)
		return NewDeclaration(rule, p).Claim(p)
	}
	// 10 pieces in the camp, rook and bishop among them: 18 points; in hand R B 2G 2P: 14.
	require.Equal(t, 32, parseTest(t, Shogi, camp).Points(Black))

	for _, c := range []struct {
		name string
		rule EnteringKing
		sfen string
		want Move
	}{
		{"28 points", CSARule27, "1+N1K+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b RB 1", MoveWin},
		{"27 points", CSARule27, "1+N1K+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b R4P 1", MoveNone},
		{"White needs 27", CSARule27, "4K4/9/9/9/9/9/4+p+p1+p1/3g+p+b2+r/3+p+pk1+n1 w r4p 1", MoveWin},
		{"White with 26", CSARule27, "4K4/9/9/9/9/9/4+p+p1+p1/3g+p+b2+r/3+p+pk1+n1 w r3p 1", MoveNone},
		{"nine pieces in the camp", CSARule27, "1+N1K+P+P3/+R2+B+PG3/1+P1+P5/9/9/9/9/9/4k4 b RB5P 1", MoveNone},
		{"king outside, eleven pieces inside", CSARule27, "1+N2+P+P3/+R2+B+PG3/1+P1+P+P+P3/3K5/9/9/9/9/4k4 b RB 1", MoveNone},
		{"in check", CSARule27, "1+NrK+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b B9P 1", MoveNone},
		{"24-point rule, 31", CSARule24, "1+N1K+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b RB3P 1", MoveWin},
		{"24-point rule, 30", CSARule24, "1+N1K+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b RB2P 1", MoveNone},
		{"no rule", NoEnteringKing, camp, MoveNone},
		{"try", TryRule, "9/4K4/9/9/9/9/9/9/k8 b - 1", NewMove(37, 36, NewPiece(Black, King))},
		{"try by White", TryRule, "4K4/9/9/9/9/9/9/4k4/9 w - 1", NewMove(43, 44, NewPiece(White, King))},
		{"try onto an attacked square", TryRule, "r8/4K4/9/9/9/9/9/9/k8 b - 1", MoveNone},
		{"try onto an own piece", TryRule, "4G4/4K4/9/9/9/9/9/9/k8 b - 1", MoveNone},
		{"try from afar", TryRule, "9/9/4K4/9/9/9/9/9/k8 b - 1", MoveNone},
	} {
		require.Equal(t, c.want, claim(c.rule, c.sfen), c.name)
	}
	p := New(Minishogi)
	require.Equal(t, MoveNone, NewDeclaration(CSARule27, p).Claim(p), "minishogi has no declaration")
}

// TestHandicapDeclaration: under the H rules the giver, White, needs less by the pieces that are missing.
func TestHandicapDeclaration(t *testing.T) {
	root := parseTest(t, Shogi, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1") // without rook and bishop
	// In the camp White has 10 pieces, among them one that counts five.
	claim := func(rule EnteringKing, hand string) Move {
		return NewDeclaration(rule, root).Claim(parseTest(t, Shogi, "4K4/9/9/9/9/9/4+p+p1+p1/3g+p+n2+r/3+p+pk1+n1 w "+hand+" 1"))
	}
	require.Equal(t, MoveNone, claim(CSARule27, "3p"))
	require.Equal(t, MoveNone, claim(CSARule27H, "2p"))
	require.Equal(t, MoveWin, claim(CSARule27H, "3p"), "27 - 10 = 17 are enough")
	require.Equal(t, MoveNone, claim(CSARule24H, "6p"))
	require.Equal(t, MoveWin, claim(CSARule24H, "7p"), "31 - 10 = 21 are enough")
}

// TestMayClaim: what is claimed by either side was possible, and one ply less is too few.
func TestMayClaim(t *testing.T) {
	for _, c := range []struct {
		name  string
		rule  EnteringKing
		sfen  string
		color Color
		plies int // from which on it is possible, 0: never
	}{
		{"at once", CSARule27, camp, Black, 1},
		{"whatever the points", CSARule27, "1+N1K+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b - 1", Black, 1},
		{"two pieces", CSARule27, "1+N1K+P+P3/+R2+B+PG3/3+P5/9/9/9/9/9/4k4 b - 1", Black, 5},
		{"the king's two moves and a piece", CSARule27, "1+N2+P+P3/+R2+B+PG3/1+P1+P5/9/3K5/9/9/9/4k4 b - 1", Black, 7},
		{"White", CSARule24, "4K4/9/9/9/9/4k4/4+p+p1+p1/3g+p+b2+r/3+p+p2+n1 w - 1", White, 3},
		{"no rule", NoEnteringKing, camp, Black, 0},
		{"no king", CSARule27, "1+N2+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b - 1", Black, 0},
		{"a try", TryRule, "9/4K4/9/9/9/9/9/9/k8 b - 1", Black, 1},
		{"a try along the rank", TryRule, "9/8K/9/9/9/9/9/9/k8 b - 1", Black, 7},
		{"a try along the rank from the other side", TryRule, "9/K8/9/9/9/9/9/9/k8 b - 1", Black, 7},
		{"White's try", TryRule, "4K4/9/9/9/9/9/4k4/9/9 w - 1", White, 3},
	} {
		p := parseTest(t, Shogi, c.sfen)
		for plies := 1; plies < 20; plies++ {
			require.Equal(t, c.plies > 0 && plies >= c.plies, NewDeclaration(c.rule, p).MayClaim(p, c.color, plies), "%s, %d plies", c.name, plies)
		}
	}
	p := New(Minishogi)
	require.False(t, NewDeclaration(CSARule27, p).MayClaim(p, Black, 99), "minishogi has no declaration")
}

// TestMayEscape: whom a mate in 2n+1 plies threatens has n moves.
func TestMayEscape(t *testing.T) {
	p := parseTest(t, Shogi, "K8/9/9/9/9/9/4k4/9/9 b - 1")
	for plies := 1; plies < 10; plies += 2 {
		require.Equal(t, plies >= 5, NewDeclaration(TryRule, p).MayEscape(p, plies), plies)
		require.False(t, NewDeclaration(CSARule27, p).MayEscape(p, plies))
	}
	p = parseTest(t, Shogi, "K8/9/9/9/9/9/9/9/4k4 b - 1")
	require.False(t, NewDeclaration(TryRule, p).MayEscape(p, 1), "mated at once")
}

// TestPawnDropMate: a pawn dropped on 1b may give check but not mate, for either side.
func TestPawnDropMate(t *testing.T) {
	for _, c := range []struct {
		name, sfen string
		mates      bool
	}{
		{"mate", "7nk/6G2/7G1/9/9/9/9/4K4/9 b P 1", true},
		{"the king has a square", "8k/9/7G1/9/9/9/9/4K4/9 b P 1", false},
		{"nothing guards the pawn", "7nk/6G2/9/9/9/9/9/4K4/9 b P 1", false},
		{"a piece captures it", "7nk/6G2/7G1/9/9/9/9/4K4/8r b P 1", false},
		{"a pinned piece does not", "4R2sk/6G2/7G1/9/9/9/9/4K4/9 b P 1", true},
		{"the pin is no longer one", "7sk/6G2/7G1/9/9/9/9/4K4/R8 b P 1", false},
		{"a pinned and a free one", "4R2sk/6G2/7G1/9/9/9/9/4K4/8r b P 1", false},
		{"along the pin", "7nk/6G2/7Gr/9/9/9/9/4K4/8L b P 1", false},
		{"no check", "kn7/2G6/1G7/9/9/9/9/4K4/9 b P 1", false},
	} {
		p, at := parseTest(t, Shogi, c.sfen), NewSquare(1, 2)
		require.Equal(t, c.mates, p.IsPawnDropMate(at), c.name)
		require.Equal(t, c.mates, p.Rotated().IsPawnDropMate(Shogi.Rotate(at)), c.name)
	}
}

func TestWhyIllegal(t *testing.T) {
	const middle = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
	for _, c := range []struct{ sfen, move, why string }{
		{Shogi.Start, "7f7e", "no piece on 7f"},
		{Shogi.Start, "3c3d", "opponent's"},
		{Shogi.Start, "9i9g", "an own piece stands on 9g"},
		{Shogi.Start, "7g7e", "does not move like that"},
		{Shogi.Start, "8h2b+", "does not move like that"},
		{Shogi.Start, "P*5e", "no such piece in hand"},
		{Shogi.Start, "7g7f+", "promotion zone"},
		{"4k4/9/4G4/9/9/9/9/9/4K4 b - 1", "5c5b+", "cannot promote"},
		{"8k/4P4/9/9/9/9/9/9/4K4 b - 1", "5b5a", "must promote"},
		{"8k/4P4/9/9/4r4/9/9/9/4K4 b - 1", "5b5a+", "king would be in check"},
		{"4k4/9/9/9/9/9/9/9/4K4 b L 1", "L*1a", "never move again"},
		{"4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*1b", "never move again"},
		{"4k4/9/9/9/9/4P4/9/9/4K4 b P 1", "P*5e", "nifu"},
		{middle, "P*9d", "not empty"},
		{"4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h4h", "king would be in check"},
		{"4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "P*1e", "king would be in check"},
		{"8k/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b", ""},
		{"7nk/6G2/7G1/9/9/9/9/9/4K4 b P 1", "P*1b", "uchifuzume"},
		{Shogi.Start, "7g7fx", "want the form"},
		{Shogi.Start, "7g7g", "same square"},
		{Shogi.Start, "7j7f", "the origin is not"},
		{Shogi.Start, "7g0f", "the destination is not"},
		{Shogi.Start, "7g7F", "the destination is not"},
		{Shogi.Start, "P*5j", "the destination is not"},
		{Shogi.Start, "K*5e", "one of P L N S G B R"},
	} {
		_, err := parseTest(t, Shogi, c.sfen).ParseLegal(c.move)
		if c.why == "" {
			require.NoError(t, err, "%s %s", c.sfen, c.move)
			continue
		}
		require.ErrorContains(t, err, c.why, "%s %s", c.sfen, c.move)
	}
	_, err := New(Minishogi).ParseLegal("1e1f")
	require.ErrorContains(t, err, "outside the board")
}
