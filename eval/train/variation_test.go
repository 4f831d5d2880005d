package train

import (
	"context"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// witness is a teacher that remembers what it was asked.
type witness struct {
	asked map[string]eval.Score // by SFEN
	plies []int
}

func (w *witness) Reset(*position.Position)                { w.plies = append(w.plies, 0) }
func (w *witness) Push(*position.Position, position.Delta) {}
func (w *witness) Pop()                                    {}
func (w *witness) Evaluate(p *position.Position) eval.Score {
	score := eval.Score(p.Key()%8000) - 4000
	w.asked[p.SFEN()] = score
	w.plies[len(w.plies)-1] = p.Ply()
	return score
}

func TestVariations(t *testing.T) {
	p := position.New(position.Shogi)
	start, err := p.Pack()
	require.NoError(t, err)
	g := &record.ScoredGame{ID: 7, Start: start, Ply: 1, Result: 1}
	for _, text := range []string{"7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "8c8d"} {
		m, err := p.ParseLegal(text)
		require.NoError(t, err)
		g.Plies = append(g.Plies, record.ScoredPly{Move: m.To16(), Score: eval.None})
		p.Do(m)
	}
	const each, firstPly = 8, 3
	f := filter{FirstPly: firstPly, Share: 1, Scale: testScale, Seed: 5}
	play := func() ([]example, *witness) {
		w := &witness{asked: map[string]eval.Score{}}
		v := variations{each, func() eval.Evaluator { return w }}
		f.around = &v
		list, err := f.examplesOf(nil, g)
		require.NoError(t, err)
		return list, w
	}
	list, w := play()
	again, _ := play()
	require.Equal(t, list, again, "the same seed gives the same examples")
	f.Seed++
	other, _ := play()
	require.NotEqual(t, list, other)

	positions := len(g.Plies) - (firstPly - 1)
	require.LessOrEqual(t, len(w.plies), positions*each)
	require.Greater(t, len(w.plies), positions*each*3/4, "few of them are checks")
	wanted := map[example]int{}
	for sfen, score := range w.asked {
		q, err := position.ParseSFEN(position.Shogi, sfen)
		require.NoError(t, err)
		require.False(t, q.InCheck(), sfen)
		require.Greater(t, q.Ply(), firstPly)
		require.LessOrEqual(t, q.Ply(), len(g.Plies)+longestVariation)
		worth := newChance(sigmoid(float64(score) / testScale))
		wanted[newExample(q, worth, worth, unknown)]++
	}
	require.NotEmpty(t, list)
	got := map[example]bool{}
	for _, e := range list {
		require.NotZero(t, wanted[e], "an example that the teacher did not judge so")
		got[e] = true
	}
	require.Len(t, got, len(wanted), "every position judged is an example")

	whole, half := 0, 0
	for _, g := range randomGames(t, 10) {
		for share, examples := range map[float64]*int{1: &whole, 0.5: &half} {
			f.Share = share
			list, err := f.examplesOf(nil, &g)
			require.NoError(t, err)
			*examples += len(list)
		}
	}
	require.InDelta(t, 0.5, float64(half)/float64(whole), 0.1, "the share of a file's positions that FILE@0.5 keeps")
}

// indifferent is a teacher to whom all positions are even.
type indifferent struct{ eval.Evaluator }

func (indifferent) Reset(*position.Position)               {}
func (indifferent) Evaluate(*position.Position) eval.Score { return 0 }

// TestManyVariations: many examples of each position take no more memory at a time than few.
func TestManyVariations(t *testing.T) {
	games := writeGames(t, randomGames(t, 60))
	around := &variations{100, func() eval.Evaluator { return indifferent{} }}
	s := (&shuffling{
		filter: filter{Around: around.each, around: around}, scale: 600, validation: 30, threads: 2, bucket: 1 << 14,
	}).from(games)
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	most := uint64(0)
	ctx := &asked{context.Background(), func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse)
	}}
	runtime.GC()
	ctx.do()
	before := most
	require.NoError(t, s.write(ctx, filepath.Join(t.TempDir(), "positions")))
	size := uint64(s.head.Training+s.head.Validation) * uint64(unsafe.Sizeof(example{}))
	t.Logf("%d MB of examples, %d MB in use", size>>20, (most-before)>>20)
	require.Less(t, most-before, size/2)
}
