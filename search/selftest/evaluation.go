package selftest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"katachi/eval"
	"katachi/position"
)

// Referenced is an evaluator whose arithmetic is made for the processor and that has a twin in plain Go.
type Referenced interface {
	Reference() eval.Evaluator
}

// compareEvaluations follows random games with an evaluator, move by move, and holds its scores against those of one
// that is set up afresh for each position, with the plain arithmetic if there are two.
func compareEvaluations(ctx context.Context, s Subject) (string, error) {
	e, fresh, how := s.NewEvaluator(), s.NewEvaluator(), "move by move and afresh"
	if r, ok := e.(Referenced); ok {
		fresh, how = r.Reference(), "against plain Go"
	}
	compared := 0
	for g := range games {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		p := position.New(s.Rules)
		e.Reset(p)
		compare := func() error {
			compared++
			fresh.Reset(p)
			if got, want := e.Evaluate(p), fresh.Evaluate(p); got != want {
				return fmt.Errorf("evaluated at %d, want %d (%s), in %s", got, want, how, p.SFEN())
			}
			return nil
		}
		rng := rand.New(rand.NewPCG(uint64(g), 2))
		err := randomGame(rng, p, func(d position.Delta) error {
			e.Push(p, d)
			if rng.IntN(2) == 0 { // not each: several moves may have to be made up for at once
				return nil
			}
			return compare()
		})
		for err == nil && p.History() > 0 {
			p.Undo()
			e.Pop()
			if rng.IntN(4) == 0 {
				err = compare()
			}
		}
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d positions, %s", compared, how), nil
}
