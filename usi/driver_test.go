package usi

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
)

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

// A stop ends work at the console also when a command waits for its end, but not if it can be meant for one that waits.
func TestStopBehindACommandThatWaits(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	s.send("perft 9", "position startpos moves 7g7f", "stop")
	require.Regexp(t, `^info string perft: stopped before the end; \d+ of 30 moves with \d+ leaves are counted$`, s.until("info string perft")[0])
	s.ready()
	s.send("side")
	require.Equal(t, "white", s.next())

	s.send("position startpos", "perft 3", "go infinite", "stop")
	require.Contains(t, s.until("Nodes searched: "), "Nodes searched: 25470")
	s.until("bestmove")
}

// A script that is piped in, quit at its end included, gets all its answers.
func TestPipedScript(t *testing.T) {
	for _, end := range []string{"", "\n", "\nquit\n"} {
		var out strings.Builder
		Run(t.Context(), strings.NewReader("isready\nposition startpos moves 7g7f\nsfen\ngo perft 3\neval"+end), &out, mockConfig(newMock()))
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
		require.True(t, unicode.IsPrint(c) && c != utf8.RuneError, "%q", l)
	}
}

// A GUI sends the whole game with every move: a thousand moves must be nothing.
func TestLongGame(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	s.send("position startpos moves"+strings.Repeat(" 2h3h 8b7b 3h2h 7b8b", 5000), "sfen")
	require.Equal(t, strings.TrimSuffix(position.Shogi.Start, "1")+"20001", s.next())
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
	s.ready("usinewgame")
	require.Equal(t, 1, m.cleared)
	s.send("go depth 1", "usinewgame", "go depth 1") // without isready
	s.until("bestmove")
	s.until("bestmove")
	require.Equal(t, 2, m.cleared)
}

func TestSignsOfLifeWhileLoading(t *testing.T) {
	config := mockConfig(newMock())
	load, release := config.LoadEvaluator, make(chan struct{})
	config.LoadEvaluator = func(o EvalOptions) (eval.Evaluation, error) {
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

func TestScriptFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "commands.txt")
	write(t, file, "\ufeffposition startpos moves 7g7f\r\nsfen\nf "+file+"\ngo depth 1\nside\nquit\nsfen\n")
	s := startSession(t, mockConfig(newMock()))
	s.send("f " + file + "\nkey") // in one write: nobody may be left to read a second one
	require.Regexp(t, " w - 2$", s.next())
	s.left()
	var rest []string
	for l := range s.lines {
		rest = append(rest, l)
	}
	require.Contains(t, rest, "white")
	require.Contains(t, rest, "bestmove 1a1b")
	require.NotContains(t, strings.Join(rest, "\n"), "lnsg", "nothing runs after quit")
	require.NotRegexp(t, `(?m)^[0-9a-f]{16}$`, strings.Join(rest, "\n"), "nor what was sent behind it")
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
	ready++
	go s.send(append(script, "stop", "isready")...) // which waits for all that was asked before; quit would not for long
	best, readyok := 0, 0
	for l := range s.lines {
		switch {
		case strings.HasPrefix(l, "bestmove"):
			best++
		case l == "readyok":
			if readyok++; readyok == ready {
				s.send("usi", "quit")
			}
		}
	}
	require.Equal(t, goes, best)
	require.Equal(t, ready, readyok)
}

func TestDriverLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		Run(t.Context(), strings.NewReader("isready\ngo infinite\nquit\n"), &strings.Builder{}, mockConfig(newMock()))
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 }, 5*time.Second, 10*time.Millisecond)
}

// A GUI that does not read any more cannot keep the engine from leaving, however much there would be to read, nor from
// answering when it reads again.
func TestNobodyReading(t *testing.T) {
	for _, again := range []bool{false, true} {
		out, outWrite := io.Pipe()
		defer out.Close()
		in, inWrite := io.Pipe()
		left, reported := make(chan struct{}), make(chan struct{})
		m := newMock()
		m.before = func(p *position.Position, report func(search.Info)) {
			info := search.Info{Depth: 1, MultiPV: 1, Score: 7, PV: []position.Move{move(t, p, "7g7f")}}
			for range 30_000 {
				report(info)
			}
			close(reported)
		}
		go func() {
			Run(t.Context(), in, outWrite, mockConfig(m))
			outWrite.Close()
			close(left)
		}()
		for _, l := range []string{"usi", "go infinite", "d", "stop", "d", "isready", "quit"} {
			if l == "stop" {
				<-reported
			}
			_, err := io.WriteString(inWrite, l+"\n")
			require.NoError(t, err)
		}
		if again {
			text, err := io.ReadAll(out)
			require.NoError(t, err)
			require.Contains(t, string(text), " lines that nobody read in time are left out\n")
			require.Contains(t, string(text), "\nbestmove 1g1f\n")
			require.Equal(t, 2, strings.Count(string(text), "\nsfen "))
		}
		leaves(t, left)
	}
}

// brokenPipe takes nothing.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// When nobody can hear it any more the engine leaves, though its input goes on.
func TestGUIGone(t *testing.T) {
	in, inWrite := io.Pipe()
	defer inWrite.Close()
	left := make(chan struct{})
	go func() {
		Run(t.Context(), in, brokenPipe{}, mockConfig(newMock()))
		close(left)
	}()
	_, err := io.WriteString(inWrite, "go infinite\nd\n")
	require.NoError(t, err)
	leaves(t, left)
}

// A network that takes the place of another under the same name is loaded at the next isready; the same one is not.
func TestReplacedNetwork(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, DefaultEvalFile)
	config := mockConfig(newMock())
	loaded := 0
	config.LoadEvaluator = func(EvalOptions) (eval.Evaluation, error) {
		loaded++
		return eval.Evaluation{New: func() eval.Evaluator { return flatEvaluator{7} }, Description: fmt.Sprintf("network %d", loaded)}, nil
	}
	s := startSession(t, config)
	s.send("setoption name EvalDir value " + dir)
	for want, content := range []string{"", "first", "second", "third!"} {
		if want > 0 {
			write(t, path, content)
			require.NoError(t, os.Chtimes(path, time.Time{}, time.Unix(int64(1e9+want), 0)))
		}
		s.send("isready")
		require.Equal(t, []string{fmt.Sprintf("info string evaluation: network %d", want+1), "readyok"}, s.until("readyok"))
		s.send("isready")
		require.Equal(t, "readyok", s.next())
	}
}

// TestGoMateAfterABadPosition: the mate of the position before is no answer for one that could not be read. A problem's piece that can never move
// again is no reason not to read it.
func TestGoMateAfterABadPosition(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	ask := func(sfen string) string {
		s.send("position sfen "+sfen, "go mate 10000")
		lines := s.until("checkmate")
		return lines[len(lines)-1]
	}
	require.Equal(t, "checkmate G*5b", ask("4k4/9/4P4/9/9/9/9/9/9 b G 1"))
	require.Equal(t, "checkmate timeout", ask("4k4/9/4X4/9/9/9/9/9/9 b G 1"))
	require.Equal(t, "checkmate G*1b", ask("7Pk/9/8P/9/9/9/9/9/9 b G 1"))
}

// TestGoAfterABadPosition: nor are scores and a move of the board before; an answer comes all the same, when one is due.
func TestGoAfterABadPosition(t *testing.T) {
	s := startSession(t, mockConfig(newMock()))
	s.send("position sfen 4k4/9/4X4/9/9/9/9/9/9 b G 1", "go depth 1")
	lines := s.until("bestmove")
	require.Equal(t, "bestmove resign", lines[len(lines)-1])
	require.NotContains(t, strings.Join(lines, "\n"), " score ")
	s.send("go infinite")
	require.Regexp(t, "^info string go: the position could not be read; send another one first$", s.next())
	s.quiet(50 * time.Millisecond)
	s.send("stop")
	require.Equal(t, "bestmove resign", s.next())
	for _, again := range []string{"position startpos", "matsuri"} {
		s.send("position foo", again, "go depth 1")
		lines = s.until("bestmove")
		require.NotEqual(t, "bestmove resign", lines[len(lines)-1], again)
	}
}

// TestEmptyEvalFile is that by default.
func TestEmptyEvalFile(t *testing.T) {
	for file, path := range map[string]string{"": "eval/nn.bin", "x.bin": "eval/x.bin", "/nets/x.bin": "/nets/x.bin"} {
		o := EvalOptions{File: file}
		require.Equal(t, path, filepath.ToSlash(o.Path()))
	}
}
