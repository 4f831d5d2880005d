package usi

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
	"katachi/search/level"
)

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

	// The options add their limits to those of every go, also to one that names none.
	s.send("setoption name DepthLimit value 5", "setoption name NodesLimit value 9007199254740991")
	for _, command := range []string{"go", "go depth 3", "go nodes 7"} {
		s.send(command)
		s.until("bestmove")
	}
	for i, want := range []search.Limits{{Depth: 5, Nodes: 9007199254740991}, {Depth: 3, Nodes: 9007199254740991}, {Depth: 5, Nodes: 7}} {
		l = m.asked[4+i].limits
		require.Equal(t, want, search.Limits{Depth: l.Depth, Nodes: l.Nodes, Timed: l.Timed, Infinite: l.Infinite})
	}
}

func TestOptionsReachTheSearch(t *testing.T) {
	m := newMock()
	s := startSession(t, mockConfig(m))
	s.ready("setoption name threads value 3", "setoption name USI_Hash value 17", "setoption name DrawValueBlack value -120",
		"setoption name NetworkDelay value 300", "setoption name EnteringKingRule value TryRule", "setoption name Deepening value selective",
		"setoption name PvInterval value 0")
	o := m.options
	require.Equal(t, 3, o.Threads)
	require.Equal(t, 17, o.HashMB)
	require.Equal(t, [2]eval.Score{-120, -2}, o.DrawValue)
	require.Equal(t, 300*time.Millisecond, o.NetworkDelay)
	require.Equal(t, position.TryRule, o.EnteringKing)
	require.Equal(t, search.Selective, o.Deepening)
	require.Zero(t, o.PVInterval)

	// A change in the middle of a search takes effect with the next go.
	s.ready("go infinite", "setoption name MultiPV value 4")
	require.Equal(t, 1, m.options.MultiPV)
	s.send("stop", "go depth 1")
	s.until("bestmove")
	s.until("bestmove")
	require.Equal(t, 4, m.options.MultiPV)
}

func TestOptionFiles(t *testing.T) {
	shelf(t, map[string]string{
		"engine_options.txt":   "\ufeff# mine\r\nThreads 5\r\nMultiPV = 2\r\n\r\nEvalShare true\r\nUSI_Hash 64 # small\r\nEvalDir=net\r\n",
		"net/eval_options.txt": "option name FV_SCALE type spin default 24 min 1 max 128\n",
	})
	m := newMock()
	var got EvalOptions
	config := mockConfig(m)
	load := config.LoadEvaluator
	config.LoadEvaluator = func(o EvalOptions) (eval.Evaluation, error) {
		got = o
		return load(o)
	}
	s := startSession(t, config)
	lines := s.ready("setoption name Threads value 1", "setoption name FV_SCALE value 16")
	require.Contains(t, lines, "engine_options.txt: No such option: EvalShare")
	require.Contains(t, lines, "engine_options.txt: value not accepted: USI_Hash: \"64 # small\", want a number from 1 to ")
	require.Equal(t, 5, m.options.Threads)
	require.Equal(t, 2, m.options.MultiPV)
	require.Equal(t, "net", got.Dir)
	require.Equal(t, 24, got.FVScale)

	early := newMock() // for scripts that do not wait for readyok
	without := startSession(t, mockConfig(early))
	without.send("go depth 1")
	without.until("bestmove")
	require.Equal(t, 5, early.options.Threads)

	s.send("setoption name Threads value 3")
	require.Equal(t, "info string Threads is fixed by engine_options.txt", s.next())
	s.send("getoption Threads")
	require.Equal(t, "Options[Threads] == 5", s.next())
}

// What a file fixes is free again when the files are read anew without it, and has the GUI's value; a value that is not
// accepted fixes nothing.
func TestOptionFilesChange(t *testing.T) {
	shelf(t, map[string]string{
		"a/eval_options.txt": "FV_SCALE 24\nDrawValueBlack -7\n", "b/empty": "", "c d/eval_options.txt": "FV_SCALE 32\n",
		"engine_options.txt": "MultiPV 4 # four lines\nThreads 2\n",
	})
	s := startSession(t, mockConfig(newMock()))
	value := func(name string) string {
		s.send("getoption " + name)
		return strings.TrimPrefix(s.next(), "Options["+name+"] == ")
	}
	require.Contains(t, s.ready("setoption name EvalDir value a", "setoption name FV_SCALE value 20"), `value not accepted: MultiPV: "4 # four lines"`)
	require.Equal(t, "24", value("FV_SCALE"))
	s.send("setoption name MultiPV value 2")
	require.Equal(t, "2", value("MultiPV"))

	s.send("setoption name EvalDir value b", "setoption name FV_SCALE value 40")
	require.Equal(t, "info string FV_SCALE is fixed by "+filepath.FromSlash("a/eval_options.txt"), s.next())
	write(t, "engine_options.txt", "Threads 3\n")
	s.ready()
	require.Equal(t, "40", value("FV_SCALE"))
	require.Equal(t, "-2", value("DrawValueBlack"))
	require.Equal(t, "3", value("Threads"))

	write(t, "engine_options.txt", "option name EvalDir type string default c d\n")
	s.ready()
	require.Equal(t, "c d", value("EvalDir"))
	require.Equal(t, "32", value("FV_SCALE"))
	require.NotEqual(t, "3", value("Threads"))
	require.NoError(t, os.Remove("engine_options.txt"))
	s.ready()
	require.Equal(t, []string{"b", "40"}, []string{value("EvalDir"), value("FV_SCALE")})

	s.send("setoption name EvalDir value a/eval_options.txt", "isready") // no folder, and so without such a file
	require.NotContains(t, strings.Join(s.until("readyok"), "\n"), "eval_options.txt: not a directory")
}

// The file that goes with a download is all comments, and each of its lines holds with the # taken off.
func TestOptionFileOfTheDownload(t *testing.T) {
	content, err := os.ReadFile("engine_options.txt")
	require.NoError(t, err)
	settings := defaultSettings([]string{"nnue", "classical"})
	table := newOptions(settings, []string{"nnue", "classical"})
	said := 0
	for line := range strings.Lines(string(content)) {
		_, _, ok := parseOptionLine(line)
		require.False(t, ok, line)
		if line = strings.TrimPrefix(line, "#"); strings.TrimSpace(line) == "" || line[0] == ' ' {
			continue
		}
		name, value, ok := parseOptionLine(line)
		require.True(t, ok, line)
		require.NoError(t, table.set(name, value), line)
		said++
	}
	require.Greater(t, said, 10)
}

// The table of options in README.md has all of them with their defaults.
func TestReadmeHasAllOptions(t *testing.T) {
	content, err := os.ReadFile("README.md")
	require.NoError(t, err)
	said := map[string]string{} // default, by name
	for line := range strings.Lines(string(content)) {
		if cells := strings.Split(line, "|"); len(cells) == 5 {
			defaults := strings.Split(cells[2], ",")
			for i, name := range strings.Split(cells[1], ",") { // one default for all, or one for each
				said[strings.TrimSpace(name)] = strings.TrimSpace(defaults[min(i, len(defaults)-1)])
			}
		}
	}
	evals := []string{"nnue", "classical"}
	table := newOptions(defaultSettings(evals), evals)
	for _, o := range table.list[:len(table.list)-len(table.tune)] {
		value, ok := said[o.name]
		require.True(t, ok, "README.md lacks %s", o.name)
		if o.name != "Threads" { // those of the machine
			require.Equal(t, o.initial, value, o.name)
		}
	}
}

// The texts for users name the level of full strength.
func TestTextsNameTheHighestLevel(t *testing.T) {
	for name, words := range map[string]string{
		"engine_options.txt": "to %d (full) / 強さ：1（駒の動かし方を覚えたばかり）〜%[1]d（全力）", "README.md": "| Level | %d |", "../README.md": "to %d, full",
		"../README.ja.md": "| `Level` | %d | 強さ。1 が最弱、%[1]d が全力 |", "../search/level/README.md": "to %d, full strength",
	} {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Contains(t, string(content), fmt.Sprintf(words, level.Max), name)
	}
}

// What could not be loaded is tried again at the next isready, and only then.
func TestIsReadyTriesAgain(t *testing.T) {
	m := newMock()
	config := mockConfig(m)
	missing, loads := true, 0
	load := config.LoadEvaluator
	config.LoadEvaluator = func(o EvalOptions) (eval.Evaluation, error) {
		loads++
		if missing {
			return eval.Evaluation{New: func() eval.Evaluator { return flatEvaluator{} }}, errors.New("nn.bin: no such file")
		}
		return load(o)
	}
	m.setError = errors.New("not enough memory")
	book := filepath.Join(t.TempDir(), "my.db")
	s := startSession(t, config)
	lines := s.ready("setoption name BookFile value " + book)
	for _, failure := range []string{"evaluation: nn.bin: no such file", "not enough memory", "my.db: " + syscall.ENOENT.Error()} {
		require.Contains(t, lines, failure)
	}
	s.send("go depth 1")
	require.NotContains(t, strings.Join(s.until("bestmove"), "\n"), "Error!")
	require.Equal(t, 1, loads)

	missing, m.setError = false, nil
	write(t, book, "#YANEURAOU-DB2016 1.00\nsfen "+position.Shogi.Start+"\n7g7f none 0 0\n")
	lines = s.ready()
	require.Contains(t, lines, "info string evaluation: flat")
	require.Contains(t, lines, "info string book "+book)
	require.NotContains(t, lines, "Error!")
	require.Equal(t, 2, loads)
	s.send("isready")
	require.Equal(t, []string{"readyok"}, s.until("readyok"))
	require.Equal(t, 2, loads)

	// A book that was read and has changed since is read again, and what is left out of it is said.
	write(t, book, "#YANEURAOU-DB2016 1.00\nsfen "+position.Shogi.Start+"\n2g2f none 0 0\n9z9z\n")
	lines = s.ready()
	require.Contains(t, lines, "info string book "+book+": 1 positions with 1 moves")
	require.Contains(t, lines, ": 1 lines cannot be used; the first: ")
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
	dir := filepath.Join(t.TempDir(), "logs")
	later := filepath.Join(dir, "log.txt")
	s.send("setoption name DebugLogFile value "+later, "getoption DebugLogFile")
	require.Contains(t, s.next(), "info string Error! log file: ")
	require.Equal(t, "Options[DebugLogFile] == ", s.next())
	require.NoError(t, os.Mkdir(dir, 0o700))
	s.send("setoption name DebugLogFile value "+later, "side", "setoption name DebugLogFile value", "side")
	require.Equal(t, []string{"black", "black"}, []string{s.next(), s.next()})
	require.FileExists(t, later)

	t.Chdir(dir) // the short form of the console
	s.send("log", "getoption DebugLogFile", "log", "getoption DebugLogFile")
	require.Equal(t, []string{"Options[DebugLogFile] == io_log.txt", "Options[DebugLogFile] == "}, []string{s.next(), s.next()})
	require.FileExists(t, "io_log.txt")
}

// TestMessagesInASCII: a script that reads ASCII or Shift_JIS alone lives through the names of files in what isready says; a person at the
// console reads them.
func TestMessagesInASCII(t *testing.T) {
	for _, hello := range []string{"usi", "isready"} {
		s := startSession(t, mockConfig(newMock()))
		s.send("setoption name BookFile value 将棋.db", "将棋")
		require.Equal(t, "info string Unknown command: 将棋 (help lists all)", s.next())
		s.send(hello, "将棋")
		said := s.until("info string Unknown")
		s.send("isready") // tries again
		lines := strings.Join(append(said, s.until("info string Error! ")...), "\n")
		require.Contains(t, lines, "??.db: ")
		require.Equal(t, -1, strings.IndexFunc(lines, func(r rune) bool { return r > unicode.MaxASCII }), lines)
	}
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
