package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
)

// TestCorrectionLearns: the search found 100 centipawns more than the evaluation said, or less; nine tenths of that count.
func TestCorrectionLearns(t *testing.T) {
	w := learner(t, position.Shogi.Start)
	const most = correctionLimit / 4
	for _, c := range []struct {
		name         string
		best, static Score
		found        bool
		want         int // of the entry for pawns, before the common factor
	}{
		{"more", 130, 30, true, 90 * 8 * corrLearnFound / 128},
		{"less", -70, 30, true, -90 * 8 * corrLearnFound / 128},
		{"less, no move found", -70, 30, false, -90 * 8 * corrLearn / 128},
		{"much more", 5000, 30, true, most},
		{"much less", -5000, 30, false, -most},
	} {
		w.anew(t, position.Shogi.Start, "7g7f", "3c3d", "2g2f")
		const ply = 5
		w.reached(ply)
		h := &w.history.correction
		two, four := &h.continued[1], &h.continued[2] // what the moves two and four plies before led to
		w.frame(ply-2).correction, w.frame(ply-4).correction = two, four
		n := node{ply: ply, depth: 8, static: c.static, keys: keysOf(w.pos)}
		require.Zero(t, w.correction(ply, n.keys))
		w.learnCorrection(&n, c.best, c.found)
		bonus := c.want * 1069 / 1024
		entry := func(share int) int { return int(fresh(bonus*share/128, correctionLimit, 0)) }
		k, us := n.keys, position.White
		at := pieceToIndex(w.pos.LastMove())
		got := []int{
			int(h.board[us].of(k.Pawns()).pawns), int(h.board[us].of(k.hands).hands), int(h.board[us].of(k.Minors()).minors),
			int(h.board[us].of(k.Black()).black), int(h.board[us].of(k.White()).white),
			int(w.history.rows[*two][at]), int(w.history.rows[*four][at]),
		}
		pieces := entry(corrLearnPieces)
		want := []int{entry(128), entry(128), entry(corrLearnMinors), pieces, pieces, entry(corrLearnTwo), entry(corrLearnFour)}
		require.Equal(t, want, got, c.name)
		require.Zero(t, h.board[us.Other()], "%s: the other side to move", c.name)
		require.Equal(t, corrPawns*want[0]+corrHands*want[1]+corrMinors*want[2]+corrPieces*2*pieces+corrMoves*(want[5]+want[6]),
			w.correction(ply, k), c.name)
		w.frame(ply - 1).move = position.MoveNull
		require.Equal(t, corrPawns*want[0]+corrHands*want[1]+corrMinors*want[2]+corrPieces*2*pieces+corrMoves*correctionNull,
			w.correction(ply, k), "%s: after a null move", c.name)
		for range 100 {
			w.learnCorrection(&n, c.best, c.found)
		}
		require.LessOrEqual(t, abs(int(h.board[us].of(k.Pawns()).pawns)), correctionLimit, c.name)
		require.Zero(t, w.history.rows[0], "what follows no move is never written")
	}
}

// TestCorrectionKeys: a row changes with its own feature and with no other.
func TestCorrectionKeys(t *testing.T) {
	const start = "4k1s2/6g2/4p4/9/9/9/4P1P2/1B5R1/4KGS2 b Pp 1"
	of := func(sfen string) correctionKeys {
		p := parse(t, sfen)
		return keysOf(p)
	}
	was := of(start)
	for _, c := range []struct {
		name, sfen string
		want       string // the rows that change
	}{
		{"the side to move", "4k1s2/6g2/4p4/9/9/9/4P1P2/1B5R1/4KGS2 w Pp 1", ""},
		{"Black's pawn", "4k1s2/6g2/4p4/9/9/6P2/4P4/1B5R1/4KGS2 b Pp 1", "p"},
		{"White's pawn", "4k1s2/6g2/9/4p4/9/9/4P1P2/1B5R1/4KGS2 b Pp 1", "p"},
		{"the hands", "4k1s2/6g2/4p4/9/9/9/4P1P2/1B5R1/4KGS2 b 2P 1", "h"},
		{"Black's gold", "4k1s2/6g2/4p4/9/9/9/4P1P2/1B3G1R1/4K1S2 b Pp 1", "mb"},
		{"White's silver", "4k4/6gs1/4p4/9/9/9/4P1P2/1B5R1/4KGS2 b Pp 1", "mw"},
		{"Black's rook", "4k1s2/6g2/4p4/9/9/9/4P1P2/1B2R4/4KGS2 b Pp 1", "b"},
		{"rook and bishop exchanged", "4k1s2/6g2/4p4/9/9/9/4P1P2/1R5B1/4KGS2 b Pp 1", "b"},
		{"White's king", "3k2s2/6g2/4p4/9/9/9/4P1P2/1B5R1/4KGS2 b Pp 1", "w"},
		{"Black's gold a promoted pawn", "4k1s2/6g2/4p4/9/9/9/4P1P2/1B5R1/4K+PS2 b Pp 1", ""},
		{"Black's rook promoted", "4k1s2/6g2/4p4/9/9/9/4P1P2/1B5+R1/4KGS2 b Pp 1", ""},
		{"gold and silver exchanged", "4k1s2/6g2/4p4/9/9/9/4P1P2/1B5R1/4KSG2 b Pp 1", "m"},
	} {
		now, changed := of(c.sfen), ""
		for _, row := range []struct {
			name     string
			was, now uint16
		}{
			{"p", was.Pawns(), now.Pawns()}, {"h", was.hands, now.hands}, {"m", was.Minors(), now.Minors()},
			{"b", was.Black(), now.Black()}, {"w", was.White(), now.White()},
		} {
			if row.was != row.now {
				changed += row.name
			}
		}
		require.Equal(t, c.want, changed, c.name)
	}
}

// TestCorrectable: a best move says that the evaluation was too low, a fail low that it was too high.
func TestCorrectable(t *testing.T) {
	for _, c := range []struct {
		result, static Score
		found, want    bool
	}{
		{100, 50, true, true},
		{100, 50, false, false},
		{50, 100, true, false},
		{50, 100, false, true},
		{50, 50, true, false},
		{50, 50, false, true},
		{eval.MateIn(5), 50, true, false},
		{eval.MatedIn(5), 50, false, false},
		{50, eval.None, false, false},
	} {
		require.Equal(t, c.want, correctable(c.result, c.static, c.found), "%+v", c)
	}
}
