package train

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/files"
	"katachi/position/record"
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

// from names the files, as on the command line, and sets what the test has left open.
func (s *shuffling) from(names ...string) *shuffling {
	s.passes, s.validation, s.threads = cmp.Or(s.passes, 1), cmp.Or(s.validation, 10), cmp.Or(s.threads, 1)
	s.line, s.bucket = command.NewLine(io.Discard), cmp.Or(s.bucket, 100)
	for _, name := range names {
		g := s.games()
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
	require.NoError(t, s.write(context.Background(), path))
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, entries, 1, "no working files are left")
	p, err := openPositions(path)
	require.NoError(t, err)
	t.Cleanup(func() { p.close() })
	return p
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
		p := shuffled(t, (&shuffling{filter: f, scale: testScale, passes: 3, threads: workers, seed: 4}).from(path))
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
	captures := shuffled(t, (&shuffling{filter: f, scale: testScale}).from(path))
	require.Greater(t, captures.head.Training, int64(total[0]))
	half := (&shuffling{filter: f, scale: testScale}).from(path + "@share=0.5")
	require.InDelta(t, 0.5, float64(shuffled(t, half).head.Training)/float64(captures.head.Training), 0.1)
	f.Decided = 0
	undecided := shuffled(t, (&shuffling{filter: f, scale: 400}).from(path))
	require.Less(t, undecided.head.Training, captures.head.Training)
	for _, e := range undecided.all(t) {
		require.InDelta(t, 0.5, e.worth.of(), 0.495001)
	}

	bad := (&shuffling{filter: f, scale: 600}).from(path + "x")
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
		return inOrder(shuffled(t, (&shuffling{filter: f, scale: scale, threads: 2}).from(names...)).all(t))
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
		return (&shuffling{filter: filter{FirstPly: 1}, scale: 600, validation: 5}).from(games).write(ctx, path)
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
		{text, text + ": this is not a file of game records", 600, 10},
		{text, text + ": this is not a file of game records", 0, 10},
		{writeGames(t, randomGames(t, 9)), "for validation: want more games, or another -validation than 10", 600, 10},
		{writeGames(t, randomGames(t, 1)), "1 games have 0 positions to learn from", 600, 1},
	} {
		s := (&shuffling{filter: filter{FirstPly: 1}, scale: c.scale, validation: c.validation}).from(c.file)
		require.ErrorContains(t, s.write(t.Context(), out), c.want)
		require.NoFileExists(t, out)
	}
}

// More files than the head has room for are refused before they are read.
func TestShuffleTooMany(t *testing.T) {
	many := func(n int) *shuffling {
		return (&shuffling{filter: filter{FirstPly: 1}, scale: 600}).from(slices.Repeat([]string{"none.ktg"}, n)...)
	}
	out := filepath.Join(t.TempDir(), "out")
	require.EqualError(t, many(100).write(t.Context(), out), "100 files of games are too many to name in the head; join some of the same run")
	require.ErrorIs(t, many(60).write(t.Context(), out), os.ErrNotExist)
}

// A game with an illegal move is left out and counted, wherever games are read; the others are used.
func TestIllegalGame(t *testing.T) {
	games := randomGames(t, 20)
	good := writeGames(t, games)
	games[7].Plies[5].Move = games[7].Plies[4].Move
	bad := writeGames(t, games)
	make := func(path string) *positions {
		return shuffled(t, (&shuffling{filter: filter{FirstPly: 1}, scale: 600, threads: 2}).from(path))
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
		return shuffled(t, (&shuffling{filter: filter{FirstPly: 1}, scale: 600, threads: 2}).from(paths...))
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
	path := writeGames(t, games)
	scale, err := fit(t.Context(), path)
	require.NoError(t, err)
	require.InDelta(t, 740, scale, 25)
	interrupted, interrupt := context.WithCancel(t.Context())
	interrupt()
	_, err = fit(interrupted, path)
	require.ErrorIs(t, err, context.Canceled)
	// Of a pipe, such as <(zcat games.ktg.gz), nothing would be left to learn from.
	_, err = fit(t.Context(), os.DevNull)
	require.ErrorContains(t, err, "not a regular file")
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
