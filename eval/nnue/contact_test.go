package nnue

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// contactNetwork returns a network with contacts of random weights, none of them so large that all neurons are at the end of
// their range.
func contactNetwork(t testing.TB) *Network {
	s := shapeNamed(t, "halfka-k6-128-contacts")
	rng := rand.New(rand.NewPCG(6, 6))
	w := randomWeights(s, rng)
	number(rng, w.Bias, 0, 60, false)
	number(rng, w.Rows, -30, 30, false)
	number(rng, w.Contacts, -300, 300, false)
	for i := range w.Layers {
		number(rng, w.Layers[i].Bias, 0, 8000, false)
		number(rng, w.Layers[i].Weights, -20, 20, false)
	}
	n, err := Build(s, w, "random", eval.DefaultFVScale)
	require.NoError(t, err)
	return n
}

// plainOutput evaluates a network with contacts from its weights and from the definition of the file, without kernels.
func plainOutput(t testing.TB, n *Network, p *position.Position) int32 {
	s, w, err := n.Weights()
	require.NoError(t, err)
	var in []int32
	for _, c := range []position.Color{p.Side(), p.Side().Other()} {
		for _, v := range freshAccumulator(n, p, c) {
			in = append(in, int32(max(0, min(127, v))))
		}
	}
	rows := contactsOf(s, p)
	for i, layer := range w.Layers {
		var out []int32
		for o, sum := range layer.Bias {
			for j, x := range in {
				sum += x * int32(layer.Weights[o*len(in)+j])
			}
			for _, row := range rows {
				if i == 0 {
					sum += 4 * int32(w.Contacts[int(row)*contactWidth+o])
				}
			}
			if i < 2 {
				sum = max(0, min(127, sum>>6))
			}
			out = append(out, sum)
		}
		in = out
	}
	return in[0]
}

// TestContacts follows random games: the rows that the evaluator finds are those that follow from the numbers of the pieces, and
// its output, with every kernel, is the plain one.
func TestContacts(t *testing.T) {
	n := contactNetwork(t)
	for _, k := range kernels() {
		n.kernel = k
		e := n.NewEvaluator()
		nodes, distinct := 0, map[int32]bool{}
		for _, name := range []string{"hirate+0", "hirate+97", "hirate+149"} {
			w := walker{p: oraclePositions(t)[name].Clone(), e: e, rng: rand.New(rand.NewPCG(4, 4))}
			w.visit = func() {
				if nodes++; nodes%5 != 0 {
					return
				}
				want := contactsOf(&n.shape, w.p)
				require.ElementsMatch(t, want, e.contacts.of(w.p, k), w.p.SFEN())
				require.LessOrEqual(t, len(want), maxContacts)
				raw := e.raw(w.p)
				require.Equal(t, plainOutput(t, n, w.p), raw, "%s kernel, %s", k.name, w.p.SFEN())
				distinct[raw] = true
			}
			e.Reset(w.p)
			w.game(30)
		}
		require.Greater(t, len(distinct), 100)
	}
}

// TestContactSymmetry: what one side has, the other has with the board turned around, and mirroring changes nothing unless a king
// is on the file that stays.
func TestContactSymmetry(t *testing.T) {
	s := shapeNamed(t, "halfka-k6-128-contacts")
	mirrored := 0
	for name, p := range oraclePositions(t) {
		numbers, kings, want := NumbersOf(p), kingsOf(p), contactsOf(s, p)
		var turned Numbers
		for i, number := range numbers {
			turned[i] = seen[position.White][0][number]
		}
		got := s.AppendContacts(nil, &turned, [2]position.Square{kings[1].SeenBy(position.White), kings[0].SeenBy(position.White)}, p.Side().Other())
		require.ElementsMatch(t, want, got, name)
		if kings[0].File() == 5 || kings[1].File() == 5 {
			continue
		}
		mirrored++
		swapped := numbers.Mirrored()
		require.ElementsMatch(t, want, s.AppendContacts(nil, &swapped, [2]position.Square{kings[0].Mirrored(), kings[1].Mirrored()}, p.Side()), name)
	}
	require.Greater(t, mirrored, 3)
}

// TestKnownContacts holds rows that were worked out by hand.
func TestKnownContacts(t *testing.T) {
	s := shapeNamed(t, "halfka-k6-128-contacts")
	// Both kings stand in the corner on their right, so that neither is mirrored; Black's gold on 2i is defended by its king, and
	// White's rook on 2a attacks it down the file.
	p, err := position.ParseProblem(position.Shogi, "k6r1/9/9/9/9/9/9/9/7GK b - 1")
	require.NoError(t, err)
	rows := contactsOf(s, p)
	const own, other, pieces = 0, 648, 2 * 648
	// The squares around a king are numbered from the second file on its right, seen by its owner, each from the far end on.
	want := []uint32{
		// Black's: files 1 to 3, ranks g to i.
		own + 10*27, own + 11*27 + 2, // king and gold defend 1h
		own + 14*27 + 3, own + 15*27 + 3 + 2, own + 16*27 + 9 + 3 + 1, // the rook looks down to the gold
		own + 19*27, own + 20*27 + 1, own + 21*27 + 1,
		// White's: files 9 to 7, ranks c to a.
		other + 10*27, other + 11*27 + 1,
		other + 14*27, other + 15*27 + 1, other + 16*27 + 2, // the rook defends 8a too
		other + 19*27, other + 20*27, other + 21*27 + 1,
		pieces + (4*3+2)*9 + 3 + 1,   // the gold in Black's last third, attacked once and defended once
		pieces + 243 + (7*3+2)*9 + 0, // the rook in White's last third
	}
	require.ElementsMatch(t, want, rows)
}

// BenchmarkContacts finds the rows of positions of a game.
func BenchmarkContacts(b *testing.B) {
	var positions []*position.Position
	for _, p := range oraclePositions(b) {
		positions = append(positions, p)
	}
	for _, k := range kernels() {
		b.Run(k.name, func(b *testing.B) {
			t := new(contacts)
			for i := 0; b.Loop(); i++ {
				t.of(positions[i%len(positions)], k)
			}
		})
	}
}
