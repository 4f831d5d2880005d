package usi

import (
	"context"
	"math/rand/v2"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
	"katachi/search/level"
)

// LevelOptions say how strong the engine plays for a person.
type LevelOptions struct {
	Level         int  // option Level
	LimitStrength bool // USI_Elo is in force
	Elo           int
	Skill         int  // Skill_Level, the scale of other engines
	Delay         bool // take the time that a person would
}

// The scale of Skill_Level, as Fairy-Stockfish has it.
const (
	minSkill = -20
	maxSkill = 20
)

func defaultLevelOptions() LevelOptions {
	return LevelOptions{Level: level.Max, Elo: level.MaxElo, Skill: maxSkill, Delay: true}
}

// level returns the lowest level that the options ask for.
func (o *LevelOptions) level() int {
	l := min(o.Level, 1+(o.Skill-minSkill)*(level.Max-1)/(maxSkill-minSkill))
	if o.LimitStrength {
		l = min(l, level.OfElo(o.Elo))
	}
	return l
}

// How the engine's search plays a level with a budget of nodes.
const (
	levelSpread  = 0.25 // the budget is varied at random by up to this share
	varietyPlies = 24   // until this ply the move is drawn from the best ones
	varietyLines = 4
)

// With few nodes one move of the start position is so far ahead of the others that a level would begin all its games
// with it. So the first plies are searched with at least firstNodes while nothing has been taken. The levels were
// measured from later positions.
const (
	firstPlies = 6
	firstNodes = 8000
)

// chooseLevel decides at which level the answer is played, and adapts the settings if the engine's search plays it. Analysis
// is always at full strength.
func (t *thought) chooseLevel() {
	t.level = t.settings.Level.level()
	if t.level < level.Max && t.limits.Timed && t.settings.Search.MultiPV > 1 {
		t.out.say("MultiPV is %d: this is an analysis, at full strength; for a game at level %d set it to 1", t.settings.Search.MultiPV, t.level)
	}
	if t.limits.Endless() || t.settings.Search.MultiPV > 1 {
		t.level = level.Max
	}
	if t.level < level.Max {
		t.settings.Search.StochasticPonder = false
	}
	if level.Nodes(t.level) == 0 {
		return
	}
	t.settings.Search.Threads = 1 // with several, the same number of nodes is weaker
	if t.pos.Ply() <= varietyPlies {
		t.settings.Search.MultiPV = varietyLines
	}
}

// player returns who plays the level, the same one throughout a game.
func (t *thought) player() *level.Player {
	e, rules := t.engine, t.pos.Rules()
	if e.player == nil || e.player.Level() != t.level || e.playerRules != rules {
		e.player, e.playerRules = level.NewPlayer(t.level, e.config.Knowledge(rules), rand.Uint64()), rules
	}
	return e.player
}

// asPerson answers with the move of the level's simulated person.
func (t *thought) asPerson(ctx context.Context, player *level.Player, report func(search.Info)) search.Result {
	if claim := position.NewDeclaration(t.settings.Search.EnteringKing, t.pos).Claim(t.pos); claim != position.MoveNone && len(t.limits.Moves) == 0 {
		return search.Result{Move: claim, Score: eval.MateIn(1)}
	}
	thinking, cancel := ctx, func() {}
	if allowed, limited := t.allowed(); limited {
		thinking, cancel = context.WithTimeout(ctx, allowed)
	}
	defer cancel()
	c := player.Choose(thinking, t.pos, t.limits.Moves)
	t.pause(ctx, c.Pause)
	elapsed := time.Since(t.limits.Start)
	if len(c.PV) > 0 {
		report(search.Info{Depth: c.Depth, SelDepth: max(c.Depth, len(c.PV)), Time: elapsed, Nodes: c.Nodes,
			NPS: search.PerSecond(c.Nodes, elapsed), MultiPV: 1, Score: c.Score, Bound: search.BoundExact, PV: c.PV})
	}
	return search.Result{Move: c.Move, Score: c.Score}
}

// asEngine answers with a search of as many nodes as the level has.
func (t *thought) asEngine(ctx context.Context, player *level.Player, report func(search.Info)) search.Result {
	nodes := level.Nodes(player.Level())
	if t.pos.Ply() <= firstPlies && t.pos.Hand(position.Black)+t.pos.Hand(position.White) == 0 {
		nodes = max(nodes, firstNodes)
	}
	budget := uint64(float64(nodes) * (1 + levelSpread*(2*rand.Float64()-1)))
	limits := t.limits
	limits.AtMost(0, budget)
	var lines multiPV
	toField := t.engine.scale().ToField
	t.engine.used = true
	result := t.engine.config.Engine.Search(ctx, t.pos, limits, func(i search.Info) {
		if len(i.PV) > 0 {
			lines.keep(i)
		}
		if i.MultiPV <= 1 {
			report(i)
		}
	})
	if isMove(result.Move) && len(lines) > 1 && len(lines[0].PV) > 0 && lines[0].PV[0] == result.Move {
		scores := []eval.Score{toField(result.Score)}
		for _, i := range lines[1:] {
			if len(i.PV) == 0 || i.Score == eval.None || !t.pos.IsLegal(i.PV[0]) {
				break
			}
			scores = append(scores, toField(i.Score))
		}
		if n := player.Pick(scores); n > 0 {
			i := lines[n]
			i.MultiPV, i.Bound = 1, search.BoundExact
			report(i)
			result = search.Result{Move: i.PV[0], Score: i.Score}
		}
	}
	if isMove(result.Move) && player.Resigns(t.pos, toField(result.Score)) {
		result.Move = position.MoveResign
	}
	t.pause(ctx, player.Pause(len(lines)))
	return result
}

// pause waits until a person would answer, as far as the clock allows it, but not after pondering.
func (t *thought) pause(ctx context.Context, natural time.Duration) {
	allowed, limited := t.allowed()
	if !t.settings.Level.Delay || !limited || t.limits.Ponder != nil {
		return
	}
	select {
	case <-time.After(min(natural, allowed) - time.Since(t.limits.Start)):
	case <-ctx.Done():
	}
}

// allowed returns how long a person who does not hurry may take for the move, and whether there is a clock.
func (t *thought) allowed() (d time.Duration, limited bool) {
	l := &t.limits
	if !l.Timed {
		return l.MoveTime * 9 / 10, l.MoveTime > 0
	}
	side := t.pos.Side()
	left, inc := l.Time[side], l.Inc[side]
	if left < 0 { // the GUI has subtracted the increment in advance
		left, inc = 0, max(0, inc+left)
	}
	d = left/40 + inc*3/4
	if b := l.Byoyomi; b > 0 {
		d += max(b-t.settings.Search.NetworkDelay2, b/4) * 3 / 4
	}
	if l.MoveTime > 0 {
		d = min(d, l.MoveTime*9/10)
	}
	return max(d, time.Millisecond), true
}
