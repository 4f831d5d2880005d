package book_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/usi/book"
)

const (
	start   = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
	example = `#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f 3c3d 12 24 310
2g2f 8c8d 10 24 295
sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
2g2f 8c8d 35 20 0
`
)

// write puts a book into a file.
func write(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func open(t testing.TB, path string, set ...func(*book.Options)) *book.Book {
	t.Helper()
	o := book.DefaultOptions()
	for _, s := range set {
		s(&o)
	}
	b, err := book.Open(path, o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

func after(t testing.TB, moves ...string) *position.Position {
	t.Helper()
	return afterFrom(t, start, moves...)
}

func afterFrom(t testing.TB, sfen string, moves ...string) *position.Position {
	t.Helper()
	p, err := position.ParseSFEN(position.Shogi, sfen)
	require.NoError(t, err)
	for _, text := range moves {
		m, err := p.ParseLegal(text)
		require.NoError(t, err)
		p.Do(m)
	}
	return p
}

func rng() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// chosen returns how often each move is chosen in n probes.
func chosen(b *book.Book, p *position.Position, n int) map[string]int {
	r, times := rng(), make(map[string]int)
	for range n {
		if hit, ok := b.Probe(p, r); ok {
			times[hit.Move.String()]++
		}
	}
	return times
}

func TestProbe(t *testing.T) {
	b := open(t, write(t, "example.db", example))
	require.Equal(t, "2 positions with 3 moves", b.String())

	p := after(t)
	seen := map[string]bool{}
	for r, n := rng(), 0; n < 20; n++ {
		hit, ok := b.Probe(p, r)
		require.True(t, ok)
		require.Equal(t, 24, hit.Depth)
		seen[hit.Move.String()] = true
		switch hit.Move.String() {
		case "7g7f":
			require.Equal(t, 12, hit.Value)
			require.Equal(t, "3c3d", hit.Ponder.String())
			require.Equal(t, "7g7f 3c3d 2g2f 8c8d", position.MoveList(hit.PV))
		case "2g2f":
			require.Equal(t, 10, hit.Value)
			require.Equal(t, "2g2f 8c8d", position.MoveList(hit.PV))
		default:
			t.Fatalf("%v is not in the book", hit.Move)
		}
	}
	require.Len(t, seen, 2)
	require.Equal(t, start, p.SFEN(), "a probe leaves the position alone")

	hit, ok := b.Probe(after(t, "7g7f", "3c3d"), rng())
	require.True(t, ok)
	require.Equal(t, "2g2f", hit.Move.String())
	require.Equal(t, 35, hit.Value)

	_, ok = b.Probe(after(t, "7g7f"), rng())
	require.False(t, ok)
}

func TestPVMoves(t *testing.T) {
	path := write(t, "pv.db", strings.Replace(example, "2g2f 8c8d 10 24 295\n", "", 1))
	for n, want := range map[int]string{1: "7g7f", 2: "7g7f 3c3d", 3: "7g7f 3c3d 2g2f", 8: "7g7f 3c3d 2g2f 8c8d"} {
		b := open(t, path, func(o *book.Options) { o.PVMoves = n })
		hit, ok := b.Probe(after(t), rng())
		require.True(t, ok)
		require.Equal(t, want, position.MoveList(hit.PV))
		require.Equal(t, "3c3d", hit.Ponder.String())
	}

	// It ends where it repeats a position.
	var content strings.Builder
	cycle := []string{"2h3h", "8b7b", "3h2h", "7b8b"}
	for i, m := range cycle {
		fmt.Fprintf(&content, "sfen %s\n%s\n", after(t, cycle[:i]...).SFEN(), m)
	}
	path = write(t, "cycle.db", content.String())
	b := open(t, path, func(o *book.Options) { o.PVMoves, o.DepthLimit, o.IgnorePly = 20, 0, true })
	hit, ok := b.Probe(after(t), rng())
	require.True(t, ok)
	require.Equal(t, strings.Join(cycle, " "), position.MoveList(hit.PV))
}

// Without a reply in the book the first move of the next position is the one to ponder on; an illegal reply is no reply.
func TestPonder(t *testing.T) {
	const next = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n8c8d none 0 20 1\n3c3d none 5 20 9\n"
	for name, c := range map[string]struct{ line, rest, want string }{
		"from the next position": {"7g7f none 12 24 1", next, "3c3d"},
		"illegal":                {"7g7f 8h2b+ 12 24 1", next, "3c3d"},
		"told":                   {"7g7f 8c8d 12 24 1", next, "8c8d"},
		"unknown":                {"7g7f none 12 24 1", "", "none"},
		"illegal and unknown":    {"7g7f 7g7f 12 24 1", "", "none"},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, write(t, "ponder.db", "sfen "+start+"\n"+c.line+"\n"+c.rest))
			hit, ok := b.Probe(after(t), rng())
			require.True(t, ok)
			require.Equal(t, c.want, hit.Ponder.String())
		})
	}
}

func TestFlipped(t *testing.T) {
	// White to move in the position that the book has with Black to move: 7g7f is 3c3d on the other side.
	p := afterFrom(t, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
	path := write(t, "example.db", example)
	b := open(t, path, func(o *book.Options) { o.EvalDiff = 0 })
	hit, ok := b.Probe(p, rng())
	require.True(t, ok)
	require.Equal(t, "3c3d 7g7f 8c8d 2g2f", position.MoveList(hit.PV))
	require.Equal(t, 12, hit.Value, "the value is the side to move's on both sides")

	_, ok = open(t, path, func(o *book.Options) { o.Flipped = false }).Probe(p, rng())
	require.False(t, ok)
}

func TestFlippedDrop(t *testing.T) {
	const black = "4k4/9/9/9/9/9/9/9/4K4 b P 1"
	b := open(t, write(t, "drop.db", "sfen "+black+"\nP*5e 5a5b 3 20 1\n"))
	hit, ok := b.Probe(afterFrom(t, "4k4/9/9/9/9/9/9/9/4K4 w p 1"), rng())
	require.True(t, ok)
	require.Equal(t, "P*5e 5i5h", position.MoveList(hit.PV))
}

func TestPly(t *testing.T) {
	noPly := strings.TrimSuffix(start, " 1")
	for _, c := range []struct {
		name, content, sfen string
		ignore              bool
		want                string
	}{
		{"another ply", "sfen " + noPly + " 5\n7g7f\n", start, false, ""},
		{"another ply, ignored", "sfen " + noPly + " 5\n7g7f\n", start, true, "7g7f"},
		{"no ply fits all", "sfen " + noPly + "\n7g7f\n", start, false, "7g7f"},
		{"ply 1 fits all", "sfen " + noPly + " 1\n7g7f\n", noPly + " 5", false, "7g7f"},
		{"no ply is nearer", "sfen " + noPly + " 1\n2g2f\nsfen " + noPly + "\n7g7f\n", noPly + " 5", false, "7g7f"},
		{"its own ply is nearer", "sfen " + noPly + "\n7g7f\nsfen " + start + "\n2g2f\n", start, false, "2g2f"},
		{"the lowest", "sfen " + noPly + " 3\n7g7f\nsfen " + noPly + " 11\n6g6f\nsfen " + noPly + " 2\n2g2f\n", start, true, "2g2f"},
		{"an entry without moves is none", "sfen " + noPly + " 1\nsfen " + noPly + " 3\n7g7f\n", start, true, "7g7f"},
		{"a ply that is no number", "sfen " + noPly + " 3\n7g7f\nsfen " + noPly + " x\n2g2f\n", start, true, "7g7f"},
		{"the first of two", "sfen " + start + "\n7g7f\nsfen " + start + "\n2g2f\n", start, false, "7g7f"},
	} {
		for _, disk := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				b := open(t, write(t, "ply.db", c.content), func(o *book.Options) {
					o.IgnorePly, o.DepthLimit, o.OnTheFly = c.ignore, 0, disk
				})
				hit, ok := b.Probe(afterFrom(t, c.sfen), rng())
				require.Equal(t, c.want != "", ok)
				if ok {
					require.Equal(t, c.want, hit.Move.String())
				}
			})
		}
	}
}

// Whatever people and programs write into a text book.
func TestText(t *testing.T) {
	const boards = `
		4k5/9/9/9/9/9/9/9/4K4 4k41/9/9/9/9/9/9/9/4K4 4k3/9/9/9/9/9/9/9/4K4
		4k4P/9/9/9/9/9/9/9/4K4 +G3k4/9/9/9/9/9/9/9/4K4 ++P3k4/9/9/9/9/9/9/9/4K4
		4k4+/9/9/9/9/9/9/9/4K4 +4k4/9/9/9/9/9/9/9/4K4 4k4//9/9/9/9/9/9/9/4K4
		4k4/9/9/9/9/9/9/9/9/K8 4k4/9/9/9/9/9/9/9/4K4+ 4k4/9/9/9/9/9/9/9/4K3`
	const header, kings = "#YANEURAOU-DB2016 1.00\n", "sfen 4k4/9/9/9/9/9/9/9/4K4 "
	for name, c := range map[string]struct {
		content string
		skipped int
	}{
		"plain":             {header + "sfen " + start + "\n7g7f 3c3d 12 24 310\n", 0},
		"CRLF":              {"#YANEURAOU-DB2016 1.00\r\nsfen " + start + "\r\n7g7f 3c3d 12 24 310\r\n", 0},
		"byte order mark":   {"\xEF\xBB\xBF" + header + "sfen " + start + "\n7g7f 3c3d 12 24 310\n", 0},
		"mark, no header":   {"\xEF\xBB\xBFsfen " + start + "\n7g7f 3c3d 12 24 310\n", 0},
		"no last newline":   {header + "sfen " + start + "\n7g7f 3c3d 12 24 310", 0},
		"comments":          {header + "// by hand\nsfen " + start + "\n# a move\n7g7f 3c3d 12 24 310 very good\n// end\n", 0},
		"comment behind":    {header + "sfen " + start + "\n7g7f 3c3d 12 24 // good\n", 0},
		"blank lines":       {"\n\n" + header + "\n\nsfen " + start + "\n\n \n7g7f 3c3d 12 24 310\n\n", 0},
		"blanks":            {header + "  sfen  " + start + "  \n\t7g7f  3c3d\t12 24 310 \n", 0},
		"count missing":     {header + "sfen " + start + "\n7g7f 3c3d 12 24\n", 0},
		"words":             {header + "sfen " + start + "\n7g7f 3c3d 12 24 none\n", 0},
		"dashes":            {header + "sfen " + start + "\n7g7f - 12 24 -\n", 0},
		"hands in disorder": {header + "sfen " + start + "\n7g7f 3c3d 12 24 1\nsfen 4k4/9/9/9/9/9/9/9/4K4 b Pr9p2L 1\nP*5e\n", 0},
		"a bad move":        {header + "sfen " + start + "\n7g7z 3c3d 12 24 1\n7g7f 3c3d 12 24 1\n", 1},
		"a bad reply":       {header + "sfen " + start + "\n2g2f 9z9z 12 24 1\n7g7f 3c3d 12 24 1\n", 1},
		"a bad number":      {header + "sfen " + start + "\n2g2f 8c8d 1x 24 1\n7g7f 3c3d 12 24 1\n", 1},
		"an illegal move":   {header + "sfen " + start + "\n5g5d none 99 24 1\n7g7f 3c3d 12 24 1\n", 0},
		"a bad position":    {header + "sfen nonsense b - 1\n2g2f 8c8d\nsfen " + start + "\n7g7f 3c3d 12 24 1\n", 2},
		"too many fields":   {header + "sfen " + start + " 1\n2g2f 8c8d\nsfen " + start + "\n7g7f 3c3d 12 24 1\n", 2},
		"too many pieces":   {header + "sfen 4k4/9/9/9/9/9/9/RRR6/4K4 b - 1\nsfen " + start + "\n7g7f 3c3d 12 24 1\n", 1},
		"bad hands":         {header + kings + "b K 1\n" + kings + "b 19P 1\n" + kings + "b 5G 1\n" + kings + "b 0P 1\n" + kings + "b 2 1\n" + kings + "b x 1\nsfen " + start + "\n7g7f 3c3d 12 24 1\n", 6},
		"bad sides, plies":  {header + kings + "bw - 1\n" + kings + "x - 1\n" + kings + "b - x\n" + kings + "b - -1\nsfen " + start + "\n7g7f 3c3d 12 24 1\n", 4},
		"bad boards":        {header + "sfen " + strings.Join(strings.Fields(boards), " b - 1\nsfen ") + " b - 1\nsfen " + start + "\n7g7f 3c3d 12 24 1\n", 12},
		"signs, slashes":    {header + "/ by hand\nsfen " + start + "\n7g7f 3c3d +12 +24 1\n", 1},
		"an early move":     {header + "2g2f 8c8d\nsfen " + start + "\n7g7f 3c3d 12 24 1\n", 1},
		"resigns":           {header + "sfen " + start + "\nresign none 0 24 1\n7g7f resign 12 24 1\n", 1},
		"a long line":       {header + strings.Repeat("x", 3<<20) + "\nsfen " + start + "\n7g7f 3c3d 12 24 1\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, write(t, "text.db", c.content))
			skipped, why := b.Skipped()
			require.Equal(t, c.skipped, skipped, "%v", why)
			require.Equal(t, c.skipped > 0, why != nil)
			hit, ok := b.Probe(after(t), rng())
			require.True(t, ok)
			require.Equal(t, "7g7f", hit.Move.String())
			require.Equal(t, 12, hit.Value)
			require.Equal(t, 24, hit.Depth)
		})
	}
}

func TestOpenErrors(t *testing.T) {
	for name, c := range map[string]struct{ file, content, want string }{
		"empty":         {"a.db", "", "it is empty"},
		"header only":   {"a.db", "#YANEURAOU-DB2016 1.00\n", "there is no position with a move"},
		"no moves":      {"a.db", "sfen " + start + "\n", "there is no position with a move"},
		"not a book":    {"a.db", "\nHello world\n", "line 2: the line begins neither with a move nor with sfen"},
		"bad position":  {"a.db", "sfen 9/9 b - 1\n7g7f\n", "line 1: the board is not an SFEN"},
		"bad side":      {"a.db", "sfen " + strings.Replace(start, " b ", " x ", 1) + "\n7g7f\n", "line 1: the side to move"},
		"UTF-16":        {"a.db", "\xFF\xFEs\x00f\x00", "UTF-16"},
		"sbk":           {"a.sbk", "\n\x03", "not supported"},
		"Apery's size":  {"a.bin", "12345678901234567", "17 bytes are not a multiple of the 16"},
		"Apery's order": {"a.bin", "222222222222222211111111" + "11111111", "entry 1 is out of order"},
		"short ybb":     {"a.db", "YANE-BINBOOK-V1\x00abc", "ends before byte 32"},
		"lying ybb":     {"a.ybb", "YANE-BINBOOK-V1\x00" + "\x09" + strings.Repeat("\x00", 15), "the header says 9 positions, the file has room for 0"},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, c.file, c.content)
			_, err := book.Open(path, book.DefaultOptions())
			require.ErrorIs(t, err, book.ErrBook)
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, path)
		})
	}
	_, err := book.Open(filepath.Join(t.TempDir(), "none.db"), book.DefaultOptions())
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = book.Open(t.TempDir(), book.DefaultOptions())
	require.Error(t, err)
}

// choices are the moves that the options leave, in order.
func choices(times map[string]int) string {
	return strings.Join(slices.Sorted(maps.Keys(times)), " ")
}

func TestChoosing(t *testing.T) {
	// Not sorted by count: the first move of the rules is the most played one. A tenth of the counts is 20.
	const moves = "1g1f none 200 30 19\n2g2f none 40 30 50\n7g7f none 60 30 100\n9g9f none -100 40 11\n5g5f none 31 3 20\n"
	rotated := strings.Replace(start, " b ", " w ", 1)
	whites := "1c1d none -150 30 10\n9c9d none -130 30 10\n"
	path := write(t, "choose.db", "sfen "+start+"\n"+moves+"sfen "+rotated+"\n"+whites)
	for name, c := range map[string]struct {
		set         func(*book.Options)
		want, white string
	}{
		"defaults":        {func(o *book.Options) {}, "1g1f 2g2f 5g5f 7g7f", "9c9d"},
		"narrow":          {func(o *book.Options) { o.Narrow = true }, "2g2f 5g5f 7g7f", "9c9d"},
		"wide":            {func(o *book.Options) { o.EvalDiff, o.EvalLimit = 1000, [2]int{-1000, -1000} }, "1g1f 2g2f 5g5f 7g7f 9g9f", "1c1d 9c9d"},
		"no loss":         {func(o *book.Options) { o.EvalDiff = 0 }, "1g1f 7g7f", "9c9d"},
		"Black's limit":   {func(o *book.Options) { o.EvalLimit[0] = 50 }, "1g1f 7g7f", "9c9d"},
		"beyond all":      {func(o *book.Options) { o.EvalLimit[0] = 201 }, "", "9c9d"},
		"White's limit":   {func(o *book.Options) { o.EvalLimit[1] = -200 }, "1g1f 2g2f 5g5f 7g7f", "1c1d 9c9d"},
		"depth reached":   {func(o *book.Options) { o.DepthLimit = 30 }, "1g1f 2g2f 5g5f 7g7f", "9c9d"},
		"depth missing":   {func(o *book.Options) { o.DepthLimit = 31 }, "", ""},
		"ply behind":      {func(o *book.Options) { o.Moves = 0 }, "", ""},
		"always ignored":  {func(o *book.Options) { o.IgnoreRate = 100 }, "", ""},
		"mostly ignored":  {func(o *book.Options) { o.IgnoreRate = 90 }, "1g1f 2g2f 5g5f 7g7f", "9c9d"},
		"count, narrowed": {func(o *book.Options) { o.Narrow, o.ConsiderMoveCount = true, true }, "2g2f 5g5f 7g7f", "9c9d"},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, path, c.set)
			require.Equal(t, c.want, choices(chosen(b, after(t), 500)))
			require.Equal(t, c.white, choices(chosen(b, afterFrom(t, rotated), 500)))
		})
	}
}

func TestIgnoreRate(t *testing.T) {
	b := open(t, write(t, "example.db", example), func(o *book.Options) { o.IgnoreRate = 30 })
	times := chosen(b, after(t), 4000)
	require.InDelta(t, 2800, times["7g7f"]+times["2g2f"], 120)
}

func TestWeights(t *testing.T) {
	for name, c := range map[string]struct {
		counts   [3]string
		consider bool
		want     [3]float64
	}{
		"even":          {[3]string{"10", "60", "30"}, false, [3]float64{1. / 3, 1. / 3, 1. / 3}},
		"by count":      {[3]string{"10", "60", "30"}, true, [3]float64{.1, .6, .3}},
		"no statistics": {[3]string{"0", "0", "0"}, true, [3]float64{1. / 3, 1. / 3, 1. / 3}},
		"missing":       {[3]string{"", "", ""}, true, [3]float64{1. / 3, 1. / 3, 1. / 3}},
		"one never":     {[3]string{"0", "3", "1"}, true, [3]float64{0, .75, .25}},
	} {
		t.Run(name, func(t *testing.T) {
			content := "sfen " + start + "\n"
			moves := [3]string{"7g7f", "2g2f", "5g5f"}
			for i, m := range moves {
				content += m + " none 0 20 " + c.counts[i] + "\n"
			}
			b := open(t, write(t, "weights.db", content), func(o *book.Options) { o.ConsiderMoveCount = c.consider })
			times := chosen(b, after(t), 4000)
			for i, m := range moves {
				require.InDelta(t, c.want[i], float64(times[m])/4000, 0.03, m)
			}
		})
	}
}

func TestSetOptions(t *testing.T) {
	b := open(t, write(t, "example.db", example))
	o := book.DefaultOptions()
	o.DepthLimit = 25
	b.SetOptions(o)
	require.Empty(t, chosen(b, after(t), 10))
	o.DepthLimit = 24
	b.SetOptions(o)
	require.Len(t, chosen(b, after(t), 100), 2)
}

// Books of games: how often a move was played is its count.
func TestGames(t *testing.T) {
	b := open(t, write(t, "games.txt", `startpos moves 7g7f 3c3d 2g2f
position startpos moves 7g7f 8c8d
position sfen `+start+` moves 2g2f
sfen `+start+` moves 7g7f 3c3d 6g6f
startpos moves 2g2f 9z9z
`), func(o *book.Options) { o.ConsiderMoveCount = true })
	n, why := b.Skipped()
	require.Equal(t, 1, n)
	require.ErrorContains(t, why, "line 5")
	times := chosen(b, after(t), 1000)
	require.InDelta(t, 600, times["7g7f"], 50)
	require.InDelta(t, 400, times["2g2f"], 50)
	hit, ok := b.Probe(after(t, "7g7f"), rng())
	require.True(t, ok)
	require.Equal(t, 0, hit.Depth)
}

func TestMinishogi(t *testing.T) {
	mini := func(o *book.Options) { o.Rules, o.DepthLimit = position.Minishogi, 0 }
	for _, disk := range []bool{false, true} {
		b := open(t, write(t, "mini.db", "sfen rbsgk/4p/5/P4/KGSBR b - 1\n3e3d none 10 20 1\n"), mini, func(o *book.Options) { o.OnTheFly = disk })
		hit, ok := b.Probe(position.New(position.Minishogi), rng())
		require.True(t, ok)
		require.Equal(t, "3e3d", hit.Move.String())
		p, err := position.ParseSFEN(position.Minishogi, "rbsgk/4p/5/P4/KGSBR w - 1")
		require.NoError(t, err)
		hit, ok = b.Probe(p, rng())
		require.True(t, ok)
		require.Equal(t, "3a3b", hit.Move.String())
	}
}

func TestNoKing(t *testing.T) {
	b := open(t, write(t, "example.db", example))
	_, ok := b.Probe(afterFrom(t, "4k4/9/9/9/9/9/9/9/9 b G 1"), rng())
	require.False(t, ok)
}

// The example book that dialogues use is sorted, free of faults and plays legal moves only.
func TestExampleBook(t *testing.T) {
	const path = "../../testdata/book/small.db"
	for _, disk := range []bool{false, true} {
		b := open(t, path, func(o *book.Options) { o.OnTheFly, o.EvalDiff = disk, 0 })
		n, err := b.Skipped()
		require.NoError(t, err)
		require.Zero(t, n)
		hit, ok := b.Probe(after(t), rng())
		require.True(t, ok)
		require.Equal(t, "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d", position.MoveList(hit.PV))
	}
}

// As many entries of one position as a file may have: each is found by its ply, and loading does not compare all with all.
func TestManyEntriesOfOnePosition(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	const n = 200_000
	board, _, _ := strings.Cut(start, " 1")
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "sfen %s %d\n7g7f none %d 20 1\n", board, i%60_000+1, i%30_000)
	}
	path := write(t, "many.db", text.String())
	for _, ply := range []int{1, 2, 777, 60_000} {
		p := afterFrom(t, fmt.Sprintf("%s %d", board, ply))
		hit, ok := open(t, path, func(o *book.Options) { o.Moves = 1 << 20 }).Probe(p, rng())
		require.True(t, ok)
		require.Equal(t, (ply-1)%30_000, hit.Value, "the first of its ply")
	}
}

// A file without a position is found out by a look at its beginning.
func TestOnTheFlyWithoutPositions(t *testing.T) {
	text := strings.Repeat("# nothing here\n7g7f 3c3d 1 20 1\n", 200_000)
	for name, content := range map[string]string{"none.db": text, "late.db": "sfen " + start + "\n" + text} {
		_, err := book.Open(write(t, name, content), book.Options{Rules: position.Shogi, OnTheFly: true})
		require.ErrorIs(t, err, book.ErrBook)
		require.ErrorContains(t, err, `there is no line "sfen ..." in 1024 kB of it`)
	}
}
