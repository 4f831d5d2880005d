package match

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// fakeXBoard speaks the protocol of GNU Shogi: no features, USI squares, "N. ... MOVE TIME", and an echo of what it is
// told in force mode. With the behaviour "dieafter" it ends when a second game begins, with "die" at its first move.
func fakeXBoard(behaviour []string, stdin io.Reader, stdout io.Writer) {
	in := bufio.NewScanner(stdin)
	if slices.Contains(behaviour, "modern") {
		fakeModern(in, stdout)
		return
	}
	fmt.Fprintln(stdout, "GNU Shogi 1.4.2")
	p := position.New(position.Shogi)
	force, last, games := false, "", 0
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		if word == "go" && last != "otime" {
			return // the real one would have lengthened its clock by the moves in between
		}
		last = word
		switch word {
		case "new":
			if games++; games > 1 && slices.Contains(behaviour, "dieafter") {
				return
			}
			p, force = position.New(position.Shogi), false
		case "force":
			force = true
		case "level":
			fmt.Fprintln(stdout, "Clocks: 1000 1000")
		case "time", "otime":
			fmt.Fprintln(stdout, word, rest, 0)
		case "go":
			if slices.Contains(behaviour, "die") {
				return
			}
			m := legalMove(p)
			fmt.Fprintf(stdout, " 3 120 15 3000 %s\n", m)
			fmt.Fprintf(stdout, "%d. ... %s 29600\n", p.Ply()/2+1, m)
			fmt.Fprintln(stdout, "Gen 786181 Node 428354 Tree 194")
			move, _ := p.ParseLegal(m)
			p.Do(move)
			force = false
		case "quit":
			return
		default:
			m, err := p.ParseLegal(word)
			if err != nil || !force {
				fmt.Fprintln(stdout, "Illegal move (no match)", word)
				continue
			}
			fmt.Fprintf(stdout, "%d. %s 300000\n", p.Ply()/2+1, word)
			p.Do(m)
		}
	}
}

// fakeModern speaks version 2 of the protocol, takes its time at the start, and makes its third move only when told to move now.
func fakeModern(in *bufio.Scanner, stdout io.Writer) {
	x := &xboardPlayer{rules: position.Shogi, features: map[string]string{"usermove": "1"}}
	var p *position.Position
	prelude, asked := "", 0
	play := func(usi string) {
		m, err := p.ParseLegal(usi)
		if err != nil {
			os.Exit(7)
		}
		p.Do(m)
	}
	answer := func() {
		usi := legalMove(p)
		fmt.Fprintln(stdout, "move", strings.TrimPrefix(x.encode(usi), "usermove "))
		play(usi)
	}
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "protover":
			fmt.Fprintln(stdout, "feature done=0")
			time.Sleep(featureTime + 300*time.Millisecond)
			fmt.Fprintln(stdout, `feature usermove=1 myname="a b" done=1`)
		case "new":
			p, prelude = position.New(position.Shogi), ""
		case "variant", "easy", "post":
			prelude += in.Text() + "\n"
		case "usermove":
			usi, _ := x.decode("move " + rest)
			play(usi)
		case "go":
			if prelude != "variant shogi\neasy\npost\n" {
				os.Exit(8)
			}
			if asked++; asked != 3 {
				answer()
			}
		case "?":
			answer()
		case "quit":
			return
		}
	}
}

func TestXBoardModernGame(t *testing.T) {
	t.Parallel()
	tc := timeControl{Depth: 1}
	g := &gameSetup{control: [2]timeControl{tc, tc}, rules: testRules()}
	g.rules.maxPlies = 12
	players := start(t, g.rules, [2]engineSpec{{Cmd: os.Args[0], Args: []string{"fakeboard", "modern"}, Proto: "xboard"}, fake("good", "good")})
	moves, v, err := playGame(t.Context(), g, players)
	require.NoError(t, err)
	require.Equal(t, byMoveLimit, v.reason, "%v", v)
	require.Len(t, moves, 12)
}

func TestXBoardGame(t *testing.T) {
	tc := timeControl{Byoyomi: time.Second}
	o, err := position.ParseGameText("startpos moves 7g7f 3c3d")
	require.NoError(t, err)
	g := &gameSetup{opening: o, control: [2]timeControl{tc, tc}, rules: testRules()}
	specs := [2]engineSpec{{Cmd: os.Args[0], Args: []string{"fakeboard"}, Proto: "xboard"}, fake("good", "good")}
	for range 2 { // with both colours
		players := start(t, g.rules, specs)
		for range 2 { // two games with the same processes
			moves, v, err := playGame(t.Context(), g, players)
			require.NoError(t, err)
			require.False(t, v.reason.IsFailure(), "%v", v)
			require.Greater(t, len(moves), 20)
			players[0].gameOver("win")
			for _, m := range moves[:4] {
				require.NotNil(t, m.Score)
				require.NotZero(t, m.Depth)
			}
		}
		specs[0], specs[1] = specs[1], specs[0]
	}
}

func TestXBoardTranslation(t *testing.T) {
	for _, c := range []struct {
		rules    *position.Rules
		features map[string]string
		usi      string
		sent     string
		line     string // in which the engine would say this move
	}{
		{position.Shogi, nil, "7g7f", "7g7f", "1. ... 7g7f 29600"},
		{position.Shogi, nil, "8h2b+", "8h2b+", "  12. ... 8h2b+ -350"},
		{position.Shogi, nil, "P*5e", "P*5e", "3. ... P*5e 29600"},
		{position.Shogi, map[string]string{"usermove": "1"}, "7g7f", "usermove c3c4", "move c3c4"},
		{position.Shogi, map[string]string{"ping": "1"}, "8h2b+", "b2h8+", "move b2h8+"},
		{position.Shogi, map[string]string{"ping": "1"}, "1a9i", "i9a1", "move i9a1="},
		{position.Shogi, map[string]string{"ping": "1"}, "P*5e", "P@e5", "move P@e5"},
		{position.Minishogi, map[string]string{"ping": "1"}, "5d5c", "a2a3", "move a2a3"},
		{position.Minishogi, map[string]string{"ping": "1"}, "G*1a", "G@e5", "move G@e5"},
	} {
		x := &xboardPlayer{rules: c.rules, features: c.features}
		require.Equal(t, c.sent, x.encode(c.usi))
		move, err := x.decode(c.line)
		require.NoError(t, err)
		require.Equal(t, c.usi, move)
	}
	x := &xboardPlayer{rules: position.Shogi}
	for line, want := range map[string]string{
		"White Resigns.": "resign", "black resigns": "resign", "resign": "resign", "tellics resign": "resign", "Resigns": "resign",
		"0-1 {mate}": "resign", "1-0 {White resigns}": "resign",
		"# resign threshold is -900, not reached": "", "telluser I resign soon": "", "# 1-0 {White resigns}": "",
		"1. 7g7f 300000": "", "Clocks: 0 0": "", "": "", "Illegal move (no match) xboard": "", "Illegal move: protover 2": "",
	} {
		move, err := x.decode(line)
		require.NoError(t, err)
		require.Equal(t, want, move, line)
	}
	for _, line := range []string{"Illegal move (no match) 7g7f", "Illegal move: c3c4+", "Illegal move (nifu): P@e5", "illegal move: 8h2b+.", "Illegal move"} {
		_, err := x.decode(line)
		var f *failure
		require.ErrorAs(t, err, &f, line)
		require.Equal(t, byFalseClaim, f.reason)
	}
}

// TestXBoardChatter: a move counts however much is said before it, and what is said after it is no answer to the next
// question.
func TestXBoardChatter(t *testing.T) {
	x := &xboardPlayer{rules: position.Shogi, process: &process{answers: make(chan reply, 1)}, listed: make(chan bool, 1)}
	now := time.Now()
	x.receive("Illegal move (no match) xboard", now)
	require.Empty(t, x.listed)
	x.receive("Illegal move (no match) protover", now)
	require.True(t, <-x.listed, "GNU Shogi has no features, and is not waited for")
	x.expect()
	for range 500 {
		x.receive("# debug", now)
	}
	x.receive(" 1 90 0 30 7g7f", now) // in no time at all
	x.receive(" 3 120 15 3000 7g7f", now)
	x.receive("1. ... 7g7f 29600", now)
	x.receive("2. ... 2g2f 29600", now)
	r := <-x.answers
	require.Equal(t, "7g7f", r.text)
	require.Equal(t, 3, r.info.Depth)
	require.Empty(t, x.answers)
	x.expect()
	require.Empty(t, x.answers)
}

func TestXBoardLimits(t *testing.T) {
	newTurn := func(tc timeControl, left time.Duration) *turn {
		c := newClock([2]timeControl{tc, tc})
		c.left[0] = left
		limit, _ := c.allowed(0)
		return &turn{clock: c, limit: limit}
	}
	modern := map[string]string{"ping": "1"}
	for _, c := range []struct {
		tc       timeControl
		left     time.Duration
		features map[string]string
		want     []string
	}{
		{timeControl{Byoyomi: time.Second}, 0, nil, []string{"level 1 0:01", "time 100", "otime 100"}},
		{timeControl{Byoyomi: time.Second}, 0, modern, []string{"st 1"}},
		{timeControl{Main: time.Minute, Inc: time.Second}, 90 * time.Second, nil, []string{"level 30 1:31", "time 9100", "otime 6100"}},
		{timeControl{Main: time.Minute, Inc: time.Second}, 90 * time.Second, modern, []string{"level 0 1:00 1", "time 9100", "otime 6100"}},
		{timeControl{Main: time.Minute}, -100 * time.Millisecond, nil, []string{"level 30 0:01", "time 0", "otime 6000"}},
		{timeControl{Main: time.Minute, Byoyomi: 10 * time.Second}, 30 * time.Second, nil, []string{"level 30 0:40", "time 4000", "otime 7000"}},
		{timeControl{Main: time.Minute, Byoyomi: 10 * time.Second}, 30 * time.Second, modern, []string{"level 0 1:00 0", "time 4000", "otime 7000"}},
		{timeControl{MoveTime: 2500 * time.Millisecond}, 0, modern, []string{"st 2"}},
		{timeControl{Depth: 4}, 0, modern, []string{"sd 4"}},
	} {
		x := &xboardPlayer{control: c.tc, features: c.features}
		require.Equal(t, c.want, x.limits(newTurn(c.tc, c.left)))
	}
}

// TestXBoardRefuses: what the protocol, or an engine without features, cannot be told is refused before the game.
func TestXBoardRefuses(t *testing.T) {
	for _, c := range []struct {
		opening string
		tc      timeControl
		why     string
	}{
		{"sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", timeControl{Main: time.Minute}, "only openings from the start position"},
		{"startpos", timeControl{Nodes: 5}, "a time control is needed, not nodes=5"},
		{"startpos", timeControl{Depth: 5}, "a time control is needed, not depth=5"},
	} {
		o, err := position.ParseGameText(c.opening)
		require.NoError(t, err)
		x := &xboardPlayer{spec: &engineSpec{Name: "a"}}
		require.ErrorContains(t, x.newGame(t.Context(), &gameSetup{opening: o, control: [2]timeControl{c.tc, c.tc}}, 0), c.why)
	}
}

// TestXBoardEndsAfterGame: an engine that ends with its game is started again, and loses nothing by it.
func TestXBoardEndsAfterGame(t *testing.T) {
	out := filepath.Join(t.TempDir(), "m.jsonl")
	engine := `cmd="` + os.Args[0] + `" args="fakeboard dieafter" proto=xboard name=a`
	succeed(t,
		"-engine1", engine, "-engine2", fakeFlag("b", "good", ""), "-games", "2", "-tc", "byoyomi=1", "-maxplies", "6", "-out", out,
	)
	_, games := readFile(t, out)
	require.Len(t, games, 2)
	for _, g := range games {
		require.Equal(t, byMoveLimit, g.Reason, g.Detail)
	}
}

// TestXBoardEndsInItsGame: an engine that ends while it is asked has lost, however orderly, and the match does not try for ever.
func TestXBoardEndsInItsGame(t *testing.T) {
	tc := timeControl{Byoyomi: time.Second}
	g := &gameSetup{control: [2]timeControl{tc, tc}, rules: testRules()}
	players := start(t, g.rules, [2]engineSpec{{Cmd: os.Args[0], Args: []string{"fakeboard", "die"}, Proto: "xboard"}, fake("good", "good")})
	moves, v, err := playGame(t.Context(), g, players)
	require.NoError(t, err)
	require.Empty(t, moves)
	require.Equal(t, verdict{whiteWins, byCrash, "the process ended before its move"}, v)
}

// parting is the input of an engine that answers and ends at once.
type parting struct{ x *xboardPlayer }

func (p parting) Write(b []byte) (int, error) {
	if string(b) == "go\n" {
		p.x.receive("1. ... 7g7f 29600", time.Now())
		close(p.x.dead)
	}
	return len(b), nil
}

func (parting) Close() error { return nil }

// TestXBoardLastWord: an answer counts, though the engine has ended before anybody looks at it.
func TestXBoardLastWord(t *testing.T) {
	for range 20 { // of two that are ready, a channel is chosen by chance
		x := &xboardPlayer{rules: position.Shogi, process: &process{dead: make(chan struct{}), answers: make(chan reply, 1)}}
		x.stdin = parting{x}
		a, err := x.think(t.Context(), &turn{clock: newClock([2]timeControl{}), stopAt: time.Minute, patience: time.Minute})
		require.NoError(t, err)
		require.Equal(t, "7g7f", a.move)
	}
}

// TestXBoardSeconds: a time of a move that the protocol cannot tell is refused before the first game.
func TestXBoardSeconds(t *testing.T) {
	for tc, ok := range map[string]bool{"byoyomi=0.5": false, "movetime=0.9": false, "60,byoyomi=0.5": false, "byoyomi=1": true, "movetime=1.5": true, "0.5": true, "1+0.1": true} {
		c := defaultConfig()
		c.TC = "nodes=1"
		c.Engines = []engineSpec{{Cmd: "a", Proto: "xboard", TC: tc}, {Cmd: "b"}}
		_, _, err := c.build()
		if ok {
			require.NoError(t, err, tc)
			continue
		}
		require.ErrorContains(t, err, "engine a: xboard counts the time of a move in whole seconds", tc)
	}
}
