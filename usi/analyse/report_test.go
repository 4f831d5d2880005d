package analyse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/position/record"
)

// TestPageOfALongGame: a page of a game of 320 moves, with lines of 40 moves to each of them, stays below 610 kB.
func TestPageOfALongGame(t *testing.T) {
	line := Line{Centipawns: -1234, Chance: 12.345678901234567, Depth: 30}
	for range 40 {
		line.Moves, line.Japanese = append(line.Moves, "2b3c+"), append(line.Japanese, "△同　銀左上成")
	}
	said := Remark{strings.Repeat("勝率が下がった。", 12), strings.Repeat("The winning chance falls. ", 8)}
	r := &Report{SFEN: position.Shogi.Start, Start: line}
	for i := range 320 {
		r.Moves = append(r.Moves, Move{Number: i + 1, Color: "black", USI: "2b3c+", Japanese: "▲同　銀左上成", Before: line, After: line, Second: &line,
			Loss: 12.345678901234567, Mark: Mistake, Remark: said})
	}
	page, err := r.Page()
	require.NoError(t, err)
	require.Less(t, len(page), 610_000)
	require.Len(t, r.Moves[0].Before.Japanese, 40, "the report itself keeps all of it")
}

// TestSidesOfTheResult: only in handicap games are the players 下手 and 上手.
func TestSidesOfTheResult(t *testing.T) {
	for name, want := range map[string]string{"even": "5手で先手の勝ち", "handicap": "4手で上手の勝ち", "mini": "2手で後手の勝ち"} {
		g := recordOf(t, read(t, "../../testdata/records/"+name+".kifu"))
		if name == "handicap" { // its own end is a draw
			line := g.Main()
			line[len(line)-1].End = record.WonBy(record.Resigned, position.White)
		}
		require.Contains(t, newGame(g, nil, position.CSARule27).result().Japanese, want)
	}
}

// TestResultInTheWordsOfTheRecord: a word that only the record knows is told, beside the winner if it is named elsewhere.
func TestResultInTheWordsOfTheRecord(t *testing.T) {
	for end, want := range map[string]Remark{
		"   2 切断\nまで1手で先手の勝ち\n": {"1手で先手の勝ち（切断）。", "Black won after 1 move (切断)."},
		"まで1手で裁定待ち\n":           {"1手で裁定待ち。", "Ended after 1 move (裁定待ち)."},
		"   2 中断\n":             {"1手で中断。", "Broken off after 1 move."},
	} {
		g := recordOf(t, "手合割：平手\n   1 ７六歩(77)\n"+end)
		require.Equal(t, want, newGame(g, nil, position.CSARule27).result())
	}
}

// TestWhoseFault: who has won by a breach of the rules has not made it.
func TestWhoseFault(t *testing.T) {
	for end, want := range map[string]string{
		"   2 反則負け\n": "Black won by White's illegal move after 1 move.",
		"   2 反則勝ち\n": "White won by Black's illegal move after 1 move.",
		"まで1手で先手の反則により後手の勝ち\n":  "White won by Black's illegal move after 1 move.",
		"まで1手で連続王手の千日手で先手の勝ち\n": "Black won by White's perpetual check after 1 move.",
	} {
		g := recordOf(t, "手合割：平手\n   1 ７六歩(77)\n"+end)
		require.Equal(t, want, newGame(g, nil, position.CSARule27).result().English)
	}
}

// TestSacrifice: a piece from the hand is put where it can be taken, one on the board is moved there.
func TestSacrifice(t *testing.T) {
	a := newGame(recordOf(t, "sfen 4k4/9/9/9/9/9/9/9/4K4 b GR 1 moves G*5b 5a5b R*5e 5b4b 5e5a+\n"), nil, position.CSARule27)
	for i, want := range map[int]string{0: "金を取られる所へ打つ手だが、", 4: "龍を取られる所へ動かす手だが、"} {
		require.Contains(t, a.remark(i, &Move{Mark: Brilliant}).Japanese, want)
	}
}

// TestPlayer: the sums of a side's moves, and that which lost most.
func TestPlayer(t *testing.T) {
	a := newGame(recordOf(t, "startpos moves 7g7f 3c3d 6g6f 8c8d 2h6h 5a4b 5i4h 4b3b\n"), hut, position.CSARule27)
	for i, m := range a.report().Moves {
		require.Equal(t, map[int]string{4: "四間飛車"}[i], m.Facts.OpeningJA, "told once, of move %d", m.Number)
	}
	seconds := 2.5
	r := &Report{Moves: []Move{
		{Mark: Inaccuracy, Loss: 6, Seconds: &seconds}, {Mark: Blunder, Loss: 90},
		{Mark: Blunder, Loss: 30, Seconds: &seconds, Facts: Facts{MateMissed: 3}}, {},
		{Mark: Best, Best: true, Facts: Facts{Opening: "Fourth-File Rook", OpeningJA: "四間飛車", Castle: "Hut", CastleJA: "小屋"}}, {},
		{Mark: Mistake, Loss: 12, Facts: Facts{Castle: "Hut", CastleJA: "小屋"}}, {},
	}}
	for i := range r.Moves {
		r.Moves[i].Number, r.Moves[i].Japanese = i+1, a.moves[i].String()
	}
	require.Equal(t, Player{
		Moves: 4, Best: 1, MeanLoss: 12, Marks: map[Mark]int{Inaccuracy: 1, Blunder: 1, Best: 1, Mistake: 1}, Missed: 1, Seconds: 5, Worst: 3, WorstLoss: 30,
		Opening: "Fourth-File Rook", OpeningJA: "四間飛車", Castles: []string{"Hut"}, CastlesJA: []string{"小屋"},
		Summary: Remark{"4手中1手が最善、損失は1手平均12.0%。最も損をしたのは3手目6g6fで30%。詰み逃し1回。",
			"1 of 4 moves was the best found; 12.0% lost on average. Most was lost by move 3, P-6f: 30%. Mates missed: 1."},
	}, a.player(r, position.Black))
}
