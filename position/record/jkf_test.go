package record

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestReadsJKF: what ShogiHome's record library (shogihome*.jkf) and json-kifu-format (kifuforjs*.jkf) made of other records.
func TestReadsJKF(t *testing.T) {
	for name, of := range map[string]string{"shogihome.jkf": "class.kif", "kifuforjs.jkf": "class.kif", "kifuforjs_six_pieces.jkf": "six_pieces.ki2",
		"shogihome_problem.jkf": "problem.kifu"} {
		want, got := records(t, of)[0], records(t, name)[0]
		require.Equal(t, withoutPly(want.Start), withoutPly(got.Start), name)
		require.Equal(t, want.Names, got.Names, name)
		require.Equal(t, want.Header, got.Header, name)
		if strings.HasPrefix(name, "shogihome") { // it leaves bookmarks out
			for _, n := range want.Main() {
				n.Bookmark = ""
			}
		}
		sameTree(t, &want.Root, &got.Root, true)
		line := want.Main()
		require.Equal(t, line[len(line)-1].End, got.Main()[len(line)-1].End, name)
	}
}

// jkf is a record with these moves, behind the entry that belongs to the start position.
func jkf(moves string) string { return `{"header":{},"moves":[{},` + moves + `]}` }

const (
	pawn76 = `{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"}}`
	pawn34 = `{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"color":1,"piece":"FU"}}`
	horse  = `{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"color":0,"piece":"KA","promote":true,"capture":"KA"}}`
)

// step is the entry of a move such as 7776, without what follows from the position.
func step(move string) string {
	return fmt.Sprintf(`{"move":{"from":{"x":%c,"y":%c},"to":{"x":%c,"y":%c}}}`, move[0], move[1], move[2], move[3])
}

// TestJKFPresets: the positions are those of shogi.js, which json-kifu-format uses.
func TestJKFPresets(t *testing.T) {
	const even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
	presets := map[string]string{"HIRATE": even}
	for preset, ranks := range map[string]string{"KY": "lnsgkgsn1/1r5b1", "KY_R": "1nsgkgsnl/1r5b1", "KA": "lnsgkgsnl/1r7", "HI": "lnsgkgsnl/7b1",
		"HIKY": "lnsgkgsn1/7b1", "2": "lnsgkgsnl/9", "3": "lnsgkgsn1/9", "4": "1nsgkgsn1/9", "5": "2sgkgsn1/9", "5_L": "1nsgkgs2/9", "6": "2sgkgs2/9",
		"7_L": "2sgkg3/9", "7_R": "3gkgs2/9", "8": "3gkg3/9", "10": "4k4/9"} {
		presets[preset] = ranks + handicapRest
	}
	require.Len(t, jkfPresets, len(presets))
	for preset, sfen := range presets {
		g := readOne(t, []byte(`{"header":{"手合割":"その他"},"moves":[{}],"initial":{"preset":"`+preset+`"}}`))
		require.Equal(t, sfen, withoutPly(g.Start), preset)
		require.Empty(t, g.Header)
	}
	for start, sfen := range map[string]string{`"header":{}`: even, `"header":{},"initial":null`: even, `"header":{"手合割":"平手　　"}`: even,
		`"header":{"手合割":"六枚落ち"}`: presets["6"]} {
		require.Equal(t, sfen, withoutPly(readOne(t, []byte(`{`+start+`,"moves":[{}]}`)).Start))
	}
	for start, want := range map[string]string{
		"\"header\":{},\n\"initial\":{\"preset\":\"TONBO\"}": `f:2: unknown handicap "TONBO"`, `"initial":{"preset":"OTHER"}`: `f:1: unknown handicap "OTHER"`,
		`"initial":{}`: "f:1: unknown handicap", `"initial":{"preset":"平手"}`: `f:1: unknown handicap "平手"`,
		"\"header\":{\n\"手合割\":\"その他\"}": `f:2: unknown handicap "その他"`, `"initial":{"preset":6}`: `f:1: bad JKF: "initial.preset": unexpected number`,
	} {
		games, _, errs := ReadAll("f", []byte("{"+start+",\n"+`"moves":[{},`+pawn76+`]}`))
		require.Empty(t, games, start)
		require.ErrorContains(t, errs[0], want)
	}
}

// board returns a start position of JKF with a side to move, the squares of file 1 and of the others, and hands.
func board(side, first, others, hands string) string {
	return `{"preset":"HIRATE","data":{"color":` + side + `,"board":[` + first + strings.Repeat(","+others, 8) + `],"hands":` + hands + `}}`
}

func TestJKFBoard(t *testing.T) {
	const (
		first = `[{"color":1,"kind":"OU"},{},{"color":0,"kind":"RY"},{"color":null,"kind":null},{},{},{},{"kind":"OU"},{}]`
		empty = `[{},{},{},{},{},{},{},{},{}]`
	)
	g := readOne(t, []byte(`{"moves":[{}],"initial":`+board("1", first, empty, `[{"FU":2,"KI":0,"OU":0},{"HI":1}]`)+`}`))
	require.Equal(t, "8k/9/8+R/9/9/9/9/8K/9 w 2Pr", withoutPly(g.Start))
	for start, want := range map[string]string{
		board("2", first, empty, `[]`):                                "color 2",
		board("0", empty, "["+empty+"]", `[]`):                        "initial.data.board",
		board("0", first, empty, `[{},{},{}]`):                        "3 hands",
		board("0", first, `[{}]`, `[]`):                               "file 2 has 1 squares",
		board("0", `[{"color":0,"kind":"X"}`+empty[3:], empty, `[]`):  `square 1, 1: no piece "X" of color 0`,
		board("0", `[{"color":2,"kind":"FU"}`+empty[3:], empty, `[]`): `square 1, 1: no piece "FU" of color 2`,
		board("0", first, empty, `[{"UM":1}]`):                        `1 pieces "UM" in hand`,
		board("0", first, empty, `[{"FU":-1}]`):                       `-1 pieces "FU" in hand`,
		board("0", first, empty, `[{},{"HI":3}]`):                     `3 pieces "HI" in hand`,
		board("0", first, empty, `[{},{"HI":2}]`):                     "impossible position",
		`{"preset":"OTHER","data":{"color":0,"board":[]}}`:            "0 files",
	} {
		games, _, errs := ReadAll("f", []byte(`{"header":{},`+"\n"+`"initial":`+start+`,"moves":[{}]}`))
		require.Empty(t, games, start)
		require.Len(t, errs, 1)
		require.ErrorContains(t, errs[0], "f:2: ", start)
		require.ErrorContains(t, errs[0], want, start)
	}
}

// TestJKFMoves: fields that follow from others may be missing.
func TestJKFMoves(t *testing.T) {
	for moves, want := range map[string]string{
		pawn76 + "," + pawn34 + "," + horse: "7g7f 3c3d 8h2b+",
		step("7776") + "," + step("3334") + `,{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"UM"}},` +
			`{"move":{"from":{"x":3,"y":1},"same":true,"to":null}},{"move":{"from":null,"to":{"x":4,"y":5},"piece":"KA","relative":"H"}}`: "7g7f 3c3d 8h2b+ 3a2b B*4e",
		pawn76 + "," + pawn34 + `,{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"promote":false,"same":null,"relative":null}}`: "7g7f 3c3d 8h2b",
		pawn76 + `,null,{"move":null,"special":null,"comments":null,"time":null,"forks":null,"more":[1]},` + pawn34:               "7g7f 3c3d",
	} {
		require.Equal(t, want, line(&readOne(t, []byte(jkf(moves))).Root), moves)
	}
	g := readOne(t, []byte("\ufeff"+` { "moves" : [ {"comment":"a\r\n b\u0007"}, {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"comments":["","&mark","c"],`+
		`"time":{"now":{"h":1,"m":2,"s":3.5},"total":{}}}, {"comments":["d"],"time":{"now":{"m":9,"s":9}}}, {"special":"TORYO","time":{"now":{"m":0,"s":-4}}} ] }`+"\r\n"))
	require.Equal(t, []string{"a", " b "}, g.Root.Comments)
	n := g.Main()[0]
	require.Equal(t, []string{"", "c", "d"}, n.Comments)
	require.Equal(t, "mark", n.Bookmark)
	require.Equal(t, time.Hour+2*time.Minute+3500*time.Millisecond, n.Time)
	require.True(t, n.Timed)
	require.False(t, g.Main()[1].Timed)
}

func TestJKFEnds(t *testing.T) {
	white, black := position.White, position.Black
	for special, want := range map[string]*End{
		"TORYO": WonBy(Resigned, black), "TIME_UP": WonBy(TimeUp, black), "ILLEGAL_MOVE": WonBy(Foul, black), "TSUMI": WonBy(Checkmate, black),
		"KACHI": WonBy(Declaration, white), "ILLEGAL_ACTION": WonBy(Foul, white), "+ILLEGAL_ACTION": WonBy(Foul, white), "-ILLEGAL_ACTION": WonBy(Foul, black),
		"CHUDAN": NewEnd(Interrupted, white), "SENNICHITE": NewEnd(Repetition, white), "JISHOGI": NewEnd(Impasse, white), "HIKIWAKE": NewEnd(Draw, white),
		"MAX_MOVES": NewEnd(MoveLimit, white), "MATTA": NewEnd(TakenBack, white), "FUZUMI": NewEnd(NoMate, white), "ERROR": NewEnd(Error, white),
		"OUTE_SENNICHITE": WonBy(Perpetual, black),
	} {
		_, end := readOne(t, []byte(jkf(pawn76+`,{"special":"`+special+`"}`))).Moves()
		require.Equal(t, want.Kind, end.Kind, special)
		require.Equal(t, want.Won, end.Won, special)
		if want.Won {
			require.Equal(t, want.Winner, end.Winner, special)
		}
	}
	g := readOne(t, []byte(jkf(pawn76+","+step("8385")+`,{"special":"ILLEGAL_MOVE"}`)))
	require.True(t, g.Main()[1].Illegal)
	require.Equal(t, WonBy(Foul, black), g.Main()[2].End)
}

func TestJKFVariations(t *testing.T) {
	with := func(entry, field string) string { return strings.TrimSuffix(entry, "}") + "," + field + "}" }
	bad, deep := step("8385"), with(step("8384"), `"comments":["in"],"forks":[[`+step("4132")+`]]`)
	g := readOne(t, []byte(jkf(with(pawn76, `"forks":[[`+step("2878")+","+deep+`,{"special":"CHUDAN"}],[`+step("2868")+`],[]]`)+","+with(pawn34, `"forks":[[{"special":"SENNICHITE"}],[`+deep+`]]`))))
	require.Equal(t, "7g7f 3c3d", line(&g.Root))
	require.Len(t, g.Root.Next, 3)
	require.Equal(t, "2h7h 8c8d 中断", line(&Node{Next: g.Root.Next[1:]}))
	require.Equal(t, "2h6h", line(&Node{Next: g.Root.Next[2:]}))
	require.Equal(t, "4a3b", line(&Node{Next: g.Root.Next[1].Next[1:]}))
	require.Equal(t, []string{"in"}, g.Root.Next[1].Next[0].Comments)
	require.Equal(t, "千日手", line(&Node{Next: g.Root.Next[0].Next[1:]}))
	require.Equal(t, "4a3b", line(&Node{Next: g.Root.Next[0].Next[3:]}))

	for fork, want := range map[string]string{
		step("2878") + ",\n" + bad:                             "x:2: the variation from move 1 is left out: move 2, 8c8e: illegal move",
		step("2878") + ",\n" + bad + ",\n" + step("2868"):      "x:2: the variation from move 1 is left out: move 2, 8c8e: illegal move",
		pawn76 + ",\n" + deep + ",\n" + deep:                   "x:3: the variation from move 1 is left out: move 3",
		pawn76 + ",\n" + `{"special":"X"}`:                     `x:2: the variation from move 1 is left out: bad JKF: "X" is not an end`,
		`{"special":"TORYO"}` + ",\n" + step("2878"):           "x:2: the variation from move 1 is left out: a move after the end",
		step("2878") + ",\n" + `{"move":{"to":7}}`:             `x:2: the variation from move 1 is left out: move 2: bad JKF: "move.to": unexpected number`,
		step("2878") + ",\n" + `{"comments":5,"forks":[[{}]]}`: `x:2: the variation from move 1 is left out: move 2: bad JKF: "comments": unexpected number`,
	} {
		games, _, errs := ReadAll("x", []byte(jkf(with(pawn76, `"forks":[[`+fork+`],[`+step("2868")+`]]`)+","+pawn34)))
		require.Len(t, errs, 1, fork)
		require.ErrorContains(t, errs[0], want)
		require.Len(t, games[0].Root.Next, 2, "the good variation stays: %s", fork)
		require.Equal(t, "2h6h", line(&Node{Next: games[0].Root.Next[1:]}))
		require.Equal(t, "7g7f 3c3d", line(&games[0].Root))
		require.Len(t, games[0].Root.Next[0].Next, 1)
	}

	games, _, errs := ReadAll("x", []byte(jkf(pawn76+",\n"+bad+`,{"special":"TORYO","forks":[[`+step("2878")+`]]}`)))
	require.Len(t, errs, 2)
	require.ErrorContains(t, errs[0], "x:2: the game is read up to its last move, which is illegal: move 2, 8c8e: illegal move")
	require.ErrorContains(t, errs[1], "x:2: the variation from move 3 is left out: a move after the end")
	require.Equal(t, "7g7f 8c8e? 投了", line(&games[0].Root))
}

func TestBadJKF(t *testing.T) {
	for text, want := range map[string]string{
		jkf(pawn76 + ",\n" + pawn76):                                 "f:2: move 2: it is the other player's turn",
		jkf(pawn76 + "," + pawn34 + "\n,\n\n" + horse + "," + horse): "f:4: move 4: it is the other player's turn",
		jkf(step("7775")):                                            "f:1: move 1, 7g7e: illegal move: the piece on 7g does not move like that",
		jkf(step("7775") + "," + pawn34):                             "f:1: move 1, 7g7e: illegal move",
		jkf(step("7675")):                                            "f:1: move 1: illegal move: there is no such piece on 7f",
		jkf(step("3334")):                                            "there is no such piece on 3c",
		jkf(`{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"KY"}}`):   "there is no such piece on 7g",
		jkf(`{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"XX"}}`):   `bad JKF: no piece "XX"`,
		jkf(`{"move":{"from":{"x":4,"y":9},"to":{"x":5,"y":8},"promote":true}}`): "a G cannot promote",
		jkf(step("0958")): "bad JKF: no square 0, 9",
		jkf(`{"move":{"from":{"x":4,"y":9},"to":{"x":5,"y":10}}}`):       "bad JKF: no square 5, 10",
		jkf(`{"move":{"from":{"x":4,"y":9},"same":true}}`):               "the move goes nowhere",
		jkf(`{"move":{"to":{"x":5,"y":8}}}`):                             "comes from nowhere",
		jkf(`{"move":{"to":{"x":5,"y":8},"piece":"OU"}}`):                "comes from nowhere",
		jkf(`{"move":{"to":{"x":5,"y":8},"piece":"KI","relative":"R"}}`): "comes from nowhere",
		jkf(`{"move":{"to":{"x":5,"y":5},"piece":"KI"}}`):                "f:1: move 1, G*5e: illegal move",
		jkf(`{"special":"GIVEUP"}`):                                      `f:1: bad JKF: "GIVEUP" is not an end of a game`,
		jkf(`{"special":"TORYO"},` + pawn76):                             "f:1: a move after the end",
		jkf(`{"move":{"from":{"x":"7","y":7}}}`):                         `f:1: move 1: bad JKF: "move.from.x": unexpected string`,
		jkf(`5`):                                                         `f:1: bad JKF: "5", want {`,
		jkf(`{"forks":[5]}`):                                             `f:1: bad JKF: "5", want [`,
		jkf("\n\n" + pawn76 + ","):                                       "f:3: bad JKF: invalid character ']'",
		jkf(pawn76)[:80]:                                                 "f:1: bad JKF: unexpected end",
		jkf(pawn76) + "\n" + jkf(pawn34):                                 "f:2: bad JKF: invalid character '{' after top-level value",
		`{"header":{"先手":5},"moves":[{}]}`:                               `f:1: bad JKF: "先手": unexpected number`,
		`{"header":[],"moves":[{}]}`:                                     `f:1: bad JKF: "[", want {`,
		jkf(strings.Repeat(`{"forks":[[`, 1e5)):                          "f:1: bad JKF: invalid character '[' exceeded max depth",
		// These are other things in JSON.
		`{"title":"x","moves":[{"number":1}]}`: "f:1: not a game record", `{"moves":["7g7f"]}`: "f:1: not a game record", `{"moves":[]}`: "f:1: not a game record",
		`{"type":"match"}` + "\n" + `{"type":"game","moves":[{"m":"7g7f","t":1}]}`: "f:1: not a game record", `[{"moves":[{}]}]`: "f:1: not a game record",
		`{"moves":[ { "comment" : "x", "move" : "G*5b" } ]}`: "f:1: not a game record",
		`{"moves":[{"time":3,"move":{}}]}`:                   "f:1: not a game record", `{"a"`: "f:1: not a game record",
	} {
		games, _, errs := ReadAll("f", []byte(text))
		require.Empty(t, games, text)
		require.Len(t, errs, 1, text)
		require.ErrorContains(t, errs[0], want)
	}
}

func FuzzJKF(f *testing.F) {
	f.Add([]byte(jkf(pawn76 + "," + step("8385") + `,{"special":"ILLEGAL_ACTION","comments":["&a","b\u001b$"],"time":{"now":{"m":1,"s":2}}}`)))
	fuzz(f, "shogihome.jkf", "shogihome_problem.jkf", "kifuforjs_six_pieces.jkf")
}
