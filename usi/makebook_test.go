package usi

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/position/files"
)

// shelf is a folder for books, in which relative names lie.
func shelf(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, content := range files {
		require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	}
}

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
		`info string makebook: 1 lines cannot be used, the first of them: line 4: move 1 of 1: syntax error: move "9z9z": the origin is not a file 1-9 and a rank a-i`,
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

	s.send("setoption name BookDepthLimit value 0", "setoption name BookEvalDiff value 0", "setoption name BookEvalBlackLimit value -9999",
		"getoption MultiPV", "position startpos", "go nodes 1000000000")
	require.Equal(t, "Options[MultiPV] == 1", s.next())
	require.Equal(t, "info string book my.db: 3 positions with 6 moves", s.next())
	require.Regexp(t, `^info depth 3 multipv 1 score cp `+best[2]+` nodes 0 .* pv `+best[0]+" "+best[1], s.next())
	require.Equal(t, "bestmove "+best[0], s.next())

	s.send("makebook think games.txt my.db startmoves 2 endmoves 99 nodes 300")
	lines = s.until("info string makebook: done")
	require.Equal(t, "info string makebook: 3 positions to search; my.db has 3 positions with 6 moves", lines[1])
	require.Contains(t, strings.Join(lines, "\n"), "3 of 3 positions searched; my.db has 6 positions with 9 moves")
	s.send("makebook think games.txt my.db endmoves 99")
	lines = s.until("info string makebook: done")
	require.Equal(t, "info string makebook: 0 positions to search; my.db has 6 positions with 9 moves", lines[len(lines)-2])
}

// Game records serve makebook as lists of games do: the main line of each, whatever the format and the encoding.
func TestMakeBookReadsRecords(t *testing.T) {
	records := map[string]string{"nothing.kif": "手合割：超落ち\n   1 ７六歩(77)\n", "half.csa": "PI\n+\n+7775FU\n/\nPI\n+\n+7776FU\n%TORYO\n"}
	for _, name := range []string{"class.kif", "class_bom.kifu", "six_pieces.ki2", "three_games.csa", "lines.usi"} {
		records[name] = content(t, filepath.Join("../testdata/records", name))
	}
	shelf(t, records)
	s := startSession(t, engineConfig(t))
	s.send("setoption name USI_Hash value 1", "setoption name Threads value 1")
	s.send("makebook from class.kif from.db moves 3")
	s.until("info string makebook: 1 games read; from.db has 3 positions with 3 moves")
	require.Equal(t, `#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
2g2f none 0 32 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
8c8d none 0 32 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f none 0 32 1
`, content(t, "from.db"))
	s.send("makebook from six_pieces.ki2 handicap.db moves 1")
	s.until("info string makebook: 1 games read; handicap.db has 1 positions with 1 moves")
	require.Contains(t, content(t, "handicap.db"), "sfen 2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n")
	s.send("makebook from three_games.csa three.db")
	s.until("info string makebook: 3 games read; three.db has 6 positions with 6 moves")
	s.send("makebook from lines.usi lines.db")
	require.Equal(t, []string{"info string makebook: 3 games read; lines.db has 5 positions with 6 moves"}, s.until("info string makebook: "))
	s.send("makebook think class_bom.kifu think.db endmoves 2 depth 2")
	lines := s.until("info string makebook: done")
	require.Contains(t, strings.Join(lines, "\n"), "2 of 2 positions searched; think.db has 2 positions with 2 moves")

	s.send("makebook from half.csa half.db")
	require.Contains(t, s.until("info string makebook: 1 games read; half.db has 1 positions with 1 moves")[0], "info string makebook: half.csa:3: move 1, +7775FU: illegal move")
	s.send("makebook from nothing.kif none.db")
	require.Contains(t, s.until("info string makebook: ")[0], `nothing.kif:1: unknown handicap "超落ち", and no diagram of the position`)
	require.NoFileExists(t, "none.db")
}

// makebook grow makes a book of the wanted size from nothing, in steps too, and no ply is beyond the last one.
func TestMakeBookGrow(t *testing.T) {
	shelf(t, nil)
	s := startSession(t, engineConfig(t))
	s.send("setoption name USI_Hash value 1", "setoption name Threads value 1")
	s.send("makebook grow my.db positions 6 endmoves 3 within 100 depth 2 multipv 3")
	lines := s.until("info string makebook: done")
	require.Regexp(t, `^info string makebook: 1 of 6: \S+, value -?\d+, depth 2, 1 game in 1, sfen `+position.Shogi.Start+"$", lines[1])
	require.Regexp(t, `6 positions searched; my\.db has 6 positions with \d+ moves$`, lines[len(lines)-2])
	s.send("makebook grow my.db positions 1000 endmoves 3 within 100 depth 2 multipv 3")
	lines = s.until("info string makebook: done")
	require.Contains(t, lines[0], "makebook: 7 of 1000: ")
	positions := 0
	for line := range strings.Lines(content(t, "my.db")) {
		if strings.HasPrefix(line, "sfen ") {
			positions++
			require.Regexp(t, ` [123]\n$`, line)
		}
	}
	require.Greater(t, positions, 6)
	require.LessOrEqual(t, positions, 1+3+9)
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

// The tools for books that need no search.
func TestMakeBookFiles(t *testing.T) {
	const start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"
	const next = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n"
	const head = "#YANEURAOU-DB2016 1.00\n"
	shelf(t, map[string]string{
		"games.txt": "startpos moves 7g7f 3c3d\nstartpos moves 7g7f 8c8d\nstartpos moves 2g2f\n",
		"a.db":      head + start + "2g2f 8c8d 40 20 1 # best\n" + next + "3c3d\n",
		"b.db":      head + start + "7g7f 8c8d 40 21\nnonsense\n",
		"twice.db":  head + start + "7g7f 3c3d 1 20 5\n" + start + "2g2f 8c8d 9 30 7\n",
		"u16.db":    "\xFF\xFEs\x00f\x00",
		"junk.db":   "sfen nothing\n7g7f\n",
		"words.txt": "hello\nworld\n",
	})
	s := startSession(t, mockConfig(newMock()))
	for _, c := range []struct{ command, answer, file, want string }{
		{"from games.txt new.db moves 1", "3 games read; new.db has 1 positions with 2 moves", "new.db", head + start + "7g7f none 0 32 2\n2g2f none 0 32 1\n"},
		{"from games.txt a.db", "3 games read; a.db has 2 positions with 3 moves", "a.db",
			head + next + "3c3d none 0 0 2\n8c8d none 0 32 1\n" + start + "2g2f 8c8d 40 20 2\n"},
		{"sort twice.db joined.db", "sorted; joined.db has 1 positions with 2 moves", "joined.db", head + start + "2g2f 8c8d 9 30 7\n7g7f 3c3d 1 20 5\n"},
		{"sort b.db sorted.db", "sorted; sorted.db has 1 positions with 1 moves", "sorted.db", head + start + "7g7f 8c8d 40 21 1\n"},
		{"merge a.db sorted.db merged.db", "merged; merged.db has 2 positions with 3 moves", "merged.db",
			head + next + "3c3d none 0 0 2\n8c8d none 0 32 1\n" + start + "7g7f 8c8d 40 21 1\n"},
	} {
		s.send("makebook " + c.command)
		lines := s.until("info string makebook: " + c.answer)
		require.Equal(t, strings.HasPrefix(c.command, "sort b.db"), len(lines) == 2, "%v", lines) // a line that cannot be used is told
		require.Equal(t, c.want, content(t, c.file), c.command)
	}
	before := content(t, "b.db")
	twoPlies := head + start + "2g2f none 1 20 1\n" + strings.Replace(start, " 1\n", " 7\n", 1) + "7g7f none 2 20 1\n"
	require.NoError(t, os.WriteFile("plies.db", []byte(twoPlies), 0o600))
	require.NoError(t, os.WriteFile("two words.db", []byte(start+"2g2f none 1 20 1\n"), 0o600))
	for command, answer := range map[string]string{
		"from games.txt b.db":                         "book b.db: 1 lines cannot be used, the first of them: line 4: .*; makebook sort writes another book without them",
		"sort b.db b.db":                              "book b.db: 1 lines cannot be used, .*; write into another file to have the book without them",
		"merge a.db b.db b.db":                        "book b.db: 1 lines cannot be used, .*; write into another file to have the book without them",
		`sort "a.db b.db`:                             "a quote \" is not closed",
		"sort u16.db u16.db":                          "book u16.db: .*UTF-16.*",
		"sort none.db out.db":                         `\w+ none.db: .*`,
		"sort junk.db out.db":                         "book junk.db: .*none of its lines can be used; .*",
		"from none.txt new.db":                        "open none.txt: .*",
		"think none.txt new.db":                       "open none.txt: .*",
		"merge a.db none.db out.db":                   `\w+ none.db: .*`,
		"from b.db games.txt":                         "games.txt is there already and is not a text book .*#YANEURAOU-DB; choose another name",
		"think b.db games.txt":                        "games.txt is there already and is not .*",
		"grow words.txt":                              "words.txt is there already and is not .*",
		"sort a.db words.txt":                         "words.txt is there already and is not .*",
		"merge a.db sorted.db words.txt":              "words.txt is there already and is not .*",
		"sort a.db " + filepath.Join("b.db", "no.db"): "mkdir b.db: .*",
	} {
		s.send("makebook " + command)
		require.Regexp(t, "^info string makebook: "+answer+"$", s.next(), command)
	}
	s.send("makebook think games.txt "+filepath.Join("b.db", "x"), "isready")
	said := strings.Join(s.until("readyok"), "\n")
	require.Regexp(t, "makebook: (mkdir|book) b.db", said)
	require.NotContains(t, said, "value", "nothing is searched")
	require.Equal(t, before, content(t, "b.db"))
	require.Equal(t, "\xFF\xFEs\x00f\x00", content(t, "u16.db"))
	require.Equal(t, "hello\nworld\n", content(t, "words.txt"))
	s.send(`makebook sort "two words.db" "three more words.db"`)
	require.Equal(t, "info string makebook: sorted; three more words.db has 1 positions with 1 moves", s.next())
	require.Equal(t, head+start+"2g2f none 1 20 1\n", content(t, "three more words.db"))

	// With IgnoreBookPly the moves of the higher ply would be lost: not in place, and elsewhere not without a word.
	s.send("setoption name IgnoreBookPly value true")
	const lost = "info string makebook: book plies.db: 1 entries are of positions that stand at other plies too, and with IgnoreBookPly only the lowest counts"
	for _, command := range []string{"sort plies.db plies.db", "merge plies.db a.db plies.db", "from games.txt plies.db", "think games.txt plies.db depth 1"} {
		s.send("makebook " + command)
		require.Contains(t, s.next(), lost+"; ", command)
		require.Equal(t, twoPlies, content(t, "plies.db"))
	}
	s.send("makebook sort plies.db lowest.db")
	require.Equal(t, lost, s.next())
	s.until("info string makebook: sorted; lowest.db has 1 positions")
	s.send("setoption name IgnoreBookPly value false", "makebook sort plies.db plies.db")
	s.until("info string makebook: sorted; plies.db has 2 positions with 2 moves")

	s.send("makebook from words.txt nothing.db")
	s.until("info string makebook: no games in words.txt")
	require.NoFileExists(t, "nothing.db")

	s.send("makebook think games.txt new.db startmoves 20")
	require.Equal(t, "info string bad command: makebook think: startmoves 20 is behind endmoves 16", s.next())

	inFolder := filepath.Join("new", "folder", "sorted.db")
	s.send("makebook sort b.db " + inFolder)
	s.until("info string makebook: sorted; ")
	require.Equal(t, content(t, "sorted.db"), content(t, inFolder))
}

// quit, and a signal like it, ends what is being made and leaves out what waits behind it.
func TestMakeBookQuit(t *testing.T) {
	for _, signal := range []bool{false, true} {
		shelf(t, map[string]string{"positions.txt": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1\nstartpos\n"})
		ctx, cancel := context.WithCancel(t.Context())
		s := startSessionIn(t, ctx, engineConfig(t))
		s.send("setoption name USI_Hash value 1", "makebook think positions.txt my.db depth 200")
		s.until("info string makebook: 1 of 2: ")
		s.send("makebook think positions.txt other.db depth 200", "bench", "side")
		if signal {
			time.Sleep(50 * time.Millisecond) // until it has read them
			cancel()
		} else {
			s.send("quit")
		}
		require.Equal(t, `info string quit: 3 commands that wait are left out, from "makebook think positions.txt other.db depth 200" on`, s.next())
		s.until("info string makebook: stopped; the same command goes on")
		s.left()
		require.Contains(t, content(t, "my.db"), "\nsfen 4k4/")
		require.NoFileExists(t, "other.db")
		cancel()
	}
}
