package match

import (
	"context"
	"errors"
	"time"

	"katachi/position"
)

// player is a running engine, whatever protocol it speaks. Its errors are *failure when the engine is to blame, and errGone from
// newGame or the game's first think if the process lived for earlier games only.
type player interface {
	// newGame makes the engine ready for a game in which it has the colour side.
	newGame(ctx context.Context, game *gameSetup, side int) error
	// think asks for a move. It returns when the engine has answered or patience with it has ended.
	think(ctx context.Context, t *turn) (answer, error)
	// gameOver tells the engine how the game ended: "win", "lose" or "draw".
	gameOver(result string)
	// lastLines returns the end of the dialogue.
	lastLines() []string
	// alive reports whether the engine can be asked again.
	alive() bool
	// kill ends the engine at once; close does it politely.
	kill()
	close(ctx context.Context)
}

// turn is one question to an engine: the position, the clock and how long to wait for the answer.
type turn struct {
	opening  position.GameText
	moves    []string // all moves since the opening, in USI notation
	clock    *clock
	side     int
	limit    time.Duration // what the clock allows, if it limits the move
	stopAt   time.Duration // when the engine is told to stop
	patience time.Duration // when it counts as hung
}

// answer is an engine's move with what it said about it.
type answer struct {
	move string // USI notation, "resign" or "win"
	used time.Duration
	info thought
}

// failure is a failure of an engine that loses it the game.
type failure struct {
	reason endReason
	detail string
}

func (f *failure) Error() string { return string(f.reason) + ": " + f.detail }

// errGone means that a process that has played ended before the next game, which is no fault: some engines end with their game.
var errGone = errors.New("the process ended after its last game")

// startPlayer starts an engine. The warnings are worth showing to the user once.
func startPlayer(ctx context.Context, spec *engineSpec, rules *ruling) (player, []string, error) {
	if spec.Proto == "xboard" {
		return startXBoard(ctx, spec, rules)
	}
	return startUSI(ctx, spec, rules)
}
