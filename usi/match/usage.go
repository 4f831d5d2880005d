package match

import (
	"fmt"
	"io"
)

// timeUsage is how an engine used its time: means over its own moves (the opening's are not).
type timeUsage struct {
	Moves     int
	Millis    float64 // per move
	Longest   int     // milliseconds
	Depth     float64
	SelDepth  float64
	Nodes     float64
	NPS       float64
	ByPly     []plyUsage // every step of plies of the game
	thinking  int        // moves with a depth and no mate
	withNodes int
	nps       int // moves with a speed
}

// plyUsage is the mean of the moves of a stretch of the game.
type plyUsage struct {
	Ply    int     // middle of the stretch, counted without the opening
	Millis float64 // per move; NaN if the engine had none there
	Depth  float64 // likewise
	moves  int
	depths int
}

// plyStep is the length of a stretch of plyUsage.
const plyStep = 10

// timeUsages returns the usage of each engine.
func timeUsages(engines int, games []gameRecord) []timeUsage {
	list := make([]timeUsage, engines)
	for i := range games {
		g := &games[i]
		first := g.firstSide()
		for ply := range g.Moves {
			list[g.Engine((first+ply)&1)].add(ply, &g.Moves[ply])
		}
	}
	for i := range list {
		list[i].finish()
	}
	return list
}

func (u *timeUsage) add(ply int, m *moveRecord) {
	u.Moves++
	u.Millis += float64(m.Millis)
	u.Longest = max(u.Longest, m.Millis)
	for len(u.ByPly) <= ply/plyStep {
		u.ByPly = append(u.ByPly, plyUsage{Ply: len(u.ByPly)*plyStep + plyStep/2})
	}
	p := &u.ByPly[ply/plyStep]
	p.moves++
	p.Millis += float64(m.Millis)
	// A mate that is found lets the depth run up to the engine's limit and says nothing.
	if m.Depth > 0 && m.Mate == nil {
		u.thinking++
		u.Depth += float64(m.Depth)
		u.SelDepth += float64(m.SelDepth)
		p.depths++
		p.Depth += float64(m.Depth)
	}
	if m.Nodes > 0 {
		u.withNodes++
		u.Nodes += float64(m.Nodes)
	}
	if m.NPS > 0 {
		u.nps++
		u.NPS += float64(m.NPS)
	}
}

func (u *timeUsage) finish() {
	mean := func(sum *float64, n int) { *sum /= float64(max(1, n)) }
	known := func(sum *float64, n int) { *sum /= float64(n) } // NaN if there is nothing
	mean(&u.Millis, u.Moves)
	mean(&u.Depth, u.thinking)
	mean(&u.SelDepth, u.thinking)
	mean(&u.Nodes, u.withNodes)
	mean(&u.NPS, u.nps)
	for i := range u.ByPly {
		known(&u.ByPly[i].Millis, u.ByPly[i].moves)
		known(&u.ByPly[i].Depth, u.ByPly[i].depths)
	}
}

// writeUsage tells how the engines used their time.
func writeUsage(w io.Writer, engines []engineSpec, games []gameRecord) error {
	for i, u := range timeUsages(len(engines), games) {
		_, err := fmt.Fprintf(w, "%s: %d moves, depth %.1f, %.0f nodes/s, %.0f ms a move, longest %d ms\n",
			engines[i].Name, u.Moves, u.Depth, u.NPS, u.Millis, u.Longest)
		if err != nil {
			return err
		}
	}
	return nil
}
