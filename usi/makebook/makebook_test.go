package makebook

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
	"katachi/search"
	"katachi/usi/book"
)

// desk makes books in a folder of its own. It is the engine too, to which the first legal moves are the best ones.
type desk struct {
	t       *testing.T
	options book.Options
	multiPV int
	moved   func() // called by Moves
}

func newDesk(t *testing.T, files map[string]string) *desk {
	t.Chdir(t.TempDir())
	for name, content := range files {
		require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	}
	return &desk{t: t, options: book.DefaultOptions(), moved: func() {}}
}

func (d *desk) Begin(multiPV int) error {
	d.multiPV = multiPV
	return nil
}

func (d *desk) Moves(_ context.Context, p *position.Position, limits search.Limits) (moves []book.Move) {
	d.moved()
	for i, m := range movegen.Legal(p, nil) {
		if i < d.multiPV {
			moves = append(moves, book.Move{Move: m, Value: -10 * i, Depth: limits.Depth, Count: 1})
		}
	}
	return moves
}

// do does a command and returns what it says, an error as the last line.
func (d *desk) do(command string) (said []string) {
	d.t.Helper()
	return d.doUntil(d.t.Context(), command)
}

func (d *desk) doUntil(ctx context.Context, command string) (said []string) {
	job, err := Parse(strings.Fields(command))
	if err == nil {
		m := Maker{Job: job, Engine: d, Options: d.options, Say: func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }}
		err = m.Run(ctx)
	}
	if err != nil {
		said = append(said, err.Error())
	}
	return said
}

func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// A book beside the program is the one that is read, so it is the one that is written.
func TestWritesWhereItReads(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	program, err = filepath.EvalSymlinks(program)
	require.NoError(t, err)
	folder, err := os.MkdirTemp(filepath.Dir(program), "books")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	const text = "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f none 0 20 1\n"
	d := newDesk(t, map[string]string{"other.db": strings.Replace(text, "b - 1\n7g7f", "b - 3\n2g2f", 1)})
	whole, name := filepath.Join(folder, "own.db"), filepath.Join(filepath.Base(folder), "own.db")
	require.NoError(t, os.WriteFile(whole, []byte(text), 0o600))
	for command, said := range map[string]string{
		"merge " + name + " other.db " + name: "merged; " + whole + " has 2 positions with 2 moves",
		"sort other.db " + name:               "sorted; " + whole + " has 1 positions with 1 moves",
	} {
		require.NoError(t, os.WriteFile(whole, []byte(text), 0o600))
		require.Equal(t, []string{said}, d.do(command))
		require.NoDirExists(t, filepath.Base(folder), "nothing is written elsewhere")
	}
}

// Game records serve as lists of games do: the main line of each, whatever the format and the encoding.
func TestReadsRecords(t *testing.T) {
	records := map[string]string{"nothing.kif": "手合割：超落ち\n   1 ７六歩(77)\n", "half.csa": "PI\n+\n+7775FU\n/\nPI\n+\n+7776FU\n%TORYO\n"}
	for _, name := range []string{"class.kif", "class_bom.kifu", "six_pieces.ki2", "three_games.csa", "shogihome.jkf", "lines.usi"} {
		records[name] = content(t, filepath.Join("../../testdata/records", name))
	}
	d := newDesk(t, records)
	require.Equal(t, []string{"1 games read; from.db has 3 positions with 3 moves"}, d.do("from class.kif from.db moves 3"))
	require.Equal(t, `#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
2g2f none 0 32 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
8c8d none 0 32 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f none 0 32 1
`, content(t, "from.db"))
	require.Equal(t, []string{"1 games read; jkf.db has 3 positions with 3 moves"}, d.do("from shogihome.jkf jkf.db moves 3"))
	require.Equal(t, content(t, "from.db"), content(t, "jkf.db"))
	require.Equal(t, []string{"1 games read; handicap.db has 1 positions with 1 moves"}, d.do("from six_pieces.ki2 handicap.db moves 1"))
	require.Contains(t, content(t, "handicap.db"), "sfen 2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n")
	require.Equal(t, []string{"3 games read; three.db has 6 positions with 6 moves"}, d.do("from three_games.csa three.db"))
	require.Equal(t, []string{"3 games read; lines.db has 5 positions with 6 moves"}, d.do("from lines.usi lines.db"))
	require.Contains(t, d.do("think class_bom.kifu think.db endmoves 2 depth 2"), "2 of 2 positions searched; think.db has 2 positions with 2 moves")

	said := d.do("from half.csa half.db")
	require.Contains(t, said[0], "half.csa:3: move 1, +7775FU: illegal move")
	require.Equal(t, "1 games read; half.db has 1 positions with 1 moves", said[1])
	require.Contains(t, d.do("from nothing.kif none.db")[0], `nothing.kif:1: unknown handicap "超落ち", and no diagram of the position`)
	require.NoFileExists(t, "none.db")
}

// TestReadsFolders: of a folder all records serve, those in folders within too, and each game once.
func TestReadsFolders(t *testing.T) {
	const opened, lost = "   1 ７六歩(77)\n   2 投了\n", "先手：A\n後手：B\n"
	d := newDesk(t, map[string]string{"new.db": ""})
	for name, content := range map[string]string{
		"a.kif": lost + opened, "a.csa": "N+A\nN-B\n$START_TIME:2024/05/01\nPI\n+\n+7776FU\n%TORYO\n", "analysis/a.kifu": lost + "*#評価値=1\n" + opened,
		"two.KIF": lost + "   1 ２六歩(27)\n\n先手：C\n後手：B\n" + opened, "lines.usi": "startpos moves 7g7f 3c3d\nstartpos moves 7g7f 3c3d\n",
		"notes.txt": "startpos moves 5g5f\n", "broken.kif": "手合割：平手\n   1 ７五歩(77)\n", "prose.kif": "Dear diary\n",
	} {
		path := filepath.Join("games", filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	said := strings.Join(d.do("from games new.db"), "\n")
	require.Contains(t, said, filepath.Join("games", "broken.kif")+":2: move 1, ７五歩(77): illegal move")
	require.Contains(t, said, filepath.Join("games", "prose.kif")+": 1 lines cannot be used")
	require.Contains(t, said, "\n5 games read; new.db has 2 positions with 3 moves")
	require.Contains(t, content(t, "new.db"), "7g7f none 0 32 4\n2g2f none 0 32 1\n")

	said = strings.Join(d.do("think games thought.db depth 2"), "\n")
	require.Contains(t, said, "4 of 4 positions searched; thought.db has 4 positions")
	require.NoError(t, os.Mkdir("none", 0o700))
	require.Regexp(t, "^none: no file in this folder is named like a record", d.do("from none other.db")[0])
	require.NoFileExists(t, "other.db")
}

// grow makes a book of the wanted size from nothing, in steps too, and no ply is beyond the last one.
func TestGrow(t *testing.T) {
	d := newDesk(t, nil)
	said := d.do("grow my.db positions 6 endmoves 3 within 100 depth 2 multipv 3")
	require.Regexp(t, `^1 of 6: \S+, value 0, depth 2, 1 game in 1, sfen `+position.Shogi.Start+"$", said[0])
	require.Equal(t, []string{"6 positions searched; my.db has 6 positions with 18 moves", "done"}, said[6:])
	said = d.do("grow my.db positions 1000 endmoves 3 within 100 depth 2 multipv 3")
	require.Contains(t, said[0], "7 of 1000: ")
	positions := 0
	for line := range strings.Lines(content(t, "my.db")) {
		if strings.HasPrefix(line, "sfen ") {
			positions++
			require.Regexp(t, ` [123]\n$`, line)
		}
	}
	require.Greater(t, positions, 6)
	require.LessOrEqual(t, positions, 1+3+9)

	// Second moves are worse by 10: they are not followed and do not stay.
	said = d.do("grow narrow.db positions 9 endmoves 3 within 9 depth 2 multipv 3")
	require.Equal(t, []string{"3 positions searched; narrow.db has 3 positions with 3 moves", "done"}, said[3:])

	// As the other player's they are followed, and they stay. The second first move turns out to be as good as the best.
	said = d.do("grow replies.db positions 9 endmoves 3 within 9 replies 10 depth 2 multipv 3")
	require.Equal(t, []string{"7 positions searched; replies.db has 7 positions with 14 moves", "done"}, said[7:])
	_, err := Parse(strings.Fields("grow replies.db within 9 replies 8"))
	require.EqualError(t, err, "makebook grow: replies 8 is less than within 9")
}

// TestGrowStoppedAtOnce: before anything is searched there is no book, and one that is there stays.
func TestGrowStoppedAtOnce(t *testing.T) {
	d := newDesk(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Equal(t, []string{"stopped; the same command goes on"}, d.doUntil(ctx, "grow my.db"))
	require.NoFileExists(t, "my.db")
	d.do("grow my.db positions 2 depth 2")
	before := content(t, "my.db")
	require.Equal(t, []string{"0 positions searched; my.db has 2 positions with 8 moves", "stopped; the same command goes on"}, d.doUntil(ctx, "grow my.db"))
	require.Equal(t, before, content(t, "my.db"))
}

// TestCannotTakeItsPlace: what was searched is not lost if the book cannot be replaced when all is done.
func TestCannotTakeItsPlace(t *testing.T) {
	d := newDesk(t, nil)
	inTheWay := func() { require.NoError(t, os.MkdirAll(filepath.Join("my.db", "in the way"), 0o700)) }
	d.moved = inTheWay
	said := d.do("grow my.db positions 2 depth 2")
	require.Regexp(t, "rename .*; what was searched is in my_new.db$", said[len(said)-1])
	require.DirExists(t, "my.db")
	d.moved = func() {}
	require.Equal(t, []string{"2 positions searched; other.db has 2 positions with 8 moves", "done"}, d.do("grow other.db positions 2 depth 2")[2:])
	require.Equal(t, content(t, "other.db"), content(t, "my_new.db"))

	d.moved = inTheWay
	require.NoError(t, os.RemoveAll("my.db"))
	said = d.do("grow my.db positions 3 depth 2")
	require.Regexp(t, "what was searched is in my_new-2.db$", said[len(said)-1], "the earlier one stays")
	require.Contains(t, content(t, "my_new-2.db"), "sfen")
	require.Equal(t, content(t, "other.db"), content(t, "my_new.db"))
}

// The tools for books that need no search.
func TestFiles(t *testing.T) {
	const start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"
	const next = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n"
	const head = "#YANEURAOU-DB2016 1.00\n"
	d := newDesk(t, map[string]string{
		"games.txt": "startpos moves 7g7f 3c3d\nstartpos moves 7g7f 8c8d\nstartpos moves 2g2f\n",
		"a.db":      head + start + "2g2f 8c8d 40 20 1 # best\n" + next + "3c3d\n",
		"b.db":      head + start + "7g7f 8c8d 40 21\nnonsense\n",
		"twice.db":  head + start + "7g7f 3c3d 1 20 5\n" + start + "2g2f 8c8d 9 30 7\n",
		"u16.db":    "\xFF\xFEs\x00f\x00",
		"junk.db":   "sfen nothing\n7g7f\n",
		"words.txt": "hello\nworld\n",
	})
	for _, c := range []struct{ command, answer, file, want string }{
		{"from games.txt new.db moves 1", "3 games read; new.db has 1 positions with 2 moves", "new.db", head + start + "7g7f none 0 32 2\n2g2f none 0 32 1\n"},
		{"from games.txt a.db", "3 games read; a.db has 2 positions with 3 moves", "a.db",
			head + next + "3c3d none 0 0 2\n8c8d none 0 32 1\n" + start + "2g2f 8c8d 40 20 2\n"},
		{"sort twice.db joined.db", "sorted; joined.db has 1 positions with 2 moves", "joined.db", head + start + "2g2f 8c8d 9 30 7\n7g7f 3c3d 1 20 5\n"},
		{"sort b.db sorted.db", "sorted; sorted.db has 1 positions with 1 moves", "sorted.db", head + start + "7g7f 8c8d 40 21 1\n"},
		{"merge a.db sorted.db merged.db", "merged; merged.db has 2 positions with 3 moves", "merged.db",
			head + next + "3c3d none 0 0 2\n8c8d none 0 32 1\n" + start + "7g7f 8c8d 40 21 1\n"},
	} {
		said := d.do(c.command)
		require.Equal(t, c.answer, said[len(said)-1])
		require.Equal(t, strings.HasPrefix(c.command, "sort b.db"), len(said) == 2, "%v", said) // a line that cannot be used is told
		require.Equal(t, c.want, content(t, c.file), c.command)
	}
	before := content(t, "b.db")
	twoPlies := head + start + "2g2f none 1 20 1\n" + strings.Replace(start, " 1\n", " 7\n", 1) + "7g7f none 2 20 1\n"
	require.NoError(t, os.WriteFile("plies.db", []byte(twoPlies), 0o600))
	for command, answer := range map[string]string{
		"from games.txt b.db":                         "book b.db: 1 lines cannot be used, the first of them: line 4: .*; makebook sort writes another book without them",
		"sort b.db b.db":                              "book b.db: 1 lines cannot be used, .*; write into another file to have the book without them",
		"merge a.db b.db b.db":                        "book b.db: 1 lines cannot be used, .*; write into another file to have the book without them",
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
		require.Regexp(t, "^"+answer+"$", strings.Join(d.do(command), "\n"), command)
	}
	said := strings.Join(d.do("think games.txt "+filepath.Join("b.db", "x")), "\n")
	require.Regexp(t, "(mkdir|book) b.db", said)
	require.NotContains(t, said, "value", "nothing is searched")
	require.Equal(t, before, content(t, "b.db"))
	require.Equal(t, "\xFF\xFEs\x00f\x00", content(t, "u16.db"))
	require.Equal(t, "hello\nworld\n", content(t, "words.txt"))

	// With IgnoreBookPly the moves of the higher ply would be lost: not in place, and elsewhere not without a word.
	d.options.IgnorePly = true
	const lost = "book plies.db: 1 entries are of positions that stand at other plies too, and with IgnoreBookPly only the lowest counts"
	for _, command := range []string{"sort plies.db plies.db", "merge plies.db a.db plies.db", "from games.txt plies.db", "think games.txt plies.db depth 1"} {
		require.Contains(t, d.do(command)[0], lost+"; ", command)
		require.Equal(t, twoPlies, content(t, "plies.db"))
	}
	require.Equal(t, []string{lost, "sorted; lowest.db has 1 positions with 1 moves"}, d.do("sort plies.db lowest.db"))
	d.options.IgnorePly = false
	require.Equal(t, []string{"sorted; plies.db has 2 positions with 2 moves"}, d.do("sort plies.db plies.db"))

	said = strings.Join(d.do("from words.txt nothing.db"), "\n")
	require.Regexp(t, "^words.txt: 2 lines cannot be used, the first of them: line 1: .*\nno games in words.txt$", said)
	require.NoFileExists(t, "nothing.db")

	require.Equal(t, []string{"makebook think: startmoves 20 is after endmoves 16"}, d.do("think games.txt new.db startmoves 20"))

	inFolder := filepath.Join("new", "folder", "sorted.db")
	d.do("sort b.db " + inFolder)
	require.Equal(t, content(t, "sorted.db"), content(t, inFolder))
}
