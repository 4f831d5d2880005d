package analyse

import (
	"context"
	"slices"
	"time"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/search"
	"katachi/search/mate"
)

// Searcher is the engine, as this package uses it.
type Searcher interface {
	Search(ctx context.Context, p *position.Position, limits search.Limits, report func(search.Info)) search.Result
	Clear()
	Options() search.Options
	SetOptions(o search.Options) error
}

// thought is what was found out about a position.
type thought struct {
	Lines  []found       `json:"lines,omitempty"` // of moves, the best one first; none if the game is over
	Over   string        `json:"over,omitempty"`  // why nothing was searched: one of the words below
	Claim  bool          `json:"claim,omitempty"` // the side to move may declare its win
	Forced bool          `json:"forced,omitempty"`
	Threat []string      `json:"threat,omitempty"` // how the side that has just moved would mate if the other passed
	Nodes  uint64        `json:"nodes,omitempty"`
	Time   time.Duration `json:"time,omitempty"`
	Others []found       `json:"others,omitempty"` // moves compared where a mistake was made, the best one first, see lookAround
}

// What ends a game so that nothing is left to search.
const (
	overMate = "mate"
	overTry  = "try" // the king's move to its goal, under the try rule
	// The fourth occurrence of the position: a draw, or by perpetual check won or lost, from the side to move's view.
	overDraw = "repetition"
	overWon  = "won by repetition"
	overLost = "lost by repetition"
)

// overBy says what a repetition makes of the game; it is empty if the game goes on.
var overBy = map[position.Repetition]string{position.RepDraw: overDraw, position.RepWin: overWon, position.RepLoss: overLost}

// found is a line with its score, from the side to move's view.
type found struct {
	Score  eval.Score `json:"score"`
	Depth  int        `json:"depth"`
	Moves  []string   `json:"moves"`
	Proved bool       `json:"proved,omitempty"` // by the mate solver
	// Entering is how many plies it is to a win by the entering-king rule, of the side whom the score says, a declaration counted as
	// one; 0 if the line does not end so.
	Entering int `json:"entering,omitempty"`

	again bool // there was a search behind the first move too, see lookAgain
}

// best returns the best that the side to move can do: declare its win, or play a line. If the game is over it is how it ended,
// mostly lost.
func (t *thought) best() found {
	switch {
	case t.Claim:
		return found{Score: wonIn(1), Entering: 1}
	case t.Over == overTry, t.Over == overLost:
		return found{Score: -wonIn(0)}
	case t.Over == overWon:
		return found{Score: wonIn(0)}
	case t.Over == overDraw:
		return found{}
	case len(t.Lines) == 0:
		return found{Score: eval.MatedIn(0)}
	}
	return t.Lines[0]
}

// score returns what the position is worth to the side to move.
func (t *thought) score() eval.Score { return t.best().Score }

// thinker searches positions.
type thinker struct {
	searcher    Searcher
	scale       eval.Scale // of the searcher's scores
	solver      *mate.Solver
	limits      search.Limits
	multiPV     int
	declaration position.Declaration
}

// solverShare is the part of a search's cost that the mate solver may add to it: of its time, or of its nodes, which cost
// the solver more.
const solverShare = 0.03

// think searches a position. It returns an error only if ctx ends; the thought is then incomplete.
func (t *thinker) think(ctx context.Context, p *position.Position) (thought, error) {
	start := time.Now()
	moves := movegen.Legal(p, nil)
	if len(moves) == 0 {
		return thought{Over: overMate}, nil
	}
	if t.tried(p) {
		return thought{Over: overTry}, nil
	}
	if over := overBy[p.Sennichite()]; over != "" {
		return thought{Over: over}, nil
	}
	th := thought{Claim: t.declaration.Claim(p) == position.MoveWin, Forced: len(moves) == 1}
	limits := t.limits
	if th.Claim {
		limits.Moves = moves // otherwise the search would do no more than declare
	}
	var err error
	if th.Lines, th.Nodes, err = t.search(ctx, p, limits, t.multiPV); err != nil {
		return thought{}, err
	}
	t.solve(ctx, p, &th, time.Since(start))
	th.Time = time.Since(start)
	return th, ctx.Err()
}

// search returns the n best lines, at least one, and how many nodes they took. It returns an error only if ctx ends.
func (t *thinker) search(ctx context.Context, p *position.Position, limits search.Limits, n int) (lines []found, nodes uint64, err error) {
	lines = make([]found, n)
	result := t.searcher.Search(ctx, p, limits, func(info search.Info) {
		nodes = max(nodes, info.Nodes)
		i := info.MultiPV - 1
		if len(info.PV) == 0 || i < 0 || i >= len(lines) || info.Bound != search.BoundExact {
			return
		}
		lines[i] = t.newFound(p, t.scale.ToField(info.Score), info.Depth, info.PV)
	})
	if err := ctx.Err(); err != nil {
		return nil, nodes, err
	}
	lines = slices.DeleteFunc(lines, func(l found) bool { return len(l.Moves) == 0 })
	if len(lines) == 0 {
		lines = []found{t.newFound(p, t.scale.ToField(result.Score), 1, []position.Move{result.Move})}
	}
	return lines, nodes, nil
}

// solve looks for a mate where the search has none, and for what threatens if the side to move passes.
func (t *thinker) solve(ctx context.Context, p *position.Position, th *thought, spent time.Duration) {
	if !th.Lines[0].Score.IsMate() {
		if line := t.mate(ctx, p, spent, th.Nodes); len(line) > 0 {
			proved := found{Score: eval.MateIn(min(len(line), eval.MaxPly)), Depth: len(line), Moves: texts(line), Proved: true}
			others := slices.DeleteFunc(th.Lines, func(l found) bool { return l.Moves[0] == proved.Moves[0] })
			th.Lines = append([]found{proved}, others...)
			th.Lines = th.Lines[:min(len(th.Lines), t.multiPV)]
		}
	}
	if !p.InCheck() && p.King(p.Side()) != position.NoSquare && !th.Lines[0].Score.IsMate() {
		q := p.Clone()
		q.DoNull()
		th.Threat = texts(t.mate(ctx, q, spent, th.Nodes))
	}
}

// mate returns a mate of the side to move from which no try escapes, if there is one that costs no more than half of the solver's share.
func (t *thinker) mate(ctx context.Context, p *position.Position, spent time.Duration, nodes uint64) []position.Move {
	if p.King(p.Side().Other()) == position.NoSquare {
		return nil
	}
	o := mate.Options{}
	if t.limits.Nodes > 0 { // by nodes alone, so that the same command says the same again
		o.Nodes = max(100, uint64(float64(nodes)*solverShare/2))
	} else {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(float64(spent)*solverShare/2))
		defer cancel()
	}
	if r := t.solver.Solve(ctx, p, o, nil); r.Status == mate.Mate && !t.declaration.MayEscape(p, len(r.Line)) {
		return r.Line
	}
	return nil
}

func texts(moves []position.Move) []string {
	list := make([]string, 0, len(moves))
	for _, m := range moves {
		list = append(list, m.String())
	}
	return list
}
