package nnue

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// number fills values with random numbers of the whole range, or with the extremes only.
func number[T int8 | uint8 | int16 | int32](rng *rand.Rand, values []T, lowest, highest int64, extreme bool) {
	for i := range values {
		switch {
		case extreme && rng.IntN(2) == 0:
			values[i] = T(lowest)
		case extreme:
			values[i] = T(highest)
		default:
			values[i] = T(lowest + rng.Int64N(highest-lowest+1))
		}
	}
}

// guarded returns a slice of n values before which and after which lie others that no kernel may touch.
func guarded[T int8 | uint8 | int16 | int32](n int) (inner, all []T) {
	all = aligned[T](n + 2*cacheLine)
	for i := range all {
		all[i] = 99
	}
	return all[cacheLine : cacheLine+n : cacheLine+n], all
}

// TestKernels compares every kernel with the plain Go one on random and extreme input of every layer's size.
func TestKernels(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 12
	}
	for _, k := range kernels()[1:] {
		t.Run(k.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, 13))
			for round := range rounds {
				extreme := round%2 == 1
				for _, width := range []int{128, 256, 384, 512, 768, 1024, 1536} {
					compareUpdate(t, k, rng, width, extreme)
					acc, other, want, got := make([]int16, width), make([]int16, width), make([]uint8, 2*width), make([]uint8, 2*width)
					number(rng, acc, math.MinInt16, math.MaxInt16, extreme)
					number(rng, other, math.MinInt16, math.MaxInt16, extreme)
					if round%3 == 0 {
						number(rng, acc, -200, 300, false)
					}
					goKernel.clip(want, acc, other)
					k.clip(got, acc, other)
					require.Equal(t, want, got)
					goKernel.multiply(want[:width/2], acc)
					k.multiply(got[:width/2], acc)
					require.Equal(t, want, got)
				}
				for _, size := range [][2]int{{256, 32}, {512, 32}, {1024, 32}, {1024, 16}, {1536, 16}, {2048, 8}, {1024, 8}, {32, 32}, {32, 64}, {64, 64}} {
					compareAffine(t, k, rng, size[0], size[1], extreme)
				}
				for _, n := range []int{8, 16, 32, 64} {
					in := make([]int32, n)
					number(rng, in, math.MinInt32, math.MaxInt32, extreme)
					if round%3 == 0 {
						number(rng, in, -3000, 12000, false)
					}
					want, wantAll := guarded[uint8](n)
					got, gotAll := guarded[uint8](n)
					goKernel.rectify(want, in)
					k.rectify(got, in)
					require.Equal(t, wantAll, gotAll)
				}
				compareContacts(t, k, rng, extreme)
				compareRest(t, k, rng, extreme)
				for _, n := range []int{32, 64} {
					in, weights := make([]uint8, n), make([]int8, n)
					number(rng, in, 0, 127, extreme)
					number(rng, weights, -128, 127, extreme)
					require.Equal(t, goKernel.dot(in, weights), k.dot(in, weights))
				}
			}
		})
	}
}

// compareRest compares the steps after the first dense layer in one with those of the Go kernel.
func compareRest(t *testing.T, k *kernel, rng *rand.Rand, extreme bool) {
	if k.rest == nil {
		return
	}
	sums, bias := make([]int32, restWidth), make([]int32, restWidth)
	rows, last := make([]int8, restWidth*restWidth), make([]int8, restWidth)
	for round := range 10 {
		if number(rng, sums, math.MinInt32, math.MaxInt32, extreme); round > 2 {
			number(rng, sums, -3000, 12000, false)
		}
		number(rng, bias, -9000, 9000, extreme)
		number(rng, rows, -128, 127, extreme)
		number(rng, last, -128, 127, extreme)
		st := stack{second: newLayer(restWidth, restWidth, bias, rows), last: last}
		in, sums2, in3 := make([]uint8, restWidth), make([]int32, restWidth), make([]uint8, restWidth)
		goKernel.rectify(in, sums)
		goKernel.affine(sums2, in, &st.second)
		goKernel.rectify(in3, sums2)
		require.Equal(t, goKernel.dot(in3, last), k.rest(sums, &st))
	}
}

func compareUpdate(t *testing.T, k *kernel, rng *rand.Rand, width int, extreme bool) {
	const count = 50
	weights, src := make([]int16, count*width), make([]int16, width)
	number(rng, weights, math.MinInt16, math.MaxInt16, extreme)
	number(rng, src, math.MinInt16, math.MaxInt16, extreme)
	pick := func(most int) []uint32 {
		list := make([]uint32, rng.IntN(most+1))
		for i := range list {
			list[i] = uint32(rng.IntN(count))
		}
		return list
	}
	for _, most := range []int{0, 2, 40} {
		add, sub := pick(most), pick(most)
		want, wantAll := guarded[int16](width)
		got, gotAll := guarded[int16](width)
		goKernel.change(want, src, weights, add, sub)
		k.change(got, src, weights, add, sub)
		require.Equal(t, wantAll, gotAll, "width %d, %d rows more, %d less", width, len(add), len(sub))
		copy(got, src)
		k.change(got, got, weights, add, sub)
		require.Equal(t, wantAll, gotAll, "in place: width %d, %d rows more, %d less", width, len(add), len(sub))
	}
}

func compareContacts(t *testing.T, k *kernel, rng *rand.Rand, extreme bool) {
	var want, got contacts
	in := &want.input
	for i := range in.planes {
		in.planes[i] = position.Bitboard{Lo: rng.Uint64(), Hi: rng.Uint64()}.And(position.All)
	}
	in.planes[5] = in.planes[5].AndNot(in.planes[4])
	var board [position.NumSquares]position.Piece
	for c := range in.around {
		king := position.Square(rng.IntN(position.NumSquares))
		if rng.IntN(8) == 0 {
			king = position.NoSquare
		}
		in.around[c] = &around[c][king]
	}
	for b := in.planes[4].Or(in.planes[5]); b.Any(); {
		var s position.Square
		s, b = b.Pop()
		kind := position.Kind(1 + rng.IntN(int(position.Dragon)))
		if rng.IntN(2) == 0 && kind != position.King && bits.OnesCount64(in.others.Lo)+bits.OnesCount64(in.others.Hi) < fullPieces {
			in.others = in.others.With(s)
		}
		c := position.Black
		if in.planes[5].Has(s) {
			c = position.White
		}
		board[s] = position.NewPiece(c, kind)
	}
	in.board = &board
	got = want
	side := position.Color(rng.IntN(2))
	n := goKernel.contacts(&want, side)
	require.Equal(t, n, k.contacts(&got, side))
	require.Equal(t, want.rows[n+32:], got.rows[n+32:])
	slices.Sort(want.rows[:n]) // in whatever order
	slices.Sort(got.rows[:n])
	require.Equal(t, want.rows[:n], got.rows[:n])
	const count = 50
	table := make([]int16, count*contactWidth)
	number(rng, table, math.MinInt16, math.MaxInt16, extreme)
	for _, length := range []int{0, 1, maxContacts} {
		rows := make([]uint32, length)
		for i := range rows {
			rows[i] = uint32(rng.IntN(count))
		}
		want, wantAll := guarded[int32](contactWidth)
		got, gotAll := guarded[int32](contactWidth)
		number(rng, want, math.MinInt32, math.MaxInt32, extreme)
		copy(got, want)
		goKernel.gather(want, table, rows)
		k.gather(got, table, rows)
		require.Equal(t, wantAll, gotAll)
	}
}

// TestNarrow holds the kernels at the limit up to which they add products in 16 bits, and beyond it.
func TestNarrow(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 19))
	for _, sign := range []int8{1, -1} {
		for beyond := range int8(2) {
			for _, size := range [][2]int{{512, 32}, {1024, 16}, {1024, 8}, {32, 64}} {
				inputs, outputs := size[0], size[1]
				rows := make([]int8, inputs*outputs)
				for i := range rows { // eight weights to a sum, 32 each, of which one may be 34 and one 35
					if rows[i] = 32 * sign; i%16 == 4 {
						rows[i] = (34 + beyond) * sign
					}
				}
				in := bytes.Repeat([]uint8{127}, inputs)
				l := newLayer(inputs, outputs, make([]int32, outputs), rows)
				require.Equal(t, beyond == 0, l.narrow)
				for _, k := range kernels() {
					compareLayer(t, k, &l, rows, in)
					number(rng, in, 0, 127, true)
					compareLayer(t, k, &l, rows, in)
				}
			}
		}
	}
}

func compareAffine(t *testing.T, k *kernel, rng *rand.Rand, inputs, outputs int, extreme bool) {
	rows, bias, in := make([]int8, inputs*outputs), make([]int32, outputs), make([]uint8, inputs)
	for _, most := range []int64{127, 32} {
		number(rng, rows, -most-most/127, most, extreme)
		number(rng, bias, math.MinInt32, math.MaxInt32, extreme)
		number(rng, in, 0, 127, extreme)
		l := newLayer(inputs, outputs, bias, rows)
		require.True(t, most > 32 || l.narrow)
		compareLayer(t, k, &l, rows, in)
	}
}

// compareLayer holds the kernel and the plain Go one against the sums in the order of the file.
func compareLayer(t *testing.T, k *kernel, l *layer, rows []int8, in []uint8) {
	inputs, outputs, bias := l.inputs, l.outputs, l.bias
	want := make([]int32, outputs)
	for o := range want {
		want[o] = bias[o]
		for i, x := range in {
			want[o] += int32(x) * int32(rows[o*inputs+i])
		}
	}
	for _, k := range []*kernel{goKernel, k} {
		got, all := guarded[int32](outputs)
		k.affine(got, in, l)
		require.Equal(t, want, got, "%s kernel, %d inputs, %d outputs", k.name, inputs, outputs)
		require.EqualValues(t, 99, all[cacheLine-1])
		require.EqualValues(t, 99, all[cacheLine+outputs])
	}
}

// TestChooseKernel reads the environment variable.
func TestChooseKernel(t *testing.T) {
	for _, want := range kernels() {
		t.Setenv(kernelVariable, want.name)
		k, err := chooseKernel()
		require.NoError(t, err)
		require.Same(t, want, k)
	}
	t.Setenv(kernelVariable, "")
	k, err := chooseKernel()
	require.NoError(t, err)
	require.Same(t, kernels()[len(kernels())-1], k)
	t.Setenv(kernelVariable, "abacus")
	_, err = chooseKernel()
	require.ErrorContains(t, err, "KATACHI_KERNEL=abacus")
	_, size := recipes[0].generate(1)
	_, err = Read(nil, size, "any", eval.DefaultFVScale)
	require.ErrorContains(t, err, fmt.Sprint("have ", goKernel.name))
}
