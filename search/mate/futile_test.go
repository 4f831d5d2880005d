package mate

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// futileEnd is the rule of SkipFutile word by word: every answer of the defender, to move in check, is an interposition
// without check that the only checking piece takes, and that ends it in the same sense.
func futileEnd(p *position.Position) bool {
	return slowEnd(p, map[uint64]bool{})
}

func slowEnd(p *position.Position, seen map[uint64]bool) bool {
	if end, ok := seen[p.Key()]; ok {
		return end
	}
	end := true
	for _, m := range movegen.Legal(p, nil) {
		end = end && slowlyFutile(p, m, seen)
	}
	seen[p.Key()] = end
	return end
}

func slowlyFutile(p *position.Position, m position.Move, seen map[uint64]bool) bool {
	if p.Checkers().Count() != 1 || p.At(m.To()) != position.NoPiece || m.Piece().Kind() == position.King {
		return false
	}
	checker := p.Checkers().First()
	p.Do(m)
	defer p.Undo()
	futile := false
	for _, c := range movegen.Legal(p, nil) {
		if !c.IsDrop() && c.From() == checker && c.To() == m.To() && p.GivesCheck(c) && !p.InCheck() {
			p.Do(c)
			futile = futile || slowEnd(p, seen)
			p.Undo()
		}
	}
	return futile
}

// Each check can be answered by interpositions only; are they futile?
func TestFutileInterpositions(t *testing.T) {
	solver := newSolver(t, 1)
	for _, c := range []struct {
		what, sfen, move string
		futile           bool
	}{
		{"rook", "8k/9/6NG1/9/9/9/9/9/4R4 b g 1", "5i5a+", true},
		{"rook, interposed twice", "8k/9/6NG1/9/9/9/9/9/4R4 b gs 1", "5i5a+", true},
		{"rook, interposed over and over", "8k/9/6NG1/9/9/9/9/9/R8 b rb2g2s2nlp 1", "9i9a+", true},
		{"dragon", "8k/9/6NG1/9/9/9/9/9/4+R4 b g 1", "5i1i", true},
		{"bishop", "8k/9/7GN/9/9/9/9/9/2B6 b g 1", "7i8h", true},
		{"lance that must not promote far away", "4k4/9/2NG2N2/4S4/9/9/9/9/4L4 b g 1", "5d4c", true},
		{"a pawn steps between, others are dropped", "kp7/9/+B8/2S6/9/9/9/9/9 b Bp 1", "B*1i", true},
		{"a bishop steps between", "5pk1+P/5b3/4GP3/5+S+B2/9/6L2/9/9/9 b - 1", "3d1b", true},
		{"no second pawn can be dropped", "8k/3+p5/6NG1/3p5/9/9/9/9/4R4 b p 1", "5i5a+", true},

		{"the king takes back", "7rk/3K5/9/6N2/9/2L6/9/9/9 b RBp 1", "R*1d", false},
		{"a piece takes back", "6bkg/8p/7G1/3l3R1/9/K8/9/9/7+B1 b - 1", "2c3c", false},
		{"the dropped piece is guarded", "8k/5g3/6NG1/9/9/9/9/9/4R4 b g 1", "5i5a+", false},
		{"the pawn makes a flight", "5pkg1/1R7/9/6GP1/9/9/1+B7/9/9 b B 1", "B*5c", false},
		{"the silver makes a flight", "4k4/5s3/2NG2N2/9/9/4N4/9/9/4L4 b - 1", "5f4d", false},
		{"the dropped gold shuts the dragon out", "1sk1+S4/6+R2/9/1SG6/9/2L6/9/4K4/2B6 b g 1", "7i3e", false},
		{"the bishop uncovers a check", "5rkl1/5b2G/4+P4/4P4/9/9/9/9/5K3 b RL 1", "L*3d", false},
		{"the pawn checks", "8k/6K2/6NG1/9/9/9/9/9/4R4 b p 1", "5i5a+", false},
		{"the pawn would check elsewhere", "8k/5K3/6NG1/9/9/9/9/9/4R4 b - 1", "5i5a+", true},
		{"the rook is pinned", "4k4/9/2NG2N2/4S4/r3R3K/9/9/9/9 b g 1", "5d4c+", false},
		{"the rook is not pinned", "4k4/9/2NG2N2/4S4/4R3K/9/9/9/9 b g 1", "5d4c+", true},
	} {
		p := parse(t, c.sfen)
		m, err := p.ParseLegal(c.move)
		require.NoError(t, err, c.what)
		s := newTeam(p, solver.table, Options{Futile: SkipFutile}, nil).searchers[0]
		s.pos.Do(m)
		require.True(t, s.pos.InCheck(), c.what)
		require.Equal(t, c.futile, s.isMated(), "%s: %s after %v", c.what, c.sfen, m)
		require.Equal(t, c.futile, futileEnd(s.pos), "%s: %s after %v", c.what, c.sfen, m)
		_, known := s.judgeMate()
		require.Equal(t, c.futile, known, "%s, asked again", c.what)

		strict := newTeam(p, solver.table, Options{}, nil).searchers[0]
		strict.pos.Do(m)
		require.Equal(t, noAnswer(strict.pos), strict.isMated(), c.what)
	}
}

func TestFutileInterpositionsDoNotCount(t *testing.T) {
	solver := newSolver(t, 1)
	for _, c := range []struct {
		sfen        string
		count, skip int
	}{
		{"8k/9/6NG1/9/9/9/9/9/4R4 b g 1", 3, 1},
		{"8k/9/6NG1/9/9/9/9/9/4R4 b gs 1", 5, 1},
		{"8k/9/6NG1/9/9/9/9/9/4+R4 b g 1", 3, 1},
		{"8k/9/7GN/9/9/9/9/9/2B6 b g 1", 3, 1},
		{"4k4/9/2NG2N2/4S4/9/9/9/9/4L4 b g 1", 3, 1},
		{"4k4/5s3/2NG2N2/9/9/4N4/9/9/4L4 b - 1", 3, 3},
	} {
		p := parse(t, c.sfen)
		for mode := range 2 {
			for futile, want := range []int{c.count, c.skip} {
				r := solver.Solve(t.Context(), p, Options{Mode: Mode(mode), Futile: Futile(futile), Keep: true}, nil)
				require.Equal(t, Mate, r.Status, c.sfen)
				end := endOf(t, p, r.Line)
				require.True(t, noAnswer(end) || Futile(futile) == SkipFutile && futileEnd(end), "%s: %v", c.sfen, r.Line)
				if Mode(mode) == Shortest {
					require.Len(t, r.Line, want, "%s: %v", c.sfen, r.Line)
				}
			}
		}
	}
}

// Of the public problems, whose lengths count every legal move, four end with a futile interposition.
func TestPublicProblemsEndBeforeFutileInterpositions(t *testing.T) {
	shorter := map[int]int{1: 15, 6: 13, 9: 13, 42: 3}
	solver := newSolver(t, 64)
	for i, problem := range loadProblems(t, "../../testdata/mate_public.jsonl") {
		if problem.Mate == nil || testing.Short() && i+1 != 6 && i+1 != 42 && i%8 != 0 {
			continue
		}
		p := parse(t, problem.SFEN)
		want, ok := shorter[i+1]
		if !ok {
			want = *problem.Mate
		}
		r := solver.Solve(t.Context(), p, Options{Mode: Shortest, Futile: SkipFutile}, nil)
		require.True(t, r.Shortest, "%d: %s", i+1, problem.SFEN)
		require.Len(t, r.Line, want, "%d: %s: %v", i+1, problem.SFEN, r.Line)
		require.True(t, futileEnd(endOf(t, p, r.Line)), "%d: %s: not mate at the end of %v", i+1, problem.SFEN, r.Line)
	}
}

func TestSkipAgainstExhaustiveSearch(t *testing.T) {
	t.Parallel()
	count := 400
	if testing.Short() {
		count = 100
	}
	if n, err := strconv.Atoi(os.Getenv("KATACHI_MATE_POSITIONS")); err == nil {
		count = n
	}
	rng := rand.New(rand.NewPCG(31, uint64(count)))
	games := rand.New(rand.NewPCG(32, uint64(count)))
	fresh := newSolver(t, 4)
	kept := newSolver(t, 1) // one table for both notions of mate
	strict := exhaustive{limit: 30_000, over: noAnswer}
	skip := exhaustive{limit: 10_000, over: futileEnd}
	var played []*position.Position
	lengths := map[[2]int]int{}
	shorter := 0
	for done := 0; done < count; {
		var p *position.Position
		switch done % 8 {
		case 0:
			for len(played) == 0 {
				played = playedPositions(games, 5)
			}
			p, played = played[0], played[1:]
		case 1:
			p = wildPosition(rng, position.Minishogi)
		case 2, 3:
			p = wildPosition(rng, position.Shogi)
		default:
			p = farPosition(rng, done%4)
		}
		if p.King(p.Side().Other()) == position.NoSquare || len(movegen.Checks(p, nil)) == 0 {
			continue
		}
		want, ok := skip.shortest(p, 5)
		if !ok {
			continue
		}
		counted, ok := strict.shortest(p, 5)
		if !ok {
			continue
		}
		done++
		lengths[[2]int{counted, want}]++
		if want != counted {
			shorter++
		}
		for _, o := range []Options{{Mode: Shortest}, {}, {Keep: true}, {Mode: Shortest, Keep: true}} {
			solver := fresh
			if o.Keep {
				solver = kept
			}
			for o.Futile = range 2 {
				want, end := want, futileEnd
				if o.Futile == CountFutile {
					want, end = counted, noAnswer
				}
				if o.Nodes = 500_000; want == 0 {
					o.Nodes = 500
				}
				r := solver.Solve(t.Context(), p, o, nil)
				if r.Status == Mate {
					require.True(t, end(endOf(t, p, r.Line)), "%s: not mate at the end of %v (%+v)", p.SFEN(), r.Line, o)
				}
				if want == 0 {
					require.False(t, r.Shortest && len(r.Line) <= 5, "%s: no mate in 5 plies, but %v (%+v)", p.SFEN(), r.Line, o)
					continue
				}
				require.Equal(t, Mate, r.Status, "%s: mate in %d (%+v)", p.SFEN(), want, o)
				if o.Mode == Shortest {
					require.True(t, r.Shortest, "%s: mate in %d (%+v)", p.SFEN(), want, o)
					require.Len(t, r.Line, want, "%s (%+v)", p.SFEN(), o)
				}
			}
		}
	}
	t.Logf("positions by mate length, with and without futile interpositions: %v", lengths)
	require.Greater(t, shorter, count/50)
}

// farPosition puts a king on the edge with pieces of the attacker's around it and sliders of his that stand far away or
// in his hand. On the level 2 one of the checks can only be answered by interpositions; on the level 3 by futile ones,
// and no other mates at once.
func farPosition(rng *rand.Rand, level int) *position.Position {
	for {
		p, err := position.ParseSFEN(position.Shogi, farSFEN(rng))
		if err == nil && (level < 2 || hasDistantCheck(p, level == 3) && (level == 2 || One(p) == position.MoveNone)) {
			return p
		}
	}
}

func farSFEN(rng *rand.Rand) string {
	board := [9][9]string{}
	put := func(name string, file, rank int) {
		if file >= 0 && file < 9 && rank >= 0 && rank < 9 && board[rank][file] == "" {
			board[rank][file] = name
		}
	}
	file := rng.IntN(9)
	put("k", file, 0)
	if rng.IntN(2) == 0 {
		put("K", rng.IntN(9), rng.IntN(9))
	}
	hands := ""
	for _, name := range []string{"R", "+R", "B", "+B", "L"} {
		switch rng.IntN(4) {
		case 0:
			put(name, rng.IntN(9), rng.IntN(9))
		case 1:
			put(name, file, 2+rng.IntN(7))
		case 2:
			if len(name) == 1 && len(hands) < 2 {
				hands += name
			}
		}
	}
	for _, name := range []string{"G", "+S", "S", "+P", "P", "N"} {
		if rng.IntN(3) > 0 {
			put(name, file+rng.IntN(5)-2, rng.IntN(4))
		}
	}
	for _, name := range []string{"p", "g", "s", "l", "b", "r"} {
		switch rng.IntN(6) {
		case 0, 1:
			put(name, file+rng.IntN(3)-1, rng.IntN(2))
		case 2:
			put(name, rng.IntN(9), rng.IntN(9))
		}
	}
	for _, name := range []string{"g", "s", "n", "l", "p", "p"} {
		if rng.IntN(4) == 0 {
			hands += name
		}
	}
	if hands == "" {
		hands = "-"
	}
	sfen := ""
	for r, row := range board {
		if r > 0 {
			sfen += "/"
		}
		for _, name := range row {
			if name == "" {
				name = "1"
			}
			sfen += name
		}
	}
	return sfen + " b " + hands + " 1"
}

// hasDistantCheck reports whether a check can be answered by interpositions only.
func hasDistantCheck(p *position.Position, futile bool) bool {
	for _, m := range movegen.Checks(p, nil) {
		p.Do(m)
		answers := movegen.Legal(p, nil)
		only := len(answers) > 0
		for _, m := range answers {
			only = only && m.Piece().Kind() != position.King && p.At(m.To()) == position.NoPiece
		}
		only = only && (!futile || futileEnd(p))
		p.Undo()
		if only {
			return true
		}
	}
	return false
}
