package analyse

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// analysed analyses one record with the engine.
func analysed(t *testing.T, nodes int, text string) *Report {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g.kif"), []byte(text), 0o644))
	// One thread: what several find with so few nodes depends on the load.
	succeed(t, "-nodes", fmt.Sprint(nodes), "-threads", "1", "-o", filepath.Join(dir, "out"), filepath.Join(dir, "g.kif"))
	return reportOf(t, filepath.Join(dir, "out", "g.json"))
}

func TestMates(t *testing.T) {
	// A mate in one that is missed, then given; the position that is mate is decided.
	r := analysed(t, 2000, "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 moves G*4b 5a6a G*6b\n")
	require.Equal(t, 1, r.Moves[0].Facts.MateMissed)
	require.Contains(t, r.Moves[0].Remark.Japanese, "▲５二金から1手の詰みがあった。")
	require.GreaterOrEqual(t, r.Moves[0].Loss, 0.0)
	r = analysed(t, 2000, "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b\n")
	require.Equal(t, Only, r.Moves[0].Mark)
	require.Equal(t, 30000, r.Moves[0].After.Centipawns)
	require.Zero(t, r.Moves[0].After.Mate)
	require.Regexp(t, "^これしかない一手。.*詰み。", r.Moves[0].Remark.Japanese)
	require.Equal(t, 1, r.Moves[0].Before.Mate)
}

func TestBlunderAndItsAnswer(t *testing.T) {
	r := analysed(t, 3000, "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ５八金(49)\n   4 ８八角成(22)\n   5 ９六歩(97)\n   6 投了\n")
	last := r.Moves[4]
	require.Equal(t, Blunder, last.Mark)
	require.Equal(t, "8h", strings.ToLower(last.Before.Moves[0][2:4]), "the bishop should have been taken back")
	require.Greater(t, last.Loss, 20.0)
	require.Contains(t, last.Remark.English, "Better was")
	require.Equal(t, 5, r.Players[0].Worst)
	require.Equal(t, "Black won by resignation after 5 moves.", r.Result.English)
	require.InDelta(t, r.Moves[3].After.Chance, last.Before.Chance, 1e-9, "after a move is before the next")
	require.Equal(t, r.Moves[4].After.Centipawns < 0, r.Moves[4].After.Chance < 50)
}

func TestExchange(t *testing.T) {
	s := position.NewSquare(5, 4)
	require.Zero(t, exchange(positionOf(t, "4k4/9/4s4/4p4/4R4/9/9/9/4K4 b - 1"), s), "the rook for a pawn")
	require.Equal(t, worth[position.Rook], exchange(positionOf(t, "4k4/9/9/4r4/4P4/9/9/9/4K4 b - 1"), s))
}

// TestAttacks: what a pinned piece cannot take is not attacked by it.
func TestAttacks(t *testing.T) {
	for sfen, want := range map[string][]string{
		"4k4/9/9/9/9/5s3/4G4/9/4K4 w - 1":   {"4f"},
		"4k4/9/9/4r4/9/5s3/4G4/9/4K4 w - 1": nil, // pinned
		"4k4/9/9/9/9/4rs3/4G4/9/4K4 w - 1":  {"5f"},
		"4k4/9/4r4/9/9/4b4/4G4/9/4K4 w - 1": {"5f"}, // along the line
	} {
		require.Equal(t, want, attacks(positionOf(t, sfen), position.Black, position.NewSquare(5, 7)), sfen)
	}
	p := positionOf(t, "4k4/9/9/9/9/9/5n3/4K4/9 w - 1")
	require.Equal(t, []string{"4g"}, attacks(p, position.Black, position.NewSquare(5, 8)), "the king")
}

func TestHarvest(t *testing.T) {
	for _, c := range []struct {
		sfen, line  string
		loses, wins []string
	}{
		{"4k4/9/4s4/4p4/4R4/9/9/9/4K4 b - 1", "5e5d 5c5d", []string{"R"}, nil},
		{"4k4/9/9/4r4/4P4/9/9/9/4K4 b - 1", "5e5d", nil, []string{"R"}},
		{"4k4/9/4g4/4s4/4S4/9/9/9/4K4 b - 1", "5e5d 5c5d", nil, nil},       // silvers exchanged
		{"4k4/9/4g4/4s4/4G4/9/9/9/4K4 b - 1", "5e5d 5c5d", nil, nil},       // a gold for a silver
		{"4k4/9/4g4/4s4/4S4/9/9/9/4K4 b - 1", "5e5d", nil, nil},            // it can be taken back
		{"4k4/9/4g4/4+p4/4B4/9/9/9/4K4 w - 1", "5d5e", []string{"B"}, nil}, // White's tokin takes
		{"4k4/9/9/4b4/4R4/4G4/9/9/4K4 w - 1", "5a4a 5e5d", nil, []string{"B"}},
		{"8r/1k7/9/3pp4/4R4/9/9/4K4/8L b - 1", "5e5d 1a1i+", []string{"L"}, nil},
		{"8r/1k7/9/3pp4/4R4/9/9/4K4/8L b - 1", "5e5d 1a1i+ 5d6d", nil, nil}, // a lance for two pawns
		{"8l/4k4/9/9/4r4/3PP4/9/1K7/8R w - 1", "5e5f 1i1a+ 5f6f", nil, nil},
	} {
		loses, wins, _ := harvest(positionOf(t, c.sfen), position.Black, position.NoKind, position.NoKind, &thought{Lines: []found{{Moves: strings.Fields(c.line)}}})
		require.Equal(t, c.loses, loses, c.sfen)
		require.Equal(t, c.wins, wins, c.sfen)
	}
}

func TestRepetition(t *testing.T) {
	const cycle = " 2h3h 8b7b 3h2h 7b8b"
	require.Equal(t, 2, occurrences(positionOf(t, position.Shogi.Start+" moves"+cycle)))
	require.Equal(t, 3, occurrences(positionOf(t, position.Shogi.Start+" moves"+cycle+cycle)))
}

// TestFourthOccurrence: what is said of it is who has lost by it, if anybody has.
func TestFourthOccurrence(t *testing.T) {
	for _, c := range []struct {
		rules       *position.Rules
		sfen, cycle string
		want        string
	}{
		{position.Shogi, position.Shogi.Start, "2h3h 8b7b 3h2h 7b8b", "同一局面4回目、千日手。"},
		{position.Shogi, "k8/9/R8/9/9/9/9/9/8K w - 1", "9a8a 9c8c 8a9a 8c9c", "同一局面4回目、連続王手の千日手。"},
		{position.Minishogi, position.Minishogi.Start, "4e4d 2a2b 4d4e 2b2a", "同一局面4回目、千日手で後手の勝ち。"},
		{position.Minishogi, "k4/5/4r/5/4K b - 1", "1e2e 1c2c 2e1e 2c1c", "同一局面4回目、千日手で先手の勝ち。"},
	} {
		p, err := position.ParseSFEN(c.rules, c.sfen)
		require.NoError(t, err)
		g := &record.Game{Start: p.Clone()}
		at := &g.Root
		for _, text := range strings.Fields(strings.Repeat(c.cycle+" ", 3)) {
			m, err := p.ParseLegal(text)
			require.NoError(t, err)
			at = at.Append(m)
			p.Do(m)
		}
		kif, err := g.KIF()
		require.NoError(t, err)
		r := analysed(t, 5, string(kif))
		require.Contains(t, r.Moves[11].Remark.Japanese, c.want)
		require.Contains(t, r.Moves[7].Remark.Japanese, "同一局面3回目。")
	}
}

// TestTheFourthOccurrenceEndsTheGame: the position is worth what the rules make of it, and so is the move that leads there.
func TestTheFourthOccurrenceEndsTheGame(t *testing.T) {
	for _, c := range []struct {
		name, sfen, cycle, end string
		want                   Line // of the last position
		mark                   Mark // of the last move
		said                   string
	}{
		{"by the winning side", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB 1", "5a5b 2h3h 5b5a 3h2h ", "", Line{Chance: 50}, Blunder, "a draw"},
		{"by the losing one", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b RB 1", "2h3h 5a5b 3h2h 5b5a ", "", Line{Chance: 50}, Only, "a draw"},
		{"perpetual check", "k8/9/R8/9/9/9/9/9/8K w - 1", "9a8a 9c8c 8a9a 8c9c ", "", Line{Centipawns: -30000}, Blunder, "White has won"},
		{"out of perpetual check", "kG7/9/R8/9/9/9/9/9/8K w - 1", "9a8a 9c8c 8a9a 8c9c ", "9a8a", Line{Centipawns: -30000}, Only, "White has won"},
	} {
		text := "sfen " + c.sfen + " moves " + strings.Repeat(c.cycle, 3) + c.end
		r := analysed(t, 2000, text+"\n")
		last := r.Moves[len(r.Moves)-1]
		require.Equal(t, c.want, last.After, c.name)
		require.Equal(t, c.mark, last.Mark, c.name)
		require.Contains(t, last.Remark.English, "The fourth occurrence of the position", c.name)
		out, _ := succeed(t, "-nodes", "100", "-threads", "1", "-sfen", text)
		japanese := map[string]string{"a draw": "千日手", "White has won": "千日手で後手の勝ち"}[c.said]
		require.True(t, strings.HasSuffix(out, "The position has come for the fourth time: "+c.said+" ("+japanese+").\n"), out)
	}
}

func TestOpenings(t *testing.T) {
	for moves, want := range map[string]string{
		"7g7f 3c3d 6g6f 8c8d 2h6h":                     "四間飛車",
		"7g7f 3c3d 6g6f 8b3b 2h6h":                     "相振り飛車",
		"7g7f 3c3d 8h2b+ 3a2b 2h6h":                    "角交換振り飛車",
		"7g7f 3c3d 6g6f 8c8d 2h7h":                     "三間飛車",
		"7g7f 8c8d 8h7g 3c3d 6g6f 8d8e 2h8h":           "向かい飛車",
		"5g5f 8c8d 2h5h":                               "中飛車",
		"4g4f 8c8d 2h4h":                               "右四間飛車",
		"7g7f 3c3d 8h2b+ 3a2b B*4e":                    "筋違い角",
		"2g2f 8c8d 2f2e 3c3d 3i3h 4a3b 3h2g 5a4b 2g2f": "棒銀",
		"7g7f 8c8d 2g2f 3c3d 8h2b+ 3a2b 3i4h 7a7b 4g4f 6a5b 4h4g 5a4b 4g5f": "角換わり腰掛け銀",
		"2g2f 8c8d":                                                        "",
		"7g7f 8c8d 2g2f 3c3d 8h2b+ 3a2b 2h5h":                              "",
		"2g2f 8c8d 2f2e 8d8e 2h5h":                                         "",
		"7g7f 3c3d 2g2f 4c4d 5g5f 8c8d 2h5h":                               "ゴキゲン中飛車",
		"7g7f 3c3d 5g5f 8c8d 2h5h":                                         "ゴキゲン中飛車",
		"2g2f 8c8d 2f2e 8d8e":                                              "相掛かり",
		"7g7f 8c8d 2g2f 3c3d 8h2b+ 3a2b":                                   "角換わり",
		"7g7f 3c3d 7f7e 8c8d 2h7h 8d8e 7h7f":                               "石田流",
		"7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d": "横歩取り",
	} {
		p := positionOf(t, position.Shogi.Start+" moves "+moves)
		require.Equal(t, want, openingOf(p, position.Black).japanese, moves)
	}
}

// TestHandicapScale: the side with more pieces begins with 82 %, or less if the handicap is small.
func TestHandicapScale(t *testing.T) {
	const rest = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
	two, lance := "lnsgkgsnl/9"+rest, "lnsgkgsn1/1r5b1"+rest
	for _, c := range []struct {
		sfen  string
		moves string
		start eval.Score
		scale eval.Scale
	}{
		{two, "5a4b", -3086, 2000},
		{two, "", -3086, 600}, // no game
		{two, "5a4b", eval.MatedIn(40), 600},
		{lance, "4a3b", -300, 600},
		{position.Shogi.Start, "7g7f", 3086, 600},
	} {
		g := &record.Game{Start: positionOf(t, c.sfen)}
		if c.moves != "" {
			m, err := g.Start.ParseLegal(c.moves)
			require.NoError(t, err)
			g.Root.Next = []*record.Node{{Move: m}}
		}
		a := newGame(g, hut, position.CSARule27)
		a.thoughts[0].Lines = []found{{Score: c.start}}
		require.Equal(t, c.scale, a.scale(), c)
	}
	require.InDelta(t, 82.4, chance(3086, 2000), 0.1)
}

func TestChance(t *testing.T) {
	require.InDelta(t, 50, chance(0, eval.FieldScale), 1e-9)
	require.InDelta(t, 73.1, chance(600, eval.FieldScale), 0.1)
	require.Equal(t, 600, centipawns(600))
	require.Equal(t, 30000, centipawns(eval.MateIn(3)))
	require.Equal(t, -30000, centipawns(eval.MatedIn(0)))
}
