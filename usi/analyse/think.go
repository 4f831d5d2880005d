package analyse

import (
	"context"
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
}

// thought is what was found out about a position.
type thought struct {
	Lines  []found       `json:"lines,omitempty"` // the best one first; none if the game is over
	Over   string        `json:"over,omitempty"`  // why nothing was searched: mate
	Claim  bool          `json:"claim,omitempty"` // the side to move may declare its win
	Forced bool          `json:"forced,omitempty"`
	Threat []string      `json:"threat,omitempty"` // how the side that has just moved would mate if the other passed
	Nodes  uint64        `json:"nodes,omitempty"`
	Time   time.Duration `json:"time,omitempty"`
}

// found is a line with its score, from the side to move's view.
type found struct {
	Score  eval.Score `json:"score"`
	Depth  int        `json:"depth"`
	Moves  []string   `json:"moves"`
	Proved bool       `json:"proved,omitempty"` // by the mate solver
}

// score returns what the position is worth to the side to move.
func (t *thought) score() eval.Score {
	if len(t.Lines) == 0 {
		return eval.MatedIn(0)
	}
	return t.Lines[0].Score
}

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
		return thought{Over: "mate"}, nil
	}
	th := thought{Claim: t.declaration.Claim(p) == position.MoveWin, Forced: len(moves) == 1}
	lines := make([]found, t.multiPV)
	result := t.searcher.Search(ctx, p, t.limits, func(info search.Info) {
		th.Nodes = max(th.Nodes, info.Nodes)
		i := info.MultiPV - 1
		if len(info.PV) == 0 || i < 0 || i >= len(lines) || info.Bound != search.BoundExact {
			return
		}
		if info.PV[0] == position.MoveWin || info.PV[0] == position.MoveResign {
			return
		}
		lines[i] = found{Score: t.scale.ToField(info.Score), Depth: info.Depth, Moves: texts(info.PV)}
	})
	if err := ctx.Err(); err != nil {
		return thought{}, err
	}
	for _, l := range lines {
		if len(l.Moves) > 0 {
			th.Lines = append(th.Lines, l)
		}
	}
	if len(th.Lines) == 0 {
		m := result.Move
		if m == position.MoveWin || m == position.MoveResign || m == position.MoveNone {
			m = moves[0]
		}
		th.Lines = []found{{Score: t.scale.ToField(result.Score), Depth: 1, Moves: []string{m.String()}}}
	}
	t.solve(ctx, p, &th, time.Since(start))
	th.Time = time.Since(start)
	return th, ctx.Err()
}

// solve looks for a mate where the search has none, and for what threatens if the side to move passes.
func (t *thinker) solve(ctx context.Context, p *position.Position, th *thought, spent time.Duration) {
	if !th.Lines[0].Score.IsMate() {
		if line := t.mate(ctx, p, spent, th.Nodes); len(line) > 0 {
			th.Lines = append([]found{{Score: eval.MateIn(len(line)), Depth: len(line), Moves: texts(line), Proved: true}}, th.Lines...)
			th.Lines = th.Lines[:min(len(th.Lines), t.multiPV)]
		}
	}
	if !p.InCheck() && p.King(p.Side()) != position.NoSquare && !th.Lines[0].Score.IsMate() {
		q := p.Clone()
		q.DoNull()
		th.Threat = texts(t.mate(ctx, q, spent, th.Nodes))
	}
}

// mate returns a mate of the side to move, if there is one that costs no more than half of the solver's share.
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
	if r := t.solver.Solve(ctx, p, o, nil); r.Status == mate.Mate {
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
