package train

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/eval/train/kernel"
	"katachi/position"
	"katachi/position/record"
)

// values are what pieces are worth in the tests' world, in centipawns; in hand a quarter more.
var values = [position.NumKinds]int{
	position.Pawn: 100, position.Lance: 250, position.Knight: 300, position.Silver: 450, position.Gold: 500, position.Bishop: 700,
	position.Rook: 850, position.ProPawn: 400, position.ProLance: 400, position.ProKnight: 420, position.ProSilver: 450,
	position.Horse: 950, position.Dragon: 1100,
}

// material is what the side to move has more, and the winner in Black's view.
func material(p *position.Position) (score int16, result int8) {
	sum := 0
	for _, c := range []position.Color{position.Black, position.White} {
		sign := 1
		if c != p.Side() {
			sign = -1
		}
		for k, v := range values {
			sum += sign * v * p.Pieces(c, position.Kind(k)).Count()
		}
		for _, k := range position.HandKinds {
			sum += sign * values[k] * p.Hand(c).Count(k) * 5 / 4
		}
	}
	result = int8(min(1, max(-1, sum)))
	if p.Side() == position.White {
		result = -result
	}
	return int16(sum), result
}

// positionsOf returns a file of positions with these examples.
func positionsOf(t testing.TB, training, validation []example) *positions {
	file, err := os.Create(filepath.Join(t.TempDir(), "positions"))
	require.NoError(t, err)
	var b bytes.Buffer
	b.Write(make([]byte, headBytes))
	w := newBlockWriter(&b)
	for _, list := range [][]example{validation, training} {
		for i := range list {
			_, err = w.Write(list[i].encode(nil))
			require.NoError(t, err)
		}
	}
	require.NoError(t, w.end())
	_, err = file.Write(b.Bytes())
	require.NoError(t, err)
	h := head{Validation: int64(len(validation)), Training: int64(len(training)), Passes: 1}
	require.NoError(t, h.write(file))
	require.NoError(t, file.Close())
	p, err := openPositions(file.Name())
	require.NoError(t, err)
	t.Cleanup(func() { p.close() })
	return p
}

// materialRun returns a run on positions that are worth their material.
func materialRun(t testing.TB, dir string, threads int) *run {
	p := plan{
		Architecture: "kp-256", Seed: 3, Examples: 10 * 12000, Batch: 256, Rate: 2e-3, LastRate: 1e-5, WarmUp: 10, Scale: testScale, Reach: 1, Mirror: true, Rounding: true,
		Last: 0.05, Reports: 10, data: "none", out: dir, threads: threads, save: time.Hour,
	}
	require.NoError(t, p.check())
	return materialPlan(t, p)
}

// materialPlan returns the run of a plan.
func materialPlan(t testing.TB, p plan) *run {
	training := randomExamples(1, 12000, material)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(training), func(i, j int) { training[i], training[j] = training[j], training[i] })
	p.data = positionsOf(t, training, randomExamples(2, 1000, material)).file.Name()
	r := &run{plan: p, progress: newProgress(io.Discard)}
	require.NoError(t, r.open())
	t.Cleanup(r.close)
	return r
}

// TestTrain learns to count material: the loss falls to nearly nothing, and the exported network says in the engine
// what the floats say.
func TestTrain(t *testing.T) {
	r := materialRun(t, t.TempDir(), 2)
	require.NoError(t, r.start())
	before := r.validate()
	require.NoError(t, r.train(context.Background()))
	last := r.state.History[len(r.state.History)-1]
	t.Logf("validation loss %.5f before, %.5f after", before.excess(), last.Validation)
	require.Less(t, last.Validation, before.excess()/20)
	require.Len(t, r.state.History, r.plan.Reports)
	require.InDelta(t, last.Validation, last.Score, 1e-6, "the target is the score alone")
	require.InDelta(t, math.Ln2, before.outcome(), 0.02, "nothing is known")
	require.Less(t, last.Outcome, 0.9*before.outcome())

	integers := r.validateIntegers()
	require.InDelta(t, last.Validation, integers.excess(), 2e-5, "the file's network is what was trained")
	require.FileExists(t, filepath.Join(r.plan.out, networkFile))
	path := filepath.Join(r.plan.out, "last.bin")
	require.NoError(t, r.trainer.net.export(path, ""))
	network, err := nnue.Load(path, eval.DefaultFVScale)
	require.NoError(t, err)
	require.NotContains(t, network.Describe(), "warning")
	e := network.NewEvaluator()
	weights := r.trainer.net.quantise()
	error, n := 0.0, 0
	randomExamples(5, 300, func(p *position.Position) (int16, int8) {
		e.Reset(p)
		got := e.Evaluate(p)
		x := newExample(p, 1, 1, 0)
		require.EqualValues(t, outputOf(r.plan.shape, weights, &x)/16*100/90, got, p.SFEN())
		want, _ := material(p)
		if math.Abs(float64(want)) < 1500 {
			error += math.Abs(float64(want) - float64(got))
			n++
		}
		return 0, 0
	})
	t.Logf("%d positions: the score is off by %.1f", n, error/float64(n))
	require.Greater(t, n, 100)
	require.Less(t, error/float64(n), 120.0)

	picture, err := os.ReadFile(filepath.Join(r.plan.out, plotFile))
	require.NoError(t, err)
	require.Equal(t, 2*r.plan.Reports, bytes.Count(picture, []byte("<circle")))
}

// TestFreeze goes on with the layers after the first: it stays as it is, to the last bit of the file, and the others learn.
func TestFreeze(t *testing.T) {
	first := materialRun(t, t.TempDir(), 2)
	first.plan.Examples /= 8
	require.NoError(t, first.start())
	require.NoError(t, first.train(context.Background()))
	r := materialRun(t, t.TempDir(), 2)
	r.plan.From, r.plan.Freeze = filepath.Join(first.plan.out, networkFile), true
	r.plan.Examples /= 4
	require.NoError(t, r.start())
	before, untaught := r.trainer.net.quantise(), r.validate()
	require.NoError(t, r.train(context.Background()))
	after := r.trainer.net.quantise()
	require.Equal(t, before.Rows, after.Rows)
	require.Equal(t, before.Bias, after.Bias)
	last := r.state.History[len(r.state.History)-1].Validation
	t.Logf("validation loss %.5f before, %.5f after", untaught.excess(), last)
	require.Less(t, last, 0.9*untaught.excess())
}

// stopAfter is a context that ends after its Err was called the given number of times.
type stopAfter struct {
	context.Context
	left int
}

func (c *stopAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestResume stops runs in the middle and goes on, with another number of threads: the network is the same to the last
// bit.
func TestResume(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	whole := materialRun(t, t.TempDir(), 1)
	whole.plan.Examples = 2 * 12000
	require.NoError(t, whole.start())
	require.NoError(t, whole.train(context.Background()))

	dir := t.TempDir()
	var last *run
	for stops, threads := range []int{2, 1, 3} {
		r := materialRun(t, dir, threads)
		r.plan.Examples, r.plan.resume = 2*12000, stops > 0
		require.NoError(t, r.start())
		ctx := &stopAfter{context.Background(), 35}
		if stops < 2 {
			require.ErrorIs(t, r.train(ctx), context.Canceled)
		} else {
			require.NoError(t, r.train(context.Background()))
		}
		last = r
		r.close()
	}
	for i, p := range whole.trainer.net.params() {
		other := last.trainer.net.params()[i]
		require.Equal(t, p.weights, other.weights, p.name)
		require.Equal(t, p.mean, other.mean, p.name)
		require.Equal(t, p.variance, other.variance, p.name)
	}
	want, err := os.ReadFile(filepath.Join(whole.plan.out, networkFile))
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(dir, networkFile))
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got), "the exported networks differ")
	for i, e := range whole.state.History {
		require.Equal(t, e.Validation, last.state.History[i].Validation)
		require.InDelta(t, e.Training, last.state.History[i].Training, 1e-12)
	}

	// Another run begins with the weights, and with nothing else.
	next := materialRun(t, t.TempDir(), 1)
	next.plan.From = dir
	require.NoError(t, next.start())
	require.Equal(t, last.trainer.net.tiles[0].weights, next.trainer.net.tiles[0].weights)
	require.Zero(t, next.state.Steps)
	require.Equal(t, make([]float32, len(next.trainer.net.tiles[0].mean)), next.trainer.net.tiles[0].mean)
	require.NoError(t, next.lock.Close())
	next.plan.out, next.plan.shape = t.TempDir(), shapeNamed(t, "halfkp-k6-128")
	require.ErrorContains(t, next.start(), "the architecture is kp-256, want halfkp-k6-128")

	// A lost checkpoint costs little: the network file holds the same network.
	next = materialRun(t, t.TempDir(), 1)
	next.plan.From = filepath.Join(dir, networkFile)
	require.NoError(t, next.start())
	require.Equal(t, last.trainer.net.quantise(), next.trainer.net.quantise())
	require.NoError(t, next.lock.Close())
	next.plan.out, next.plan.FromScale = t.TempDir(), 2*testScale
	require.NoError(t, next.start())
	require.InDelta(t, last.trainer.net.weights3.weights[3]/2, next.trainer.net.weights3.weights[3], 0.5/float64(lastOne))
	require.NoError(t, next.lock.Close())
	next.plan.out, next.plan.shape = t.TempDir(), shapeNamed(t, "halfkp-k6-128")
	require.ErrorContains(t, next.start(), "the architecture is kp-256, want halfkp-k6-128")

	// What must not be gone on with.
	again := materialRun(t, dir, 1)
	again.plan.Examples = 2 * 12000
	require.ErrorContains(t, again.start(), "-resume goes on")
	again.plan.resume, again.plan.Seed = true, 5
	require.ErrorContains(t, again.start(), "another run: the settings: Seed 3, now 5")
	again.plan.Seed = 3
	checkpoint := filepath.Join(dir, checkpointFile)
	b, err := os.ReadFile(checkpoint)
	require.NoError(t, err)
	for name, damage := range map[string]func() []byte{
		"checksum is wrong": func() []byte { c := bytes.Clone(b); c[len(c)/2] ^= 1; return c },
		"it ends in the":    func() []byte { return b[:len(b)/2] },
		"does not begin":    func() []byte { return append([]byte("x"), b...) },
		"its state has":     func() []byte { c := bytes.Clone(b); binary.LittleEndian.PutUint32(c[4:], 1<<31); return c },
	} {
		require.NoError(t, os.WriteFile(checkpoint, damage(), 0o644))
		err := again.start()
		require.ErrorIs(t, err, errCheckpoint)
		require.ErrorContains(t, err, name)
	}
}

// TestOtherPositions: a run with other positions names the files of games, or in what way one was read differently.
func TestOtherPositions(t *testing.T) {
	of := func(list ...source) *state { return &state{Data: head{Sources: list}} }
	one, more := source{File: "a.ktg", Games: 20}, source{File: "b.ktg", Games: 10}
	require.Empty(t, of(one, more).differs(of(one, more)))
	require.Equal(t, "the positions are those of a.ktg (20 games), now of a.ktg (20 games) and b.ktg (10 games)", of(one).differs(of(one, more)))
	ahead := one
	ahead.Filter.Ahead = 0.5
	require.Equal(t, "the positions of a.ktg: Ahead 0.5, now 0", of(ahead, more).differs(of(one, more)))
}

// TestNothingReplaced: a training without -resume writes over no network, which may be the one that it begins with.
func TestNothingReplaced(t *testing.T) {
	for _, name := range []string{networkFile, standardFile} {
		r := materialRun(t, t.TempDir(), 1)
		path := filepath.Join(r.plan.out, name)
		require.NoError(t, os.WriteFile(path, []byte("another's"), 0o644))
		r.plan.standard = true
		require.EqualError(t, r.start(), path+" is there already, and no checkpoint to go on from; choose another -o")
		if r.plan.standard = false; name == standardFile {
			require.NoError(t, r.start())
		}
	}
}

// TestTwoTrainings: a second training in the folder is refused as long as the first goes on.
func TestTwoTrainings(t *testing.T) {
	first := materialRun(t, t.TempDir(), 1)
	require.NoError(t, first.start())
	require.FileExists(t, filepath.Join(first.plan.out, checkpointFile), "killed at any moment, it can be gone on with")
	second := materialRun(t, first.plan.out, 1)
	require.ErrorContains(t, second.start(), "another training is writing to "+first.plan.out)
	first.close()
	second.plan.resume = true
	require.NoError(t, second.start())
}

// TestInterruptedOnAFullDisk: nobody is told to go on from a checkpoint that could not be written.
func TestInterruptedOnAFullDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "net")
	r := materialRun(t, dir, 1)
	require.NoError(t, r.start())
	require.NoError(t, r.lock.Close())
	require.NoError(t, os.RemoveAll(dir))
	require.NoError(t, os.WriteFile(dir, nil, 0o644)) // as little can be written below it as on a full disk
	err := r.train(&stopAfter{context.Background(), 5})
	require.ErrorContains(t, err, "interrupted, and what was learned since the last checkpoint is lost: ")
	require.NotErrorIs(t, err, context.Canceled)
}

// TestLoadBuckets: a network with buckets comes back from its file as it was, with shared rows that are the buckets' means.
func TestLoadBuckets(t *testing.T) {
	net := newNetwork(shapeNamed(t, "halfka-k6-128"))
	net.initialise(4)
	stride := net.shape.Stride() * kernel.Tile
	for i := range net.tiles[0].weights[:stride] {
		net.tiles[0].weights[i] += float32(i%5) * 0.01 // the first bucket's alone
	}
	path := filepath.Join(t.TempDir(), "nn.bin")
	require.NoError(t, net.export(path, ""))
	back := newNetwork(net.shape)
	require.NoError(t, back.load(path))
	require.Equal(t, net.quantise(), back.quantise())
	buckets := net.shape.Rows() / net.shape.Stride()
	for _, j := range []int{0, 3, stride - 1} {
		sum := float32(0)
		for b := range buckets {
			sum += back.tiles[0].weights[b*stride+j]
		}
		require.InDelta(t, sum/float32(buckets), back.shared[0].weights[j], 1e-6)
	}
}

// TestLoadOtherBuckets: a bucket begins with the mean of those that have its king's squares, so a network with one bucket has
// the means of all, and one with more than the file repeats the file's rows and says the same.
func TestLoadOtherBuckets(t *testing.T) {
	dir := t.TempDir()
	saved := func(arch string) (*network, string) {
		net := newNetwork(shapeNamed(t, arch))
		net.initialise(4)
		for i := range net.tiles[0].weights {
			net.tiles[0].weights[i] += float32(i%97) / activationOne
		}
		path := filepath.Join(dir, arch)
		require.NoError(t, net.export(path, ""))
		return net, path
	}
	many, manyPath := saved("halfka-k6-128")
	one, onePath := saved("halfka-k1-128")
	row := func(n *network, bucket, piece int) []float32 {
		return n.tiles[0].weights[(bucket*n.shape.Stride()+piece)*kernel.Tile:][:kernel.Tile]
	}
	mean := newNetwork(one.shape)
	require.NoError(t, mean.load(manyPath))
	for _, piece := range []int{0, 777, 1628} {
		for j, got := range row(mean, 0, piece) {
			sum := float32(0)
			for b := range 6 {
				sum += float32(math.Round(float64(row(many, b, piece)[j] * activationOne)))
			}
			require.InDelta(t, sum/6/activationOne, got, 1e-6, "piece %d", piece)
		}
	}
	wide := newNetwork(shapeNamed(t, "halfka-k6-128-contacts"))
	require.NoError(t, wide.load(onePath))
	examples := randomExamples(4, 20, material)
	for i := range examples {
		require.Equal(t, outputOf(one.shape, one.quantise(), &examples[i]), outputOf(wide.shape, wide.quantise(), &examples[i]))
	}
	for from, told := range map[string]bool{manyPath: true, onePath: false} {
		var out bytes.Buffer
		r := materialRun(t, filepath.Join(t.TempDir(), "net"), 1)
		r.progress = newProgress(&out)
		r.plan.Architecture, r.plan.From = "halfka-k1-128", from
		require.NoError(t, r.plan.check())
		require.NoError(t, r.start())
		require.Equal(t, told, strings.Contains(out.String(), from+" is halfka-k6-128: its rows are averaged or repeated"), out.String())
		require.NoError(t, r.lock.Close())
	}
	for _, other := range []string{"halfkp-k6-128", "halfka-k6-256", "halfka-k1-512-16-32", "kp-256"} {
		err := newNetwork(shapeNamed(t, other)).load(manyPath)
		require.EqualError(t, err, manyPath+": the architecture is halfka-k6-128, want "+other)
	}
}

// TestStretch: the network says the same and can go further.
func TestStretch(t *testing.T) {
	net := newNetwork(shapeNamed(t, "kp-256"))
	net.initialise(4)
	examples := randomExamples(5, 50, func(*position.Position) (int16, int8) { return 0, 0 })
	reach := func(w *nnue.Weights) (sum int32) {
		for _, v := range w.Layers[2].Weights {
			sum += max(0, int32(v)) * activationOne
		}
		return sum
	}
	before := net.quantise()
	net.stretch(2)
	after := net.quantise()
	for i := range examples {
		require.InDelta(t, outputOf(net.shape, before, &examples[i]), outputOf(net.shape, after, &examples[i]), 0.05*outputOne)
	}
	require.InEpsilon(t, 2*reach(before), reach(after), 0.02) // of rounding
	require.NoError(t, net.fits("net"))
	net.rescale(100)
	require.ErrorContains(t, net.fits("net"), "times what a file can hold")
}

// TestLittleMemory shuffles and trains from files larger than the memory that may be used: what is in use never comes near
// their size.
func TestLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a file of 100 MB")
	}
	games := randomGames(t, 200)
	for i := range games {
		games[i].Result, games[i].End = int8(i%2*2-1), record.ByMate
	}
	path := filepath.Join(t.TempDir(), "games")
	file, err := os.Create(path)
	require.NoError(t, err)
	out := bufio.NewWriter(file)
	w := record.NewScoredWriter(out)
	for range 170 {
		for i := range games {
			require.NoError(t, w.Write(&games[i]))
			games[i].ID += 200
		}
	}
	require.NoError(t, out.Flush())
	require.NoError(t, file.Close())
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	most := uint64(0)
	watch := func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse)
	}
	runtime.GC()
	watch()
	most = 0
	ctx := &asked{context.Background(), watch}
	s := (&shuffling{
		filter: filter{FirstPly: 1, Captures: true, Decided: 1}, scale: 600, passes: 2, validation: 100, threads: 2, bucket: 1 << 16,
	}).from(path)
	positions := filepath.Join(t.TempDir(), "positions")
	require.NoError(t, s.write(ctx, positions))
	info, err := os.Stat(positions)
	require.NoError(t, err)
	require.Greater(t, info.Size(), int64(80<<20))
	p := plan{
		Architecture: "kp-256", Seed: 3, Examples: 1 << 18, Batch: 16384, Rate: 1e-3, LastRate: 1e-5, Scale: 600, Reach: 1, Reports: 1, data: positions,
		out: t.TempDir(), threads: 2, save: time.Hour,
	}
	require.NoError(t, p.check())
	r := &run{plan: p, progress: newProgress(io.Discard)}
	require.NoError(t, r.open())
	defer r.close()
	require.NoError(t, r.start())
	require.NoError(t, r.train(ctx))
	for r.state.Steps = 0; int64(r.state.Steps)*int64(p.Batch) <= r.data.head.Training; r.state.Steps++ { // a longer training reads all of it
		require.NoError(t, r.fill())
		watch()
	}
	t.Logf("%d MB on disk, %d MB in use", info.Size()>>20, most>>20)
	require.Less(t, most, uint64(info.Size()*3/4))
}

// asked is a context that does something whenever it is asked for its end.
type asked struct {
	context.Context
	do func()
}

func (a *asked) Err() error {
	a.do()
	return nil
}
