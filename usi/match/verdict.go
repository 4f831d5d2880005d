package match

import "katachi/position"

// Reason is why a game ended.
type Reason string

// The reasons. Those from IllegalMove on are failures of the loser.
const (
	Mate        Reason = "mate" // the loser has no legal move
	Resignation Reason = "resignation"
	Declared    Reason = "declaration"
	Try         Reason = "try"
	Repetition  Reason = "repetition"
	Perpetual   Reason = "perpetual check"
	MaxPlies    Reason = "move limit"
	Adjudicated Reason = "adjudication" // both engines agree who wins
	IllegalMove Reason = "illegal move"
	Garbage     Reason = "garbage" // the answer is no move at all
	FalseClaim  Reason = "false claim"
	TimeForfeit Reason = "time"
	Crash       Reason = "crash"
	Hang        Reason = "hang"
	Flood       Reason = "flood"
)

// IsFailure reports whether the reason is a fault of the loser rather than a way to end a game.
func (r Reason) IsFailure() bool {
	switch r {
	case IllegalMove, Garbage, FalseClaim, TimeForfeit, Crash, Hang, Flood:
		return true
	}
	return false
}

// verdict is the end of a game.
type verdict struct {
	result Result
	reason Reason
	detail string
}

// Result is how a game ended, in Black's points: 2 for a win, 1 for a draw, 0 for a loss.
type Result int8

// The results. Unfinished games are not recorded.
const (
	WhiteWins Result = iota
	Drawn
	BlackWins
)

// winOf returns the result in which the side wins.
func winOf(side int) Result {
	if side == int(position.Black) {
		return BlackWins
	}
	return WhiteWins
}

// For returns the points, 0 to 2, of the player with that colour.
func (r Result) For(side int) int {
	if side == int(position.Black) {
		return int(r)
	}
	return 2 - int(r)
}

var resultNames = [...]string{"white", "draw", "black"}

// String names the winner: "black", "white" or "draw".
func (r Result) String() string { return resultNames[r] }

// MarshalText writes the name of the winner.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the name of the winner.
func (r *Result) UnmarshalText(b []byte) error {
	for i, name := range resultNames {
		if name == string(b) {
			*r = Result(i)
			return nil
		}
	}
	return errFormat("result %q is none of black, white, draw", b)
}
