package usi

import (
	"katachi/eval"
	"katachi/position"
	"katachi/search"
	"katachi/usi/book"
)

// Settings are the values of all options.
type Settings struct {
	Search search.Options
	Eval   EvalOptions
	Book   BookOptions
	Mate   MateOptions
	Level  LevelOptions

	DepthLimit int    // of every go, plies, 0 = none
	NodesLimit uint64 // of every go, 0 = none

	Variant      string
	MiniDraw     string // minishogi's fourth repetition: lose or draw
	ResignValue  int
	DebugLogFile string
}

// Where a network is looked for without being asked for.
const (
	DefaultEvalDir  = "eval"
	DefaultEvalFile = "nn.bin"
)

// maxThreads is the greatest value of Threads.
const maxThreads = 512

func defaultSettings(evals []string) *Settings {
	s := &Settings{
		Search:      search.DefaultOptions(),
		Eval:        EvalOptions{Dir: DefaultEvalDir, File: DefaultEvalFile, FVScale: eval.DefaultFVScale},
		Book:        BookOptions{Own: true, File: defaultBook, Dir: "book", Choice: book.DefaultOptions()},
		Mate:        MateOptions{HashMB: defaultMateHash},
		Level:       defaultLevelOptions(),
		Variant:     position.Shogi.Name,
		MiniDraw:    "lose",
		ResignValue: 99999,
	}
	s.Search.Threads = min(search.Cores(), 8)
	if len(evals) > 0 {
		s.Eval.Kind = evals[0]
	}
	return s
}

// rules returns the variant to be played.
func (s *Settings) rules() *position.Rules {
	switch {
	case s.Variant == position.Shogi.Name:
		return position.Shogi
	case s.MiniDraw == "draw":
		return position.MinishogiDraw
	}
	return position.Minishogi
}
