package train

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// startPSV is a record by hand: the start position, score 90, the move 7g7f (60 to 59), move number 1, won.
const startPSV = "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c" + "5a00" + "3b1e" + "0100" + "01" + "00"

func TestExportKnown(t *testing.T) {
	m, err := position.ParseMove("7g7f")
	require.NoError(t, err)
	reply, err := position.ParseMove("3c3d")
	require.NoError(t, err)
	start, err := position.New(position.Shogi).Pack()
	require.NoError(t, err)
	g := &Game{Start: start, Ply: 1, Plies: []Ply{{m, 100}, {reply, -50}}, Result: 1}
	b, err := g.appendPSV(nil)
	require.NoError(t, err)
	require.Equal(t, startPSV, hex.EncodeToString(b[:psvBytes]))
	require.Equal(t, "d3ff", hex.EncodeToString(b[psvBytes+32:][:2]), "-45")
	require.Equal(t, "0200ff00", hex.EncodeToString(b[psvBytes+36:]), "move number 2, lost")
	require.Len(t, b, 2*psvBytes)
	g.Plies[1].Score = eval.None
	b, err = g.appendPSV(nil)
	require.NoError(t, err)
	require.Len(t, b, psvBytes, "a position without a score has no record")
	g.Plies[1].Move = m
	_, err = g.appendPSV(nil)
	require.ErrorIs(t, err, ErrRecord)
}

func TestPSVScores(t *testing.T) {
	for _, c := range []struct {
		ours   eval.Score
		theirs int16
	}{{0, 0}, {100, 90}, {-1000, -900}, {eval.MaxEval, 25200}, {eval.MateIn(3), 31997}, {eval.MatedIn(4), -31996}, {eval.Superior - 2, 28998}} {
		require.Equal(t, c.theirs, toPSV(c.ours), "%d", c.ours)
		require.Equal(t, c.ours, fromPSV(c.theirs), "%d", c.theirs)
	}
	for s := -eval.MaxEval; s <= eval.MaxEval; s++ {
		require.InDelta(t, int(s), int(fromPSV(toPSV(s))), 1)
	}
	for v := -1 << 15; v < 1<<15; v++ {
		s := fromPSV(int16(v))
		require.Equal(t, v > psvMate || v < -psvMate, s == eval.None, "%d", v)
		require.Equal(t, eval.Score(v).IsMate(), s.IsMate(), "%d", v)
	}
	require.Equal(t, eval.MaxEval, fromPSV(27000), "a static score stays one")
}

// What is exported comes back joined, and goes out again as it was.
func TestPSVRoundTrip(t *testing.T) {
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(6, 6))
	var games []*Game
	scored := 0
	for id := range uint64(30) {
		g := randomGame(random, id)
		g.End = EndUnknown
		if id%2 == 0 { // without a gap
			for i := range g.Plies {
				g.Plies[i].Score = eval.Score(10 * random.IntN(100))
			}
		}
		scored += g.scored()
		games = append(games, g)
	}
	file, _ := written(t, games)
	path := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(path("a.ktg"), file, 0o600))
	command(t, 0, "export-psv", path("a.ktg"), "-o", path("a.psv"))
	command(t, 0, "import-psv", "-o", path("b.ktg"), path("a.psv"))
	command(t, 0, "export-psv", path("b.ktg"), "-o", path("b.psv"))
	a, err := os.ReadFile(path("a.psv"))
	require.NoError(t, err)
	b, err := os.ReadFile(path("b.psv"))
	require.NoError(t, err)
	require.Len(t, a, scored*psvBytes)
	require.True(t, bytes.Equal(a, b))
	data, err := os.ReadFile(path("b.ktg"))
	require.NoError(t, err)
	back, _ := readAll(t, bytes.NewReader(data))
	require.Len(t, back[0].Plies, len(games[0].Plies), "joined")
	require.Less(t, len(back), scored/2)

	_, text := command(t, 1, "import-psv", path("a.psv"), "-o", path("b.ktg"))
	require.Contains(t, text, "exists")
	require.NoError(t, os.WriteFile(path("cut.psv"), a[:100], 0o600))
	_, text = command(t, 1, "import-psv", path("cut.psv"), "-o", path("c.ktg"))
	require.Contains(t, text, "100 bytes are no multiple of 40")
	require.NoFileExists(t, path("c.ktg"))
}

// Records that make no sense are left out, and said to be.
func TestImportBadRecords(t *testing.T) {
	good, err := hex.DecodeString(startPSV)
	require.NoError(t, err)
	change := func(offset int, value byte) []byte {
		b := bytes.Clone(good)
		b[offset] = value
		return b
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	records := [][]byte{good, change(34, 0x3a), change(38, 5), change(0, 0xff), change(34, 0), good}
	require.NoError(t, os.WriteFile(in, bytes.Join(records, nil), 0o600))
	stdout, _ := command(t, 0, "import-psv", in, "-o", out)
	require.True(t, strings.HasPrefix(stdout, "2 positions in 2 games; left out 4 records, the first because of this: move 7g7e, "), stdout)
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	games, _ := readAll(t, bytes.NewReader(data))
	require.Len(t, games, 2)
	require.Equal(t, eval.Score(100), games[0].Plies[0].Score)
	require.Equal(t, "7g7f", games[0].Plies[0].Move.String())
}

func FuzzImportPSV(f *testing.F) {
	good, err := hex.DecodeString(startPSV)
	require.NoError(f, err)
	f.Add(good)
	f.Add(bytes.Repeat(good, 2))
	f.Fuzz(func(t *testing.T, data []byte) {
		var out bytes.Buffer
		im := importer{w: NewWriter(&out)}
		n := len(data) / psvBytes
		for i := range n {
			var r psv
			r.decode(data[i*psvBytes:])
			require.NoError(t, im.add(&r))
		}
		require.NoError(t, im.flush())
		require.Equal(t, n, im.positions+im.bad)
		games, _ := readAll(t, &out)
		plies := 0
		for _, g := range games {
			plies += len(g.Plies)
			require.NoError(t, g.Replay(func(*position.Position, *Ply) bool { return true }))
		}
		require.Equal(t, im.positions, plies)
	})
}
