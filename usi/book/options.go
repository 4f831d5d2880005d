package book

import "katachi/position"

// Options are the book options of the USI protocol, under their usual names without "Book".
type Options struct {
	Rules    *position.Rules // the variant; nil means Shogi
	OnTheFly bool            // leave a sorted book on disk and search it there

	Moves             int    // the last ply, counted from 1, at which the book is asked
	IgnoreRate        int    // percent of the probes that ignore the book
	Narrow            bool   // leave out moves below a tenth of all counts
	EvalDiff          int    // allowed loss against the first book move, centipawns
	EvalLimit         [2]int // least value when Black, White is to move, centipawns from that side's view
	DepthLimit        int    // least depth of the first book move, 0 = any
	ConsiderMoveCount bool   // choose by count instead of evenly
	PVMoves           int    // length of the book's PV, plies
	IgnorePly         bool   // a position is the same at any ply
	Flipped           bool   // ask also for the position with board and colours turned
}

// DefaultOptions returns the settings that users of the USI protocol expect.
func DefaultOptions() Options {
	return Options{
		Rules: position.Shogi, Moves: 16, EvalDiff: 30, EvalLimit: [2]int{0, -140}, DepthLimit: 16, PVMoves: 8, Flipped: true,
	}
}
