package nnue

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"katachi/position"
)

// kingsOf returns the squares of the kings, Black's first.
func kingsOf(p *position.Position) [2]position.Square {
	return [2]position.Square{p.King(position.Black), p.King(position.White)}
}

// rowsOf appends the rows that trainers see.
func rowsOf(s *Shape, dst []uint32, p *position.Position, c position.Color) []uint32 {
	n := NumbersOf(p)
	return s.AppendRows(dst, &n, kingsOf(p), c)
}

// contactsOf returns the rows of contacts that trainers see.
func contactsOf(s *Shape, p *position.Position) []uint32 {
	n := NumbersOf(p)
	return s.AppendContacts(nil, &n, kingsOf(p), p.Side())
}

// shapeNamed returns the architecture of that name.
func shapeNamed(t testing.TB, name string) *Shape {
	s, err := ShapeNamed(name)
	require.NoError(t, err)
	return s
}

// TestFeatures holds the rows that trainers see against those that the evaluator sums, for every feature set, perspective
// and position, one without a king among them.
func TestFeatures(t *testing.T) {
	positions := oraclePositions(t)
	positions["mate problem"] = parse(t, mateProblem)
	for _, s := range Shapes() {
		for name, p := range positions {
			for _, c := range []position.Color{position.Black, position.White} {
				rows := rowsOf(s, []uint32{99}, p, c)
				require.EqualValues(t, 99, rows[0])
				require.LessOrEqual(t, len(rows)-1, Pieces+2)
				require.ElementsMatch(t, activeRows(s.features, p, c), rows[1:], "%s, %s, %v", s, name, c)
				for _, row := range rows {
					require.Less(t, int(row), s.Rows())
				}
			}
		}
	}
}

// TestKnownRows holds the rows against sums that were worked out by hand from the description of the format.
func TestKnownRows(t *testing.T) {
	const matsuri = "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1"
	for _, test := range []struct {
		shape        string
		sfen         string
		black, white int
	}{
		{"halfkp-256", position.Shogi.Start, 2_605_103, 2_605_103},
		{"kp-256", position.Shogi.Start, 20_104, 20_104},
		{"halfkp-256", matsuri, 4_130_463, 4_013_127},
		{"kp-256", matsuri, 16_042, 16_350},
		// HalfKA_hm2's sums are 1,058,719 and 928,311, with the kings on the squares 16 (8h mirrored: bucket 4) and 14
		// (8f mirrored: bucket 1) and the other's on 66 and 64.
		{"halfka-k9-256", matsuri, 1_058_719 + (4-16)*40*1629, 928_311 + (1-14)*40*1629},
		{"halfkp-k9-256", matsuri, 1_058_719 - 16*40*1629 - 2*1548 - 16 - 66 + 4*38*1548, 928_311 - 14*40*1629 - 2*1548 - 14 - 64 + 38*1548},
	} {
		s, p := shapeNamed(t, test.shape), parse(t, test.sfen)
		for c, want := range []int{test.black, test.white} {
			sum := 0
			for _, row := range rowsOf(s, nil, p, position.Color(c)) {
				sum += int(row)
			}
			require.Equal(t, want, sum, "%s, %s", test.shape, test.sfen)
		}
	}
}

// TestLayouts wants every square of a layout in a bucket, every bucket used, and no two layouts of the same size.
func TestLayouts(t *testing.T) {
	counts := map[int]bool{}
	for _, l := range layouts {
		used := map[uint8]bool{}
		for _, bucket := range l.buckets {
			used[bucket] = true
		}
		require.Len(t, used, l.count, l.name)
		require.False(t, counts[l.count])
		counts[l.count] = true
		if l.count > 1 {
			require.NotEqual(t, l.buckets[position.NewSquare(2, 8)], l.buckets[position.NewSquare(2, 7)], "the castled king")
		}
		require.EqualValues(t, 0, l.buckets[position.NewSquare(5, 1)])
	}
}

// TestShapeNames finds every architecture by its name, and says the names when there is none.
func TestShapeNames(t *testing.T) {
	for _, s := range Shapes() {
		require.Same(t, s, shapeNamed(t, s.Name()))
	}
	s := shapeNamed(t, "halfkp-k16-512-16-32")
	first, second := s.Hidden()
	require.Equal(t, []int{16 * 1548, 1548, 512, 16, 32}, []int{s.Rows(), s.Stride(), s.Width(), first, second})
	require.Equal(t, "HalfKP_k16 512x2-16-32", s.String())
	_, err := ShapeNamed("halfkp")
	require.ErrorContains(t, err, `no architecture "halfkp"; there are halfkp-256, kp-256, `)
}

// TestBlocks: what shares a king's square in two architectures, and which have nothing to share.
func TestBlocks(t *testing.T) {
	shape := func(name string) *Shape { return shapeNamed(t, name) }
	nine := shape("halfka-k9-256")
	sorted := func(blocks [][]int) [][]int {
		for _, b := range blocks {
			slices.Sort(b)
		}
		return blocks
	}
	require.Equal(t, [][]int{{0, 1, 2, 3, 4, 5, 6, 7, 8}}, sorted(shape("halfka-k1-384").Blocks(nine)))
	require.Equal(t, [][]int{{0}, {0}, {0}, {0}}, shape("halfka-k4-256").Blocks(shape("halfka-k1-256")))
	// By the diagrams: the first six ranks, the seventh, the rest of files 5 and 4, that of 3 to 1.
	require.Equal(t, [][]int{{0, 1, 2}, {1, 2}, {7, 8}, {3, 4, 5, 6}}, sorted(shape("halfka-k4-256").Blocks(nine)))
	require.Equal(t, [][]int{{0}}, shape("kp-256").Blocks(shape("kp-256")))
	require.Len(t, shape("halfkp-256").Blocks(shape("halfkp-256")), 81)
	for _, other := range []string{"halfkp-k9-256", "kp-256", "halfkp-256", "halfkp-vm-256"} {
		require.Nil(t, nine.Blocks(shape(other)), other)
		require.Nil(t, shape(other).Blocks(nine), other)
	}
}
