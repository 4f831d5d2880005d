package nnue

import (
	"math/rand/v2"
	"os"
	"testing"

	"katachi/position"
)

// node is a position of a game with the move that led to it.
type node struct {
	p *position.Position
	d position.Delta
}

// benchGames returns random games from the listed positions; about one move in eight is the king's, as in a search.
func benchGames(b *testing.B) (games [][]node) {
	rng := rand.New(rand.NewPCG(3, 4))
	starts := oraclePositions(b)
	for _, row := range rows(b, "positions.tsv")[:20] {
		p := starts[row[0]].Clone()
		game := []node{{p: p.Clone()}}
		for len(game) < 30 {
			m := randomMove(p, rng)
			if m == position.MoveNone {
				break
			}
			if m.Piece().Kind() == position.King && rng.IntN(2) == 0 && !p.InCheck() {
				continue
			}
			d := p.Do(m)
			game = append(game, node{p.Clone(), d})
		}
		games = append(games, game)
	}
	return games
}

// benchNetworks calls run for each network with each kernel, and with a name for both; without the networks of hundreds of
// megabytes unless they are asked for.
func benchNetworks(b *testing.B, run func(name string, n *Network)) {
	for i := range recipes {
		r := &recipes[i]
		if r.huge() && os.Getenv(hugeVariable) == "" {
			continue
		}
		n := generated(b, r, 1)
		for _, n.kernel = range kernels() {
			run(r.name+"/"+n.kernel.name, n)
		}
	}
}

// BenchmarkEvaluate measures evaluations per second for each network and kernel: "moves" follows games move by move,
// "cached" jumps between positions by way of the refresh cache, "full" sums all rows.
//
//	go test ./eval/nnue -run - -bench Evaluate
//
// Networks of hundreds of megabytes take part if KATACHI_HUGE_NETS is set.
func BenchmarkEvaluate(b *testing.B) {
	games := benchGames(b)
	benchNetworks(b, func(name string, n *Network) {
		e := n.NewEvaluator()
		for _, way := range []struct {
			name string
			game func(game []node)
		}{
			{name: "moves", game: func(game []node) {
				e.Reset(game[0].p)
				for _, at := range game[1:] {
					e.Push(at.p, at.d)
					e.Evaluate(at.p)
				}
			}},
			{name: "cached", game: func(game []node) {
				for _, at := range game[1:] {
					e.Reset(at.p)
					e.Evaluate(at.p)
				}
			}},
			{name: "full", game: func(game []node) {
				for _, at := range game[1:] {
					for _, c := range []position.Color{position.Black, position.White} {
						entry := &e.cache[c][n.shape.features.viewOf(kingOf(at.p, c))]
						copy(entry.values, n.bias)
						*entry = cached{values: entry.values}
					}
					e.Reset(at.p)
					e.Evaluate(at.p)
				}
			}},
		} {
			b.Run(name+"/"+way.name, func(b *testing.B) {
				evaluations := 0
				for i := 0; b.Loop(); i++ {
					game := games[i%len(games)]
					way.game(game)
					evaluations += len(game) - 1
				}
				b.ReportMetric(float64(evaluations)/b.Elapsed().Seconds(), "evals/s")
				b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(evaluations), "ns/eval")
			})
		}
	})
}

// BenchmarkKernel measures the kernels' parts at the sizes of HalfKP 256x2-32-32.
func BenchmarkKernel(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	rows, in, acc := make([]int8, 512*32), aligned[uint8](512), aligned[int16](256)
	number(rng, rows, -60, 60, false)
	number(rng, in, 0, 127, false)
	number(rng, acc, -200, 300, false)
	weights := aligned[int16](256 * 8)
	first, second := newLayer(512, 32, make([]int32, 32), rows), newLayer(32, 32, make([]int32, 32), rows[:1024])
	sums, small := aligned[int32](32), aligned[uint8](32)
	for _, k := range kernels() {
		for _, part := range []struct {
			name string
			run  func()
		}{
			{"update", func() { k.change(acc, acc, weights, []uint32{1, 2}, []uint32{3, 4}) }},
			{"clip", func() { k.clip(in[:2*len(acc)], acc, acc) }},
			{"first", func() { k.affine(sums, in, &first) }},
			{"second", func() { k.affine(sums, small, &second) }},
			{"rectify", func() { k.rectify(small, sums) }},
			{"dot", func() { k.dot(small, rows[:32]) }},
		} {
			b.Run(k.name+"/"+part.name, func(b *testing.B) {
				for b.Loop() {
					part.run()
				}
			})
		}
	}
}
