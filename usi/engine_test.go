package usi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/position"
	"katachi/search"
)

func engineConfig(t *testing.T) Config {
	newEvaluator := func() eval.Evaluator { return classical.New() }
	engine, err := search.NewEngine(newEvaluator)
	require.NoError(t, err)
	return Config{
		Name: "Katachi test", Author: "its authors", Engine: engine, Evals: []string{"classical"},
		LoadEvaluator: func(EvalOptions) (func() eval.Evaluator, string, error) { return newEvaluator, "classical", nil },
	}
}

// TestEngineDialogues plays the conversations in testdata/usi/engine with the engine itself.
func TestEngineDialogues(t *testing.T) {
	files, err := filepath.Glob("../testdata/usi/engine/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			playDialogue(t, startSession(t, engineConfig(t)), file)
		})
	}
}

// Every move of a game that the engine plays against itself is legal, every line of its PVs too, and each answer has a
// score line that begins with its move.
func TestEngineGame(t *testing.T) {
	s := startSession(t, engineConfig(t))
	s.send("setoption name USI_Hash value 16", "setoption name USI_Ponder value true", "setoption name MaxMovesToDraw value 320", "isready")
	s.until("readyok")
	p := position.New(position.Shogi)
	game := "position startpos moves"
	plies := 60
	if testing.Short() {
		plies = 12
	}
	for range plies {
		s.send(game, "go nodes 3000")
		lines := s.until("bestmove")
		words := strings.Fields(lines[len(lines)-1])
		if words[1] == "resign" {
			break
		}
		require.Contains(t, lines[len(lines)-2]+" ", " pv "+words[1]+" ")
		for _, l := range lines[:len(lines)-1] {
			_, pv, ok := strings.Cut(l, " pv ")
			if !ok {
				continue
			}
			q := p.Clone()
			for _, text := range strings.Fields(pv) {
				if strings.HasPrefix(text, "rep_") {
					break
				}
				q.Do(move(t, q, text))
			}
		}
		p.Do(move(t, p, words[1]))
		if len(words) == 4 {
			move(t, p, words[3])
		}
		game += " " + words[1]
	}
}

// stop is answered within a moment, on every kind of search.
func TestStopIsPrompt(t *testing.T) {
	s := startSession(t, engineConfig(t))
	s.send("setoption name USI_Hash value 16", "setoption name Threads value 4", "isready")
	s.until("readyok")
	for _, driver := range []string{"full", "selective"} {
		s.send("setoption name Deepening value " + driver)
		for _, command := range []string{"go infinite", "go ponder byoyomi 100", "go btime 1000000 wtime 1000000", "go depth 200"} {
			s.send("position startpos moves 7g7f", command)
			time.Sleep(20 * time.Millisecond)
			start := time.Now()
			s.send("stop")
			s.until("bestmove")
			require.Less(t, time.Since(start), 2*time.Second, "%s %s", driver, command) // a loaded machine included
		}
	}
}

func TestBook(t *testing.T) {
	dir := t.TempDir()
	text := "#YANEURAOU-DB2016 1.00\nsfen " + position.Shogi.Start + "\n2g2f 8c8d 42 20 3\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "standard_book.db"), []byte(text), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bad.db"), []byte("no book"), 0o644))
	s := startSession(t, engineConfig(t))
	s.send("isready")
	require.NotContains(t, strings.Join(s.until("readyok"), "\n"), "book", "nobody asked for a book")

	s.send("setoption name USI_Hash value 16", "setoption name USI_Ponder value true", "setoption name BookDir value "+dir, "isready")
	require.Contains(t, strings.Join(s.until("readyok"), "\n"), "info string book "+dir)
	s.send("position startpos", "go byoyomi 10000")
	lines := s.until("bestmove")
	require.Regexp(t, `score cp 42 .* pv 2g2f`, lines[len(lines)-2])
	require.Equal(t, "bestmove 2g2f ponder 8c8d", lines[len(lines)-1])

	// Pondering and analysis do not let the book answer too early.
	s.send("go ponder byoyomi 10000")
	s.until("info depth")
	s.quiet(40 * time.Millisecond)
	s.send("ponderhit")
	require.Equal(t, "bestmove 2g2f ponder 8c8d", s.next())
	s.send("go searchmoves 7g7f depth 2")
	lines = s.until("bestmove")
	require.Regexp(t, "^bestmove 7g7f", lines[len(lines)-1])

	s.send("setoption name BookMoves value 0", "go nodes 500")
	require.NotRegexp(t, "score cp 42 ", strings.Join(s.until("bestmove"), "\n"))
	s.send("setoption name BookMoves value 16", "setoption name USI_OwnBook value false", "go nodes 500")
	require.NotContains(t, strings.Join(s.until("bestmove"), "\n"), "score cp 42 ")
	s.send("setoption name USI_OwnBook value true", "setoption name BookFile value bad.db", "isready")
	require.Contains(t, strings.Join(s.until("readyok"), "\n"), "info string Error! book ")
	s.send("setoption name BookFile value no_book", "isready", "go nodes 500")
	require.NotContains(t, strings.Join(s.until("bestmove"), "\n"), "Error")
}
