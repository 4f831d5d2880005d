package usi

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
)

func TestPanicInTheSearchStillAnswers(t *testing.T) {
	m := newMock()
	m.before = func(p *position.Position, report func(search.Info)) {
		report(search.Info{Depth: 4, MultiPV: 1, Score: 55, PV: []position.Move{move(t, p, "7g7f")}})
		p.Do(move(t, p, "2g2f"))
		panic("worker 3 fell over")
	}
	s := startSession(t, mockConfig(m))
	s.send("position startpos", "go byoyomi 100")
	lines := s.until("bestmove")
	require.Equal(t, "bestmove 7g7f", lines[len(lines)-1])
	require.Regexp(t, `info string Error! internal error: worker 3 fell over at \w+\.go:\d+`, strings.Join(lines, "\n"))

	m.before = func(*position.Position, func(search.Info)) { panic("before anything was known") }
	s.send("go infinite")
	require.Contains(t, s.next(), "before anything was known")
	s.quiet(50 * time.Millisecond)
	s.send("stop")
	lines = s.until("bestmove")
	require.NotEqual(t, "bestmove resign", lines[len(lines)-1])
	require.Regexp(t, " pv "+strings.Fields(lines[len(lines)-1])[1]+"$", lines[0])
}

func TestIllegalAnswerIsReplaced(t *testing.T) {
	for _, bad := range []position.Move{position.MoveNone, position.MoveNull,
		position.NewMove(position.NewSquare(5, 5), position.NewSquare(5, 4), position.NewPiece(position.Black, position.Pawn))} {
		m := newMock()
		m.result = &search.Result{Move: bad, Ponder: bad}
		s := startSession(t, mockConfig(m))
		s.send("setoption name USI_Ponder value true", "go byoyomi 100")
		lines := s.until("bestmove")
		require.Regexp(t, "^bestmove 1g1f", lines[len(lines)-1], "the first PV's move")
		require.Contains(t, strings.Join(lines, "\n"), "info string Error! internal error: the search answered")
	}
}

func TestOnlyLegalLinesAndPonderMoves(t *testing.T) {
	p := position.New(position.Shogi)
	best := move(t, p, "7g7f")
	m := newMock()
	m.before = func(_ *position.Position, report func(search.Info)) {
		report(search.Info{Depth: 9, MultiPV: 1, Score: 5, PV: []position.Move{best, best, best}, PVEnd: "rep_draw"})
	}
	m.result = &search.Result{Move: best, Ponder: best}
	s := startSession(t, mockConfig(m))
	s.send("setoption name USI_Ponder value true", "go byoyomi 100")
	lines := s.until("bestmove")
	require.Regexp(t, " pv 7g7f$", lines[1])
	require.Equal(t, "bestmove 7g7f", lines[len(lines)-1])
}

// After a move that repeats the position there is nothing to ponder on, whoever gave check all the while.
func TestNoPonderAfterRepetition(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	for _, c := range []struct{ start, moves, best, ponder string }{
		{"startpos", "2h3h 8b7b 3h2h", "7b8b", "7g7f"},
		{"sfen k8/9/R8/9/9/9/9/9/8K w - 1", "9a8a 9c8c 8a9a", "8c9c", "9a8a"},
		{"sfen 1k7/9/R8/9/9/9/9/9/8K b - 1", "9c8c 8a9a 8c9c", "9a8a", "9c8c"},
	} {
		game := c.start + " moves " + c.moves
		p, err := playText(position.Shogi, game)
		require.NoError(t, err)
		m.result = &search.Result{Move: move(t, p, c.best)}
		p.Do(m.result.Move)
		m.result.Ponder = move(t, p, c.ponder)
		s.send("setoption name USI_Ponder value true", "position "+game, "go byoyomi 100")
		lines := s.until("bestmove")
		require.Equal(t, "bestmove "+c.best, lines[len(lines)-1], game)
	}
}

// The last score line belongs to the move that is played.
func TestFinalLineHasTheBestMove(t *testing.T) {
	p := position.New(position.Shogi)
	first, second := move(t, p, "7g7f"), move(t, p, "2g2f")
	for _, c := range []struct {
		name   string
		report search.Info
		want   string
	}{
		{"another move", search.Info{Depth: 7, Score: 10, PV: []position.Move{first}}, "score cp 44 .* pv 2g2f$"},
		{"only a bound", search.Info{Depth: 7, Score: 90, Bound: search.BoundLower, PV: []position.Move{second}}, "score cp 44 nodes .* pv 2g2f$"},
		{"a bound is all that is known", search.Info{Depth: 7, Score: 44, Bound: search.BoundUpper, PV: []position.Move{second}},
			"^info depth 7 multipv 1 score cp 44 upperbound nodes 0 nps 0 hashfull 0 time 0 pv 2g2f$"},
		{"right already", search.Info{Depth: 7, Score: 44, PV: []position.Move{second}}, "^info depth 7 multipv 1 score cp 44 nodes 0 nps 0 hashfull 0 time 0 pv 2g2f$"},
		{"nothing", search.Info{Text: "quiet"}, "^info depth 1 seldepth 2 multipv 1 score cp 44 nodes .* pv 2g2f$"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMock()
			m.result = &search.Result{Move: second, Score: 44}
			s := startSession(t, mockConfig(reportLast{m, c.report}))
			s.send("go byoyomi 100")
			lines := s.until("bestmove")
			require.Equal(t, "bestmove 2g2f", lines[len(lines)-1])
			require.Regexp(t, c.want, lines[len(lines)-2])
		})
	}
}

// reportLast adds a report at the end of every search, and one after it, which must not come out.
type reportLast struct {
	*mockSearcher
	info search.Info
}

func (r reportLast) Search(ctx context.Context, p *position.Position, l search.Limits, report func(search.Info)) search.Result {
	result := r.mockSearcher.Search(ctx, p, l, report)
	report(r.info)
	return result
}

func TestNothingAfterTheAnswer(t *testing.T) {
	m := newMock()
	late := make(chan func(search.Info), 1)
	m.before = func(_ *position.Position, report func(search.Info)) { late <- report }
	s := startSession(t, mockConfig(m))
	s.send("go depth 1")
	s.until("bestmove")
	(<-late)(search.Info{Text: "too late"})
	s.quiet(30 * time.Millisecond)
}

func TestResignAndWin(t *testing.T) {
	p := position.New(position.Shogi)
	bad := &search.Result{Move: move(t, p, "7g7f"), Score: -1500}
	for _, c := range []struct {
		resign, command string
		result          *search.Result
		last, best      string
	}{
		{"1500", "go byoyomi 10", bad, ".*", "bestmove resign"},
		{"1501", "go byoyomi 10", bad, "score cp -1500 .* pv 7g7f", "bestmove 7g7f"},
		{"1500", "go byoyomi 10", &search.Result{Move: bad.Move, Score: eval.MatedIn(4)}, ".*", "bestmove resign"},
		{"99999", "go byoyomi 10", &search.Result{Move: bad.Move, Score: eval.MatedIn(4)}, "score mate -4 .* pv 7g7f", "bestmove 7g7f"},
		{"99999", "go byoyomi 10", &search.Result{Move: position.MoveWin, Score: eval.MateIn(1)}, "score mate 1 .* pv win", "bestmove win"},
	} {
		m := newMock()
		m.result = c.result
		s := startSession(t, mockConfig(m))
		s.send("setoption name ResignValue value "+c.resign, c.command)
		lines := s.until("bestmove")
		require.Equal(t, c.best, lines[len(lines)-1])
		require.Regexp(t, c.last, lines[len(lines)-2])
	}

	m := newMock()
	m.result = bad
	s := startSession(t, mockConfig(m))
	s.send("setoption name ResignValue value 1000", "go infinite", "stop")
	lines := s.until("bestmove")
	require.Equal(t, "bestmove 7g7f", lines[len(lines)-1], "analysis never resigns")
	s.send("setoption name Level value 25", "setoption name LevelDelay value false", "go byoyomi 10")
	lines = s.until("bestmove")
	require.Equal(t, "bestmove 7g7f", lines[len(lines)-1], "a level resigns in its own manner")
}

// TestScoresAreTheFields: GUIs are told, and tell, the centipawns of which 600 are odds of e to 1, whatever the evaluation's are.
func TestScoresAreTheFields(t *testing.T) {
	m := newMock()
	m.score = -1000
	config := mockConfig(m)
	config.LoadEvaluator = func(EvalOptions) (eval.Evaluation, error) {
		return eval.Evaluation{New: func() eval.Evaluator { return flatEvaluator{200} }, Description: "flat", Scale: 1200}, nil
	}
	s := startSession(t, config)
	s.send("eval")
	require.Contains(t, s.until("eval = "), "eval = 100")
	s.send("setoption name ResignValue value 501", "go depth 1")
	lines := s.until("bestmove")
	require.Contains(t, strings.Join(lines, "\n"), "score cp -500 ")
	require.NotContains(t, lines, "bestmove resign")
	s.send("setoption name ResignValue value 500", "go depth 1")
	require.Contains(t, s.until("bestmove"), "bestmove resign")
}
