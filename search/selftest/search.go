package selftest

import (
	"context"
	"fmt"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
)

// searchDepth is how deep the start position is searched: some ten thousand nodes.
const searchDepth = 9

// searchTwice searches with an engine of its own: one thread visits the same nodes each time that it begins with
// nothing, two find a legal move, and a mate of three plies is seen.
func searchTwice(ctx context.Context, s Subject) (string, error) {
	e, err := search.NewEngine(s.NewEvaluator)
	if err != nil {
		return "", err
	}
	o := e.Options()
	o.Threads = 1
	if err := e.SetOptions(o); err != nil {
		return "", err
	}
	start := position.New(s.Rules)
	think := func(p *position.Position, depth int) (search.Result, uint64, error) {
		e.Clear()
		r := e.Search(ctx, p, search.Limits{Depth: depth}, nil)
		if ctx.Err() == nil && !p.IsLegal(r.Move) {
			return r, 0, fmt.Errorf("%v is illegal in %s", r.Move, p.SFEN())
		}
		return r, e.Nodes(), ctx.Err()
	}
	first, nodes, err := think(start, searchDepth)
	if err != nil {
		return "", err
	}
	second, again, err := think(start, searchDepth)
	if err != nil {
		return "", err
	}
	if nodes != again || first != second {
		return "", fmt.Errorf("the same search found %v in %d nodes, then %v in %d", first.Move, nodes, second.Move, again)
	}
	if s.Rules == position.Shogi {
		p, err := position.ParseSFEN(position.Shogi, problems[1].sfen)
		if err != nil {
			return "", err
		}
		if r, _, err := think(p, 6); err != nil || r.Score != eval.MateIn(3) {
			return "", fmt.Errorf("the search gives %v (%v), want a mate of 3 plies, in %s", r.Score, err, problems[1].sfen)
		}
	}
	o.Threads = 2
	if err := e.SetOptions(o); err != nil {
		return "", err
	}
	if _, _, err = think(start, searchDepth); err != nil {
		return "", err
	}
	return fmt.Sprintf("depth %d, %d nodes", searchDepth, nodes), nil
}
