package usi

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/position/files"
)

func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// makebook think searches what is missing, the engine plays from the book that it wrote, and the same command later
// does only what is new.
func TestMakeBookThink(t *testing.T) {
	shelf(t, map[string]string{
		"games.txt": "startpos moves 7g7f 3c3d 2g2f\nstartpos moves 2g2f\nposition startpos moves 7g7f 8c8d\nstartpos moves 9z9z\n",
	})
	s := startSession(t, engineConfig(t))
	s.send("setoption name USI_Hash value 1", "setoption name Threads value 1", "setoption name BookDir value .", "setoption name BookFile value my.db")
	s.send("makebook think games.txt my.db endmoves 2 depth 3 multipv 2")
	lines := s.until("info string makebook: done")
	require.Equal(t, []string{
		`info string makebook: games.txt: 1 lines cannot be used, the first of them: line 4: move 1 of 1: syntax error: move "9z9z": the origin is not a file 1-9 and a rank a-i`,
		"info string makebook: 3 positions to search; my.db has 0 positions with 0 moves", "info string evaluation: classical",
	}, lines[:3])
	require.Regexp(t, `^info string makebook: 1 of 3: \S+, value -?\d+, depth 3, sfen `+position.Shogi.Start+"$", lines[3])
	require.Equal(t, []string{
		"info string makebook: 3 of 3 positions searched; my.db has 3 positions with 6 moves",
		"info string makebook: 3 positions were searched less deeply than BookDepthLimit 16 asks for: set it lower to use them",
	}, lines[6:8])
	require.Regexp(t, `^#YANEURAOU-DB2016 1\.00
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
\S+ \S+ -?\d+ 3 1
\S+ \S+ -?\d+ 3 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2
\S+ \S+ -?\d+ 3 1
\S+ \S+ -?\d+ 3 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
\S+ \S+ -?\d+ 3 1
\S+ \S+ -?\d+ 3 1
$`, content(t, "my.db"))
	require.Empty(t, files.Temporary("my.db"))
	book := strings.Fields(content(t, "my.db"))
	best := book[len(book)-10:] // of the start position
	choice := best[0] + " " + best[1]
	if best[7] == best[2] { // the second move is as good
		choice = "(" + choice + "|" + best[5] + " " + best[6] + ")"
	}

	s.send("setoption name BookDepthLimit value 0", "setoption name BookEvalDiff value 0", "setoption name BookEvalBlackLimit value -9999",
		"getoption MultiPV", "position startpos", "go nodes 1000000000")
	require.Equal(t, "Options[MultiPV] == 1", s.next())
	require.Equal(t, "info string book my.db: 3 positions with 6 moves", s.next())
	require.Regexp(t, `^info depth 3 multipv 1 score cp `+best[2]+` nodes 0 .* pv `+choice, s.next())
	require.Regexp(t, "^bestmove ("+best[0]+"|"+best[5]+")$", s.next())

	s.send("makebook think games.txt my.db startmoves 2 endmoves 99 nodes 300")
	lines = s.until("info string makebook: done")
	require.Equal(t, "info string makebook: 3 positions to search; my.db has 3 positions with 6 moves", lines[1])
	require.Contains(t, strings.Join(lines, "\n"), "3 of 3 positions searched; my.db has 6 positions with 9 moves")
	s.send("makebook think games.txt my.db endmoves 99")
	lines = s.until("info string makebook: done")
	require.Equal(t, "info string makebook: 0 positions to search; my.db has 6 positions with 9 moves", lines[len(lines)-2])
}

// Stopped, by stop or quit, makebook think keeps what it has, without the position at which it is.
func TestMakeBookInterrupted(t *testing.T) {
	const mate = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" // however deep it is searched, it does not take long
	for _, command := range []string{"stop", "quit"} {
		t.Run(command, func(t *testing.T) {
			shelf(t, map[string]string{"positions.txt": mate + "\nstartpos\n"})
			s := startSession(t, engineConfig(t))
			s.send("setoption name USI_Hash value 1", "makebook think positions.txt my.db depth 200")
			s.until("info string makebook: 1 of 2: ")
			s.send("side", command)
			lines := s.until("info string makebook: stopped; the same command goes on")
			require.Equal(t, "black", lines[0])
			require.Equal(t, "info string makebook: 1 of 2 positions searched; my.db has 1 positions with 1 moves", lines[1])
			require.Contains(t, content(t, "my.db"), "\nsfen "+mate+"\n")
			if command == "quit" {
				s.left()
				return
			}
			s.send("makebook think positions.txt my.db depth 1")
			require.Equal(t, "info string makebook: 1 positions to search; my.db has 1 positions with 1 moves", s.next())
			s.until("info string makebook: done")
			require.Contains(t, content(t, "my.db"), "\nsfen "+position.Shogi.Start+"\n")
		})
	}
}

// A name with blanks stands in quotes; what goes wrong is said.
func TestMakeBookQuotes(t *testing.T) {
	const start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"
	shelf(t, map[string]string{"two words.db": start + "2g2f none 1 20 1\n"})
	s := startSession(t, mockConfig(newMock()))
	for command, answer := range map[string]string{
		`sort "two words.db" "three more words.db"`: "makebook: sorted; three more words.db has 1 positions with 1 moves",
		`sort "two words.db`:                        `makebook: a quote " is not closed`,
		`sort "two words.db\`:                       `makebook: a quote " is not closed`,
		"sort none.db out.db":                       `makebook: \w+ none.db: .*`,
	} {
		s.send("makebook " + command)
		require.Regexp(t, "^info string "+answer+"$", s.next(), command)
	}
	require.Equal(t, "#YANEURAOU-DB2016 1.00\n"+start+"2g2f none 1 20 1\n", content(t, "three more words.db"))
}

// quit, and a signal like it, ends what is being made and leaves out what waits behind it.
func TestMakeBookQuit(t *testing.T) {
	for _, signal := range []bool{false, true} {
		shelf(t, map[string]string{"positions.txt": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1\nstartpos\n"})
		ctx, cancel := context.WithCancel(t.Context())
		s := startSessionIn(t, ctx, engineConfig(t))
		s.send("setoption name USI_Hash value 1", "setoption name DebugLogFile value log.txt", "makebook think positions.txt my.db depth 200")
		s.until("info string makebook: 1 of 2: ")
		s.send("makebook think positions.txt other.db depth 200", "bench", "side")
		if signal {
			read := func() bool {
				log, _ := os.ReadFile("log.txt")
				return strings.Contains(string(log), "> side\n")
			}
			require.Eventually(t, read, patience, time.Millisecond)
			cancel()
		} else {
			s.send("quit")
		}
		require.Equal(t, `info string quit: 3 waiting commands are skipped, from "makebook think positions.txt other.db depth 200" on`, s.next())
		s.until("info string makebook: stopped; the same command goes on")
		s.left()
		require.Contains(t, content(t, "my.db"), "\nsfen 4k4/")
		require.NoFileExists(t, "other.db")
		cancel()
	}
}
