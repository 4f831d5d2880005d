package match

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
	"katachi/position/command"
)

// TestMain makes the test binary its own cast: called with the word fake it is an engine with the named misbehaviour,
// called with the word match it is the program.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "fake":
			fakeEngine(os.Args[2:], os.Stdin, os.Stdout)
			os.Exit(0)
		case "fakeboard":
			fakeXBoard(os.Args[2:], os.Stdin, os.Stdout)
			os.Exit(0)
		case "match":
			os.Exit(runCommand(os.Args[2:], os.Stdout, os.Stderr))
		}
	}
	os.Exit(m.Run())
}

// fake returns the specification of an engine with a behaviour, such as "crash" or "script 7g7f 2g2f".
func fake(name, behaviour string) engineSpec {
	return engineSpec{Name: name, Cmd: os.Args[0], Args: append([]string{"fake"}, strings.Fields(behaviour)...)}
}

// fakeEngine speaks USI and plays legal moves until its third, at which it misbehaves as named.
func fakeEngine(behaviour []string, stdin io.Reader, stdout io.Writer) {
	mode := behaviour[0]
	in := bufio.NewScanner(stdin)
	in.Buffer(nil, 1<<20)
	rules := position.Shogi
	var p *position.Position
	asked, over := 0, false
	var tuned tunedFake
	say := func(format string, args ...any) { fmt.Fprintf(stdout, format+"\n", args...) }
	for in.Scan() {
		line := in.Text()
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "usi":
			say("id name fake %s", mode)
			say("option name USI_Variant type combo default shogi var shogi var minishogi")
			say("option name Threads type spin default 1 min 1 max 9")
			if mode == "tuned" {
				tuned.declare(say)
			}
			if mode == "deaf" {
				say("option name Long type string")
			}
			say("usiok")
			if mode == "deaf" {
				if len(behaviour) > 1 {
					os.WriteFile(behaviour[1], []byte(strconv.Itoa(os.Getpid())), 0o644)
				}
				time.Sleep(5 * time.Minute)
			}
		case "setoption":
			tuned.set(rest)
			if rest == "name USI_Variant value minishogi" {
				rules = position.Minishogi
			}
			if rest == "name Threads value 7" {
				fmt.Fprintln(os.Stderr, "Threads is 7")
			}
		case "isready":
			if mode == "unready" || over && mode == "dieafter" {
				os.Exit(3)
			}
			if mode == "tuned" {
				tuned.ready(behaviour[1])
			}
			if mode == "error" {
				say("info string Error! there is no network")
			}
			say("readyok")
		case "usinewgame":
			asked = 0
		case "position":
			o, err := position.ParseGameText(rest)
			if err == nil {
				p, err = o.Play(rules)
			}
			if err != nil {
				say("info string Error %v", err)
				os.Exit(4)
			}
		case "go":
			asked++
			bestmove := legalMove(p)
			score := 10 * asked
			if mode == "modest" {
				score = -score
			}
			if mode == "material" {
				score = fakeScore(p)
			}
			say("info depth %d seldepth 9 score cp %d nodes 1000 nps 5000 hashfull 1 time 2 pv %s", asked, score, bestmove)
			if asked == 3 {
				bestmove = misbehave(mode, bestmove, rest, say)
			}
			if mode == "tuned" && asked == 3 && tuned.blunders(p) {
				bestmove = "resign"
			}
			if mode == "script" {
				bestmove = behaviour[asked]
			}
			if bestmove != "" {
				say("bestmove %s", bestmove)
			}
		case "gameover":
			over = true
		case "quit":
			if mode == "stay" {
				time.Sleep(time.Minute)
			}
			return
		}
	}
}

// misbehave returns what the engine answers at its third move, empty for nothing.
func misbehave(mode, legal, goArguments string, say func(string, ...any)) string {
	switch mode {
	case "crash":
		fmt.Fprintln(os.Stderr, "panic: fake fault")
		os.Exit(2)
	case "answerandcrash":
		say("bestmove %s", legal)
		os.Exit(2)
	case "hang":
		return ""
	case "late":
		fields := strings.Fields(goArguments)
		byoyomi, _ := strconv.Atoi(fields[len(fields)-1])
		time.Sleep(time.Duration(byoyomi)*time.Millisecond + 300*time.Millisecond)
	case "flood":
		line := strings.Repeat("info string flood ", 60)
		for {
			say("%s", line)
		}
	case "idleflood":
		say("bestmove %s", legal)
		line := strings.Repeat("idle flood ", 60)
		for {
			say("%s", line)
		}
	case "illegal":
		return "1a1i"
	case "garbage":
		return "\xff\xfe7g7f;drop"
	case "empty":
		return " "
	case "claim":
		return "win"
	case "resign":
		return "resign"
	case "noise":
		fmt.Fprintln(os.Stderr, strings.Repeat("noise on stderr\n", 1<<15))
		say("%s", strings.Repeat("x", 300_000))
		say("\x00\x01 bestmove 1a1i")
		say("readyok")
		say("info depth score cp nodes multipv pv")
	}
	return legal
}

// legalMove picks a legal move by the position alone.
func legalMove(p *position.Position) string {
	moves := movegen.Legal(p, nil)
	return moves[fakeChance(p).IntN(len(moves))].String()
}

// fakeChance is a source of chance that depends on the position alone.
func fakeChance(p *position.Position) *rand.Rand {
	h := fnv.New64()
	io.WriteString(h, p.SFEN())
	return rand.New(rand.NewPCG(h.Sum64(), 0))
}

// fakeScore is the score of the behaviour "material": a pawn for each capture more, from the side to move's view.
func fakeScore(p *position.Position) int {
	return 100 * (p.Hand(p.Side()).Total() - p.Hand(p.Side().Other()).Total())
}

// runCommand runs katachi match as main does.
func runCommand(args []string, stdout, stderr io.Writer) int {
	ctx, stop := command.Interruptible()
	defer stop()
	return Command.Main(ctx, args, command.IO{Name: "katachi match", Stdout: stdout, Stderr: stderr})
}

// succeed runs katachi match, which must do so, and returns what it has shown.
func succeed(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	stdout, _ = exits(t, command.StatusOK, args...)
	return stdout
}

// exits runs katachi match, which must end with this status, and returns what it has written.
func exits(t *testing.T, status int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	require.Equal(t, status, runCommand(args, &out, &errs), "%q: %s", args, &errs)
	return out.String(), errs.String()
}
