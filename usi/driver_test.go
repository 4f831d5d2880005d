package usi

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
)

func move(t *testing.T, p *position.Position, text string) position.Move {
	t.Helper()
	m, err := p.ParseLegal(text)
	require.NoError(t, err)
	return m
}

func TestEndOfInputWhileThinkingLeaves(t *testing.T) {
	for _, command := range []string{"go infinite", "go ponder byoyomi 1000", "go depth 1", "go mate infinite", "isready"} {
		s := startSession(t, mockConfig(newMock()))
		s.send("position startpos", command)
		require.NoError(t, s.in.Close())
		s.left()
	}
}

func TestQuitIsPromptEvenIfTheSearchHangs(t *testing.T) {
	m := newMock()
	release := make(chan struct{})
	defer close(release)
	begun := make(chan struct{})
	m.before = func(*position.Position, func(search.Info)) {
		close(begun)
		<-release
	}
	s := startSession(t, mockConfig(m))
	s.send("go infinite")
	<-begun
	start := time.Now()
	s.send("usi")
	s.until("usiok")
	s.send("isready")
	require.Equal(t, "readyok", s.next(), "a search that hangs must not silence the driver")
	s.send("stop", "position startpos", "quit")
	s.left()
	require.Less(t, time.Since(start), 3*time.Second)
}

// A script that is piped in, quit at its end included, gets all its answers.
func TestPipedScript(t *testing.T) {
	for _, end := range []string{"", "quit\n"} {
		var out strings.Builder
		Run(strings.NewReader("isready\nposition startpos moves 7g7f\nsfen\ngo perft 3\neval\n"+end), &out, mockConfig(newMock()))
		for _, want := range []string{"readyok\n", " w - 2\n", "\nNodes searched: 30406\n", "\neval = 7\n"} {
			require.Contains(t, out.String(), want)
		}
	}
}

func TestHugeLines(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	game := "position startpos" + strings.Repeat(" ", 8<<20) + "moves 7g7f\x00\r"
	go s.send(game, strings.Repeat("x", 40<<20), "\x00\x00", "sfen")
	require.Regexp(t, "^info string Error! a line of more than 16 MB is ignored: xxx", s.next())
	require.Regexp(t, " w - 2$", s.next())
	s.send("\xef\xbb\xbf\xff\xfe garbage \x07")
	l := s.next()
	require.Regexp(t, "^info string Unknown command: ", l)
	for _, c := range l {
		require.True(t, c >= ' ' && c < 0x7f, "%q", l)
	}
}

// A GUI sends the whole game with every move: a thousand moves must be nothing.
func TestLongGame(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	s.send("position startpos moves"+strings.Repeat(" 2h3h 8b7b 3h2h 7b8b", 5000), "sfen")
	require.Equal(t, strings.TrimSuffix(position.Shogi.Start, "1")+"20001", s.next())
}

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

// After a move that repeats the position there is nothing to ponder on.
func TestNoPonderAfterRepetition(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	const shuffle = " 2h3h 8b7b 3h2h"
	p := position.New(position.Shogi)
	for _, text := range strings.Fields(shuffle) {
		p.Do(move(t, p, text))
	}
	m.result = &search.Result{Move: move(t, p, "7b8b")}
	p.Do(m.result.Move)
	m.result.Ponder = move(t, p, "7g7f")
	s.send("setoption name USI_Ponder value true", "position startpos moves"+shuffle, "go byoyomi 100")
	lines := s.until("bestmove")
	require.Equal(t, "bestmove 7b8b", lines[len(lines)-1])
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
}

func TestPonderHitStartsTheClock(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	s.send("position startpos moves 7g7f 3c3d", "go ponder btime 5000 wtime 6000 byoyomi 700")
	s.until("info depth")
	time.Sleep(30 * time.Millisecond)
	before := time.Now()
	s.send("ponderhit")
	s.until("bestmove")
	require.Len(t, m.hits, 1)
	hit := m.hits[0]
	require.False(t, hit.Ponder)
	require.False(t, hit.Start.Before(before))
	require.True(t, m.asked[0].limits.Ponder)
	require.Equal(t, [2]time.Duration{5 * time.Second, 6 * time.Second}, hit.Time)
	require.Equal(t, 700*time.Millisecond, hit.Byoyomi)

	s.send("go ponder btime 5000 wtime 6000 byoyomi 700")
	s.until("info depth")
	s.send("ponderhit btime 100 wtime 200 binc 30 winc 40")
	s.until("bestmove")
	hit = m.hits[1]
	require.Equal(t, [2]time.Duration{100 * time.Millisecond, 200 * time.Millisecond}, hit.Time)
	require.Equal(t, [2]time.Duration{30 * time.Millisecond, 40 * time.Millisecond}, hit.Inc)
	require.Zero(t, hit.Byoyomi)
}

// A ponderhit may come while the network is still loading: the search then starts as a normal one.
func TestPonderHitBeforeTheSearchBegins(t *testing.T) {
	m := newMock()
	config := mockConfig(m)
	load, loading, release := config.LoadEvaluator, make(chan struct{}), make(chan struct{})
	config.LoadEvaluator = func(o EvalOptions) (func() eval.Evaluator, string, error) {
		close(loading)
		<-release
		return load(o)
	}
	s := startSession(t, config)
	s.send("go ponder byoyomi 700")
	<-loading
	s.send("ponderhit", "side")
	require.Equal(t, "black", s.next())
	close(release)
	s.until("bestmove")
	require.Empty(t, m.hits)
	require.False(t, m.asked[0].limits.Ponder)
	require.Equal(t, 700*time.Millisecond, m.asked[0].limits.Byoyomi)
}

func TestStochasticPonder(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	s.send("setoption name Stochastic_Ponder value true", "position startpos moves 7g7f 3c3d", "go ponder byoyomi 700")
	require.NotContains(t, strings.Join(s.until("info depth"), "\n"), " pv ")
	s.quiet(40 * time.Millisecond)
	s.send("ponderhit")
	s.until("bestmove")
	require.Len(t, m.asked, 2)
	require.Regexp(t, " w - 2$", m.asked[0].sfen, "the position before the expected move")
	require.True(t, m.asked[0].limits.Infinite)
	require.Regexp(t, " b - 3$", m.asked[1].sfen)
	require.False(t, m.asked[1].limits.Ponder)
	require.Equal(t, 700*time.Millisecond, m.asked[1].limits.Byoyomi)

	// Stopped instead, it still answers with a move that is legal where the GUI stands.
	s.send("position startpos moves 7g7f 3c3d", "go ponder byoyomi 700")
	s.until("info depth")
	s.send("stop")
	lines := s.until("bestmove")
	require.Equal(t, "bestmove 1g1f", lines[len(lines)-1])
	s.quiet(30 * time.Millisecond)
}

func TestLimitsReachTheSearch(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	for _, command := range []string{
		"go btime 300000 wtime 200000 binc 10000 winc 9000",
		"go depth 7 nodes 5000 movetime 300 searchmoves 7g7f 2g2f",
		"go byoyomi 1000",
		"go rtime 100",
	} {
		s.send(command)
		s.until("bestmove")
	}
	l := m.asked[0].limits
	require.True(t, l.Timed)
	require.Equal(t, [2]time.Duration{300 * time.Second, 200 * time.Second}, l.Time)
	require.Equal(t, [2]time.Duration{10 * time.Second, 9 * time.Second}, l.Inc)
	require.False(t, l.Start.IsZero())
	l = m.asked[1].limits
	require.Equal(t, 7, l.Depth)
	require.Equal(t, uint64(5000), l.Nodes)
	require.Equal(t, 300*time.Millisecond, l.MoveTime)
	require.Len(t, l.Moves, 2)
	require.False(t, l.Infinite || l.Timed)
	l = m.asked[2].limits
	require.True(t, l.Timed)
	require.Zero(t, l.Time)
	l = m.asked[3].limits
	require.GreaterOrEqual(t, l.MoveTime, 100*time.Millisecond)
	require.LessOrEqual(t, l.MoveTime, 150*time.Millisecond)
}

func TestOptionsReachTheSearch(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	s.send("setoption name threads value 3", "setoption name USI_Hash value 17", "setoption name DrawValueBlack value -120",
		"setoption name NetworkDelay value 300", "setoption name EnteringKingRule value TryRule", "setoption name Deepening value selective",
		"setoption name PvInterval value 0", "setoption name NodesLimit value 9007199254740991", "isready")
	s.until("readyok")
	o := m.options
	require.Equal(t, 3, o.Threads)
	require.Equal(t, 17, o.HashMB)
	require.Equal(t, [2]eval.Score{-120, -2}, o.DrawValue)
	require.Equal(t, 300*time.Millisecond, o.NetworkDelay)
	require.Equal(t, position.TryRule, o.EnteringKing)
	require.Equal(t, search.Selective, o.Deepening)
	require.Zero(t, o.PVInterval)
	require.Equal(t, uint64(9007199254740991), o.NodesLimit)

	// A change in the middle of a search takes effect with the next go.
	s.send("go infinite", "setoption name MultiPV value 4", "isready")
	s.until("readyok")
	require.Equal(t, 1, m.options.MultiPV)
	s.send("stop", "go depth 1")
	s.until("bestmove")
	s.until("bestmove")
	require.Equal(t, 4, m.options.MultiPV)
}

func TestTheTableIsClearedForANewGameOnly(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	s.send("isready", "usinewgame", "go depth 1")
	s.until("bestmove")
	require.Zero(t, m.cleared, "nothing to clear yet")
	s.send("position startpos moves 7g7f", "go depth 1")
	s.until("bestmove")
	require.Zero(t, m.cleared, "the same game")
	s.send("usinewgame", "isready")
	s.until("readyok")
	require.Equal(t, 1, m.cleared)
}

func TestSignsOfLifeWhileLoading(t *testing.T) {
	config := mockConfig(newMock())
	load, release := config.LoadEvaluator, make(chan struct{})
	config.LoadEvaluator = func(o EvalOptions) (func() eval.Evaluator, string, error) {
		<-release
		return load(o)
	}
	s := startSession(t, config)
	s.driver.keepAlive = 10 * time.Millisecond
	s.send("isready")
	require.Empty(t, s.next())
	require.Empty(t, s.next())
	s.send("usi")
	s.until("usiok")
	close(release)
	s.until("readyok")
	s.quiet(50 * time.Millisecond)
}

func TestOptionFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	write("engine_options.txt", "\ufeff# mine\r\nThreads 5\r\nMultiPV = 2\r\n\r\nNumaPolicy auto\r\nEvalDir=net\r\n")
	write("net/eval_options.txt", "option name FV_SCALE type spin default 24 min 1 max 128\n")
	m := newMock()
	var got EvalOptions
	config := mockConfig(m)
	load := config.LoadEvaluator
	config.LoadEvaluator = func(o EvalOptions) (func() eval.Evaluator, string, error) {
		got = o
		return load(o)
	}
	s := startSession(t, config)
	s.send("setoption name Threads value 1", "setoption name FV_SCALE value 16", "isready")
	require.Contains(t, strings.Join(s.until("readyok"), "\n"), "No such option: NumaPolicy")
	require.Equal(t, 5, m.options.Threads)
	require.Equal(t, 2, m.options.MultiPV)
	require.Equal(t, "net", got.Dir)
	require.Equal(t, 24, got.FVScale)

	s.send("setoption name Threads value 3")
	require.Equal(t, "info string Threads is fixed by engine_options.txt", s.next())
	s.send("getoption Threads")
	require.Equal(t, "Options[Threads] == 5", s.next())
}

func TestLogFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "記録.txt")
	s := startSession(t, mockConfig(newMock()))
	s.send("setoption name DebugLogFile value "+file, "sfen", "setoption name DebugLogFile value", "side")
	s.next()
	s.next()
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Regexp(t, `^\S+ \S+ > sfen\n\S+ \S+ < lnsg.* b - 1\n\S+ \S+ > setoption name DebugLogFile value\n$`, string(content))
	s.send("setoption name DebugLogFile value " + t.TempDir())
	require.Contains(t, s.next(), "info string Error! log file: ")
}

func TestScriptFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "commands.txt")
	require.NoError(t, os.WriteFile(file, []byte("position startpos moves 7g7f\r\nsfen\nf "+file+"\ngo depth 1\nside\nquit\nsfen\n"), 0o644))
	s := startSession(t, mockConfig(newMock()))
	s.send("f "+file, "key")
	require.Regexp(t, " w - 2$", s.next())
	s.left()
	var rest []string
	for l := range s.lines {
		rest = append(rest, l)
	}
	require.Contains(t, rest, "white")
	require.Contains(t, rest, "bestmove 1a1b")
	require.NotContains(t, strings.Join(rest, "\n"), "lnsg", "nothing runs after quit")
}

// Many commands in one breath, in random-looking order: as many answers as questions, none twice.
func TestOneAnswerForEachGo(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	goes, ready := 0, 0
	var script []string
	for i := range 300 {
		switch i % 7 {
		case 0, 3:
			script = append(script, fmt.Sprintf("position startpos moves%s", strings.Repeat(" 2h3h 8b7b 3h2h 7b8b", i%3)))
		case 1:
			script = append(script, []string{"go infinite", "go ponder byoyomi 1", "go depth 1", "go byoyomi 1"}[i/7%4])
			goes++
		case 2:
			script = append(script, []string{"stop", "ponderhit", "gameover win"}[i/7%3])
		case 4:
			script = append(script, "isready")
			ready++
		case 5:
			script = append(script, "usinewgame")
		case 6:
			script = append(script, "stop", "setoption name MultiPV value 2", "go infinite", "stop")
			goes++
		}
	}
	go s.send(append(script, "stop", "usi", "quit")...)
	best, readyok := 0, 0
	for l := range s.lines {
		switch {
		case strings.HasPrefix(l, "bestmove"):
			best++
		case l == "readyok":
			readyok++
		}
	}
	require.Equal(t, goes, best)
	require.Equal(t, ready, readyok)
}

func TestDriverLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		Run(strings.NewReader("isready\ngo infinite\nquit\n"), &strings.Builder{}, mockConfig(newMock()))
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 }, 5*time.Second, 10*time.Millisecond)
}

// A GUI sends back every option with its default value, as it came: nothing may be complained about. No line has two
// blanks in a row, which would make ShogiHome read wrong numbers.
func TestEveryOptionComesBack(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	s.send("usi")
	var back []string
	for _, l := range s.until("usiok") {
		require.NotContains(t, l, "  ")
		words := strings.Split(l, " ")
		if words[0] != "option" {
			continue
		}
		require.Equal(t, [3]string{"name", "type", "default"}, [3]string{words[1], words[3], words[5]}, l)
		value := words[6]
		switch words[4] {
		case "check":
			require.Len(t, words, 7, l)
		case "spin":
			require.Len(t, words, 11, l)
		case "combo":
			require.Contains(t, words[7:], value, l)
		case "string":
			if value == "<empty>" {
				value = ""
			}
		default:
			require.Fail(t, "type of option", l)
		}
		back = append(back, "setoption name "+words[2]+" value "+value, "setoption name "+strings.ToUpper(words[2])+" value "+value)
	}
	require.Greater(t, len(back), 60)
	s.send(append(back, "side")...)
	require.Equal(t, "black", s.next())
}

// Without memory for the first table there is no old one that could stay: the engine takes a smaller one.
func TestTooMuchHash(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	s.send("setoption name USI_Hash value 33554432", "isready")
	require.Equal(t, "info string Error! hash: not enough memory", s.next())
	require.Equal(t, "info string USI_Hash is 256 MB instead", s.next())
	s.until("readyok")
	require.Equal(t, 256, m.options.HashMB)
	s.send("setoption name USI_Hash value 17", "isready")
	require.Equal(t, "readyok", s.next())
	require.Equal(t, 17, m.options.HashMB)
	s.send("setoption name USI_Hash value 33554431", "isready")
	require.Equal(t, "info string Error! hash: not enough memory", s.next())
	require.Equal(t, "readyok", s.next())

	s.send("setoption name MateHash value 33554432", "go mate infinite")
	lines := s.until("checkmate")
	require.Regexp(t, "^info string Error! mate solver: ", lines[0])
	require.Equal(t, "checkmate nomate", lines[len(lines)-1])
}

// A GUI that does not read any more cannot keep the engine from leaving.
func TestQuitWithNobodyReading(t *testing.T) {
	out, outWrite := io.Pipe()
	defer out.Close()
	in, inWrite := io.Pipe()
	left := make(chan struct{})
	go func() {
		Run(in, outWrite, mockConfig(newMock()))
		close(left)
	}()
	for _, l := range []string{"go infinite", "stop", "quit"} {
		_, err := io.WriteString(inWrite, l+"\n")
		require.NoError(t, err)
	}
	select {
	case <-left:
	case <-time.After(patience):
		require.FailNow(t, "the engine does not leave")
	}
}
