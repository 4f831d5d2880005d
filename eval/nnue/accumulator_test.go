package nnue

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"katachi/position"
)

// activeRows returns the rows of all active features.
func activeRows(set *featureSet, p *position.Position, c position.Color) (active []uint32) {
	v := set.view(c, kingOf(p, c))
	attacks := countEffects(p)
	pieces := 0
	for s := position.Square(0); s < position.NumSquares; s++ {
		piece := p.At(s)
		if piece == position.NoPiece {
			continue
		}
		if piece.Kind() != position.King {
			pieces++
		} else if set.kings == kingsLeftOut {
			continue
		}
		row := v.board(piece, s)
		if set.effects {
			row += uint32(attacks.class(c, s)) * effectStride
		}
		active = append(active, row)
	}
	for _, owner := range []position.Color{position.Black, position.White} {
		for _, k := range position.HandKinds {
			for i := range p.Hand(owner).Count(k) {
				active = append(active, v.hand(owner, k, i))
				pieces++
			}
		}
	}
	for range fullPieces - pieces {
		active = append(active, v.first)
	}
	return active
}

// freshAccumulator sums them, without cache or history.
func freshAccumulator(n *Network, p *position.Position, c position.Color) []int16 {
	acc := make([]int16, n.shape.width)
	goKernel.change(acc, n.bias, n.weights, activeRows(n.shape.features, p, c), nil)
	return acc
}

// TestIncremental holds, on every node of random games with variations, the accumulator that followed the moves against
// one that is summed afresh.
func TestIncremental(t *testing.T) {
	starts := oraclePositions(t)
	for i := range recipes {
		r := &recipes[i]
		t.Run(r.name, func(t *testing.T) {
			skipLarge(t, r)
			n := generated(t, r, 1)
			for _, k := range kernels() {
				n.kernel = k
				e := n.NewEvaluator()
				rng := rand.New(rand.NewPCG(7, uint64(i)))
				nodes, evaluated := 0, 0
				for _, name := range []string{"hirate+0", "hirate+9", "hirate+97", "hirate+110", "hirate+149", "hirate+201"} {
					w := walker{p: starts[name].Clone(), e: e, rng: rng}
					w.visit = func() {
						nodes++
						if rng.IntN(3) == 0 {
							return // a node that the search does not evaluate
						}
						evaluated++
						e.Evaluate(w.p)
						for _, c := range []position.Color{position.Black, position.White} {
							require.Equal(t, freshAccumulator(n, w.p, c), e.frames[e.top].values[c], "%s kernel, %v's view of %s", k.name, c, w.p.SFEN())
						}
					}
					e.Reset(w.p)
					w.game(40)
					require.Zero(t, e.top)
				}
				require.Greater(t, evaluated, 500)
				require.Greater(t, nodes, evaluated)
			}
		})
	}
}

// TestDeepGame follows a game longer than the stack of frames is at first.
func TestDeepGame(t *testing.T) {
	n := generated(t, &recipes[0], 1)
	e := n.NewEvaluator()
	p := position.New(position.Shogi)
	e.Reset(p)
	shuffle := []string{"5i5h", "5a5b", "5h5i", "5b5a"}
	plies := 0
	for ; plies < 3*frameReserve; plies++ {
		m, err := p.ParseLegal(shuffle[plies%len(shuffle)])
		require.NoError(t, err)
		e.Push(p, p.Do(m))
		if plies%5 == 0 {
			e.Evaluate(p)
		}
	}
	for ; plies > 0; plies-- {
		e.Evaluate(p)
		require.Equal(t, freshAccumulator(n, p, position.Black), e.frames[e.top].values[position.Black])
		p.Undo()
		e.Pop()
	}
}

// TestMissingKing evaluates a mate problem without the attacker's king.
func TestMissingKing(t *testing.T) {
	p := parse(t, mateProblem)
	for _, r := range []*recipe{&recipes[0], &recipes[2]} {
		n := generated(t, r, 1)
		e := n.NewEvaluator()
		e.Reset(p)
		e.Evaluate(p)
		for _, c := range []position.Color{position.Black, position.White} {
			require.Equal(t, freshAccumulator(n, p, c), e.frames[0].values[c])
		}
	}
}

// TestNoAllocation guards that a node of the search allocates nothing.
func TestNoAllocation(t *testing.T) {
	n := generated(t, &recipes[2], 1)
	e := n.NewEvaluator()
	p := oraclePositions(t)["hirate+33"].Clone()
	e.Reset(p)
	rng := rand.New(rand.NewPCG(5, 5))
	require.Zero(t, testing.AllocsPerRun(200, func() {
		m := randomMove(p, rng)
		e.Push(p, p.Do(m))
		e.Evaluate(p)
		p.Undo()
		e.Pop()
	}))
}

// TestOwnLayers: two evaluators share the rows of the first layer and have dense layers of their own, in the same state.
func TestOwnLayers(t *testing.T) {
	for _, r := range []*recipe{&recipes[0], &recipes[2]} {
		n := generated(t, r, 1)
		a, b := n.NewEvaluator().net, n.NewEvaluator().net
		require.Same(t, &a.weights[0], &b.weights[0])
		require.Equal(t, n.stacks, a.stacks)
		require.NotSame(t, &a.stacks[0].first.weights[0], &b.stacks[0].first.weights[0])
		require.NotSame(t, &a.stacks[0].second.bias[0], &b.stacks[0].second.bias[0])
		require.NotSame(t, &a.stacks[0].last[0], &b.stacks[0].last[0])
	}
}
