package eval

import "fmt"

// Score is a value from the side to move's view in centipawns (100 = a pawn on the board), or a mate distance.
type Score int32

// MaxPly bounds the depth of a search in plies, and with it the length of a mate that a score can express.
const MaxPly = 246

// The landmarks of the scale. They fit in 16 bits.
const (
	Infinity Score = 32500
	None     Score = 32600 // no score known
	mate     Score = 32000

	// Mate scores are those beyond MateBound; static evaluations stay within MaxEval; between them lie results that are
	// decided but not proved mates (Superior).
	MateBound Score = mate - 2*MaxPly
	MaxEval   Score = 28000
	// Superior is what a repeated board with more in hand is worth, less the ply.
	Superior Score = 29000
)

// MateIn returns the score of giving mate in that many plies from the root.
func MateIn(ply int) Score { return mate - Score(ply) }

// MatedIn returns the score of being mated in that many plies from the root.
func MatedIn(ply int) Score { return -mate + Score(ply) }

// IsMate reports whether the score is a mate for either side.
func (s Score) IsMate() bool { return s >= MateBound && s <= mate || s <= -MateBound && s >= -mate }

// IsWin reports whether the score is a decided win (mate or superior repetition); IsLoss the contrary.
func (s Score) IsWin() bool { return s > MaxEval && s != None }

// IsLoss reports whether the score is a decided loss.
func (s Score) IsLoss() bool { return s < -MaxEval }

// IsDecided reports whether the score is a decided win or loss.
func (s Score) IsDecided() bool { return s.IsWin() || s.IsLoss() }

// MatePlies returns the plies to mate of a mate score: positive if the side to move mates, negative or zero if it is
// mated.
func (s Score) MatePlies() int {
	if s > 0 {
		return int(mate - s)
	}
	return -int(mate + s)
}

// Clamp limits a static evaluation to scores that cannot be taken for a decided result.
func (s Score) Clamp() Score { return max(-MaxEval, min(MaxEval, s)) }

// String returns the score as USI writes it: "cp 35" or "mate -4"; a mated side to move is "mate -1".
func (s Score) String() string {
	if !s.IsMate() {
		return fmt.Sprintf("cp %d", int32(s))
	}
	plies := s.MatePlies()
	if plies == 0 {
		plies = -1
	}
	return fmt.Sprintf("mate %d", plies)
}
