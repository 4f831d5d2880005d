package selfplay

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/eval/nnue"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/record"
	"katachi/search"
)

// testSettings are of short games.
func testSettings() settings {
	return settings{
		Seed: 7, Nodes: 20, HashMB: 1, Evaluator: "classical", Scale: 600, Balance: 0.15, Plies: 90,
	}
}

// testRun plays games of the settings to a file.
func testRun(t testing.TB, name string, s *run) {
	s.newEvaluator = func() eval.Evaluator { return classical.New() }
	s.shard[1] = max(s.shard[1], 1)
	var err error
	s.store, err = openStore(name, s.settings.String())
	require.NoError(t, err)
	require.NoError(t, s.play(context.Background()))
	require.NoError(t, s.store.close())
}

// readFile returns the games of a file by ID.
func readFile(t testing.TB, name string) map[uint64]*record.ScoredGame {
	byID := map[uint64]*record.ScoredGame{}
	require.NoError(t, record.EachScored([]string{name}, func(_ *record.ScoredReader, g *record.ScoredGame) error {
		require.NotContains(t, byID, g.ID)
		kept := *g
		kept.Plies = slices.Clone(g.Plies)
		byID[g.ID] = &kept
		return nil
	}, func(r *record.ScoredReader) { require.Zero(t, r.Damaged()) }))
	return byID
}

// The same games come whatever the threads, the shards and the interruptions, and they end as the rules say.
func TestSelfplay(t *testing.T) {
	games := uint64(12)
	if testing.Short() {
		games = 4
	}
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	testRun(t, whole, &run{settings: testSettings(), threads: 3, games: games})
	want := readFile(t, whole)
	require.Len(t, want, int(games))
	for _, g := range want {
		checkGame(t, g, testSettings())
	}

	t.Run("one thread, shards", func(t *testing.T) {
		var joined []byte
		for i := range uint64(2) {
			name := filepath.Join(dir, "shard")
			testRun(t, name, &run{settings: testSettings(), threads: 1, games: games, shard: [2]uint64{i, 2}})
			part, err := os.ReadFile(name)
			require.NoError(t, err)
			require.NoError(t, os.Remove(name))
			joined = append(joined, part...)
		}
		name := filepath.Join(dir, "joined")
		require.NoError(t, os.WriteFile(name, joined, 0o600))
		require.Equal(t, want, readFile(t, name))
		testRun(t, name, &run{settings: testSettings(), threads: 1, games: games})
		require.Equal(t, want, readFile(t, name), "nothing was left to do")
	})
	t.Run("interruptions", func(t *testing.T) {
		data, err := os.ReadFile(whole)
		require.NoError(t, err)
		name := filepath.Join(dir, "torn")
		for _, size := range []int{3, 100, len(data) / 2, len(data) - 1} {
			require.NoError(t, os.WriteFile(name, data[:size], 0o600))
			testRun(t, name, &run{settings: testSettings(), threads: 2, games: games})
			require.Equal(t, want, readFile(t, name), "the file was cut after %d bytes", size)
		}
	})
	t.Run("damage", func(t *testing.T) {
		name := filepath.Join(dir, "damaged")
		for _, gap := range []int{1, 2000} {
			data, err := os.ReadFile(whole)
			require.NoError(t, err)
			for _, at := range []int{len(data) / 8, len(data) / 2} {
				clear(data[at:min(at+gap, len(data)*3/4)])
			}
			require.NoError(t, os.WriteFile(name, data, 0o600))
			testRun(t, name, &run{settings: testSettings(), threads: 2, games: games})
			require.Equal(t, want, readFile(t, name), "%d bytes were damaged, and are out of the file", gap)
		}
	})
	t.Run("other settings", func(t *testing.T) {
		other := testSettings()
		other.Nodes++
		_, err := openStore(whole, other.String())
		require.ErrorContains(t, err, "holds games of other settings")
		require.Equal(t, want, readFile(t, whole))
	})
	t.Run("other settings, no game", func(t *testing.T) {
		name := filepath.Join(dir, "wrong")
		s, err := openStore(name, "whole games: what nobody meant")
		require.NoError(t, err)
		require.NoError(t, s.close())
		testRun(t, name, &run{settings: testSettings(), threads: 1, games: 2})
		require.Equal(t, map[uint64]*record.ScoredGame{0: want[0], 1: want[1]}, readFile(t, name))
		settings := testSettings()
		s, err = openStore(name, settings.String())
		require.NoError(t, err)
		require.NoError(t, s.close())
	})
	t.Run("settings that are damaged", func(t *testing.T) {
		data, err := os.ReadFile(whole)
		require.NoError(t, err)
		data[20] ^= 1
		s := testSettings()
		name := filepath.Join(dir, "unknown")
		require.NoError(t, os.WriteFile(name, data, 0o600))
		_, err = openStore(name, s.String())
		require.ErrorContains(t, err, "the beginning of the file, which says with what settings its games were played, is damaged")
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, data, after)
	})
	t.Run("a file of something else", func(t *testing.T) {
		name := filepath.Join(dir, "text")
		require.NoError(t, os.WriteFile(name, []byte("Kept, not overwritten."), 0o600))
		_, err := openStore(name, "x")
		require.ErrorContains(t, err, "not a file of game records")
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, "Kept, not overwritten.", string(data))
	})
	t.Run("no file", func(t *testing.T) { // to read from /dev/stdout or a pipe would wait without end
		_, err := openStore(os.DevNull, "x")
		require.EqualError(t, err, os.DevNull+": not a regular file")
	})
	t.Run("two at once", func(t *testing.T) {
		settings := testSettings()
		s, err := openStore(whole, settings.String())
		require.NoError(t, err)
		defer s.close()
		_, err = openStore(whole, settings.String())
		require.ErrorContains(t, err, "another self-play is writing")
	})
	t.Run("positions", func(t *testing.T) {
		name := filepath.Join(dir, "few")
		testRun(t, name, &run{settings: testSettings(), threads: 1, positions: want[0].Scored() + 1})
		require.Equal(t, map[uint64]*record.ScoredGame{0: want[0], 1: want[1]}, readFile(t, name))
	})
}

// checkGame holds a game against the rules and the settings.
func checkGame(t *testing.T, g *record.ScoredGame, s settings) {
	opening := 0
	for opening < len(g.Plies) && g.Plies[opening].Score == eval.None {
		opening++
	}
	p, err := position.Unpack(position.Shogi, g.Start, g.Ply)
	require.NoError(t, err)
	last := p.Clone()
	require.NoError(t, g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
		require.Equal(t, position.RepNone, p.Sennichite())
		last = p.Clone()
		last.Do(last.Complete(ply.Move))
		return true
	}))
	switch {
	case g.Ply == enteringPly:
		require.Zero(t, opening)
		require.True(t, position.Shogi.Zone(position.Black).Has(p.King(position.Black)) ||
			position.Shogi.Zone(position.White).Has(p.King(position.White)))
	case p.SFEN() != position.Shogi.Start:
		require.Contains(t, handicaps, p.SFEN())
		require.GreaterOrEqual(t, opening, handicapMoves)
	default:
		require.True(t, opening == randomMoves || opening == randomMoves+1 || opening >= naturalMoves && opening <= naturalMovesMax,
			"an opening of %d moves", opening)
	}
	require.LessOrEqual(t, len(g.Plies), s.Plies)
	mover := last.Side().Other()
	points := g.Points(mover)
	switch g.End {
	case record.ByMate:
		require.False(t, movegen.HasLegal(last))
		require.Equal(t, 1.0, points)
	case record.ByRepetition:
		require.Equal(t, position.RepDraw, last.Sennichite())
		require.Equal(t, 0.5, points)
	case record.ByPerpetualCheck:
		require.NotEqual(t, position.RepNone, last.Sennichite())
		require.NotEqual(t, 0.5, points)
	case record.ByDeclaration:
		require.Equal(t, position.MoveWin, position.NewDeclaration(position.CSARule27, last).Claim(last))
		require.Zero(t, points)
	case record.ByMoveLimit:
		require.Len(t, g.Plies, s.Plies)
		require.Equal(t, 0.5, points)
	default:
		require.Fail(t, "unexpected", "%v", g.End)
	}
}

// The rules end a game before its length does, and say who has won.
func TestJudge(t *testing.T) {
	const rooks, check = " 2h3h 8b7b 3h2h 7b8b", "sfen 4k4/9/9/9/9/9/9/9/R7K b - 1 moves"
	for _, c := range []struct {
		game   string
		plies  int // the move limit
		result int8
		end    record.ScoredEnd
	}{
		{"startpos moves" + strings.Repeat(rooks, 2), 9, 0, record.ByUnknown}, // it goes on
		{"startpos moves" + strings.Repeat(rooks, 2), 8, 0, record.ByMoveLimit},
		{"startpos moves" + strings.Repeat(rooks, 3), 12, 0, record.ByRepetition},
		{check + " 9i5i 5a4a 5i4i 4a5a 4i5i 5a4a 5i4i 4a5a 4i5i 5a4a 5i4i 4a5a 4i5i 5a4a", 90, -1, record.ByPerpetualCheck},
		{"sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", 90, 1, record.ByMate},
		{"sfen 4k4/9/9/9/9/9/4p4/9/4K4 w g 1 moves G*5h", 1, -1, record.ByMate},
	} {
		game, err := position.ParseGameText(c.game)
		require.NoError(t, err)
		p, err := game.Play(position.Shogi)
		require.NoError(t, err)
		g := &record.ScoredGame{Plies: make([]record.ScoredPly, len(game.Moves))}
		pl := &player{settings: &settings{Plies: c.plies}}
		require.Equal(t, c.end != record.ByUnknown, pl.judge(p, g), c.game)
		require.Equal(t, c.end, g.End, c.game)
		require.Equal(t, c.result, g.Result, c.game)
	}
}

func newTestPlayer(t testing.TB, s settings) *player {
	pl, err := newPlayer(&s, func() eval.Evaluator { return classical.New() }, nil)
	require.NoError(t, err)
	return pl
}

// Games end early only if both sides agree for long, whoever is to move.
func TestAdjudicator(t *testing.T) {
	s := settings{Scale: 600, Adjudicate: 0.98}
	limit := s.adjudicationLimit()
	require.InDelta(t, 2335, limit, 1)
	for name, c := range map[string]struct {
		scores []eval.Score // from Black's view
		want   int          // plies until the end, 0 for none
	}{
		"sure":           {[]eval.Score{2400, 2500, 2600, 3000, 5000, 9000, 9000}, 6},
		"White":          {[]eval.Score{0, -2400, -2500, -2600, -3000, -5000, -9000}, 7},
		"a doubt":        {[]eval.Score{2400, 2400, 2400, 2400, 2400, 2300, 2400, 2400, 2400, 2400, 2400}, 0},
		"not searched":   {[]eval.Score{2400, 2400, 2400, 2400, 2400, eval.None, 2400, 2400, 2400, 2400, 2400}, 0},
		"no agreement":   {[]eval.Score{2400, -2400, 2400, -2400, 2400, -2400, 2400}, 0},
		"another winner": {[]eval.Score{2400, 2400, 2400, -2400, -2400, -2400, -2400, -2400, -2400}, 9},
	} {
		t.Run(name, func(t *testing.T) {
			j := adjudicator{limit: limit}
			got := 0
			for i, score := range c.scores {
				side := position.Color(i & 1)
				if side == position.White && score != eval.None {
					score = -score
				}
				winner, ok := j.add(side, score)
				if ok {
					require.Equal(t, c.scores[i] > 0, winner == position.Black)
					got = i + 1
					break
				}
			}
			require.Equal(t, c.want, got)
		})
	}
	never := adjudicator{limit: (&settings{Scale: 600}).adjudicationLimit()}
	for range 20 {
		_, ok := never.add(position.Black, 30000)
		require.False(t, ok)
	}
}

// lopsided says that Black wins.
type lopsided struct{}

func (lopsided) Reset(*position.Position)                {}
func (lopsided) Push(*position.Position, position.Delta) {}
func (lopsided) Pop()                                    {}
func (lopsided) Evaluate(p *position.Position) eval.Score {
	if p.Side() == position.Black {
		return 5000
	}
	return -5000
}

// constant says the same of every position.
type constant struct{ lopsided }

func (constant) Evaluate(*position.Position) eval.Score { return 1500 }

// In games between two evaluations each searches for its side, and the sides change from game to game.
func TestAgainst(t *testing.T) {
	s := testSettings()
	pl, err := newPlayer(&s, func() eval.Evaluator { return classical.New() }, func() eval.Evaluator { return constant{} })
	require.NoError(t, err)
	for id := range uint64(4) {
		g, err := pl.play(context.Background(), id)
		require.NoError(t, err)
		p, err := position.Unpack(position.Shogi, g.Start, g.Ply)
		require.NoError(t, err)
		const black, white = 0, 1
		var plies, same [2]int
		side := p.Side()
		for _, ply := range g.Plies {
			if ply.Score != eval.None && ply.Score < eval.MaxEval && ply.Score > -eval.MaxEval {
				plies[side]++
				if math.Abs(math.Abs(float64(ply.Score))-1500) < 150 { // what the search corrects
					same[side]++
				}
			}
			side = side.Other()
		}
		classical, other := black, white
		if id&1 != 0 {
			classical, other = white, black
		}
		require.Greater(t, same[other], plies[other]/2, "game %d: %v of %v", id, same, plies)
		require.Less(t, same[classical], plies[classical]/4, "game %d: %v of %v", id, same, plies)
	}
}

// What the file system says at the end is told.
func TestNotClosed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	r := &run{settings: testSettings(), threads: 1, games: 1}
	testRun(t, name, r)
	var err error
	r.store, err = openStore(name, r.settings.String())
	require.NoError(t, err)
	require.NoError(t, r.store.file.Close())
	require.ErrorIs(t, r.watch(t.Context(), io.Discard), os.ErrClosed)
}

func TestInterrupted(t *testing.T) {
	s := testSettings()
	p := newTestPlayer(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := p.play(ctx, 1)
	require.True(t, errors.Is(err, context.Canceled), "%v", err)
}

// An interruption ends an opening that is drawn again and again, moves that lead on for long, and a search without end.
func TestInterruptedWithin(t *testing.T) {
	endless := math.MaxUint64 / uint64(hardFactor)
	for name, change := range map[string]func(*settings){
		"openings": func(s *settings) { s.Balance = 0.51 }, // no position is so even
		"lead":     func(s *settings) { s.InHand = 20 },
		"search":   func(s *settings) { s.Nodes = endless },
	} {
		t.Run(name, func(t *testing.T) {
			s := testSettings()
			change(&s)
			p := newTestPlayer(t, s)
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
			defer cancel()
			begin := time.Now()
			_, err := p.play(ctx, 3) // whose opening is of searched moves: a thousand of them take a second
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Less(t, time.Since(begin), 2*time.Second)
		})
	}
}

// BenchmarkSelfplay plays games of 100 nodes a move, their openings included. nodes/position is what their searches take, and
// share is the positions a second over those that there would be if all the time went into these nodes at the speed of a
// long search, which is measured in the same run: 1 is perfect.
func BenchmarkSelfplay(b *testing.B) {
	n, err := nnue.Embedded()
	require.NoError(b, err)
	s := settings{Seed: 1, Nodes: 100, HashMB: 1, Scale: 1450, Balance: 0.15, Plies: 320}
	pl, err := newPlayer(&s, n.New, nil)
	require.NoError(b, err)
	engine, err := search.NewEngine(n.New)
	require.NoError(b, err)
	searcher, err := search.NewPlayer(n.New, 1, position.CSARule27)
	require.NoError(b, err)
	var positions, nodes, long uint64
	var playing, searching time.Duration
	id := uint64(0)
	for b.Loop() {
		id++
		begin := time.Now()
		g, err := pl.play(context.Background(), id)
		require.NoError(b, err)
		playing += time.Since(begin)
		positions += uint64(g.Scored())
		last := position.New(position.Shogi)
		searcher.NewGame(last)
		require.NoError(b, g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
			if ply.Score != eval.None {
				nodes += searcher.Search(p, s.Nodes, s.Nodes*hardFactor).Nodes
				if p.Ply()%40 == 0 {
					last = p.Clone()
				}
			}
			return true
		}))
		engine.Clear()
		begin = time.Now()
		engine.Search(context.Background(), last, search.Limits{Nodes: 50_000}, nil)
		searching += time.Since(begin)
		long += engine.Nodes()
	}
	perPosition, perSecond := float64(nodes)/float64(positions), float64(long)/searching.Seconds()
	rate := float64(positions) / playing.Seconds()
	b.ReportMetric(rate, "positions/s")
	b.ReportMetric(perPosition, "nodes/position")
	b.ReportMetric(perSecond, "nodes/s")
	b.ReportMetric(rate*perPosition/perSecond, "share")
}
