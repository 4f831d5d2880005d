package match

import "katachi/position"

// endReason is why a game ended.
type endReason string

// The reasons. Those from byIllegalMove on are failures of the loser.
const (
	byMate           endReason = "mate" // the loser has no legal move
	byResignation    endReason = "resignation"
	byDeclaration    endReason = "declaration"
	byTry            endReason = "try"
	byRepetition     endReason = "repetition"
	byPerpetualCheck endReason = "perpetual check"
	byMoveLimit      endReason = "move limit"
	byImpasse        endReason = "impasse"      // only in records that others have kept, as the next
	byAgreement      endReason = "agreement"    // to a draw
	byAdjudication   endReason = "adjudication" // both engines agree who wins
	byIllegalMove    endReason = "illegal move"
	byGarbage        endReason = "garbage" // the answer is no move at all
	byFalseClaim     endReason = "false claim"
	byTime           endReason = "time"
	byCrash          endReason = "crash"
	byHang           endReason = "hang"
	byFlood          endReason = "flood"
)

// IsFailure reports whether the reason is a fault of the loser rather than a way to end a game.
func (r endReason) IsFailure() bool {
	switch r {
	case byIllegalMove, byGarbage, byFalseClaim, byTime, byCrash, byHang, byFlood:
		return true
	}
	return false
}

// verdict is the end of a game.
type verdict struct {
	result gameResult
	reason endReason
	detail string
}

// gameResult is how a game ended, in Black's points: 2 for a win, 1 for a draw, 0 for a loss.
type gameResult int8

// The results. Unfinished games are not recorded.
const (
	whiteWins gameResult = iota
	drawn
	blackWins
)

// winOf returns the result in which the side wins.
func winOf(side int) gameResult {
	if side == int(position.Black) {
		return blackWins
	}
	return whiteWins
}

// For returns the points, 0 to 2, of the player with that colour.
func (r gameResult) For(side int) int {
	if side == int(position.Black) {
		return int(r)
	}
	return 2 - int(r)
}

var resultNames = [...]string{"white", "draw", "black"}

// String names the winner: "black", "white" or "draw".
func (r gameResult) String() string { return resultNames[r] }

// MarshalText writes the name of the winner.
func (r gameResult) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the name of the winner.
func (r *gameResult) UnmarshalText(b []byte) error {
	for i, name := range resultNames {
		if name == string(b) {
			*r = gameResult(i)
			return nil
		}
	}
	return notMatchFile("result %q is none of black, white, draw", b)
}
