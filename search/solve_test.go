package search

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/search/mate"
)

// A mate in 25 plies is beyond the search in the time given, but not beyond the solver, which ends the search.
func TestSolverFindsALongMate(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for _, c := range []struct {
		threads   int
		deepening Deepening
	}{{1, Full}, {2, Full}, {2, Selective}} {
		e := newTestEngine(t, func(o *Options) { o.Threads, o.Deepening = c.threads, c.deepening })
		p := parse(t, "l1l1+N1+P2/1k6r/pp1s+R1p2/2Sn1p3/2K6/P1+B2P3/1P1PP1P2/4S4/L1SG3+p1 b B3G2NL6P 123")
		start := time.Now()
		var last Info
		r := e.Search(t.Context(), p, Limits{Start: start, MoveTime: 60 * time.Second}, func(i Info) {
			if len(i.PV) > 0 {
				last = i
			}
		})
		require.True(t, r.Score.IsMate() && r.Score > 0, "%v", r.Score)
		require.Less(t, time.Since(start), 40*time.Second)
		require.Equal(t, r.Move, last.PV[0])
		require.Equal(t, r.Score, last.Score)
		require.True(t, p.IsLegal(r.Move))
	}
}

// A move after which the opponent mates is not searched but known to lose, with the mate for its line.
func TestRefutedRootMove(t *testing.T) {
	e := newTestEngine(t, nil)
	p := parse(t, "4k4/9/4P4/9/9/9/9/9/4K4 w G 1")
	m := legal(t, p, "5a6a")
	p.Do(m)
	reply := legal(t, p, "G*6b")
	p.Undo()
	e.Search(t.Context(), p, Limits{Depth: 1}, func(Info) {})
	w := e.workers[0]
	e.solver.refute(m, []position.Move{reply})
	require.Equal(t, eval.MatedIn(2), w.searchOne(m, -eval.Infinity, eval.Infinity, 5))
	require.Equal(t, []position.Move{reply}, w.pv[1])
}

// TestRefutedMoveSettlesNothing: where the time is up, the search goes on as long as the move that it would play is refuted. The
// evaluation is the same everywhere, so that any other move would settle it.
func TestRefutedMoveSettlesNothing(t *testing.T) {
	reply := []position.Move{someMove}
	for name, c := range map[string]struct {
		from    int // iteration in which the time is up
		refuted int // the best move is refuted at the end of this one and those before it
		within  int // it is refuted in the middle of this one
		want    int // iterations before the end is fixed
	}{
		"after an iteration":                       {from: 1, want: 1},
		"after an iteration, refuted":              {from: 1, refuted: 3, want: 4},
		"in the middle of an iteration":            {from: settleDepth + 1, want: settleDepth},
		"in the middle of an iteration, refuted":   {from: settleDepth + 1, within: settleDepth + 1, want: settleDepth + 1},
		"in the middle of an iteration, but early": {from: settleDepth, want: settleDepth},
	} {
		e := newTestEngine(t, func(o *Options) { o.RoundUpToFullSecond, o.OutputFailLHPV = false, false })
		w, p := e.workers[0], position.New(position.Shogi)
		last := 0
		e.run = e.newRun(p, Limits{}, func(i Info) {
			if i.PV == nil {
				return
			}
			if e.clock.plan.Load().end.IsZero() {
				last = i.Depth
			}
			if i.Depth <= c.refuted {
				e.solver.refute(i.PV[0], reply)
			}
		})
		start := time.Unix(1e9, 0)
		now := func() time.Time {
			if w.rootDepth < c.from {
				return start
			}
			return start.Add(5 * sec)
		}
		e.clock = newClockAt(now, Limits{Time: black(100 * sec), Timed: true, Start: start}, &e.options, position.Black, 1, nil)
		w.eval = evalThat{0, func(q *position.Position) {
			if w.rootDepth == c.within && q.Ply() > p.Ply() && w.frame(0).move == w.root[0].move {
				e.solver.refute(w.root[0].move, reply)
			}
		}}
		w.prepare(p, e.rootMoves(p, nil))
		w.deepen(2 * settleDepth)
		require.False(t, e.clock.plan.Load().end.IsZero(), name)
		require.Equal(t, c.want, last, name)
	}
}

// evalThat is blackEval that does something besides.
type evalThat struct {
	blackEval
	do func(*position.Position)
}

func (e evalThat) Evaluate(p *position.Position) Score {
	e.do(p)
	return e.blackEval.Evaluate(p)
}

// TestRefutedMoveOpensNoLine: the good score that a move had before it was refuted does not make it the first that is searched
// for the second line.
func TestRefutedMoveOpensNoLine(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.MultiPV = 2 })
	w, p := e.workers[0], position.New(position.Shogi)
	var searched []string
	e.run = e.newRun(p, Limits{Infinite: true}, func(i Info) {
		if i.CurrMove != position.MoveNone {
			searched = append(searched, fmt.Sprint(i.CurrMoveNumber, " ", i.CurrMove))
		}
	})
	now := time.Unix(1e9, 0)
	e.clock = newClockAt(func() time.Time { now = now.Add(sec); return now }, Limits{Infinite: true, Start: now.Add(-currMoveAfter)}, &e.options, position.Black, 1, nil)
	refuted := legal(t, p, "7g7f")
	e.solver.refute(refuted, []position.Move{someMove})
	root := e.rootMoves(p, []position.Move{refuted, legal(t, p, "2g2f"), legal(t, p, "9g9f")})
	for i := range root {
		root[i].score = map[string]Score{"7g7f": 300, "2g2f": 50, "9g9f": 40}[root[i].move.String()]
	}
	sortRoot(root)
	w.eval = blackEval(0)
	w.prepare(p, root)
	w.deepen(1)
	require.Len(t, searched, 5, "three moves for the first line, two for the second")
	require.Equal(t, []string{"1 2g2f", "2 9g9f", "3 7g7f"}, append(searched[:1:1], searched[3:]...))
}

// TestLostPositionIsPlayedOn: of moves that all lose the one that loses last is played, whoever has found it, the search or the solver.
func TestLostPositionIsPlayedOn(t *testing.T) {
	e := newTestEngine(t, nil)
	p := parse(t, "l2g2s1l/1r4g2/5pbpp/1k1pp1p2/p2nP1r1P/1pP2PK2/3G2SP1/1+n5s1/L7L b BG2Ns5p 103")
	slow := legal(t, p, "3f4g")
	quick := legal(t, p, "3f2f") // S*2e mates
	p.Do(slow)
	mate := mustSolver(t).Solve(t.Context(), p, mate.Options{}, nil).Line
	p.Undo()
	require.Greater(t, len(mate), 3)
	e.Search(t.Context(), p, Limits{Depth: 1}, nil)
	e.solver.refute(slow, mate)
	move := func(m position.Move, score Score) rootMove {
		return rootMove{move: m, score: score, previous: -eval.Infinity, depth: 9, bound: BoundExact, pv: []position.Move{m}}
	}
	const unknown = -eval.Infinity
	for name, c := range map[string]struct {
		first, second rootMove
		played        position.Move
		score         Score
	}{
		"the search knows":          {move(slow, eval.MatedIn(8)), move(quick, unknown), slow, eval.MatedIn(8)},
		"it has not come so far":    {move(quick, eval.MatedIn(2)), move(slow, unknown), slow, lostScore(mate)},
		"it does not see the mate":  {move(slow, -900), move(quick, eval.MatedIn(2)), slow, lostScore(mate)},
		"the other may still hold":  {move(slow, -900), move(quick, -2000), quick, -2000},
		"the other one loses later": {move(quick, eval.MatedIn(40)), move(slow, unknown), quick, eval.MatedIn(40)},
	} {
		w := e.workers[0]
		w.root = []rootMove{c.first, c.second}
		r := e.choose(nil, []*worker{w})
		require.Equal(t, c.played, r.Move, name)
		require.Equal(t, c.score, r.Score, name)
	}
}

// TestSolverKnowsTheGame: a mate through a position that comes for the fourth time is none, be it a draw or, with checks all the while, a loss
// for who gives them.
func TestSolverKnowsTheGame(t *testing.T) {
	e := newTestEngine(t, nil)
	require.NoError(t, e.solver.prepare())
	for _, c := range []struct{ name, sfen, moves, move string }{
		{"a draw", "l1s2ks1l/3g5/pp1pppnp1/6plp/6P2/PP3r2P/N2P+ng1PB/2K4GG/2S1+bS1NL w r4p 1",
			"4a4b 4i5h 4b4a 5h4i 4a4b 4i5h 4b4a 5h4i 4a4b 4i5h 4b4a", "5h4i"},
		{"the opponent's perpetual check", "ln3kr+Rl/1s1gg4/pppppp+B1g/9/b1S2Pp1p/2P1P4/PP4P1P/L5S2/1NSG1K1NL b N3p 1",
			"3c3b 4a5a 3b3c 5a4a 3c3b 4a5a 3b3c 5a4a 3c3b 4a5a 3b3c", "5a4a"},
		{"the own one", "ln3kr+Rl/1s1gg1+B2/pppppp2g/9/b1S2Pp1p/2P1P4/PP4P1P/L5S2/1NSG1K1NL w N3p 1",
			"4a5a 3b3c 5a4a 3c3b 4a5a 3b3c 5a4a 3c3b 4a5a 3b3c 5a4a", "3c3b"},
	} {
		p := parse(t, c.sfen)
		play(t, p, strings.Fields(c.moves)...)
		m := legal(t, p, c.move)
		e.solver.forget()
		e.solver.lead(m)
		solveAlone(&e.solver, 3, p, &Options{})
		require.False(t, e.solver.isLost(m), c.name)
		if won := e.solver.won.Load(); won != nil {
			require.NotEqual(t, m, (*won)[0], c.name)
		}
	}
	p := parse(t, "4k4/+R8/9/9/9/4K4/9/9/9 w - 1")
	<-mate.PrepareLoneKing()
	for i, m := range strings.Fields("5a4a 9b9i 4a5a 9i9b 5a4a 9b9i 4a5a 9i9b 5a4a 9b9i 4a5a") {
		if p.Side() == position.Black {
			_, ok := e.loneKing(p)
			require.True(t, ok, i)
		}
		p.Do(legal(t, p, m))
	}
	_, ok := e.loneKing(p)
	require.False(t, ok, "back to where it was for the fourth time")
}

// TestSolverKeepsToItsShare: the next slice, which takes twice as long as the last one, begins when there is time for it.
func TestSolverKeepsToItsShare(t *testing.T) {
	e := newTestEngine(t, nil)
	p := position.New(position.Shogi)
	e.Search(t.Context(), p, Limits{Depth: 1}, nil)
	require.NoError(t, e.solver.prepare())
	w, s := e.workers[0], &e.solver
	for _, c := range []struct {
		elapsed time.Duration
		due     bool
	}{{109 * time.Millisecond, false}, {111 * time.Millisecond, true}} {
		s.begin(p, &e.options, func() {})
		s.share, s.spent, s.last = 0.1, 5*time.Millisecond, 3*time.Millisecond
		w.looked = e.clock.began.Add(c.elapsed)
		w.solve()
		require.Equal(t, c.due, s.nodes > solverFirst, "%v", c.elapsed)
	}
}

// solveAlone runs the solver alone for a number of slices, or until it has found a mate for the side to move, and reports whether it has.
func solveAlone(s *rootSolver, slices int, p *position.Position, o *Options) (found bool) {
	s.begin(p, o, func() { found = true })
	for n := 0; n < slices && !found; n++ {
		s.slice(func() bool { return false })
	}
	return found
}

// From each of the positions the engine mates in the shortest number of plies against the longest defence.
func TestLoneKing(t *testing.T) {
	<-mate.PrepareLoneKing()
	e := newTestEngine(t, nil)
	for _, c := range loadProblems(t, "krk_public.jsonl") {
		p := parse(t, c.SFEN)
		plies := 0
		for movegen.HasLegal(p) {
			require.Less(t, plies, c.DTM, c.SFEN)
			r := e.Search(context.Background(), p, Limits{Start: time.Now(), MoveTime: 20 * time.Millisecond}, func(Info) {})
			p.Do(r.Move)
			if plies++; !movegen.HasLegal(p) {
				break
			}
			p.Do(longestDefence(t, p))
			plies++
		}
		require.Equal(t, c.DTM, plies, c.SFEN)
	}
}

// longestDefence returns the lone king's move after which the mate takes longest.
func longestDefence(t *testing.T, p *position.Position) (best position.Move) {
	longest := -1
	for _, m := range movegen.Legal(p, nil) {
		p.Do(m)
		line, ok := mate.LoneKing(p)
		p.Undo()
		require.True(t, ok, "%s: %v escapes", p.SFEN(), m)
		if len(line) > longest {
			best, longest = m, len(line)
		}
	}
	return best
}

// TestMateBeyondTheMoveLimit: the game is drawn before the mate, so the solver does not count it; with one move more it does.
func TestMateBeyondTheMoveLimit(t *testing.T) {
	e := newTestEngine(t, nil)
	p := parse(t, "S1+N2+LGS+P/2+L4+N1/1l1+S1p3/p3B2+B1/2k6/G1n1PP3/P1NPR1P2/R1P6/LK1S1g3 b G8Pp 213")
	r := mustSolver(t).Solve(t.Context(), p, mate.Options{}, nil)
	require.Equal(t, mate.Mate, r.Status)
	last := p.Ply() + len(r.Line) - 1 // the move that mates
	require.NoError(t, e.solver.prepare())
	for limit, counts := range map[int]bool{0: true, last: true, last - 1: false} {
		e.solver.forget()
		require.Equal(t, counts, solveAlone(&e.solver, 3, p, &Options{MaxMovesToDraw: limit}), "limit %d", limit)
	}
}

// TestSolverRefutes: the move that would be played is refuted by the opponent's mate, unless the game is drawn before
// that.
func TestSolverRefutes(t *testing.T) {
	e := newTestEngine(t, nil)
	p := parse(t, "l2g2s1l/1r4g2/5pbpp/1k1pp1p2/p2nP1r1P/1pP2PK2/3G2SP1/1+n5s1/L7L b BG2Ns5p 103")
	m := legal(t, p, "3f4g")
	require.NoError(t, e.solver.prepare())
	line := func(limit int) []position.Move {
		e.solver.forget()
		e.solver.lead(m)
		solveAlone(&e.solver, 10, p, &Options{MaxMovesToDraw: limit})
		line, _ := e.solver.refutation(m)
		return line
	}
	mate := line(0)
	require.Greater(t, len(mate), 3)
	last := p.Ply() + len(mate) // the move that mates
	require.Equal(t, mate, line(last))
	require.Empty(t, line(last-1))
	e.solver.find(func() { e.solver.refute(m, mate) })
	require.True(t, e.solver.isLost(m))
	e.solver.forget()
	e.solver.over = true
	e.solver.find(func() { e.solver.refute(m, mate) })
	require.False(t, e.solver.isLost(m), "the search has ended meanwhile")
}

// TestMateThatATryEscapes: under the try rule the king of White wins on its way through such mates by a step to 5i.
func TestMateThatATryEscapes(t *testing.T) {
	<-mate.PrepareLoneKing()
	for _, c := range []struct{ sfen, bad string }{
		{"9/5l3/9/K8/9/5g3/1RG4S1/4k4/9 b RBS 1", "8g8h"},
		{"9/R8/9/3K5/9/9/9/5k3/9 b - 1", "9b9g+"}, // a lone king
	} {
		p := parse(t, c.sfen)
		e := newTestEngine(t, func(o *Options) { o.EnteringKing = position.TryRule })
		r := e.Search(context.Background(), p, Limits{Start: time.Now(), MoveTime: 300 * time.Millisecond}, func(Info) {})
		require.NotEqual(t, legal(t, p, c.bad), r.Move)
		p.Do(r.Move)
		require.Equal(t, position.MoveNone, position.NewDeclaration(position.TryRule, p).Claim(p), c.sfen)
	}
}

func mustSolver(t *testing.T) *mate.Solver {
	s, err := mate.NewSolver(16)
	require.NoError(t, err)
	return s
}
