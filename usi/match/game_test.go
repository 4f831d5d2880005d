package match

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func testRules() *ruling {
	return &ruling{
		variant: position.Shogi, declare: position.CSARule27, maxPlies: 320,
		grace: 1500 * time.Millisecond, moveLimit: time.Second,
	}
}

// start starts two engines, by colour, which end with the test.
func start(t *testing.T, rules *ruling, specs [2]engineSpec) (players [2]player) {
	t.Helper()
	for side := range specs {
		p, _, err := startPlayer(t.Context(), &specs[side], rules)
		require.NoError(t, err)
		t.Cleanup(p.kill)
		players[side] = p
	}
	return players
}

// duel plays one game between a well-behaved engine as Black and one with the behaviour as White.
func duel(t *testing.T, behaviour string) ([]moveRecord, verdict, [2]player) {
	t.Helper()
	// Only those that overstep the time have little of it: a machine with other things to do is slow.
	const margin = 200 * time.Millisecond
	tc := timeControl{Byoyomi: 20 * time.Second}
	if behaviour == "late" || behaviour == "hang" {
		tc.Byoyomi = 400 * time.Millisecond
	}
	g := &gameSetup{opening: position.GameText{}, control: [2]timeControl{tc, tc}, margin: [2]time.Duration{margin, margin}, rules: testRules()}
	if behaviour == "modest" {
		g.rules.agree = adjudication{20, 2}
	}
	players := start(t, g.rules, [2]engineSpec{fake("good", "good"), fake(behaviour, behaviour)})
	moves, v, err := playGame(t.Context(), g, players)
	require.NoError(t, err)
	return moves, v, players
}

// TestFaults: each way to misbehave loses, for its own reason, and is seen at the right move.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		behaviour string
		reason    endReason
		alive     bool
		last      string // is among the engine's last lines
	}{
		{"crash", byCrash, false, "! panic: fake fault"},
		{"hang", byHang, true, "> stop"},
		{"late", byTime, true, "< bestmove"},
		{"flood", byFlood, true, "< info string flood"},
		{"idleflood", byFlood, true, "< idle flood"},
		{"illegal", byIllegalMove, true, "< bestmove 1a1i"},
		{"garbage", byGarbage, true, "< bestmove"},
		{"empty", byGarbage, true, "< bestmove"},
		{"claim", byFalseClaim, true, "< bestmove win"},
		{"resign", byResignation, true, "< bestmove resign"},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			t.Parallel()
			moves, v, players := duel(t, c.behaviour)
			require.Equal(t, c.reason, v.reason, v.detail)
			require.Equal(t, blackWins, v.result)
			require.Equal(t, c.alive, players[1].alive())
			if c.behaviour == "idleflood" {
				require.Greater(t, len(moves), 5) // the third move is made, and then the flood begins
				return
			}
			require.Len(t, moves, 5) // three of Black, two of White
			require.Contains(t, strings.Join(players[1].lastLines(), "\n"), c.last)
			require.Equal(t, 2, moves[3].Depth)
			require.Equal(t, 20, *moves[3].Score)
			require.Equal(t, uint64(5000), moves[3].NPS)
		})
	}
}

func TestCrashAtReady(t *testing.T) {
	moves, v, _ := duel(t, "unready")
	require.Equal(t, byCrash, v.reason)
	require.Equal(t, blackWins, v.result)
	require.Empty(t, moves)
}

// TestForgiven: what is odd but no fault does not end the game.
func TestForgiven(t *testing.T) {
	t.Run("noise", func(t *testing.T) {
		t.Parallel()
		moves, v, _ := duel(t, "noise")
		require.False(t, v.reason.IsFailure(), "%v", v)
		require.Greater(t, len(moves), 20)
	})
	t.Run("answerandcrash", func(t *testing.T) {
		t.Parallel()
		moves, v, _ := duel(t, "answerandcrash")
		require.Equal(t, byCrash, v.reason)
		require.Len(t, moves, 7) // the answer before the end counts; the next one does not come
	})
}

// TestInterrupted: the end of the context ends the game at once and is nobody's loss.
func TestInterrupted(t *testing.T) {
	tc := timeControl{Main: time.Hour}
	g := &gameSetup{control: [2]timeControl{tc, tc}, rules: testRules()}
	players := start(t, g.rules, [2]engineSpec{fake("hang", "hang"), fake("hang", "hang")})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, _, err := playGame(ctx, g, players)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestStartErrors(t *testing.T) {
	for _, spec := range []engineSpec{{Cmd: "./there-is-no-such-engine"}, {Cmd: "true"}} {
		require.NoError(t, spec.complete())
		_, _, err := startPlayer(t.Context(), &spec, testRules())
		require.Error(t, err)
	}
}

// scripted is a player that answers from a list.
type scripted struct {
	player
	answers []answer
}

func (s *scripted) newGame(context.Context, *gameSetup, int) error { return nil }

func (s *scripted) think(context.Context, *turn) (answer, error) {
	a := s.answers[0]
	s.answers = s.answers[1:]
	return a, nil
}

// shuffle returns n answers that move a gold or a king to and fro, with the time used and the score given.
func shuffle(n int, there, back string, used time.Duration, score int) *scripted {
	s := &scripted{}
	for i := range n {
		s.answers = append(s.answers, answer{move: [2]string{there, back}[i%2], used: used, info: thought{Score: &score}})
	}
	return s
}

// TestSuddenDeath: the margin is for the game, not for every move of a clock that has run out.
func TestSuddenDeath(t *testing.T) {
	tc := timeControl{Main: time.Second}
	margin := 200 * time.Millisecond
	g := &gameSetup{control: [2]timeControl{tc, tc}, margin: [2]time.Duration{margin, margin}, rules: testRules()}
	black, white := shuffle(10, "4i4h", "4h4i", 0, 0), shuffle(10, "4a4b", "4b4a", 0, 0)
	white.answers[1].used, white.answers[2].used, white.answers[3].used = 1100*time.Millisecond, 100*time.Millisecond, time.Millisecond
	moves, v, err := playGame(t.Context(), g, [2]player{black, white})
	require.NoError(t, err)
	require.Equal(t, byTime, v.reason)
	require.Equal(t, blackWins, v.result)
	require.Len(t, moves, 7)
	require.Equal(t, "1ms used of 0s", v.detail)
}

// TestRulesBeforeAgreement: a position that is drawn by the rules is not given to the side that both engines see ahead.
func TestRulesBeforeAgreement(t *testing.T) {
	tc := timeControl{Depth: 1}
	g := &gameSetup{control: [2]timeControl{tc, tc}, rules: testRules()}
	g.rules.agree = adjudication{score: 1000, moves: 6}
	moves, v, err := playGame(t.Context(), g, [2]player{shuffle(10, "4i4h", "4h4i", 0, 3000), shuffle(10, "4a4b", "4b4a", 0, -3000)})
	require.NoError(t, err)
	require.Equal(t, byRepetition, v.reason)
	require.Equal(t, drawn, v.result)
	require.Len(t, moves, 12)
}
