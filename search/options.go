package search

import (
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/search/numa"
)

// Deepening is how the search deepens at the root.
type Deepening uint8

// The two drivers.
const (
	Full      Deepening = iota // all root moves to the same depth, iteration by iteration
	Selective                  // every root move has its own depth; the best ones are deepened
)

// Options are the settings of an Engine; DefaultOptions returns the usual ones.
type Options struct {
	Threads   int
	Numa      numa.Policy // which CPUs the threads run on
	HashMB    int
	UseTable  bool // false: search without the transposition table, to measure what it brings
	MultiPV   int
	Deepening Deepening
	MinDepth  int // selective: every root move is searched at least to this depth, plies
	MaxDepth  int // selective: no root move is searched deeper, plies

	DrawValue      [2]eval.Score // value of a draw when the root's side to move is Black, White
	MaxMovesToDraw int           // number of moves after which the game is drawn, 0 = no limit, as for a game that goes on beyond it
	EnteringKing   position.EnteringKing
	AllMoves       bool // search also the promotions that make no sense to refuse

	PVInterval        time.Duration // least time between two reports of a PV
	ConsiderationMode bool          // for analysis: lines that were cut short go on with the table's moves; no bounds
	OutputFailLHPV    bool          // report bounds too

	Ponder              bool // the GUI ponders: think longer
	StochasticPonder    bool
	NetworkDelay        time.Duration // subtracted from the rounded second
	NetworkDelay2       time.Duration // subtracted from the hard limit
	MeasureDelays       bool          // subtract what the machine itself is measured to need, too
	MinimumThinkingTime time.Duration
	SlowMover           int // percent of the usual time in the opening
	RoundUpToFullSecond bool
}

// DefaultOptions returns the settings that an engine starts with.
func DefaultOptions() Options {
	return Options{
		Threads: 1, Numa: numa.Auto, HashMB: 256, UseTable: true, MultiPV: 1, MinDepth: 2, MaxDepth: eval.MaxPly - 1,
		DrawValue: [2]eval.Score{-2, -2}, EnteringKing: position.CSARule27,
		PVInterval: 300 * time.Millisecond, OutputFailLHPV: true,
		NetworkDelay: 120 * time.Millisecond, NetworkDelay2: 100 * time.Millisecond, MeasureDelays: true,
		MinimumThinkingTime: 2 * time.Second, SlowMover: 100, RoundUpToFullSecond: true,
	}
}

// moveLimit is MaxMovesToDraw for a game that has come to this ply.
func (o *Options) moveLimit(ply int) int {
	if ply > o.MaxMovesToDraw {
		return 0
	}
	return o.MaxMovesToDraw
}

// Tunable is a number of the search that a build with the tag tune lets a tuner vary.
type Tunable struct {
	Name           string
	Value          *int
	Min, Max, Step int
}
