package usi

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// stormTime is how long TestStorm goes on for each number of threads, unless the variable KATACHI_STORM has a duration such
// as 5m.
const stormTime = 2 * time.Second

// storm sends commands of all kinds in all orders and knows what must come of them: one answer to each go, in their order.
type storm struct {
	*session
	rng  *rand.Rand
	pos  *position.Position
	due  []answerDue // the answers that are still to come, or came and were not looked at yet
	sent []string    // all of it, to be played again
}

// answerDue is what a go asks for.
type answerDue struct {
	word string // bestmove or checkmate
	pos  *position.Position
}

// TestStorm plays sessions of random commands with the engine itself: it never panics, answers each go exactly once, in turn,
// with a move of its position, and quit always ends it.
func TestStorm(t *testing.T) {
	duration := stormTime
	if text := os.Getenv("KATACHI_STORM"); text != "" {
		var err error
		duration, err = time.ParseDuration(text)
		require.NoError(t, err, "KATACHI_STORM")
	} else if testing.Short() {
		duration /= 4
	}
	seed := uint64(time.Now().UnixNano())
	for _, threads := range []int{1, 2} {
		t.Run(fmt.Sprintf("%d threads", threads), func(t *testing.T) {
			sessions, commands, answers := 0, 0, 0
			for end := time.Now().Add(duration); sessions == 0 || time.Now().Before(end); sessions++ {
				seed++
				s := &storm{session: startSession(t, engineConfig(t)), rng: rand.New(rand.NewPCG(seed, uint64(threads))), pos: position.New(position.Shogi)}
				t.Cleanup(func() {
					if t.Failed() {
						t.Logf("the last commands of seed %d:\n%s", seed, strings.Join(s.sent[max(0, len(s.sent)-200):], "\n"))
						s.sent = nil
					}
				})
				s.command(fmt.Sprintf("setoption name Threads value %d", threads))
				s.command("setoption name USI_Hash value 4")
				s.command("setoption name MateHash value 1")
				for range 1 + s.rng.IntN(4) {
					for range 1 + s.rng.IntN(60) {
						s.random()
					}
					answers += len(s.due)
					s.settle()
				}
				for range s.rng.IntN(20) {
					s.random()
				}
				s.command("quit")
				if s.rng.IntN(2) == 0 {
					s.in.Close()
				}
				s.left()
				for l := range s.lines {
					s.look(l)
				}
				commands += len(s.sent)
			}
			t.Logf("%d sessions, %d commands, %d answers", sessions, commands, answers)
		})
	}
}

// command sends a line and notes what has to come of it.
func (s *storm) command(text string) {
	s.sent = append(s.sent, text)
	s.send(text)
	words := strings.Fields(text)
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "position":
		if p, _ := playText(position.Shogi, text); p != nil {
			s.pos = p
		}
	case "matsuri":
		s.pos, _ = position.ParseSFEN(position.Shogi, matsuri)
	case "flip":
		s.pos = s.pos.Rotated()
	case "go":
		switch g, _ := parseGo(words[1:]); {
		case g.perft != 0:
		case g.mate:
			s.due = append(s.due, answerDue{"checkmate", s.pos})
		default:
			s.due = append(s.due, answerDue{"bestmove", s.pos})
		}
	}
}

// settle stops what runs and requires the answers that are due, and no others.
func (s *storm) settle() {
	// Each go is stopped by the next command that waits for its end; position is one.
	const mark = "StormIsOver"
	s.command("stop")
	s.command("position startpos")
	s.command("getoption " + mark)
	for {
		l := s.next()
		s.look(l)
		if strings.HasSuffix(l, mark) {
			break
		}
	}
	require.Empty(s.t, s.due, "answers are missing")
}

// look checks a line of the engine's.
func (s *storm) look(l string) {
	require.NotContains(s.t, l, "internal error")
	words := strings.Fields(l)
	if len(words) == 0 || words[0] != "bestmove" && words[0] != "checkmate" {
		return
	}
	require.NotEmpty(s.t, s.due, "an answer that nobody has asked for: %s", l)
	due := s.due[0]
	s.due = s.due[1:]
	require.Equal(s.t, due.word, words[0], "%s: %s", due.pos.SFEN(), l)
	require.Greater(s.t, len(words), 1)
	switch words[1] {
	case "resign", "win", "nomate", "timeout":
	default:
		m, err := due.pos.ParseLegal(words[1])
		require.NoError(s.t, err, "%s: %s", due.pos.SFEN(), l)
		if words[0] == "checkmate" {
			require.True(s.t, due.pos.GivesCheck(m), "%s: %s", due.pos.SFEN(), l)
		}
	}
}

// random sends a command of any kind, often without waiting for what came before.
func (s *storm) random() {
	switch n := s.rng.IntN(100); {
	case n < 22:
		s.command(s.goCommand())
	case n < 40:
		s.command(s.positionCommand())
	case n < 55:
		s.command("stop")
	case n < 63:
		s.command("ponderhit" + s.pick("", "", "", " btime 100 wtime 100 byoyomi 10", " btime x", " movetime 5"))
	case n < 75:
		s.command(s.optionCommand())
	case n < 80:
		s.command(s.pick("isready", "usinewgame", "usi", "gameover win", "gameover lose", "gameover draw", "gameover"))
	case n < 90:
		s.command(s.pick("d", "sfen", "key", "side", "moves", "mated", "mate1", "compiler", "config", "getoption Threads", "flip", "matsuri",
			"eval", "e", "perft 1", "perft 2", "perft 99999999999999999999", "perft x", "debug on", "register later", "ucinewgame", "help"))
	case n < 95:
		s.command(s.garbage())
	}
	if s.rng.IntN(4) == 0 {
		time.Sleep(time.Duration(s.rng.IntN(20_000)) * time.Microsecond)
	}
}

func (s *storm) pick(texts ...string) string { return texts[s.rng.IntN(len(texts))] }

// number is a number of milliseconds or whatever else, mostly a small one.
func (s *storm) number() string {
	switch s.rng.IntN(12) {
	case 0:
		return s.pick("0", "-1", "-99999999999999999999", "9223372036854775807", "922337203686", "99999999999999999999", "1.5", "x", "")
	default:
		return fmt.Sprint(1 + s.rng.IntN(40))
	}
}

func (s *storm) goCommand() string {
	words := []string{"go"}
	for range s.rng.IntN(4) {
		switch key := s.pick("btime", "wtime", "binc", "winc", "byoyomi", "movetime", "rtime", "depth", "nodes", "ponder", "infinite", "mate", "searchmoves", "perft"); key {
		case "ponder", "infinite":
			words = append(words, key)
		case "mate":
			words = append(words, key, s.pick("infinite", "10", "100", ""))
		case "perft":
			words = append(words, key, s.pick("1", "2", "0", "-1"))
		case "nodes":
			words = append(words, key, fmt.Sprint(1+s.rng.IntN(3000)))
		case "searchmoves":
			words = append(words, key)
			for _, m := range movegen.Legal(s.pos, nil)[:min(2, len(movegen.Legal(s.pos, nil)))] {
				words = append(words, m.String())
			}
			words = append(words, s.pick("", "9a9b", "xyz"))
		default:
			words = append(words, key, s.number())
		}
	}
	return strings.Join(words, " ")
}

// startPositions are where the storm's games begin: at the start, in check, mated, decided, full of moves.
var startPositions = []string{
	"startpos", "sfen " + matsuri,
	"sfen lnsg1g1nl/4k2b1/p1ppps1pp/6p2/9/Kp6B/P1PPP2PP/1S1rgp+r2/LN6L w N3Pgs 54",
	"sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1", // mated
	"sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
	"sfen 8k/9/9/9/9/9/9/9/K8 b R 1",
	"sfen 1+P+P1K4/+P+P1+P5/9/9/9/9/9/9/7k1 b 2RB2G4S4N4LB2G13P 1",
}

func (s *storm) positionCommand() string {
	start := startPositions[s.rng.IntN(len(startPositions))]
	if s.rng.IntN(10) == 0 {
		return s.pick("position", "position sfen", "position startpos moves 7g7f 7g7f", "position sfen 9/9/9/9/9/9/9/9/9 b - 1", "position startpos moves", "position sfen lnsgkgsn b - x")
	}
	p, err := playText(position.Shogi, "position "+start)
	require.NoError(s.t, err, start)
	words := []string{"position", start}
	for i := range s.rng.IntN(30) {
		moves := movegen.Legal(p, nil)
		if len(moves) == 0 {
			break
		}
		if i == 0 {
			words = append(words, "moves")
		}
		m := moves[s.rng.IntN(len(moves))]
		words = append(words, m.String())
		p.Do(m)
	}
	return strings.Join(words, " ")
}

// optionCommand changes an option: not those that open files, take much memory or change the game.
func (s *storm) optionCommand() string {
	for {
		o := s.driver.options.list[s.rng.IntN(len(s.driver.options.list))]
		if slices.Contains([]string{"USI_Hash", "MateHash", "Threads", "USI_Variant", "DebugLogFile", "EvalDir", "BookDir", "BookFile", "EvalFile", "NumaPolicy", "LevelDelay"}, o.name) {
			continue
		}
		value := s.pick("true", "false", "0", "1", "3", "300", "-1", "99999999999999999999", "full", "selective", "first", "shortest", "skip", "", "x y")
		if s.rng.IntN(3) > 0 {
			value = o.initial
		}
		return s.pick("setoption name "+o.name+" value "+value, o.name+" "+value, "setoption name "+o.name)
	}
}

func (s *storm) garbage() string {
	text := make([]byte, s.rng.IntN(60))
	for i := range text {
		text[i] = byte(s.rng.IntN(256))
		if text[i] == '\n' || text[i] == '\r' {
			text[i] = ' '
		}
	}
	// No real command may come of it: the storm would not know.
	return "?" + string(text)
}
