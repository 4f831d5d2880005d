package record

import (
	"bytes"
	"encoding/hex"
	"io"
	"math/rand/v2"
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
	g := &ScoredGame{Start: start, Ply: 1, Plies: []ScoredPly{{m, 100}, {reply, -50}}, Result: 1}
	b, err := g.AppendPSV(nil)
	require.NoError(t, err)
	require.Equal(t, startPSV, hex.EncodeToString(b[:PSVBytes]))
	require.Equal(t, "d3ff", hex.EncodeToString(b[PSVBytes+32:][:2]), "-45")
	require.Equal(t, "0200ff00", hex.EncodeToString(b[PSVBytes+36:]), "move number 2, lost")
	require.Len(t, b, 2*PSVBytes)
	g.Plies[1].Score = eval.None
	b, err = g.AppendPSV(nil)
	require.NoError(t, err)
	require.Len(t, b, PSVBytes, "a position without a score has no record")
	g.Plies[1].Move = m
	_, err = g.AppendPSV(nil)
	require.ErrorIs(t, err, ErrScored)
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

// imported returns the games that an importer makes of a file.
func imported(t testing.TB, file []byte) ([]*ScoredGame, *PSVImporter) {
	var out bytes.Buffer
	im := NewPSVImporter(&out)
	require.NoError(t, im.Read("a.psv", bytes.NewReader(file)))
	require.NoError(t, im.Flush())
	games, r := readScored(t, &out)
	require.Equal(t, "imported from PSV: a.psv", r.Run())
	require.Len(t, games, im.Games)
	return games, im
}

func exported(t testing.TB, games []*ScoredGame) (b []byte) {
	for _, g := range games {
		var err error
		b, err = g.AppendPSV(b)
		require.NoError(t, err)
	}
	return b
}

// What is exported comes back joined, and goes out again as it was.
func TestPSVRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	var games []*ScoredGame
	scored := 0
	for id := range uint64(30) {
		g := randomScored(random, id)
		if id%2 == 0 { // without a gap
			for i := range g.Plies {
				g.Plies[i].Score = eval.Score(10 * random.IntN(100))
			}
		}
		scored += g.Scored()
		games = append(games, g)
	}
	file := exported(t, games)
	require.Len(t, file, scored*PSVBytes)
	back, im := imported(t, file)
	require.Equal(t, scored, im.Positions)
	require.Zero(t, im.LeftOut)
	require.True(t, bytes.Equal(file, exported(t, back)))
	require.Len(t, back[0].Plies, len(games[0].Plies), "joined")
	require.Less(t, len(back), scored/2)

	im = NewPSVImporter(io.Discard)
	require.ErrorContains(t, im.Read("cut.psv", bytes.NewReader(file[:100])), "100 bytes are not a multiple of 40")
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
	records := [][]byte{good, change(34, 0x3a), change(38, 5), change(38, 0xfe), change(0, 0xff), change(34, 0), good}
	games, im := imported(t, bytes.Join(records, nil))
	require.Len(t, games, 2)
	require.Equal(t, 2, im.Positions)
	require.Equal(t, 5, im.LeftOut)
	require.ErrorContains(t, im.Why, "move 7g7e, ")
	require.Equal(t, eval.Score(100), games[0].Plies[0].Score)
	require.Equal(t, "7g7f", games[0].Plies[0].Move.String())
}

// Of a shuffled file no record continues the game of the one before, even if it has the next number and the same
// result.
func TestImportShuffled(t *testing.T) {
	var records []byte
	for i, first := range []string{"7g7f", "2g2f"} {
		p := position.New(position.Shogi)
		g := &ScoredGame{Ply: 1}
		g.Start, _ = p.Pack()
		for _, text := range []string{first, "3c3d"} {
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			g.Plies = append(g.Plies, ScoredPly{m.To16(), 10})
			p.Do(m)
		}
		records = append(records, exported(t, []*ScoredGame{g})[i*PSVBytes:][:PSVBytes]...)
	}
	games, im := imported(t, records)
	require.Zero(t, im.LeftOut)
	require.Len(t, games, 2)
	require.Equal(t, 2, games[1].Ply)
}

// fewWrites is a writer that fails once that many writes are done.
type fewWrites int

func (n *fewWrites) Write(b []byte) (int, error) {
	if *n--; *n < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

// A game that cannot be written ends the import, whatever record shows that it is over.
func TestImportWriteErrors(t *testing.T) {
	good, err := hex.DecodeString(startPSV)
	require.NoError(t, err)
	bad, broken := bytes.Clone(good), bytes.Clone(good)
	bad[34], broken[0] = 0, 0xff // the move, the position
	for _, next := range [][]byte{good, bad, broken} {
		n := fewWrites(1)
		require.ErrorIs(t, NewPSVImporter(&n).Read("x", bytes.NewReader(append(good[:PSVBytes:PSVBytes], next...))), io.ErrShortWrite)
	}
	n := fewWrites(1)
	im := NewPSVImporter(&n)
	require.NoError(t, im.Read("x", bytes.NewReader(good)))
	require.ErrorIs(t, im.Flush(), io.ErrShortWrite)
}

func FuzzImportPSV(f *testing.F) {
	good, err := hex.DecodeString(startPSV)
	require.NoError(f, err)
	f.Add(good)
	f.Add(bytes.Repeat(good, 2))
	f.Fuzz(func(t *testing.T, data []byte) {
		n := len(data) / PSVBytes
		games, im := imported(t, data[:n*PSVBytes])
		require.Equal(t, n, im.Positions+im.LeftOut)
		plies := 0
		for _, g := range games {
			plies += len(g.Plies)
			require.NoError(t, g.Replay(func(*position.Position, *ScoredPly) bool { return true }))
		}
		require.Equal(t, im.Positions, plies)
	})
}
