package search

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

var drivers = map[string]func(*Options){
	"full":               func(*Options) {},
	"full, 3 threads":    func(o *Options) { o.Threads = 3 },
	"selective":          func(o *Options) { o.Deepening = Selective },
	"selective, threads": func(o *Options) { o.Deepening, o.Threads = Selective, 3 },
	"no table":           func(o *Options) { o.UseTable = false },
}

// TestFindsMates: problems of up to 5 plies from games are solved by every driver, but for two at most, in nodes that take
// a fraction of a second. (Quiescence has no quiet checks: such mates are the main search's, and what its reductions leave. The mate solver, which would find them all, works only under a clock.)
func TestFindsMates(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	problems := slices.DeleteFunc(loadProblems(t, "mate_public.jsonl"), func(c problem) bool { return c.Mate == nil || *c.Mate > 5 })
	require.NotEmpty(t, problems)
	for name, change := range drivers {
		if name == "no table" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			e := newTestEngine(t, change)
			var missed []string
			for _, c := range problems[:min(len(problems), 12)] {
				e.Clear()
				r, _ := lines(e, parse(t, c.SFEN), Limits{Nodes: 200_000, Depth: 16})
				if !r.Score.IsMate() || r.Score < 0 {
					missed = append(missed, c.SFEN)
					require.LessOrEqual(t, len(missed), 2, "%s: %v %v, want mate in %d", c.SFEN, r.Move, r.Score, *c.Mate)
					continue
				}
				require.Equal(t, 1, r.Score.MatePlies()%2)
				// The given length is that of the shortest mate by checks alone; quiet moves may mate sooner.
				if plies := r.Score.MatePlies(); plies <= 3 {
					require.True(t, matesIn(parse(t, c.SFEN), plies), "%s: no mate in %d", c.SFEN, plies)
				}
			}
		})
	}
}

// matesIn says by trying everything whether the side to move mates within that many plies.
func matesIn(p *position.Position, plies int) bool {
	for _, m := range movegen.Legal(p, nil) {
		p.Do(m)
		mated := true
		for _, reply := range movegen.Legal(p, nil) {
			p.Do(reply)
			mated = plies > 1 && matesIn(p, plies-2)
			p.Undo()
			if !mated {
				break
			}
		}
		p.Undo()
		if mated {
			return true
		}
	}
	return false
}

// TestReplay: a search that was cut off by time and one given the same number of nodes are the same, with a table so small that
// both use all of it.
func TestReplay(t *testing.T) {
	for name, change := range map[string]func(*Options){"full": drivers["full"], "selective": drivers["selective"]} {
		t.Run(name, func(t *testing.T) {
			e := newTestEngine(t, func(o *Options) {
				change(o)
				o.HashMB = 1
			})
			p := parse(t, benchPositions[2])
			timed, _ := lines(e, p, Limits{MoveTime: 300 * time.Millisecond})
			nodes := e.Nodes()
			e.Clear()
			again, _ := lines(e, p, Limits{Nodes: nodes})
			require.InDelta(t, nodes, e.Nodes(), 1)
			require.Equal(t, timed, again)
		})
	}
}

// TestSilent: with nobody to report to the search is the same.
func TestSilent(t *testing.T) {
	for _, name := range []string{"full", "selective"} {
		t.Run(name, func(t *testing.T) {
			e := newTestEngine(t, drivers[name])
			p := parse(t, benchPositions[2])
			reported, _ := lines(e, p, Limits{Nodes: 5000})
			e.Clear()
			require.Equal(t, reported, e.Search(context.Background(), p, Limits{Nodes: 5000}, nil))
		})
	}
}

func TestNodesLimitIsExact(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	e := newTestEngine(t, nil)
	for _, n := range []uint64{1000, 12345, 54321} {
		e.Clear()
		lines(e, position.New(position.Shogi), Limits{Nodes: n})
		require.InDelta(t, n, e.Nodes(), 1)
	}
}

// TestFewNodes: where the first iteration alone takes more nodes, a search of few ends in the middle of it.
func TestFewNodes(t *testing.T) {
	e := newTestEngine(t, nil)
	p := parse(t, "1n1g2s1l/lr1kg2P1/p4p+Pp1/2sn2S1p/1p1ppP1N1/P1P3p1P/1PNPP4/2SKG2+bL/L1G5r b Pb 69")
	for _, n := range []uint64{1, 200, 400} {
		e.Clear()
		r := e.Search(context.Background(), p, Limits{Nodes: n}, nil)
		require.True(t, p.IsLegal(r.Move), "%v", r.Move)
		require.InDelta(t, n, e.Nodes(), 1, "%d nodes wanted", n)
	}
}

func TestDepthLimit(t *testing.T) {
	for name, change := range drivers {
		t.Run(name, func(t *testing.T) {
			e := newTestEngine(t, change)
			_, infos := lines(e, position.New(position.Shogi), Limits{Depth: 5})
			require.NotEmpty(t, infos)
			limited := func(depth int) {
				last := infos[len(infos)-1].Depth
				if strings.HasPrefix(name, "selective") { // whose last exact score may be of an earlier step
					require.LessOrEqual(t, last, depth)
				} else {
					require.Equal(t, depth, last)
				}
			}
			limited(5)
			l := Limits{Depth: 5}
			l.AtMost(3, 0)
			_, infos = lines(e, position.New(position.Shogi), l)
			limited(3)
		})
	}
}

// TestDrivers: the selective driver tells its state.
func TestDrivers(t *testing.T) {
	for _, name := range []string{"full", "selective"} {
		told := false
		newTestEngine(t, drivers[name]).Search(t.Context(), position.New(position.Shogi), Limits{Depth: 3}, func(i Info) {
			told = told || strings.HasPrefix(i.Text, "selective ")
		})
		require.Equal(t, name == "selective", told)
	}
}

func TestNoLegalMove(t *testing.T) {
	e := newTestEngine(t, nil)
	r, infos := lines(e, parse(t, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"), Limits{Depth: 3})
	require.Equal(t, Result{Move: position.MoveResign, Score: eval.MatedIn(0)}, r)
	require.Equal(t, "mate -1", infos[0].Score.String())
}

// TestAttackerWithoutKing: mate problems have no king for the attacker.
func TestAttackerWithoutKing(t *testing.T) {
	e := newTestEngine(t, nil)
	r, _ := lines(e, parse(t, "7nl/7k1/6p2/6S1p/9/9/9/9/9 b GS2r2b3g2s3n3l16p 1"), Limits{Nodes: 20_000})
	require.NotEqual(t, position.MoveResign, r.Move)
}

func TestMultiPV(t *testing.T) {
	for name, change := range drivers {
		t.Run(name, func(t *testing.T) {
			e := newTestEngine(t, change)
			e.options.MultiPV = 4
			_, infos := lines(e, parse(t, benchPositions[1]), Limits{Depth: 6})
			last := infos[len(infos)-4:]
			first := map[position.Move]bool{}
			for i, info := range last {
				require.Equal(t, i+1, info.MultiPV)
				require.True(t, i == 0 || info.Score <= last[i-1].Score, "lines out of order: %v", last)
				first[info.PV[0]] = true
			}
			require.Len(t, first, 4)
		})
	}
}

func TestSearchMoves(t *testing.T) {
	e := newTestEngine(t, nil)
	p := position.New(position.Shogi)
	only := []position.Move{legal(t, p, "1g1f"), legal(t, p, "9g9f")}
	r, _ := lines(e, p, Limits{Depth: 6, Moves: only})
	require.Contains(t, only, r.Move)
	r, _ = lines(e, p, Limits{Depth: 1, Moves: []position.Move{someMove}})
	require.True(t, p.IsLegal(r.Move), "none of those that were named is")

	// A move that the search's width leaves out can be asked for.
	p = parse(t, "4k4/9/9/4P4/9/9/9/9/4K4 b - 1")
	m := legal(t, p, "5d5c")
	r, _ = lines(e, p, Limits{Depth: 4, Moves: []position.Move{m}})
	require.Equal(t, m, r.Move)
}

// TestStop: a search without end returns soon after its context ends, with a legal move, and not before.
func TestStop(t *testing.T) {
	for name, change := range drivers {
		t.Run(name, func(t *testing.T) {
			e := newTestEngine(t, change)
			for _, l := range []Limits{{}, {Infinite: true, Depth: 1}, {Ponder: NewPonder(), Depth: 1}, {Ponder: NewPonder(), Timed: true, Byoyomi: time.Millisecond}} {
				ctx, cancel := context.WithCancel(context.Background())
				done := make(chan Result)
				p := position.New(position.Shogi)
				go func() { done <- e.Search(ctx, p, l, func(Info) {}) }()
				select {
				case <-done:
					t.Fatal("answered before it was told to", l)
				case <-time.After(50 * time.Millisecond):
				}
				cancel()
				select {
				case r := <-done:
					require.True(t, p.IsLegal(r.Move))
				case <-time.After(5 * time.Second):
					t.Fatal("did not stop", l)
				}
			}
		})
	}
}

func TestDeclares(t *testing.T) {
	const ready = "1+N1K+P+P3/+R2+B+PG3/1+P1+P+P4/9/9/9/9/9/4k4 b RB2G2S2N10P 1"
	p := parse(t, ready)
	e := newTestEngine(t, nil)
	r, _ := lines(e, p, Limits{Depth: 5})
	require.Equal(t, position.MoveWin, r.Move)
	// One move before, the search sees it coming.
	r, _ = lines(e, parse(t, "1+N1+P1+P3/+R2+BK+PG2/1+P1+P+P4/9/9/9/9/9/4k4 w RB2G2S2N8P 1"), Limits{Depth: 3})
	require.True(t, r.Score.IsLoss(), "%v", r.Score)

	require.NoError(t, e.SetOptions(func() Options { o := e.Options(); o.EnteringKing = position.TryRule; return o }()))
	p = parse(t, "9/4K4/9/9/9/9/9/9/k8 b - 1")
	r, _ = lines(e, p, Limits{Depth: 5})
	require.Equal(t, "5b5a", r.Move.String())
	r, _ = lines(e, parse(t, "9/9/4K4/9/9/9/9/9/k8 b - 1"), Limits{Depth: 5})
	require.True(t, r.Score.IsWin(), "%v", r.Score)
}

func TestMoveLimitDraws(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.MaxMovesToDraw = 100; o.DrawValue = [2]eval.Score{-50, 70} })
	r, _ := lines(e, parse(t, "4k4/9/9/9/9/9/9/9/4K4 b 2R2B 100"), Limits{Depth: 4})
	require.Equal(t, eval.Score(-50), r.Score, "the last move ends the game as a draw")
	r, _ = lines(e, parse(t, "4k4/9/9/9/9/9/9/9/4K4 w 2r2b 100"), Limits{Depth: 4})
	require.Equal(t, eval.Score(70), r.Score)
	r, _ = lines(e, parse(t, "4k4/9/4P4/9/9/9/9/9/4K4 b G 100"), Limits{Depth: 4})
	require.True(t, r.Score.IsMate(), "a mate by the last move counts")
	r, _ = lines(e, parse(t, "4k4/9/9/9/9/9/9/9/4K4 b 2R2B 101"), Limits{Depth: 4})
	require.Greater(t, r.Score, eval.Score(1000), "a game that went on after the last move has no limit")
}

// TestLineEndsWithDeclaration: a line after which the game is won by declaration says so.
func TestLineEndsWithDeclaration(t *testing.T) {
	e := newTestEngine(t, nil)
	p := parse(t, "+R2K1+R+B2/+P+P+P+P+P+P+B2/9/9/9/9/9/9/4k4 b GSNLPgsnlp 1")
	check := legal(t, p, "G*5e")
	_, infos := lines(e, p, Limits{Depth: 5, Moves: []position.Move{check}})
	last := infos[len(infos)-1]
	require.Equal(t, "win", last.PVEnd)
	require.Equal(t, len(last.PV)+1, last.Score.MatePlies())
}

// TestRepetition: the fourth occurrence of a position of the game is a draw, the third not yet; a perpetual checker does not
// get it.
func TestRepetition(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.DrawValue = [2]eval.Score{0, 0} })
	p := position.New(position.Shogi)
	play(t, p, "2h3h", "8b7b", "3h2h", "7b8b", "2h3h", "8b7b", "3h2h")
	back := legal(t, p, "7b8b")
	_, infos := lines(e, p, Limits{Depth: 3, Moves: []position.Move{back}})
	require.Greater(t, len(infos[len(infos)-1].PV), 1)
	play(t, p, "7b8b", "2h3h", "8b7b", "3h2h")
	r, infos := lines(e, p, Limits{Depth: 3, Moves: []position.Move{back}})
	require.Equal(t, eval.Score(0), r.Score)
	require.Len(t, infos[len(infos)-1].PV, 1)
	require.Equal(t, "rep_draw", infos[len(infos)-1].PVEnd)

	// A perpetual check loses for the checker.
	p = parse(t, "9/4k4/9/9/9/9/9/9/K2R5 b 2b4g4s4n4l18pr 1")
	play(t, p, "6i5i", "5b6b", "5i6i", "6b5b", "6i5i", "5b6b", "5i6i", "6b5b", "6i5i", "5b6b", "5i6i", "6b5b")
	again := legal(t, p, "6i5i")
	r, _ = lines(e, p, Limits{Depth: 3, Moves: []position.Move{again}})
	require.True(t, r.Score.IsLoss() && !r.Score.IsMate(), "%v", r.Score)
}

func TestSearchAllocatesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and the same with the race detector")
	}
	e := newTestEngine(t, nil)
	p := parse(t, benchPositions[1])
	allocs := func(nodes uint64) float64 {
		return testing.AllocsPerRun(2, func() {
			e.Clear()
			e.Search(context.Background(), p, Limits{Nodes: nodes}, func(Info) {})
		})
	}
	few, many := allocs(10_000), allocs(60_000)
	require.Less(t, many-few, 100.0, "allocations for 50,000 nodes more")
}

// TestEveryMoveIsLegal plays a whole game by itself with each driver, and checks every PV on the way.
func TestEveryMoveIsLegal(t *testing.T) {
	plies := 160
	if testing.Short() {
		plies = 50
	}
	for name, change := range drivers {
		if testing.Short() && name != "full" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for _, rules := range []*position.Rules{position.Shogi, position.Minishogi} {
				e := newTestEngine(t, change)
				p := position.New(rules)
				for p.History() < plies && p.Sennichite() == position.RepNone {
					r, infos := lines(e, p, Limits{Nodes: 1000})
					if r.Move == position.MoveResign {
						require.False(t, movegen.HasLegal(p))
						break
					}
					if r.Move == position.MoveWin {
						break
					}
					require.True(t, p.IsLegal(r.Move), "%v in %s", r.Move, p.SFEN())
					require.NotEmpty(t, infos)
					last := infos[len(infos)-1].PV
					require.Equal(t, r.Move, last[0], "the last PV begins with the move")
					if len(last) > 1 {
						require.Equal(t, r.Ponder, last[1])
					}
					for _, info := range infos {
						requireLegal(t, p, info.PV)
					}
					p.Do(r.Move)
					if r.Ponder != position.MoveNone {
						require.True(t, p.IsLegal(r.Ponder))
					}
				}
			}
		})
	}
}

func requireLegal(t *testing.T, p *position.Position, line []position.Move) {
	q := p.Clone()
	for _, m := range line {
		require.True(t, q.IsLegal(m), "%v in %s", line, p.SFEN())
		q.Do(m)
	}
}

// TestConsiderationMode: for analysis, no line is shorter than the table can make it, and no score is only a bound.
func TestConsiderationMode(t *testing.T) {
	for _, on := range []bool{false, true} {
		e := newTestEngine(t, func(o *Options) { o.ConsiderationMode = on })
		bounds, longer := 0, 0
		for _, sfen := range benchPositions[:3] {
			_, infos := lines(e, parse(t, sfen), Limits{Depth: 8})
			for _, info := range infos {
				if info.Bound != BoundExact {
					bounds++
				}
			}
			pv, _ := e.finishPV(infos[len(infos)-1].PV[:1], 9)
			require.LessOrEqual(t, len(pv), 9)
			requireLegal(t, parse(t, sfen), pv)
			if len(pv) > 1 {
				longer++
			}
		}
		require.Equal(t, on, bounds == 0, "%d bounds", bounds)
		require.Equal(t, on, longer > 0, "%d lines", longer)
	}
}

// TestConsiderationEndsWithTheGame: the table's moves do not lead a line beyond the limit of moves.
func TestConsiderationEndsWithTheGame(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.ConsiderationMode = true })
	p := position.New(position.Shogi)
	e.Search(t.Context(), p, Limits{Depth: 8}, nil)
	o := e.Options()
	o.MaxMovesToDraw = 4
	require.NoError(t, e.SetOptions(o))
	_, infos := lines(e, p, Limits{Depth: 8})
	for _, info := range infos {
		require.LessOrEqual(t, len(info.PV), 4, "%v", info.PV)
	}
}

// TestSelectiveStepsAreCheap: a step of the selective driver copies no root moves unless it reports them.
func TestSelectiveStepsAreCheap(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	e := newTestEngine(t, drivers["selective"])
	p := position.New(position.Shogi)
	require.Less(t, testing.AllocsPerRun(1, func() {
		e.Clear()
		e.Search(t.Context(), p, Limits{Nodes: 30_000}, nil)
	}), 2000.0) // 6700 when each step copied
}

// TestMoreThreadsThanCores: workers that take turns all get theirs, under either driver, and a stop does not wait for them.
func TestMoreThreadsThanCores(t *testing.T) {
	e := newTestEngine(t, nil)
	for _, deepening := range []Deepening{Full, Selective} {
		o := e.Options()
		o.Threads, o.Deepening = 4*Cores()+1, deepening
		require.NoError(t, e.SetOptions(o))
		require.NotNil(t, e.turns.free)
		p := position.New(position.Shogi)
		workers := 0
		for nodes := uint64(40_000); workers <= Cores(); nodes *= 2 { // turns are times: a slow machine needs more of them
			require.Less(t, nodes, uint64(5_000_000), "only some have had a turn")
			workers = 0
			r := e.Search(t.Context(), p, Limits{Nodes: nodes}, nil)
			require.True(t, p.IsLegal(r.Move))
			e.running.Wait()
			for _, w := range e.workers {
				if w.nodes > 0 {
					workers++
				}
			}
		}
		require.Len(t, e.turns.free, cap(e.turns.free), "a turn was not given back")
	}
}

// TestWaitingIsNoStandstill: the time for which a worker has waited for its turn is none for which the machine stood still.
func TestWaitingIsNoStandstill(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Threads = 4*Cores() + 1 })
	w, now := e.workers[1], time.Now()
	w.looked = now.Add(-time.Hour)
	w.takeTurn()
	require.False(t, w.looked.Before(now))
}

// TestStopBeforeTheTurn: threads that have had no turn before the stop do not even make ready, and have no say.
func TestStopBeforeTheTurn(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Threads = 4*Cores() + 1 })
	if !e.turns.first {
		t.Skip("worker 0 takes turns too on one core")
	}
	for range cap(e.turns.free) {
		<-e.turns.free
	}
	p := position.New(position.Shogi)
	begun, done := make(chan struct{}), make(chan Result)
	begin := sync.OnceFunc(func() { close(begun) })
	go func() { done <- e.Search(t.Context(), p, Limits{Depth: 3}, func(Info) { begin() }) }()
	<-begun
	for !e.stop.Load() { // worker 0 has not ended
		time.Sleep(time.Millisecond)
	}
	for range cap(e.turns.free) {
		e.turns.free <- struct{}{}
	}
	r := <-done
	require.True(t, p.IsLegal(r.Move))
	for _, w := range e.workers[1:] {
		require.Nil(t, w.root)
		require.Zero(t, w.nodes)
	}
}
