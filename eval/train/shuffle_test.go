package train

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/files"
	"katachi/position/record"
	"katachi/search"
)

// randomGames returns games of random moves with random scores.
func randomGames(t testing.TB, n int) (games []record.ScoredGame) {
	rng := rand.New(rand.NewPCG(11, 12))
	for id := range n {
		p := position.New(position.Shogi)
		start, err := p.Pack()
		require.NoError(t, err)
		g := record.ScoredGame{ID: uint64(id), Start: start, Ply: 1, Result: int8(rng.IntN(3) - 1), End: record.ByUnknown}
		for range 60 {
			moves := movegen.Legal(p, nil)
			if len(moves) == 0 {
				break
			}
			ply := record.ScoredPly{Move: moves[rng.IntN(len(moves))].To16(), Score: eval.Score(rng.IntN(5000) - 2500)}
			if rng.IntN(10) == 0 {
				ply.Score = eval.None
			}
			g.Plies = append(g.Plies, ply)
			p.Do(p.Complete(ply.Move))
		}
		games = append(games, g)
	}
	return games
}

func writeGames(t testing.TB, games []record.ScoredGame) string {
	var b bytes.Buffer
	w := record.NewScoredWriter(&b)
	for i := range games {
		require.NoError(t, w.Write(&games[i]))
	}
	path := filepath.Join(t.TempDir(), "games")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
}

// from names the files, as on the command line.
func (s *shuffling) from(names ...string) *shuffling {
	for _, name := range names {
		g := s.games("")
		if err := g.parse(name); err != nil {
			panic(err)
		}
		s.files = append(s.files, g)
	}
	return s
}

// shuffled makes a file of positions of files of games.
func shuffled(t testing.TB, s *shuffling) *positions {
	path := filepath.Join(t.TempDir(), "positions")
	s.line, s.bucket = command.NewLine(io.Discard), max(s.bucket, 100)
	require.NoError(t, s.write(context.Background(), path))
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, entries, 1, "no working files are left")
	p, err := openPositions(path)
	require.NoError(t, err)
	t.Cleanup(func() { p.close() })
	return p
}

// all reads the examples, those of the validation first.
func (p *positions) all(t testing.TB) []example {
	list := make([]example, p.head.Validation+p.head.Training)
	var buf []byte
	require.NoError(t, p.read(list, 0, &buf, 2))
	return list
}

// TestShuffle compares with a filter written out: every position is there once, no game gives to both sets, a pass has its
// share of every game in no order, and nothing depends on the number of goroutines.
func TestShuffle(t *testing.T) {
	games := randomGames(t, 100)
	path := writeGames(t, games)
	f := filter{FirstPly: 12, Decided: 1, Scale: testScale}
	want := [2]map[example]int{{}, {}}
	gameOf := map[example]int{}
	total := [2]int{}
	for i := range games {
		g, p := &games[i], position.New(position.Shogi)
		for j, ply := range g.Plies {
			m := p.Complete(ply.Move)
			capture := !m.IsDrop() && p.At(m.To()) != position.NoPiece
			if p.Ply() >= 12 && !p.InCheck() && ply.Score != eval.None && !capture && !m.IsPromotion() {
				worth := newChance(sigmoid(float64(ply.Score) / testScale))
				e := example{numbers: nnue.NumbersOf(p), kings: [2]uint8{uint8(p.King(0)), uint8(p.King(1))}, side: p.Side(),
					searched: worth, worth: worth, result: g.Result, left: uint8(len(g.Plies) - j)}
				if p.Side() == position.White {
					e.result = -g.Result
				}
				set := 0
				if i%10 == 9 {
					set = 1
				}
				want[set][e]++
				total[set]++
				gameOf[e] = i
			}
			p.Do(m)
		}
	}
	var first []example
	for _, workers := range []int{1, 3} {
		p := shuffled(t, (&shuffling{filter: f, scale: testScale, passes: 3, validation: 10, threads: workers, seed: 4}).from(path))
		require.Equal(t, 100, p.head.Games)
		require.Equal(t, [2]int64{int64(total[0]), int64(total[1])}, [2]int64{p.head.Training, p.head.Validation})
		list := p.all(t)
		got := [2]map[example]int{{}, {}}
		for i, e := range list {
			set := 0
			if i < total[1] {
				set = 1
			}
			got[set][e]++
		}
		require.Equal(t, want, got)
		if first == nil {
			first = list
		}
		require.Equal(t, first, list)
	}
	training := first[total[1]:]
	inOrder, inPass := 0, map[int]int{}
	for i, e := range training {
		if i > 0 && gameOf[e] == gameOf[training[i-1]] {
			inOrder++
		}
		if i < len(training)/3 {
			inPass[gameOf[e]]++
		}
	}
	require.Less(t, inOrder, len(training)/30, "neighbours of the same game")
	require.Len(t, inPass, 90)
	for game, n := range inPass {
		require.Less(t, n, 25, "game %d", game)
	}

	f.Captures = true
	captures := shuffled(t, (&shuffling{filter: f, scale: testScale, passes: 1, validation: 10, threads: 1}).from(path))
	require.Greater(t, captures.head.Training, int64(total[0]))
	half := (&shuffling{filter: f, scale: testScale, passes: 1, validation: 10, threads: 1}).from(path + "@share=0.5")
	require.InDelta(t, 0.5, float64(shuffled(t, half).head.Training)/float64(captures.head.Training), 0.1)
	f.Decided = 0
	undecided := shuffled(t, (&shuffling{filter: f, scale: 400, passes: 1, validation: 10, threads: 1}).from(path))
	require.Less(t, undecided.head.Training, captures.head.Training)
	for _, e := range undecided.all(t) {
		require.InDelta(t, 0.5, e.worth.of(), 0.495001)
	}

	bad := (&shuffling{filter: f, scale: 600, passes: 1, validation: 10, threads: 1, line: command.NewLine(io.Discard), bucket: 1}).from(path + "x")
	require.ErrorIs(t, bad.write(context.Background(), path+".ktp"), os.ErrNotExist)
	require.NoFileExists(t, path+".ktp")
}

// TestShuffleSettings: a file's own settings are those of the flags for all, and leave other files alone.
func TestShuffleSettings(t *testing.T) {
	games := randomGames(t, 20)
	path := writeGames(t, games)
	for i := range games {
		games[i].ID += 20
	}
	next := writeGames(t, games)
	sorted := func(f filter, scale float64, names ...string) []example {
		return inOrder(shuffled(t, (&shuffling{filter: f, scale: scale, passes: 1, validation: 10, threads: 2}).from(names...)).all(t))
	}
	one, other := filter{FirstPly: 1, Captures: true, Decided: 1, Ahead: 0.5, Hands: 0.2}, filter{FirstPly: 1, Captures: true, Decided: 1, Ahead: 0.9}
	a, b := sorted(one, 400, path), sorted(other, 700, path)
	require.NotEqual(t, a, b)
	require.Equal(t, a, sorted(other, 700, path+"@ahead=0.5,hands=0.2,scale=400"))
	require.Equal(t, inOrder(slices.Concat(a, b)), sorted(other, 700, path, next+"@1,ahead=0.5,hands=0.2,scale=400"))
}

// inOrder sorts the examples.
func inOrder(list []example) []example {
	slices.SortFunc(list, func(a, b example) int { return bytes.Compare(a.encode(nil), b.encode(nil)) })
	return list
}

// FuzzDecode: what can be read as an example is written as it was.
func FuzzDecode(f *testing.F) {
	list := randomExamples(3, 3, material)
	for i := range list {
		f.Add(list[i].encode(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var e, again example
		if len(b) < exampleBytes || !e.decode(b) {
			return
		}
		require.True(t, again.decode(e.encode(nil)))
		require.Equal(t, e, again)
	})
}

// What a killed shuffle has left beside its file is removed by the next one, and nothing else.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"p.ktp.123.tmp/0", "p.ktp.mine.tmp/0", "p.ktp.5.tmp.bak/0", "q.ktp.6.tmp/0"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.ktp.7.tmp"), nil, 0o644))
	require.NoError(t, removeLeftovers(filepath.Join(dir, "p.ktp")))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 4)
	require.NoDirExists(t, filepath.Join(dir, "p.ktp.123.tmp"))
	if runtime.GOOS == "windows" {
		return // has no such lock
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "p.ktp.8.tmp"), 0o755))
	file, err := os.Create(filepath.Join(dir, "p.ktp.8.tmp", unfinishedFile))
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, files.Lock(file))
	require.ErrorContains(t, removeLeftovers(filepath.Join(dir, "p.ktp")), "another shuffle is making")
	require.FileExists(t, file.Name())
}

// Until it is whole the file is not there, so that a killed shuffle is simply run again; what is there is not replaced.
func TestShuffleReplacesNothing(t *testing.T) {
	games := writeGames(t, randomGames(t, 20))
	path := filepath.Join(t.TempDir(), "p.ktp")
	make := func(ctx context.Context) error {
		return (&shuffling{filter: filter{FirstPly: 1}, scale: 600, passes: 1, validation: 5, threads: 1, line: command.NewLine(io.Discard),
			bucket: 100}).from(games).write(ctx, path)
	}
	require.NoError(t, make(&asked{t.Context(), func() { require.NoFileExists(t, path) }}))
	require.ErrorIs(t, make(t.Context()), os.ErrExist)
	require.NoError(t, os.Remove(path))
	appears := &asked{t.Context(), func() { require.NoError(t, os.WriteFile(path, []byte("another's"), 0o644)) }}
	require.ErrorIs(t, make(appears), os.ErrExist)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "another's", string(text))
}

// Files without games, or with too few, end in an error that says so and no file.
func TestShuffleTooLittle(t *testing.T) {
	dir := t.TempDir()
	text, out := filepath.Join(dir, "text"), filepath.Join(dir, "out")
	require.NoError(t, os.WriteFile(text, []byte("# Katachi\n"), 0o644))
	for _, c := range []struct {
		file, want string
		scale      float64
		validation int
	}{
		{text, text + ": this is no file of game records", 600, 10},
		{text, text + ": this is no file of game records", 0, 10},
		{writeGames(t, randomGames(t, 9)), "for validation: want more games, or another -validation than 10", 600, 10},
		{writeGames(t, randomGames(t, 1)), "1 games have 0 positions to learn from", 600, 1},
	} {
		s := (&shuffling{filter: filter{FirstPly: 1}, scale: c.scale, passes: 1, validation: c.validation, threads: 1, line: command.NewLine(io.Discard),
			bucket: 100}).from(c.file)
		require.ErrorContains(t, s.write(t.Context(), out), c.want)
		require.NoFileExists(t, out)
	}
}

// A game with an illegal move is left out and counted, wherever games are read; the others are used.
func TestIllegalGame(t *testing.T) {
	games := randomGames(t, 20)
	good := writeGames(t, games)
	games[7].Plies[5].Move = games[7].Plies[4].Move
	bad := writeGames(t, games)
	make := func(path string) *positions {
		return shuffled(t, (&shuffling{filter: filter{FirstPly: 1, Scale: 600}, scale: 600, passes: 1, validation: 10, threads: 2}).from(path))
	}
	whole, rest := make(good), make(bad)
	require.Zero(t, whole.head.Damaged)
	require.Equal(t, 1, rest.head.Damaged)
	require.Equal(t, 19, rest.head.Games)
	require.Equal(t, whole.head.Plies-len(games[7].Plies), rest.head.Plies)
	require.Less(t, rest.head.bytes(), whole.head.bytes())
	seen, damaged := 0, 0
	require.NoError(t, record.EachScored([]string{bad, bad}, func(_ *record.ScoredReader, g *record.ScoredGame) error {
		seen++
		return g.Replay(func(*position.Position, *record.ScoredPly) bool { return true })
	}, func(r *record.ScoredReader) { damaged += r.Damaged() }))
	require.Equal(t, [2]int{20, 1}, [2]int{seen, damaged})
}

// A game that is there twice counts once, in one file or in two; one that has an ID in common with another is not it.
func TestRepeatedGames(t *testing.T) {
	games := randomGames(t, 20)
	others := randomGames(t, 20)
	for i := range others {
		others[i].Result = 1 - games[i].Result&1 // not what that of games is
	}
	once, twice, other := writeGames(t, games), writeGames(t, slices.Concat(games, games)), writeGames(t, others)
	make := func(paths ...string) *positions {
		return shuffled(t, (&shuffling{filter: filter{FirstPly: 1}, scale: 600, passes: 1, validation: 10, threads: 2}).from(paths...))
	}
	want := make(once)
	for _, files := range [][]string{{twice}, {once, twice}} {
		got := make(files...)
		require.Equal(t, inOrder(want.all(t)), inOrder(got.all(t)))
		require.Equal(t, 20, got.head.Games)
		require.Equal(t, 20*len(files), got.head.Repeated)
	}
	require.Equal(t, 40, make(once, other).head.Games)
}

// A file that is not what it says is refused, with a word on what would be right.
func TestBadPositions(t *testing.T) {
	good := shuffled(t, (&shuffling{filter: filter{FirstPly: 1, Scale: 600}, scale: 600, passes: 1, validation: 5, threads: 1}).from(writeGames(t, randomGames(t, 20))))
	b, err := os.ReadFile(good.file.Name())
	require.NoError(t, err)
	change := func(at int, to byte) []byte { c := bytes.Clone(b); c[at] = to; return c }
	for want, data := range map[string][]byte{
		"does not begin":     []byte("games"),
		"without checksums":  change(3, '1'),
		"its head has":       change(7, 1),
		"its head: ":         change(8, '?'),
		"bytes, want":        b[:len(b)-1],
		"katachi train shuf": nil,
	} {
		path := filepath.Join(t.TempDir(), "bad")
		require.NoError(t, os.WriteFile(path, data, 0o644))
		_, err := openPositions(path)
		require.ErrorIs(t, err, errPositions)
		require.ErrorContains(t, err, want)
	}
	empty := positionsOf(t, make([]example, 2), make([]example, 1))
	var buf []byte
	require.ErrorContains(t, empty.read(make([]example, 3), 0, &buf, 1), "no position among the 3 from number 0 on")
}

// TestChecksums: what is read in any parts is what was written, and a changed bit anywhere is found when its block is read.
func TestChecksums(t *testing.T) {
	list := randomExamples(1, 2*blockExamples+100, material)
	good := positionsOf(t, list[7:], list[:7])
	var buf []byte
	got := make([]example, len(list))
	for _, part := range []int{len(list), 1000, blockExamples, 3 * blockExamples} {
		for first := 0; first < len(list); first += part {
			require.NoError(t, good.read(got[first:min(len(list), first+part)], int64(first), &buf, 2))
		}
		require.Equal(t, list, got)
		clear(got)
	}
	b, err := os.ReadFile(good.file.Name())
	require.NoError(t, err)
	for _, c := range []struct{ at, block int }{{headBytes, 0}, {headBytes + blockBytes + 3, 0}, {headBytes + blockBytes + sumBytes, 1}, {len(b) - 1, 2}} {
		path := filepath.Join(t.TempDir(), "bad")
		b[c.at] ^= 1
		require.NoError(t, os.WriteFile(path, b, 0o644))
		b[c.at] ^= 1
		p, err := openPositions(path)
		require.NoError(t, err)
		for i := range 3 {
			err := p.read(got[:1], int64(i*blockExamples), &buf, 1)
			if i == c.block {
				require.ErrorIs(t, err, errPositions)
				require.ErrorContains(t, err, "damaged between bytes")
			} else {
				require.NoError(t, err)
			}
		}
		require.NoError(t, p.close())
	}
}

// TestFit finds the scale with which the results of games came about.
func TestFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	start, err := position.New(position.Shogi).Pack()
	require.NoError(t, err)
	games := make([]record.ScoredGame, 20000)
	for i := range games {
		score, result := eval.Score(rng.NormFloat64()*900), int8(1)
		if rng.Float64() > sigmoid(float64(score)/740) {
			result = -1
		}
		games[i] = record.ScoredGame{ID: uint64(i), Start: start, Ply: 1, Plies: []record.ScoredPly{{Score: score}, {Score: -score}}, Result: result, End: record.ByMate}
	}
	scale, err := fit(writeGames(t, games))
	require.NoError(t, err)
	require.InDelta(t, 740, scale, 25)
}

// A scale far beyond what 16-bit scores could be is no trouble: examples hold chances.
func TestLargeScale(t *testing.T) {
	f := filter{FirstPly: 1, Captures: true, Decided: 1, Share: 1, Scale: 9000, Ahead: 0.9}
	g := randomGames(t, 1)[0]
	g.Result, g.End = 1, record.ByMate
	list, err := f.examplesOf(nil, &g)
	require.NoError(t, err)
	last := list[len(list)-1]
	require.Greater(t, max(last.worth.of(), 1-last.worth.of()), 0.9)
	require.Equal(t, last.worth.of() > 0.5, last.result == 1)
}

// mirrored returns the position with files 1 and 9 changed, and so on.
func mirrored(t testing.TB, p *position.Position) *position.Position {
	fields := strings.Fields(p.SFEN())
	ranks := strings.Split(fields[0], "/")
	for i, rank := range ranks {
		out := ""
		for len(rank) > 0 {
			n := 1
			if rank[0] == '+' {
				n = 2
			}
			out, rank = rank[:n]+out, rank[n:]
		}
		ranks[i] = out
	}
	fields[0] = strings.Join(ranks, "/")
	q, err := position.ParseSFEN(position.Shogi, strings.Join(fields, " "))
	require.NoError(t, err)
	return q
}

// TestRows compares an example's rows with those of the position, straight and mirrored.
func TestRows(t *testing.T) {
	for _, name := range []string{"kp-256", "halfkp-256", "halfkp-k9-256", "halfka-k6-128"} {
		shape := shapeNamed(t, name)
		randomExamples(4, 60, func(p *position.Position) (int16, int8) {
			e := newExample(p, 1, 1, 0)
			for i, q := range []*position.Position{p, mirrored(t, p)} {
				got := e.appendRows(nil, shape, i == 1)
				require.ElementsMatch(t, shape.Features(nil, q, q.Side()), got[:len(got)/2], "%s %s", name, q.SFEN())
				require.ElementsMatch(t, shape.Features(nil, q, q.Side().Other()), got[len(got)/2:], "%s %s", name, q.SFEN())
			}
			return 0, 0
		})
	}
}

// TestTarget checks blend, loss and slope.
func TestTarget(t *testing.T) {
	target := target{scale: 500, result: 0.25}
	require.InDelta(t, 0.75*0.5+0.25, target.of(&example{worth: newChance(0.5), result: 1}), 1e-5)
	require.InDelta(t, 0.75*0.2+0.125, target.of(&example{worth: newChance(0.2), result: 0}), 1e-5)
	require.InDelta(t, 0.2, target.of(&example{worth: newChance(0.2), result: unknown}), 1e-5)
	for _, score := range []float64{-3000, -100, 0, 700, 9000} {
		const h = 1e-2
		up, _ := target.loss(0.3, score+h)
		down, _ := target.loss(0.3, score-h)
		at, slope := target.loss(0.3, score)
		require.InDelta(t, (up-down)/(2*h), slope, 1e-8)
		p := sigmoid(score / 500)
		require.InDelta(t, -0.3*math.Log(p)-0.7*math.Log(1-p), at, 1e-6)
	}
	least, slope := target.loss(0.3, 500*math.Log(0.3/0.7))
	require.InDelta(t, entropy(0.3), least, 1e-12)
	require.InDelta(t, 0, slope, 1e-12)
	require.Zero(t, entropy(1))
}

// TestSchedule follows the learning rate and the result's share.
func TestSchedule(t *testing.T) {
	p := plan{Rate: 1e-3, LastRate: 1e-5, WarmUp: 9, Batch: 10, Examples: 11000, Last: 0.1, Result: [2]float64{0.1, 0.4}, LastResult: 0.8}
	all, main := p.steps()
	require.Equal(t, [2]int{1100, 990}, [2]int{all, main})
	p.Last = 91.0 / 1100
	require.InDelta(t, 1e-4, p.rate(0), 1e-12)
	require.InDelta(t, 9e-4, p.rate(8), 1e-12)
	require.InDelta(t, 1e-3, p.rate(9), 1e-12)
	require.InDelta(t, (1e-3+1e-5)/2, p.rate(509), 2e-6)
	require.InDelta(t, 1e-5, p.rate(1008), 1e-8)
	require.InDelta(t, 1e-5, p.rate(1009), 1e-12)
	require.InDelta(t, 1e-5, p.rate(1099), 1e-12)
	require.Equal(t, 0.1, p.result(0))
	require.Equal(t, 0.1, p.result(252))
	require.InDelta(t, 0.25, p.result(252+378), 1e-3)
	require.InDelta(t, 0.4, p.result(1008), 1e-3)
	require.Equal(t, 0.8, p.result(1009))
}

func TestCount(t *testing.T) {
	for text, want := range map[string]int64{"500000": 500000, "400M": 400e6, "1.5G": 1.5e9, "20k": 20000, "1": 1} {
		got, err := count(text)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"", "G", "-1", "0", "4T", "nan", "1e300"} {
		_, err := count(text)
		require.Error(t, err, text)
	}
}

// TestHands: with -hands a position is worth more to who has pieces in hand, by that share of their values: a rook 865, a gold 593, a pawn 100.
func TestHands(t *testing.T) {
	f := filter{Hands: 0.25, Scale: 600}
	for sfen, more := range map[string]float64{
		"4k4/9/9/9/9/9/9/9/4K4 b RG2p 1":    1258,
		"4k4/9/9/9/9/9/9/9/4K4 w RG2p 1":    -1258,
		"4k4/9/9/9/9/9/9/9/4K4 b Pp 1":      0,
		position.New(position.Shogi).SFEN(): 0,
	} {
		p, err := position.ParseSFEN(position.Shogi, sfen)
		require.NoError(t, err)
		require.InDelta(t, 0.3+more/4/600, logit(f.dearer(p, sigmoid(0.3))), 1e-9, sfen)
		for _, sure := range []float64{0, 1} {
			require.InDelta(t, sure, f.dearer(p, sure), 1e-4, sfen)
		}
		require.Equal(t, 0.7, (&filter{Scale: 600}).dearer(p, 0.7))
	}
	games := randomGames(t, 20)
	plain := filter{FirstPly: 1, Captures: true, Decided: 1, Share: 1, Scale: testScale}
	hands := plain
	hands.Hands = 0.5
	different := 0
	for i := range games {
		before, err := plain.examplesOf(nil, &games[i])
		require.NoError(t, err)
		after, err := hands.examplesOf(nil, &games[i])
		require.NoError(t, err)
		require.Len(t, after, len(before))
		for j := range before {
			if before[j].worth != after[j].worth {
				different++
			}
			before[j].worth, before[j].searched = after[j].worth, after[j].searched
		}
		require.Equal(t, before, after)
	}
	require.NotZero(t, different)
}

// TestQuiet: with quiescence an example is the position at the end of its line, with the chances of the side to move there.
func TestQuiet(t *testing.T) {
	games := randomGames(t, 20)
	asTheyStand := filter{FirstPly: 12, Captures: true, Decided: 1, Share: 1, Scale: testScale}
	quiet := asTheyStand
	capture := func(p *position.Position) []position.Move { // the first capture, and the first of the answers that capture
		var line []position.Move
		for range 2 {
			if moves := movegen.Captures(p, nil); !p.InCheck() && len(moves) > 0 {
				line = append(line, moves[0])
				p.Do(moves[0])
			}
		}
		for range line {
			p.Undo()
		}
		return line
	}
	quiet.quiet = make(chan func(p *position.Position) []position.Move, 1)
	quiet.quiet <- capture
	lengths := map[int]int{}
	for i := range games {
		g := &games[i]
		before, err := asTheyStand.examplesOf(nil, g)
		require.NoError(t, err)
		got, err := quiet.examplesOf(nil, g)
		require.NoError(t, err)
		p, j, k := position.New(position.Shogi), 0, 0
		for _, ply := range g.Plies {
			if quiet.accepts(p, &record.ScoredPly{Move: position.Move16(p.Complete(ply.Move)), Score: ply.Score}) {
				want := before[j]
				j++
				line := capture(p)
				for _, m := range line {
					p.Do(m)
					want.side = want.side.Other()
					want.result, want.searched, want.worth = -want.result, newChance(1-want.searched.of()), newChance(1-want.worth.of())
				}
				if !p.InCheck() {
					want.numbers, want.kings = nnue.NumbersOf(p), [2]uint8{uint8(p.King(0)), uint8(p.King(1))}
					require.Equal(t, want, got[k], p.SFEN())
					lengths[len(line)]++
					k++
				}
				for range line {
					p.Undo()
				}
			}
			p.Do(p.Complete(ply.Move))
		}
		require.Len(t, got, k)
	}
	for length := range 3 {
		require.Greater(t, lengths[length], 30, "lines of %d moves", length)
	}
}

// TestTrainCommand makes positions, trains from them, goes on, and refuses what makes no sense.
func TestTrainCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	games, dir := writeGames(t, randomGames(t, 40)), t.TempDir()
	path := filepath.Join(t.TempDir(), "positions")
	run := func(args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		load := func(name string, _ int) (eval.Evaluation, error) {
			if name != "classical" && name != "nnue" {
				return eval.Evaluation{}, fmt.Errorf("no evaluation %q", name)
			}
			return eval.Evaluation{New: func() eval.Evaluator { return &witness{asked: map[string]eval.Score{}} }, Description: "the witness"}, nil
		}
		code := Command(load, search.Quiescence).Main(context.Background(), args, command.IO{Name: "katachi train", Stdout: &stdout, Stderr: &stderr})
		return code, stdout.String(), stderr.String()
	}
	code, out, text := run("shuffle", "-o", path, "-scale", "600", "-validation", "5", games)
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "40 games")
	code, _, text = run("shuffle", "-o", path, games)
	require.Equal(t, 1, code)
	require.Contains(t, text, "exists")
	code, _, text = run("shuffle", "-o", path+"3", "-scale", "600", "-quiet", "loud", games)
	require.Equal(t, 1, code)
	require.Contains(t, text, `no evaluation "loud"`)
	code, _, text = run("shuffle", "-o", path+"3", "-scale", "600", "-validation", "5", "-quiet", "none", games)
	require.Equal(t, 0, code, text)
	code, out, text = run("shuffle", "-o", path+"2", "-scale", "600", "-validation", "5", "-variations", "3", games+"@0.5")
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "40 games")

	flags := []string{"-out", dir, "-arch", "halfkp-k6-256", "-standard", "-batch", "64", "-examples", "2k", "-reports", "2", path}
	code, out, text = run(flags...)
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "games: 40 games, 600 centipawns are odds of e to 1, ahead 0.8")
	require.Contains(t, out, "examples: training loss")
	code, _, text = run(flags...)
	require.Equal(t, 1, code)
	require.Contains(t, text, "-resume goes on")
	code, out, text = run(append([]string{"-resume"}, flags...)...)
	require.Equal(t, 0, code, text)
	require.Contains(t, out, "the network is")
	own, err := nnue.Load(filepath.Join(dir, networkFile), nnue.DefaultScale)
	require.NoError(t, err)
	wide, err := nnue.Load(filepath.Join(dir, standardFile), nnue.DefaultScale)
	require.NoError(t, err)
	require.Contains(t, wide.Describe(), "HalfKP 256x2-32-32")
	a, b := own.NewEvaluator(), wide.NewEvaluator()
	randomExamples(8, 30, func(p *position.Position) (int16, int8) {
		a.Reset(p)
		b.Reset(p)
		require.Equal(t, a.Evaluate(p), b.Evaluate(p), p.SFEN())
		return 0, 0
	})
	for _, args := range [][]string{{"-h"}, {"shuffle", "-h"}, {"scale", "-h"}} {
		code, out, _ = run(args...)
		require.Equal(t, 0, code)
		require.Contains(t, out, "katachi train ")
	}

	for want, args := range map[string][]string{
		"-o":                 {path},
		"want one file":      {"-o", dir},
		"no architecture":    {"-o", dir, "-arch", "huge", path},
		"-batch 0":           {"-o", dir, "-batch", "0", path},
		"-rate 0":            {"-o", dir, "-rate", "0", path},
		"-last-rate 1":       {"-o", dir, "-last-rate", "1", path},
		"-warm-up -1":        {"-o", dir, "-warm-up", "-1", path},
		"-reach 0.5":         {"-o", dir, "-reach", "0.5", path},
		"-pull 1000":         {"-o", dir, "-pull", "1000", path},
		"-freeze: a first":   {"-o", dir, "-freeze", path},
		"-from-scale: the":   {"-o", dir, "-from-scale", "100", path},
		"-reach: the":        {"-o", dir, "-reach", "4", path},
		"-weight-decay -1":   {"-o", dir, "-weight-decay", "-1", path},
		"-result 1.5":        {"-o", dir, "-result", "1.5", path},
		"-last-result 2":     {"-o", dir, "-last-result", "2", path},
		"-last 0.9":          {"-o", dir, "-last", "0.9", path},
		"-scale -1":          {"-o", dir, "-scale", "-1", path},
		"-from-scale -1":     {"-o", dir, "-from-scale", "-1", path},
		"-reports 0":         {"-o", dir, "-reports", "0", path},
		"-examples \"many\"": {"-o", dir, "-examples", "many", path},
		"-examples 100":      {"-o", dir, "-examples", "100", path},
		"-threads 0":         {"-o", dir, "-threads", "0", path},
		"not defined":        {"-spoon"},
		"-o FILE":            {"shuffle", games},
		"no file of game":    {"shuffle", "-o", "x"},
		"-passes 0":          {"shuffle", "-o", "x", "-passes", "0", games},
		"-validation 1":      {"shuffle", "-o", "x", "-validation", "1", games},
		"-ahead 1":           {"shuffle", "-o", "x", "-ahead", "1", games},
		"-decided 2":         {"shuffle", "-o", "x", "-decided", "2", games},
		"-variations -1":     {"shuffle", "-o", "x", "-variations", "-1", games},
		"after the @":        {"shuffle", "-o", "x", games + "@half"},
		`"width=2"`:          {"shuffle", "-o", "x", games + "@0.5,width=2"},
		"share 2":            {"shuffle", "-o", "x", games + "@2"},
		"scale -3":           {"shuffle", "-o", "x", games + "@0.5,scale=-3"},
		"ahead 1.5":          {"shuffle", "-o", "x", games + "@ahead=1.5"},
		"-hands 2":           {"shuffle", "-o", "x", "-hands", "2", games},
		"-fvscale 0":         {"scale", "-fvscale", "0", games},
		"is named":           {"scale"},
	} {
		code, _, text := run(args...)
		require.Equal(t, 2, code, want)
		require.Contains(t, text, want)
	}
	code, _, text = run("-o", t.TempDir(), filepath.Join(dir, "none"))
	require.Equal(t, 1, code)
	require.Contains(t, text, "none")
	code, _, text = run("-o", t.TempDir(), path)
	require.Equal(t, 1, code)
	require.Contains(t, text, "too few positions")
	code, _, text = run("-o", t.TempDir(), "-batch", "64", "-arch", "kp-256", "-standard", path)
	require.Equal(t, 1, code)
	require.Contains(t, text, "no larger form")
}
