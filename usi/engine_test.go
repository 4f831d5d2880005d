package usi

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
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
		LoadEvaluator: func(EvalOptions) (eval.Evaluation, error) {
			return eval.Evaluation{New: newEvaluator, Description: "classical"}, nil
		},
		Knowledge: func(*position.Rules) eval.Evaluator { return newEvaluator() },
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
	s.ready("setoption name USI_Hash value 16", "setoption name USI_Ponder value true", "setoption name MaxMovesToDraw value 320")
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
	s.ready("setoption name USI_Hash value 16", "setoption name Threads value 4")
	for _, driver := range []string{"full", "selective"} {
		s.send("setoption name Deepening value " + driver)
		for _, command := range []string{"go infinite", "go ponder byoyomi 100", "go btime 1000000 wtime 1000000", "go depth 200"} {
			s.send("position startpos moves 7g7f", command)
			s.until("info depth")
			start := time.Now()
			s.send("stop")
			s.until("bestmove")
			require.Less(t, time.Since(start), 2*time.Second, "%s %s", driver, command) // a loaded machine included
		}
	}
}

func TestBook(t *testing.T) {
	dir := t.TempDir()
	text := "#YANEURAOU-DB2016 1.00\nsfen " + position.Shogi.Start + "\n2g2f 8c8d 1042 20 3\n"
	write(t, filepath.Join(dir, "standard_book.db"), text)
	write(t, filepath.Join(dir, "bad.db"), "no book")
	s := startSession(t, engineConfig(t))
	require.NotContains(t, s.ready(), "book", "nobody asked for a book")

	late := t.TempDir()
	s.ready("setoption name BookDir value " + late)
	write(t, filepath.Join(late, "standard_book.db"), text)
	require.Contains(t, s.ready(), "info string book "+late, "the file has come since")

	require.Contains(t, s.ready("setoption name USI_Hash value 16", "setoption name USI_Ponder value true", "setoption name BookDir value "+dir), "info string book "+dir)
	s.send("position startpos", "go byoyomi 10000")
	lines := s.until("bestmove")
	require.Regexp(t, `score cp 1042 .* pv 2g2f`, lines[len(lines)-2])
	require.Equal(t, "bestmove 2g2f ponder 8c8d", lines[len(lines)-1])

	require.NotContains(t, s.ready("setoption name USI_Variant value minishogi"), "book", "nobody asked for one of minishogi")
	s.ready("setoption name USI_Variant value shogi")
	s.send("position startpos")

	// Pondering and analysis do not let the book answer too early.
	s.send("go ponder byoyomi 10000")
	s.until("info depth")
	s.quiet(40 * time.Millisecond)
	s.send("ponderhit")
	require.Equal(t, "bestmove 2g2f ponder 8c8d", s.next())
	s.send("go searchmoves 7g7f depth 2")
	lines = s.until("bestmove")
	require.Regexp(t, "^bestmove 7g7f", lines[len(lines)-1])

	s.send("setoption name Level value 14", "setoption name LevelDelay value false", "go nodes 500")
	require.NotContains(t, strings.Join(s.until("bestmove"), "\n"), "score cp 1042 ", "a level would begin all games alike")
	s.send("setoption name Level value 26", "setoption name BookMoves value 0", "go nodes 500")
	require.NotRegexp(t, "score cp 1042 ", strings.Join(s.until("bestmove"), "\n"))
	s.send("setoption name BookMoves value 16", "setoption name USI_OwnBook value false", "go nodes 500")
	require.NotContains(t, strings.Join(s.until("bestmove"), "\n"), "score cp 1042 ")
	require.Contains(t, s.ready("setoption name USI_OwnBook value true", "setoption name BookFile value bad.db"), "info string Error! book ")
	s.send("setoption name BookFile value no_book", "isready", "go nodes 500")
	require.NotContains(t, strings.Join(s.until("bestmove"), "\n"), "Error")
}

// Commands that cross the engine's own answers, at random moments: each go has one bestmove, whatever happens between.
func TestCrossings(t *testing.T) {
	s := startSession(t, engineConfig(t))
	s.ready("setoption name USI_Hash value 4", "setoption name Threads value 2")
	rng := rand.New(rand.NewPCG(1, 2))
	games := []string{"position startpos", "position startpos moves 7g7f 3c3d 8h2b+", "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
		"position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"}
	asks := []string{"go infinite", "go ponder byoyomi 10", "go ponder", "go byoyomi 20", "go btime 100 wtime 100 binc 10 winc 10", "go depth 4",
		"go nodes 700", "go movetime 10"}
	others := []string{"stop", "ponderhit", "ponderhit btime 50 wtime 50 byoyomi 10", "gameover lose", "usinewgame", "isready", "usi",
		"setoption name MultiPV value 2", "setoption name MultiPV value 1", "setoption name Stochastic_Ponder value true",
		"setoption name Stochastic_Ponder value false", "setoption name Deepening value selective", "setoption name Deepening value full",
		"setoption name USI_Hash value 8", "eval", "moves", "stop", "stop"}
	n := 600
	if testing.Short() {
		n = 120
	}
	goes, asked := 0, 0
	var readies atomic.Int64 // asked for in all, 0 before the last
	go func() {
		for range n {
			switch rng.IntN(4) {
			case 0:
				s.send(games[rng.IntN(len(games))])
			case 1:
				s.send(asks[rng.IntN(len(asks))])
				goes++
			default:
				other := others[rng.IntN(len(others))]
				if other == "isready" {
					asked++
				}
				s.send(other)
			}
			if rng.IntN(2) == 0 {
				time.Sleep(time.Duration(rng.IntN(12)) * time.Millisecond)
			}
		}
		readies.Store(int64(asked + 1))
		s.send("stop", "ponderhit", "isready") // which waits for all that was asked before; quit would not for long
	}()
	best, ready := 0, int64(0)
	for l := range s.lines {
		require.NotContains(t, l, "Error")
		switch {
		case strings.HasPrefix(l, "bestmove"):
			best++
		case l == "readyok":
			if ready++; ready == readies.Load() {
				s.send("quit")
			}
		}
	}
	s.left()
	require.Equal(t, goes, best)
}
