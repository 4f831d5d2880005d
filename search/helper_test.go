package search

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/movegen"
	"katachi/position"
)

func newTestEngine(t testing.TB, change func(*Options)) *Engine {
	e, err := NewEngine(func() eval.Evaluator { return classical.New() })
	require.NoError(t, err)
	o := e.Options()
	o.HashMB = 16
	o.PVInterval = 0
	if change != nil {
		change(&o)
	}
	require.NoError(t, e.SetOptions(o))
	return e
}

func parse(t testing.TB, sfen string) *position.Position {
	p, err := position.ParseSFEN(position.Shogi, sfen)
	require.NoError(t, err, sfen)
	return p
}

// play does USI moves.
func play(t testing.TB, p *position.Position, moves ...string) {
	for _, text := range moves {
		m, err := p.ParseLegal(text)
		require.NoError(t, err)
		p.Do(m)
	}
}

// lines searches and returns the result with all reports that have a PV.
func lines(e *Engine, p *position.Position, l Limits) (Result, []Info) {
	var infos []Info
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r := e.Search(ctx, p, l, func(i Info) {
		if i.PV != nil {
			i.PV = append([]position.Move(nil), i.PV...)
			infos = append(infos, i)
		}
	})
	return r, infos
}

// randomPositions calls do with positions of random games, some with a preference for captures and checks.
func randomPositions(t testing.TB, games, plies int, do func(p *position.Position, rng *rand.Rand)) {
	for g := range games {
		rng := rand.New(rand.NewPCG(uint64(g), 7))
		p := position.New(position.Shogi)
		for p.History() < plies {
			moves := movegen.Legal(p, nil)
			if len(moves) == 0 {
				break
			}
			do(p, rng)
			m := moves[rng.IntN(len(moves))]
			if checks := movegen.Checks(p, nil); len(checks) > 0 && rng.IntN(4) == 0 {
				m = checks[rng.IntN(len(checks))]
			}
			p.Do(m)
		}
	}
}
